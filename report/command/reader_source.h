/*
 * reader_source: who reads debug information for a command (report/source/source.h): its server, from before the
 * sandbox is entered to the end.
 */
#ifndef PREC_REPORT_COMMAND_READER_SOURCE_H
#define PREC_REPORT_COMMAND_READER_SOURCE_H

#include "report/command/reader_options.h"
#include "report/linecache/line_cache.h"
#include "report/source/source.h"

struct reader_source {
	struct line_store keeper;
	struct source_server server;
	struct source *source; /* NULL: nobody reads it */
	int code;              /* why, an errno; 0 where it was not started */
	bool is_wanted;        /* by what is shown: what was not read is warned of */
	char cache[PATH_MAX];  /* the directory of the line cache */
};

/*
 * Starts the server and the keeper of the line cache, before any thread is started and before the sandbox is entered.
 * What keeps them from that is said at the end, if it is `wanted`: names are shown without them. 0; -EINVAL with *err:
 * the environment says a wrong size of the cache.
 */
int reader_source_start(struct reader_source *r, const struct reader_options *o, struct error *err);

/* Has new answers kept, and warns of what could not be read. Then all ends; of one that is all zero, too. */
void reader_source_stop(struct reader_source *r);

#endif
