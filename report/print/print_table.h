/*
 * print_table: the headings and the rows of a table, as `perf report --stdio` prints them.
 */
#ifndef PREC_REPORT_PRINT_PRINT_TABLE_H
#define PREC_REPORT_PRINT_PRINT_TABLE_H

#include "report/print/table.h"

#include <stdio.h>

void print_table_headings(FILE *out, const struct table *t);
void print_table_row(FILE *out, const struct table *t, const struct row *row);

/*
 * Pieces of them: the heading above a shown column in the upper or the lower line, or the only one; numbers of a row,
 * and the value of a key where nothing stands after it and it begins a column of its own.
 */
void print_table_heading(FILE *out, const struct table *t, unsigned c, bool upper);
void print_table_number(FILE *out, const struct table *t, unsigned c, const struct row *row);
void print_table_level_key(FILE *out, const struct table *t, unsigned c, const struct row *row);

#endif
