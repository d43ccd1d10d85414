/*
 * row_children: what a function's callees took, added to its row.
 */
#ifndef PREC_REPORT_ROW_CHILDREN_H
#define PREC_REPORT_ROW_CHILDREN_H

#include "report/rows.h"

/*
 * Makes a row for each function of the finished call tree, and adds the samples of the chains it is on to its children,
 * once each. 0 or -ENOMEM.
 */
int rows_add_children(struct rows *r);

#endif
