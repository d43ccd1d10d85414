/*
 * browse_sandwich: a function between all that called it and all that it called, as a text:
 *
 *	         30.00% main
 *	      30.00% run			callers: the nearest stands lowest
 *	   10.00% loop
 *	40.00% f				the function
 *	   25.00% g				callees
 *	      5.00% h
 */
#ifndef PREC_REPORT_BROWSER_BROWSE_SANDWICH_H
#define PREC_REPORT_BROWSER_BROWSE_SANDWICH_H

#include "report/browser/browse.h"

/* Shows it of the function under the cursor, in a page. */
void browse_show_sandwich(struct browse *b);

#endif
