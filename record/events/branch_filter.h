/*
 * branch_filter: which branches the CPU records before a sample, as -j and its like say.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_BRANCH_FILTER_H
#define PREC_RECORD_EVENTS_BRANCH_FILTER_H

#include "common/error.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Names with commas between, in any case, as Linux perf has them: "any,u", "ind_call,save_type". Without a kind any
 * branch is meant. *ret_branches: bits of PERF_SAMPLE_BRANCH_*, never 0. 0 or -EINVAL with a message
 * that names the word.
 */
int branch_filter_parse(const char *text, uint64_t *ret_branches, struct error *err);

#endif
