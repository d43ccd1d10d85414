/*
 * browse_function: the pages of functions' code that are open, each opened by a call in the one before.
 */
#ifndef PREC_REPORT_BROWSER_BROWSE_FUNCTION_H
#define PREC_REPORT_BROWSER_BROWSE_FUNCTION_H

#include "report/browser/browse.h"

/* Opens the code of the function of the line under the cursor. */
void browse_show_code(struct browse *b);

/* Does what a key asks for, with a page open. */
void browse_function_key(struct browse *b, const struct browse_event *e);

#endif
