/*
 * frame_stacks: the frames of addresses of which more than the function is wanted: those that were inlined there,
 * lines, addresses. Each address has its frames kept once for each choice of what is wanted. An empty one is all zero.
 */
#ifndef PREC_REPORT_PROFILE_FRAME_STACKS_H
#define PREC_REPORT_PROFILE_FRAME_STACKS_H

#include "common/hash_table.h"

struct frame_stack {
	uint64_t addr;     /* in the dso */
	uint32_t dso;      /* its number */
	uint32_t wanted;   /* RESOLVE_INLINES ... */
	uint32_t first, n; /* its frames; set by frame_stacks_add */
};

struct frame_stacks {
	struct frame_stack *list;
	uint32_t n, capacity;
	struct hash_table table;
	uint32_t *frames; /* of all, innermost first */
	uint32_t n_frames, frames_capacity;
};

void frame_stacks_fini(struct frame_stacks *s);

/* The frames of an address, until more are added; NULL: it has none yet. */
const uint32_t *frame_stacks_find(const struct frame_stacks *s, const struct frame_stack *stack, uint32_t *ret_n);

/* Keeps those of an address that has none yet. 0 or -ENOMEM. */
int frame_stacks_add(struct frame_stacks *s, const struct frame_stack *stack, const uint32_t *frames, uint32_t n);

#endif
