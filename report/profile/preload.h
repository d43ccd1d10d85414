/*
 * preload: lets several workers load the symbols of a report before one worker names the addresses.
 */
#ifndef PREC_REPORT_PROFILE_PRELOAD_H
#define PREC_REPORT_PROFILE_PRELOAD_H

#include "report/profile/locator.h"
#include "report/scan/analysis.h"

/* Chooses the entries that will be named. */
struct preload_choice {
	/* locator: that of the calling thread; there may be several threads. */
	bool (*has)(const void *context, const struct locator *locator, const struct sample_entry *e);
	const void *context;
};

/* choice NULL: all. */
static inline bool preload_chooses(const struct preload_choice *choice, const struct locator *locator,
				   const struct sample_entry *e)
{
	return !choice || choice->has(choice->context, locator, e);
}

/*
 * Loads the symbols of the dsos that the chosen entries and their chains are in. What is not loaded here, for example
 * without memory, is loaded when it is looked up.
 */
void preload_symbols(struct locator *locator, const struct analysis *a, const struct preload_choice *choice,
		     unsigned workers);

#endif
