/*
 * print_hierarchy: the rows of an event below one another, as `perf report --hierarchy --stdio` shows them.
 */
#ifndef PREC_REPORT_PRINT_PRINT_HIERARCHY_H
#define PREC_REPORT_PRINT_PRINT_HIERARCHY_H

#include "report/print/table.h"
#include "report/rows/row_set.h"

#include <stdio.h>

/*
 * The headings, then a line for each row of each level; call graphs are below those of the last one. *ret_hidden: how
 * many of these were below the limit. Adds rows to r (report/rows/row_hierarchy.h). 0 or -ENOMEM.
 */
int print_hierarchy(FILE *out, struct rows *r, uint32_t event, const struct print_options *o, uint32_t *ret_hidden);

#endif
