/*
 * reader_source: who reads debug information for a command (report/source/source.h): its server, from before the
 * sandbox is entered to the end.
 */
#ifndef PREC_REPORT_COMMAND_READER_SOURCE_H
#define PREC_REPORT_COMMAND_READER_SOURCE_H

#include "report/command/reader_options.h"
#include "report/source/source.h"

struct reader_source {
	struct source_server server;
	struct source *source; /* NULL: nobody reads it */
};

/*
 * Starts the server, before any thread is started and before the sandbox is entered. What keeps it from that is only
 * said with -v: names are shown without it.
 */
void reader_source_start(struct reader_source *r, const struct reader_options *o);

/* Warns of what could not be read. Then all ends; of one that is all zero, too. */
void reader_source_stop(struct reader_source *r);

#endif
