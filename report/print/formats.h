/*
 * formats: the table of the formats there are.
 */
#ifndef PREC_REPORT_PRINT_FORMATS_H
#define PREC_REPORT_PRINT_FORMATS_H

#include "report/print/format.h"

/* The format of a name, or NULL. */
const struct format *format_find(const char *name);

/* What --help says of --format: "folded (as --folded does) or json". text has room for size bytes. */
void format_list(char *text, size_t size);

/* The names: "folded, json". text has room for size bytes. */
void format_names(char *text, size_t size);

#endif
