/*
 * report_text: what `prec report` prints of a file, without its headings and without symbols of any file of this
 * machine: names come from KSYMBOL records alone.
 */
#ifndef PREC_TESTS_SUPPORT_REPORT_TEXT_H
#define PREC_TESTS_SUPPORT_REPORT_TEXT_H

#include "report/callgraph/callgraph.h"
#include "report/rows/sort_key.h"

struct report_text_options {
	const char *sort;      /* NULL: the default, or with all_keys these */
	const char *callgraph; /* as after -g; NULL: none */
	bool children;
	enum sort_key_mode mode;
	bool all_keys;    /* all keys and fields of the mode */
	unsigned workers; /* 0: one */
	unsigned view;    /* the columns of a terminal that is shown what comes above the rows; 0: none */
	uint64_t steps;   /* that call graphs may take together, see callgraph_ways.h; 0: as many as in a report */
};

/* The text, malloced, or NULL with *err filled. */
char *report_text(const struct perf_file *file, const struct report_text_options *options, struct error *err);

#endif
