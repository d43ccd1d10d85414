/*
 * stat_run: counts once, from opening the events to the last reading.
 *
 *	open --> command starts, or --delay is over --> [interval ...] --> end: the command or all targets have ended, a
 *	signal, --timeout, or "stop" of a control channel
 *
 * The terminal sends its signals to the command as well as to this program. A signal that another process sends to this
 * program is passed on to the command. The run waits for the command's end even if nothing is counted any more. At
 * --timeout or "stop" a running command is terminated.
 *
 * Ownership: everything is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_STAT_STAT_RUN_H
#define PREC_RECORD_STAT_STAT_RUN_H

#include "counts/stat_table.h"
#include "record/control/control_command.h"
#include "record/open/workload.h"
#include "record/stat/stat_events.h"
#include "record/stat/stat_file.h"

struct stat_times {
	uint64_t delay;       /* ns after the command's start until counting begins */
	uint64_t interval;    /* ns; 0: there are none */
	uint64_t n_intervals; /* counting ends after so many; 0: no limit */
	uint64_t timeout;     /* ns after which counting ends; 0: never */
	bool on_request;      /* a control channel starts the counting */
};

struct stat_setup {
	const struct event_list *events;
	const struct counting_config *counting;
	const struct stat_times *times;
	struct target *target;
	struct workload *workload;       /* prepared, or all zero */
	struct control_channel *channel; /* may be closed */
	int signal_fd;                   /* SIGCHLD is among its signals */
	struct stat_events *counted;     /* the same events */
	struct stat_table *whole;        /* gets the counts of the run */
	struct stat_table *interval; /* gets the counts of an interval, and is emptied after it; NULL: no intervals */
	struct stat_file *file;      /* opened by the run, gets the counts; NULL: none */
	const struct stat_file_facts *facts;
	struct diagnostics *diagnostics;

	/* Called at the end of an interval; since: ns after the beginning. */
	void (*tick)(void *context, uint64_t since);
	/* Called with all counters at the end of the run. NULL: not wanted. */
	void (*counted_all)(void *context, const struct stat_input *all);
	/* Called for CONTROL_EVLIST. */
	void (*list_events)(struct event_set *set, const struct control_details *details);
	void *context;
};

struct stat_outcome {
	uint64_t elapsed;    /* ns of counting */
	int signal;          /* the signal that ended a run without a command; 0: none */
	bool is_cut;         /* it ended before its command */
	bool is_interrupted; /* a signal came that ends programs, whatever the command did with it */
};

/* True if the signal asks programs to end. */
bool stat_run_interrupts(int number);

/* Counts. 0 or a negative errno with a message for the user. */
int stat_run(const struct stat_setup *setup, struct stat_outcome *ret_outcome, struct error *err);

#endif
