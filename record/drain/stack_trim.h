/*
 * stack_trim: cuts off what copies of stacks do not hold.
 *
 *	SAMPLE: ... | size 16384 | stack, 1200 bytes in use | 15184 bytes of nothing | dyn_size 1200 | ...
 *	becomes ... | size  1200 | stack                                             | dyn_size 1200 | ...
 *
 * The kernel leaves room for as many bytes as were asked for, and says after them how many it copied: less where the
 * stack ends before (perf_output_sample_ustack in kernel/events/core.c). What lies between is whatever was in the ring
 * before, which is neither worth packing nor reading. The size may differ from sample to sample: the kernel itself
 * lowers it where a sample would be too long.
 *
 * Ownership: _init/_fini; the set is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_STACK_TRIM_H
#define PREC_RECORD_DRAIN_STACK_TRIM_H

#include "record/open/event_set.h"

#include "formats/file/id_index.h"

struct stack_trim {
	const struct event_set *set;
	bool is_wanted;      /* an event has copies of stacks */
	uint16_t sample_id;  /* where samples have their id */
	struct id_index ids; /* of the set's events */
};

/* set: its events are open. 0 or a negative errno. */
int stack_trim_init(struct stack_trim *trim, const struct event_set *set, struct error *err);
void stack_trim_fini(struct stack_trim *trim);

/*
 * Changes `size` bytes of whole records, whose ids are those of the set, and moves them together. How many bytes are
 * left. From a record on that is damaged nothing changes.
 */
size_t stack_trim_apply(const struct stack_trim *trim, uint8_t *records, size_t size);

#endif
