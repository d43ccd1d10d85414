/*
 * branch_stitch: completes call stacks that are longer than the processor keeps, from earlier samples of the same
 * thread
 * (--stitch-lbr).
 *
 *	registers	  0  1  2  3
 *	first sample	  c1 c2 c3 c4		index of the newest 3
 *	second sample	  c5 c6 c3 c4		1: two more calls have overwritten c1 and c2
 *	its chain	  c6 c5 c4 c3, then c2 c1 of the first one
 *
 * As in Linux perf, two samples of a thread are joined if the oldest branch of the second is also in the first, in the
 * same register. The second then gets the older branches of the first, and the tail of the first. The result is wrong
 * if between the two samples the thread returned from these functions and came to them another way.
 *
 * Samples must come in the order of time; report/stream/ordered.h delivers the tails with them. Thread: one at a time.
 */
#ifndef PREC_REPORT_STREAM_BRANCH_STITCH_H
#define PREC_REPORT_STREAM_BRANCH_STITCH_H

#include "common/hash_table.h"
#include "formats/file/perf_file.h"
#include "formats/record/sample_decode.h"

/* Limit of the addresses of a tail; older ones are dropped. */
#define BRANCH_STITCH_MAX 1024u

/* The last sample of a thread. */
struct stitch_thread {
	uint32_t tid;
	uint64_t hw_idx; /* the register (LBR index) of its newest branch */
	struct sample_branch *branches;
	uint32_t n, capacity;
	uint64_t *tail; /* addresses, innermost first */
	uint32_t n_tail, tail_capacity;
};

struct branch_stitch {
	uint32_t registers;
	struct stitch_thread *threads;
	uint32_t n, capacity;
	struct hash_table table; /* of the threads, by tid */
};

/* Starts without samples. registers: the number of branches that the processor keeps, 1 or more. */
void branch_stitch_init(struct branch_stitch *s, uint32_t registers);
void branch_stitch_fini(struct branch_stitch *s);

/*
 * Takes the next sample, whose event has event_has_call_branches. Returns the number of addresses that follow its own
 * branches; *ret_tail is valid until the next call. A sample that is damaged, has no user part, or does not say the
 * registers of its branches returns 0 and changes nothing. Or -ENOMEM.
 */
int64_t branch_stitch_take(struct branch_stitch *s, const struct file_event *e, const struct record *r,
			   const uint64_t **ret_tail);

#endif
