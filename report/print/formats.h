/*
 * formats: finds a format in the table of all formats.
 */
#ifndef PREC_REPORT_PRINT_FORMATS_H
#define PREC_REPORT_PRINT_FORMATS_H

#include "report/print/format.h"

/* Returns the format of a name; NULL: there is none. */
const struct format *format_find(const char *name);

/* Writes the names and notes for --help: "folded (as --folded does) or json". text has room for size bytes. */
void format_list(char *text, size_t size);

/* Writes the names: "folded, json". text has room for size bytes. */
void format_names(char *text, size_t size);

#endif
