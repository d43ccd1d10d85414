/*
 * browse_code: the code of functions for a browser. The recording is read once more for the first one, beside the
 * reader whose rows are browsed, and held for those that are called from there, until browse_code_leave.
 *
 * One thread; _start before the sandbox is entered and before any other is started.
 */
#ifndef PREC_REPORT_COMMAND_BROWSE_CODE_H
#define PREC_REPORT_COMMAND_BROWSE_CODE_H

#include "common/error.h"
#include "report/annotate/disasm.h"
#include "report/browser/browse_source.h"
#include "report/command/reader.h"

struct browse_code {
	struct disasm disasm; /* all zero: there is none */
	bool is_confined;
	struct code_reading *reading; /* NULL: none is held */
};

struct browse_code_input {
	const struct reader *beside; /* the recording, and the options */
	const struct profile_filter *filter;
	uint64_t max_memory; /* bytes, as in analysis_options */
};

/* Starts the process that disassembles, which loads nothing yet. */
void browse_code_start(struct browse_code *c);
void browse_code_stop(struct browse_code *c);

/*
 * Makes the lines of the functions that a query asks for: of a name, of samples which the filter and the
 * options of the reader let pass; or of a call in code that was read before. 0 or a negative errno with *err filled;
 * code_lines_fini is due in any case.
 */
int browse_code_lines(struct browse_code *c, const struct browse_code_input *input,
		      const struct browse_code_query *query, struct code_lines *ret_lines, struct error *err);

/* Forgets what was read. Before the reader beside is closed, or reads something else. */
void browse_code_leave(struct browse_code *c);

#endif
