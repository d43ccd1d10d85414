/*
 * print_json: rows and their call trees as JSON, as prec-report(1) describes it: what is changed here has to be changed
 * there.
 */
#ifndef PREC_REPORT_PRINT_PRINT_JSON_H
#define PREC_REPORT_PRINT_PRINT_JSON_H

#include "report/print/format.h"

int print_json(FILE *out, const struct format_input *in, const char **ret_note);

#endif
