/*
 * frame_stacks: keeps the frames of addresses for which more than the function is wanted: inlined functions, lines,
 * addresses. An address has one entry for each combination of these. All zero is an empty one.
 */
#ifndef PREC_REPORT_PROFILE_FRAME_STACKS_H
#define PREC_REPORT_PROFILE_FRAME_STACKS_H

#include "common/hash_table.h"

struct frame_stack {
	uint64_t addr;     /* in the dso */
	uint32_t dso;      /* its number */
	uint32_t wanted;   /* RESOLVE_INLINES ... */
	uint32_t first, n; /* its frames in the list of all; set by frame_stacks_add */
};

struct frame_stacks {
	struct frame_stack *list;
	uint32_t n, capacity;
	struct hash_table table;
	uint32_t *frames; /* those of all entries, innermost first */
	uint32_t n_frames, frames_capacity;
};

void frame_stacks_fini(struct frame_stacks *s);

/* Returns the frames of an address, valid until more are added; NULL: it has none yet. */
const uint32_t *frame_stacks_find(const struct frame_stacks *s, const struct frame_stack *stack, uint32_t *ret_n);

/* Adds the frames of an address that has none yet. 0 or -ENOMEM. */
int frame_stacks_add(struct frame_stacks *s, const struct frame_stack *stack, const uint32_t *frames, uint32_t n);

#endif
