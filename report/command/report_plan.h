/*
 * report_plan: which rows a report has: what the options ask for of what the file has.
 */
#ifndef PREC_REPORT_COMMAND_REPORT_PLAN_H
#define PREC_REPORT_COMMAND_REPORT_PLAN_H

#include "report/callgraph/callgraph.h"
#include "report/command/browse_code.h"
#include "report/command/reader.h"
#include "report/command/report_options.h"
#include "report/output/saver.h"
#include "report/print/missing_symbols.h"
#include "report/rows/rows.h"

#include <regex.h>

/*
 * report_run: all that one run of `prec report` needs, so that it can be taken down in one place.
 */

/* A regular expression that names functions. */
struct report_regex {
	regex_t compiled;
	bool is_set;
};

/* What is shown; from REPORT_FORMAT on, rows. */
enum report_view {
	REPORT_HEADER,  /* of the file, and nothing else */
	REPORT_STATS,   /* how many records there are */
	REPORT_TASKS,   /* threads as a tree */
	REPORT_FORMAT,  /* rows and call graphs for programs, as options.format writes them */
	REPORT_TEXT,    /* rows as Linux perf prints them */
	REPORT_PERSON,  /* rows for a person at a terminal */
	REPORT_BROWSER, /* the same, to look around in */
};

struct report {
	struct report_options options;
	struct columns columns;
	enum report_view shows;
	struct reader reader;
	struct browse_code code; /* with a browser */
	struct saver saver;      /* likewise */
	struct report_regex parent, roots;
	bool misused; /* a sort key is not understood */
	char *sort;   /* -s, or what is sorted by without it; NULL: columns_parse's default */
	struct shared_locator shared;
	struct trace_fields *trace;
	bool formats_read; /* of `trace`, or it was tried */
	struct event_groups groups;
	struct rows_options rows_options;
	struct rows rows;
	struct callgraph callgraph;
	struct missing_symbols missing_symbols;
};

/*
 * Of r->file and r->options makes the groups, the columns and r->rows_options. 0 or a negative errno with *err filled;
 * r->misused says that the options are to blame.
 */
int report_plan(struct report *r, struct error *err);

/*
 * Whether rows with a column Children are ordered by Self, so that the first screen shows where time is spent and not
 * who called what: on a terminal, where no option asks for what Linux perf shows.
 */
bool report_is_self_first(const struct report *r);

/* Rows for a person, printed or to look around in. */
static inline bool report_is_for_person(const struct report *r)
{
	return r->shows >= REPORT_PERSON;
}

/* Forgets all that report_plan has made, so that it can be called again. */
void report_plan_fini(struct report *r);

/* Lines of chains, whose rows are made for them. */
bool report_of_chains(const struct report *r);

#endif
