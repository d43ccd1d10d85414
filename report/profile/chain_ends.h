/*
 * chain_ends: finds out whether the callchains of a recording are broken.
 *
 * The kernel finds callers by frame pointers. In code built without them the register has an arbitrary value. Then a
 * chain stops at once, or leads to addresses without code, and the frames between need not be callers. The end of a
 * chain shows it:
 *
 *	innermost                          outermost
 *	leaf -> work -> main -> __libc_start_call_main          whole
 *	leaf                                                    broken: it has no caller
 *	leaf -> work -> 0x7fa7ec133230                          broken: nothing is mapped there
 *
 * Only the user part of a chain is looked at, if it begins in a file's code: the kernel has other ways to find callers,
 * and JIT code need not be in a mapping that the recording knows.
 */
#ifndef PREC_REPORT_PROFILE_CHAIN_ENDS_H
#define PREC_REPORT_PROFILE_CHAIN_ENDS_H

#include "common/buffer.h"
#include "report/profile/locator.h"
#include "report/profile/runtimes.h"
#include "report/scan/analysis.h"

#define CHAIN_ENDS_PROCESSES 16u

struct chain_ends {
	uint64_t samples;                    /* all samples */
	uint64_t chains;                     /* an estimate of those whose chain has such a user part */
	uint64_t broken;                     /* those of them that are broken */
	runtime_set runtimes;                /* the runtimes of processes with broken chains */
	uint32_t pids[CHAIN_ENDS_PROCESSES]; /* the first of these processes, whose runtimes are known */
	uint32_t n_pids;
};

/*
 * Adds the current entries. n_samples: how many samples there are so far. Of many entries it examines those with many
 * samples, and enough of the others to estimate the share.
 */
void chain_ends_add(struct chain_ends *e, const struct analysis *a, struct locator *locator, uint64_t n_samples);

/* True if most chains are broken, and they are more than a few of all samples. */
bool chain_ends_are_broken(const struct chain_ends *e);

/* Appends the explanation, in lines, the last one without a newline. */
void chain_ends_text(const struct chain_ends *e, struct buffer *b);

/* Logs the explanation if chains are broken. */
void chain_ends_explain(const struct chain_ends *e);

#endif
