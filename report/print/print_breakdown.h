/*
 * print_breakdown: the column of a field that has parts (report/rows/sort_key.h): as Linux perf has it, a number for
 * each part that is there, below a second line of headings.
 */
#ifndef PREC_REPORT_PRINT_PRINT_BREAKDOWN_H
#define PREC_REPORT_PRINT_PRINT_BREAKDOWN_H

#include "report/rows/row_set.h"

/* Which parts some row has: a bit for each. */
uint64_t breakdown_parts(const struct rows *r, const struct column *column, const struct row **rows, uint32_t n);

/* How wide the numbers of these parts are. */
int breakdown_width(uint64_t parts);

/* "---- Mem Op ----" over their width, the names of the parts below it, and the numbers of a row; all padded. */
void breakdown_title(const struct column *column, uint64_t parts, char *text, size_t size);
void breakdown_names(const struct column *column, uint64_t parts, char *text, size_t size);
void breakdown_numbers(const struct rows *r, const struct column *column, uint64_t parts, const struct row *row,
		       char *text, size_t size);

#endif
