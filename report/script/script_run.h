/*
 * script_run: the workers that make text of records and write it in order.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_RUN_H
#define PREC_REPORT_SCRIPT_SCRIPT_RUN_H

#include "report/script/script.h"
#include "report/unwind/deferred_chains.h"
#include "report/unwind/stack_chain.h"
#include "report/stream/ordered.h"

struct script_result {
	uint64_t n_bad; /* records that could not be shown in full */
	struct error first_bad;
	struct unwind_counts unwound; /* user stacks; to be given to unwind_counts_fini */
	struct deferred_counts joined;
};

/*
 * Shows all records of `ordered` on fd. 0; a negative errno with *err filled: -EPIPE when nobody reads any more,
 * else what reading or writing said.
 */
int script_run(const struct script *s, struct ordered *ordered, unsigned n_workers, int fd,
	       struct script_result *ret_result, struct error *err);

#endif
