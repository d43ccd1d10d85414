/* browse_query: makes options of a report of what is asked for in a browser. */
#ifndef PREC_REPORT_COMMAND_BROWSE_QUERY_H
#define PREC_REPORT_COMMAND_BROWSE_QUERY_H

#include "report/browser/browse_source.h"
#include "report/command/report_options.h"

/*
 * Puts into o what the query asks for, and for the rest what base has: the options as the command line has them, of
 * which o is a copy. Borrows the texts of the query. 0 or a negative errno with *err filled.
 */
int browse_query_apply(struct report_options *o, const struct report_options *base, const struct browse_query *query,
		       struct error *err);

#endif
