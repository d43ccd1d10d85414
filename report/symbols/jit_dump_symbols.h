/*
 * jit_dump_symbols: the names and source lines of code made at run time, as a process left them in jit-PID.dump, by
 * where the code lies there.
 */
#ifndef PREC_REPORT_SYMBOLS_JIT_DUMP_SYMBOLS_H
#define PREC_REPORT_SYMBOLS_JIT_DUMP_SYMBOLS_H

#include "report/symbols/dso_content.h"
#include "report/symbols/jit_lines.h"

/*
 * Reads the names of a dump (jit_dump_open) into the symbols of a content without files. *ret_lines: what has the
 * lines, for the caller to free; NULL: there are none. As jit_dump_open, or -E2BIG.
 */
int jit_dump_symbols_load(struct dso_content *own, const struct symbols_config *config, uint32_t pid, const char *path,
			  struct jit_lines **ret_lines, struct error *err);

#endif
