/*
 * format: the documents that a profile can be written as, for programs: `prec report --format NAME`.
 *
 * A format is an entry of the table in formats.c and a file print_NAME.c; nothing else knows of it.
 */
#ifndef PREC_REPORT_PRINT_FORMAT_H
#define PREC_REPORT_PRINT_FORMAT_H

#include "report/callgraph/callgraph.h"

#include <stdio.h>

/* What the one number of a line is, in a format that has one. */
enum format_weight {
	FORMAT_WEIGHT_OF_EVENT, /* time of what is counted in time off the CPU, samples of all else */
	FORMAT_WEIGHT_SAMPLES,
	FORMAT_WEIGHT_PERIOD,
};

/* What is written. */
struct format_input {
	const char *file; /* its name, as it was given */
	struct rows *rows;
	struct callgraph *callgraph; /* NULL: call graphs are not wanted, or there are none */
	double percent_limit;        /* rows with less of their event's total are left out */
	enum format_weight weight;
	bool damaged; /* parts of the file could not be read */
};

struct format {
	const char *name;
	/*
	 * Each line is a callchain: a file without callchains is refused, rows are made without children, for each
	 * event alone, and their chains whatever their share.
	 */
	bool of_chains;
	const char *note; /* in brackets behind its name, in --help; or NULL */
	bool document;    /* nothing may stand around it: no header of the file, no statistics */
	/* 0 or a negative errno. *ret_note: what is to be said about it, or NULL; it goes with the rows. */
	int (*print)(FILE *out, const struct format_input *in, const char **ret_note);
};

#endif
