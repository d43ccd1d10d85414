/*
 * ended_stacks: how the stacks of a recording ended that were unwound before, of which it has the chains
 * (formats/file/bundle_stacks.h).
 *
 * Ownership: _read/_fini. Threads: constant after _read; any thread.
 */
#ifndef PREC_REPORT_UNWIND_ENDED_STACKS_H
#define PREC_REPORT_UNWIND_ENDED_STACKS_H

#include "formats/file/bundle_stacks.h"
#include "formats/record/sample_decode.h"
#include "report/timeline/timeline.h"
#include "report/unwind/stack_chain.h"

struct ended_stacks {
	struct bundle_stacks stacks;
	bool *of_event; /* by event: its stacks are these; NULL: there are none */
};

/*
 * Reads a part, whose bytes are borrowed. ended_stacks_fini is due in any case. 0; -EBADMSG, -ENOTSUP: there are none;
 * -ENOMEM.
 */
int ended_stacks_read(struct ended_stacks *e, const struct bundle_part *part, const struct perf_file *f);
void ended_stacks_fini(struct ended_stacks *e);

/* Says whether there are any. e may be NULL. */
static inline bool ended_stacks_any(const struct ended_stacks *e)
{
	return e && e->of_event;
}

/* How many stacks ended in each way. */
struct ended_counts {
	const struct ended_stacks *stacks; /* borrowed; NULL: none are counted */
	uint64_t *n;                       /* by end; after them those that were cut at the requested length */
	uint32_t max;                      /* limit of user addresses, as of stack_chain_init; 0: none */
	uint32_t last;                     /* that of the sample that was found last, not counted yet; or none */
};

/* Prepares them for stacks, which may be NULL. 0 or -ENOMEM; ended_counts_fini is due in either case. */
int ended_counts_init(struct ended_counts *c, const struct ended_stacks *stacks, uint32_t max);
void ended_counts_fini(struct ended_counts *c);

/*
 * Finds how the stack of an event's sample ended. words: in, its recorded chain; out, with the user addresses that
 * would have been unwound. Returns the number of words from the user's marker on; 0: no stack was unwound.
 */
uint64_t ended_counts_find(struct ended_counts *c, uint32_t event, uint32_t tid, uint64_t time,
			   struct chain_words *words);

/* Counts what was found last; each sample counts once at most. */
void ended_counts_add(struct ended_counts *c);

/* Adds them to others. The timeline has the files. */
void ended_counts_sum(const struct ended_counts *c, const struct timeline *t, struct unwind_counts *to);

#endif
