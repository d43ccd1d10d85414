/*
 * browse_code: the code of a function for a browser, as prec annotate prints it. The recording is read once more for
 * it, beside the reader whose rows are browsed.
 *
 * One thread; _start before the sandbox is entered and before any other is started.
 */
#ifndef PREC_REPORT_COMMAND_BROWSE_CODE_H
#define PREC_REPORT_COMMAND_BROWSE_CODE_H

#include "common/error.h"
#include "report/annotate/disasm.h"
#include "report/command/reader.h"

struct browse_code {
	struct disasm disasm; /* all zero: there is none */
	bool is_confined;
};

/* Starts the process that disassembles, which loads nothing yet. */
void browse_code_start(struct browse_code *c);
void browse_code_stop(struct browse_code *c);

/*
 * Returns the code of the functions of a name that have samples which the filter lets pass, and the options of the
 * reader that is beside this one, malloced. max_memory: bytes, as in analysis_options. NULL with *err filled: there is
 * none.
 */
char *browse_code_text(struct browse_code *c, const struct reader *beside, const struct profile_filter *filter,
		       uint64_t max_memory, const char *name, struct error *err);

#endif
