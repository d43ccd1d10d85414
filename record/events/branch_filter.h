/*
 * branch_filter: parses which branches the CPU records before a sample (-j).
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_BRANCH_FILTER_H
#define PREC_RECORD_EVENTS_BRANCH_FILTER_H

#include "common/error.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Parses Linux perf's names, separated by commas, in any case: "any,u", "ind_call,save_type". Without a kind of
 * branch, any branch is meant. *ret_branches: bits of PERF_SAMPLE_BRANCH_*, never 0. 0; -EINVAL, with a message that
 * names the word.
 */
int branch_filter_parse(const char *text, uint64_t *ret_branches, struct error *err);

#endif
