/*
 * chain_ends: whether the callchains of a recording lead anywhere.
 *
 * The kernel finds callers by frame pointers. In code that was built without them the register holds anything: a chain
 * then stops at once, or goes on to addresses where there is no code, and what stands between need not have called
 * anything. That is known by how a chain ends:
 *
 *	innermost                          outermost
 *	leaf -> work -> main -> __libc_start_call_main          as it should be
 *	leaf                                                    broken: it has no caller
 *	leaf -> work -> 0x7fa7ec133230                          broken: nothing is mapped there
 *
 * Only the user part of a chain is looked at, if it begins in a file's code: the kernel has other ways to find callers,
 * and code made at run time need not be in a mapping that the recording knows.
 */
#ifndef PREC_REPORT_PROFILE_CHAIN_ENDS_H
#define PREC_REPORT_PROFILE_CHAIN_ENDS_H

#include "common/buffer.h"
#include "report/profile/locator.h"
#include "report/profile/runtimes.h"
#include "report/scan/analysis.h"

#define CHAIN_ENDS_PROCESSES 16u

struct chain_ends {
	uint64_t samples;                    /* all */
	uint64_t chains;                     /* those whose chain has such a user part, about */
	uint64_t broken;                     /* of these */
	runtime_set runtimes;                /* of processes that have such chains */
	uint32_t pids[CHAIN_ENDS_PROCESSES]; /* those that were looked at for that, the first ones */
	uint32_t n_pids;
};

/*
 * Adds the entries at hand. n_samples: how many all are up to now. Of many entries not all are looked at:
 * those of many samples are, and of the others enough to know the share.
 */
void chain_ends_add(struct chain_ends *e, const struct analysis *a, struct locator *locator, uint64_t n_samples);

/* Most are broken, and these are not a few of all samples. */
bool chain_ends_are_broken(const struct chain_ends *e);

/* The explanation in lines, the last one without a newline. */
void chain_ends_text(const struct chain_ends *e, struct buffer *b);

/* Logs it, if they are. */
void chain_ends_explain(const struct chain_ends *e);

#endif
