/*
 * reader_fetch: for a command that shows names, the files that debuginfod has (report/fetch/fetch.h).
 */
#ifndef PREC_REPORT_COMMAND_READER_FETCH_H
#define PREC_REPORT_COMMAND_READER_FETCH_H

#include "report/command/reader_options.h"

/* The servers that DEBUGINFOD_URLS names; NULL: none. */
const char *reader_fetch_urls(void);

/*
 * Starts the helper before the sandbox is entered and before any thread is started, if servers are named by
 * --debuginfod or DEBUGINFOD_URLS and there is time for them; else nothing is done, and no network is used. What keeps
 * it from being done is only said with -v, unless --debuginfod was given.
 */
void reader_fetch_start(struct reader_options *o);

/* What was asked for and did not come, in a warning; more with -v. */
void reader_fetch_explain(const struct reader_options *o);

void reader_fetch_stop(struct reader_options *o);

#endif
