/*
 * print_jsonl: writes each row of each event as a JSON object in a line of its own. prec-report(1) describes the
 * members: keep it up to date.
 */
#ifndef PREC_REPORT_PRINT_PRINT_JSONL_H
#define PREC_REPORT_PRINT_PRINT_JSONL_H

#include "report/print/format.h"

/* Writes all rows. *ret_note: NULL. 0 or -ENOMEM. */
int print_jsonl(FILE *out, const struct format_input *in, const char **ret_note);

#endif
