/* browse_about: what a browser says of a recording, beside its rows. */
#ifndef PREC_REPORT_COMMAND_BROWSE_ABOUT_H
#define PREC_REPORT_COMMAND_BROWSE_ABOUT_H

#include "report/browser/browse_source.h"
#include "report/command/report_plan.h"

/*
 * Returns a text, malloced: the header, or what is missing, of a report whose rows are made. NULL with *err filled:
 * there is no memory.
 */
char *browse_about_text(const struct report *r, const struct missing_symbols *missing, enum browse_text what,
			struct error *err);

#endif
