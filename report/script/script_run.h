/*
 * script_run: runs the workers that make text of records and write it in order.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_RUN_H
#define PREC_REPORT_SCRIPT_SCRIPT_RUN_H

#include "report/script/script.h"
#include "report/stream/ordered.h"
#include "report/unwind/deferred_chains.h"
#include "report/unwind/stack_chain.h"

struct script_result {
	uint64_t n_bad; /* records that could not be shown in full */
	struct error first_bad;
	bool has_text;                /* some record was shown */
	struct unwind_counts unwound; /* user stacks; the caller calls unwind_counts_fini */
	struct deferred_counts joined;
};

/*
 * Writes the text of all records of `ordered` to fd. *ret_result is set in any case. 0 or a negative errno with *err
 * filled: -EPIPE: the reader has closed the pipe; else the error of reading or writing.
 */
int script_run(const struct script *s, struct ordered *ordered, unsigned n_workers, int fd,
	       struct script_result *ret_result, struct error *err);

#endif
