/*
 * format: declares a format that programs read: `prec report --format NAME`.
 *
 * A format is an entry of the table in formats.c and a file print_NAME.c; nothing else depends on it.
 */
#ifndef PREC_REPORT_PRINT_FORMAT_H
#define PREC_REPORT_PRINT_FORMAT_H

#include "report/callgraph/callgraph.h"

#include <stdio.h>

/* The number at the end of a line, in a format with such lines. */
enum format_weight {
	FORMAT_WEIGHT_OF_EVENT, /* the period of off-CPU events, the samples of all others */
	FORMAT_WEIGHT_SAMPLES,
	FORMAT_WEIGHT_PERIOD,
};

/* What is written. All is borrowed. */
struct format_input {
	const char *file; /* its name, as on the command line */
	struct rows *rows;
	struct callgraph *callgraph; /* NULL: call graphs are not wanted, or there are none */
	double percent_limit;        /* rows below this percentage of their event's total are left out */
	enum format_weight weight;
	bool damaged; /* parts of the file could not be read */
};

struct format {
	const char *name;
	/*
	 * Each line is a callchain: a file without callchains is an error, and rows are made without children, for each
	 * event by itself, and with all chains.
	 */
	bool of_chains;
	bool of_rows;     /* Each line is a row of one event: rows are made for each by itself, without call graphs. */
	const char *note; /* printed in parentheses after the name, in --help; NULL: nothing */
	bool is_document; /* nothing may be printed before or after it: no header, no statistics */
	/* Writes it. *ret_note: a message for the user, or NULL; valid as long as the rows. 0 or a negative errno. */
	int (*print)(FILE *out, const struct format_input *in, const char **ret_note);
};

#endif
