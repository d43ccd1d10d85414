/*
 * stat_options: what the command line of prec stat says.
 *
 * Ownership: _init/_fini; strings are borrowed from argv.
 */
#ifndef PREC_RECORD_COMMAND_STAT_OPTIONS_H
#define PREC_RECORD_COMMAND_STAT_OPTIONS_H

#include "counts/stat_show.h"
#include "record/command/record_options.h"
#include "record/command/stat_metric_sets.h"
#include "record/stat/stat_run.h"

struct stat_options {
	struct record_options common; /* its command, target, events, control and modes */

	struct stat_times times;
	bool counts_nothing;    /* -n */
	unsigned detailed;      /* how often -d was given */
	bool transactions;      /* -T */
	bool topdown;           /* --topdown */
	uint64_t topdown_level; /* how deep; 0: as deep as the machine goes */
	uint64_t runs;          /* 0: without end */
	bool sync;
	const char *before, *after; /* commands of a shell, around each run */
	const char *cgroups;        /* that all events are counted in, each for itself */
	struct stat_metric_choice metrics;
	char *pmu_filter; /* the PMU of events that are not typed with one; NULL: all */

	struct stat_show show;
	const char *recording; /* of prec stat record: the path; NULL: counts are shown alone */
	int report;            /* of prec stat report: where that word stands in argv; else 0 */
};

int stat_options_init(struct stat_options *o);
void stat_options_fini(struct stat_options *o);

/* Returns 0 or a negative errno with a message; --help, --list-names and the report are the caller's. */
int stat_options_parse(struct stat_options *o, int argc, char **argv, struct error *err);

/* Adds the events to o->common.events: those of -e and -M, or the usual ones. 0 or a negative errno. */
int stat_options_add_events(struct stat_options *o, struct error *err);

/* Of struct stat_options; --help is printed from it. */
extern const struct option_group stat_group;

#endif
