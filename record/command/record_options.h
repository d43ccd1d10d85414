/*
 * record_options: the command line of prec record.
 *
 * Ownership: _init/_fini; strings are borrowed from argv.
 */
#ifndef PREC_RECORD_COMMAND_RECORD_OPTIONS_H
#define PREC_RECORD_COMMAND_RECORD_OPTIONS_H

#include "common/options.h"
#include "record/events/event_list.h"

#include <stdio.h>

#define RECORD_DEFAULT_FREQ   4000
#define RECORD_DEFAULT_OUTPUT "perf.data"
#define RECORD_FREQ_MAX       UINT64_MAX /* -F max */

struct record_options {
	/* targets */
	bool system_wide;
	const char *pids, *tids, *cpus, *user;
	bool per_thread;
	char **command; /* NULL-terminated, NULL: none */

	/* events and when they sample */
	struct event_list events; /* empty: the default */
	uint64_t freq;            /* RECORD_FREQ_MAX: as high as the kernel lets */
	uint64_t period;          /* 0: not given */
	bool freq_given;
	bool strict_freq;
	bool no_samples;
	long delay_ms; /* 0: none */

	/* what a sample holds */
	bool callgraph;
	bool user_callchains, kernel_callchains;
	bool data_addresses;
	bool timestamps; /* always recorded */
	bool period_given, no_period;
	bool sample_cpu;
	bool stat;
	bool all_kernel, all_user;
	bool use_clockid;
	int clockid;

	/* the rest */
	bool no_inherit;
	bool no_build_ids;
	bool no_bpf_event;
	uint64_t mmap_bytes; /* of a ring, 0: default */
	int level;           /* of zstd, 0: none */
	const char *output;
	bool quiet;
	int verbose;
	bool help;
	bool list_names; /* the names of events are wanted */
};

int record_options_init(struct record_options *o);
void record_options_fini(struct record_options *o);

/* 0 or a negative errno. */
int record_options_parse(struct record_options *o, int argc, char **argv, struct error *err);

/* The text of --help. */
void record_options_usage(FILE *out);

/* The names that -e takes on any machine, one a line. */
void record_options_names(FILE *out);

/* What perf record takes, and this does not. */
extern const struct option_absent record_options_absent[];

#endif
