/*
 * print_hierarchy: prints the rows of an event as a tree, as `perf report --hierarchy --stdio` does.
 */
#ifndef PREC_REPORT_PRINT_PRINT_HIERARCHY_H
#define PREC_REPORT_PRINT_PRINT_HIERARCHY_H

#include "report/print/table.h"
#include "report/rows/row_set.h"

#include <stdio.h>

/*
 * Prints the headings, then a line for each row of each level, and call graphs below the rows of the last level.
 * *ret_hidden: how many rows of the last level are below the limit. Adds rows to r (report/rows/row_hierarchy.h). 0 or
 * -ENOMEM.
 */
int print_hierarchy(FILE *out, struct rows *r, uint32_t event, const struct print_options *o, uint32_t *ret_hidden);

#endif
