/*
 * browse_find: goes to the next line whose name matches: rows, and what stands below them, open or not.
 */
#ifndef PREC_REPORT_BROWSER_BROWSE_FIND_H
#define PREC_REPORT_BROWSER_BROWSE_FIND_H

#include "report/browser/browse.h"

/* Goes to the next or previous match of what was looked for, or of the filter; opens what hides it. */
void browse_find_next(struct browse *b, bool backward);

#endif
