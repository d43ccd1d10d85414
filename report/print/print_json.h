/*
 * print_json: writes rows and their call graphs as JSON. prec-report(1) describes the members: keep it up to date.
 */
#ifndef PREC_REPORT_PRINT_PRINT_JSON_H
#define PREC_REPORT_PRINT_PRINT_JSON_H

#include "report/print/format.h"

/* Writes the document. *ret_note: tells that call graphs were left out, or NULL. 0 or -ENOMEM. */
int print_json(FILE *out, const struct format_input *in, const char **ret_note);

#endif
