/*
 * export_formats: the table of what `prec export` can write.
 */
#ifndef PREC_REPORT_EXPORT_EXPORT_FORMATS_H
#define PREC_REPORT_EXPORT_EXPORT_FORMATS_H

#include "report/export/stack_samples.h"
#include "report/export/time_walk.h"

#include <stdio.h>

/* What a format holds, for `prec export --list`. */
enum export_holds {
	EXPORT_EVENTS = 1,      /* several events, each with its own numbers */
	EXPORT_WEIGHTS = 2,     /* periods, beside or in place of numbers of samples */
	EXPORT_TIMES = 4,       /* when each sample was taken */
	EXPORT_THREADS = 8,     /* which thread and process was sampled */
	EXPORT_CPUS = 16,       /* on which CPU */
	EXPORT_INLINES = 32,    /* which functions were inlined */
	EXPORT_LINES = 64,      /* files and lines of the source */
	EXPORT_BUILD_IDS = 128, /* files, their build-ids and addresses */
	EXPORT_MARKERS = 256,   /* tracepoints, switches */
	EXPORT_COUNTERS = 512,  /* counts over time */
};

/* Commands that have a format already. */
enum export_command {
	EXPORT_BY_WALK,   /* none: it has one of the functions */
	EXPORT_BY_REPORT, /* prec report --format, of the same name */
	EXPORT_BY_SCRIPT, /* prec script --header */
};

/* Both functions return 0 or a negative errno; errors of the stream are the stream's. */
struct export_format {
	const char *name;
	const char *reader; /* what opens it, as one types it, in at most 68 columns: "go tool pprof -http : FILE" */
	unsigned holds;     /* enum export_holds */
	bool is_binary;     /* not for a terminal */
	enum export_command command;
	int (*write_stacks)(FILE *out, struct export *x, const struct stack_samples *samples, struct error *err);
	/* types: the records that it wants beside samples (time_walk_open). */
	int (*write_times)(FILE *out, struct time_walk *walk, struct error *err);
	uint64_t types;
};

/* Returns the format of a name; NULL: there is none. */
const struct export_format *export_format_find(const char *name);

/* Returns the i-th format, from 0; NULL: there are no more. */
const struct export_format *export_format_at(unsigned i);

/* Writes the names, with commas between. */
void export_format_names(char *text, size_t size);

#endif
