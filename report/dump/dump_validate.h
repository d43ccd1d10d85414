/*
 * dump_validate: checks a file in place of showing it: `prec dump --validate`.
 */
#ifndef PREC_REPORT_DUMP_DUMP_VALIDATE_H
#define PREC_REPORT_DUMP_DUMP_VALIDATE_H

#include "formats/file/perf_file.h"

#include <stdio.h>

/*
 * Checks the file and writes a line for every defect and a verdict. 0; 1: there are defects; or a negative errno when
 * it cannot be read to its end.
 */
int dump_validate(FILE *out, const struct perf_file *f, const char *name, struct error *err);

#endif
