/*
 * print_csv: writes rows as values between commas (RFC 4180): a line of names, and one of each row of each event. Lines
 * end with CR and LF, texts are in quotes, numbers are not. prec-report(1) describes the columns: keep it up to date.
 */
#ifndef PREC_REPORT_PRINT_PRINT_CSV_H
#define PREC_REPORT_PRINT_PRINT_CSV_H

#include "report/print/format.h"

/* Writes all rows. *ret_note: NULL. 0 or -ENOMEM. */
int print_csv(FILE *out, const struct format_input *in, const char **ret_note);

#endif
