/*
 * top_browse: has what is recorded at this moment browsed on a terminal (report/browser/browse_live.h): prec top.
 *
 * For other keys and fewer samples the recordings that are kept are read again, and so the rows have what was counted
 * in the last seconds at once. What is shown of code is of all that is kept.
 */
#ifndef PREC_REPORT_COMMAND_TOP_BROWSE_H
#define PREC_REPORT_COMMAND_TOP_BROWSE_H

#include "report/command/top_feed.h"
#include "report/command/top_interval.h"

/* What the browser is made of; all is borrowed. */
struct top_browse_parts {
	struct top_options *options; /* those of the rows: what is asked for in the browser is put into them */
	struct top_feed *feed;       /* has a first recording */
	struct top_intervals *intervals;
	struct browse_code *code;
	struct saver *saver;
	bool is_colored;
};

/* Until the user leaves. 0 or a negative errno with *err filled. */
int top_browse(const struct top_browse_parts *parts, struct error *err);

#endif
