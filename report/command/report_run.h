/*
 * report_run: all that one run of `prec report` needs, so that it can be taken down in one place.
 */
#ifndef PREC_REPORT_COMMAND_REPORT_RUN_H
#define PREC_REPORT_COMMAND_REPORT_RUN_H

#include "report/command/progress.h"
#include "report/command/reader_source.h"
#include "report/command/report_options.h"
#include "report/callgraph/callgraph.h"
#include "report/profile/profile.h"
#include "report/rows/rows.h"
#include "report/print/missing_symbols.h"
#include "report/terminal/screen.h"

#include <regex.h>

/* A regular expression that names functions. */
struct report_regex {
	regex_t compiled;
	bool is_set;
};

struct report {
	struct report_options options;
	struct columns columns;
	struct reader_source source;
	struct perf_file *file;
	struct profile_names names;
	struct profile profile;
	struct sample_choice choice;
	struct progress progress;
	struct report_regex parent, roots;
	bool misused; /* a sort key is not understood */
	char *sort;   /* -s, or what is sorted by without it; NULL: columns_parse's default */
	struct shared_locator shared;
	struct trace_fields *trace;
	struct event_groups groups;
	struct rows_options rows_options;
	struct rows rows;
	struct callgraph callgraph;
	struct missing_symbols missing_symbols;
	struct screen screen;
	bool view; /* on a terminal, for a person: not what perf prints */
	bool damaged;
};

#endif
