/*
 * stack_trim: removes the unused end of stack copies.
 *
 *	SAMPLE: ... | size 16384 | stack, 1200 bytes in use | 15184 bytes of nothing | dyn_size 1200 | ...
 *	becomes ... | size  1200 | stack                                             | dyn_size 1200 | ...
 *
 * The kernel reserves as many bytes as were asked for, and writes after them how many it copied: fewer if the stack
 * ends earlier (perf_output_sample_ustack in kernel/events/core.c). The rest holds old data of the ring. The size
 * differs from sample to sample: the kernel lowers it if a sample would be too long.
 *
 * Ownership: _init/_fini; the set is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_STACK_TRIM_H
#define PREC_RECORD_DRAIN_STACK_TRIM_H

#include "formats/file/id_index.h"
#include "record/open/event_set.h"

struct stack_trim {
	const struct event_set *set;
	bool is_wanted;      /* an event copies stacks */
	uint16_t sample_id;  /* the offset of the id in a sample */
	struct id_index ids; /* ids of the set's events */
};

/* Sets up *trim. set: its events are open. 0 or a negative errno. */
int stack_trim_init(struct stack_trim *trim, const struct event_set *set, struct error *err);
void stack_trim_fini(struct stack_trim *trim);

/*
 * Trims `size` bytes of whole records, whose ids are those of the set, in place. Returns how many bytes are left.
 * Leaves everything from a damaged record on as it is.
 */
size_t stack_trim_apply(const struct stack_trim *trim, uint8_t *records, size_t size);

#endif
