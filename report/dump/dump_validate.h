/* dump_validate: `prec dump --validate`: checks a file instead of showing it. */
#ifndef PREC_REPORT_DUMP_DUMP_VALIDATE_H
#define PREC_REPORT_DUMP_DUMP_VALIDATE_H

#include "formats/file/perf_file.h"

#include <stdio.h>

/*
 * Checks the file; writes a line for each defect, and a verdict. 0; 1: there are defects; a negative errno: it could
 * not be read to its end.
 */
int dump_validate(FILE *out, const struct perf_file *f, const char *name, struct error *err);

#endif
