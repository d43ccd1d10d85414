/*
 * record_options: what the command line of prec record says, and the configurations it makes.
 *
 * Ownership: _init/_fini; strings are borrowed from argv.
 */
#ifndef PREC_RECORD_COMMAND_RECORD_OPTIONS_H
#define PREC_RECORD_COMMAND_RECORD_OPTIONS_H

#include "record/buildid/cache_fill.h"
#include "record/drain/session_config.h"
#include "record/events/event_list.h"
#include "record/open/sampler_config.h"

enum dry_run_format {
	DRY_RUN_NONE = 0,
	DRY_RUN_TEXT, /* as Linux perf's -vv */
	DRY_RUN_JSON,
};

#define RECORD_FREQ_MAX UINT64_MAX /* -F max */

/* What is recorded. */
struct target_options {
	bool system_wide;
	bool everyone;     /* every thread that runs now */
	char *pids, *tids; /* lists; owned */
	const char *cpus, *user;
	int n_cgroups;       /* names that -G has given */
	const char *cgroups; /* of -G before any event: for the usual ones; borrowed */
	bool per_thread;
	bool no_inherit;
	bool attachable; /* processes may come later (--control) */
};

struct record_options {
	char **command; /* NULL-terminated, NULL: none */
	struct target_options target;

	struct event_list events;        /* empty: the default */
	struct sampler_config sampler;   /* interval.freq: RECORD_FREQ_MAX: as high as the kernel allows */
	struct event_list switch_events; /* that have the recording go on in another file */
	bool filters_switch;             /* these, not events, had the last option that --filter is for */
	bool group;                      /* all events are one */
	bool off_cpu;                    /* one more event; with the default events it is the caller's to add */
	bool off_cpu_thresh_given;
	bool debuginfod_given;
	struct callgraph_spec usual_callgraph; /* of -g, and what --call-graph leaves open */
	bool usual_callgraph_taken;
	char *configured; /* the settings of Linux perf that it, or the cache of files, is from; NULL: none. Owned */
	bool exclude_self;
	bool freq_given;
	bool clock_given;
	bool strict_freq;
	bool timestamps; /* always recorded */
	bool latency;
	uint32_t aux_sample_bytes; /* of the trace in samples; 0: as the events' terms say */

	struct session_config session; /* its threads are the caller's to make */
	struct thread_spec threads;
	int realtime; /* priority of SCHED_FIFO; 0: as other programs */
	struct cache_fill_config cache;
	bool level_given;    /* of compression */
	const char *output;  /* NULL: the default */
	uint32_t heir;       /* a socket that files without names are sent through; 0: they have names */
	bool bundles;        /* --bundle */
	bool kcore;          /* it is a directory, with the kernel's code */
	const char *control; /* as record/control/control_channel.h takes it; NULL: none */

	bool quiet;
	int verbose;
	bool help;
	enum dry_run_format dry_run;
	bool list_names; /* the names of events are wanted */
	bool list_regs;  /* the names of registers are */
};

int record_options_init(struct record_options *o);
/* Takes what perf record takes of the settings of Linux perf; before the command line. 0 or -ENOMEM. */
int record_options_configure(struct record_options *o, struct error *err);

void record_options_fini(struct record_options *o);

#endif
