/*
 * record_options: the command line of prec record, and the configurations it makes.
 *
 * Ownership: _init/_fini; strings are borrowed from argv.
 */
#ifndef PREC_RECORD_COMMAND_RECORD_OPTIONS_H
#define PREC_RECORD_COMMAND_RECORD_OPTIONS_H

#include "common/error.h"
#include "record/command/target_options.h"
#include "record/events/event_list.h"
#include "record/sampler/sampler_config.h"
#include "record/keep/cache_fill.h"
#include "record/session/session_config.h"

#include <stdio.h>

enum dry_run_format {
	DRY_RUN_NONE = 0,
	DRY_RUN_TEXT, /* as Linux perf's -vv */
	DRY_RUN_JSON,
};

#define RECORD_FREQ_MAX UINT64_MAX /* -F max */

struct record_options {
	struct target_options target;
	char **command; /* NULL-terminated, NULL: none */

	struct event_list events;      /* empty: the default */
	struct sampler_config sampler; /* interval.freq: RECORD_FREQ_MAX: as high as the kernel allows */
	bool group;                    /* all events are one */
	bool off_cpu;                  /* one more event; with the default events it is the caller's to add */
	bool off_cpu_thresh_given;
	bool exclude_self;
	bool freq_given;
	bool strict_freq;
	bool timestamps; /* always recorded */

	struct session_config session;
	struct cache_fill_config cache;
	const char *output;  /* NULL: the default */
	const char *control; /* as record/control/control_channel.h takes it; NULL: none */

	bool quiet;
	int verbose;
	bool help;
	enum dry_run_format dry_run;
	bool list_names; /* the names of events are wanted */
	bool list_regs;  /* the names of registers are */
};

int record_options_init(struct record_options *o);
void record_options_fini(struct record_options *o);

/* 0 or a negative errno. */
int record_options_parse(struct record_options *o, int argc, char **argv, struct error *err);

/* Warns of options that have no effect beside the others. */
void record_options_warn(const struct record_options *o);

/* The text of --help. */
void record_options_usage(FILE *out);

/* The names that -e takes on any machine, one a line. */
void record_options_names(FILE *out);

#endif
