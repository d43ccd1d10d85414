/*
 * preload: the symbols that a report is going to need, loaded by several workers at once before addresses are named,
 * which is done by one, asks for them.
 */
#ifndef PREC_REPORT_PROFILE_PRELOAD_H
#define PREC_REPORT_PROFILE_PRELOAD_H

#include "report/profile/locator.h"
#include "report/scan/analysis.h"

/* Which entries will be named. */
struct preload_choice {
	/* locator: of the calling thread, of which there may be several. */
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
 * Loads the symbols of the DSOs that some of the chosen entries and their chains fall into. What is not loaded here,
 * for want of memory too, is loaded when it is asked for.
 */
void preload_symbols(struct locator *locator, const struct analysis *a, const struct preload_choice *choice,
		     unsigned workers);

#endif
