/*
 * preload: the symbols that a report is going to need, loaded by several workers at once before addresses are named,
 * which is done by one, asks for them.
 */
#ifndef PREC_REPORT_PROFILE_PRELOAD_H
#define PREC_REPORT_PROFILE_PRELOAD_H

#include "report/profile/locator.h"
#include "report/scan/analysis.h"

/*
 * Loads the symbols of the DSOs that a choice of the entries and their chains fall into. What is not loaded here, for
 * want of memory too, is loaded when it is asked for.
 */
void preload_symbols(struct locator *locator, const struct analysis *a, unsigned workers);

#endif
