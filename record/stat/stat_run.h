/*
 * stat_run: one run of counting, from opening the events to the last reading.
 *
 *	open --> command starts, or --delay is over --> [interval ...] --> end: the command or all that is counted has
 *	ended, a signal, the time that was given, or "stop" of a control channel
 *
 * A command has its signals from the terminal as this program has. What another process sends to this one alone is
 * passed on to it, and the command's end is waited for, also where no more is counted. A command that is not over when
 * the time that was given is, or a channel says "stop", is terminated.
 *
 * Ownership: everything is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_STAT_STAT_RUN_H
#define PREC_RECORD_STAT_STAT_RUN_H

#include "record/control/control_lines.h"
#include "record/open/workload.h"
#include "record/stat/stat_events.h"
#include "record/stat/stat_file.h"

#include "counts/stat_table.h"

struct stat_times {
	uint64_t delay;       /* ns after the command's start until counting begins */
	uint64_t interval;    /* ns; 0: there are none */
	uint64_t n_intervals; /* after which nothing more is counted; 0: no number */
	uint64_t timeout;     /* ns after which it ends; 0: never */
	bool on_request;      /* counting begins when a control channel says so */
};

struct stat_setup {
	const struct event_list *events;
	const struct counting_config *counting;
	const struct stat_times *times;
	struct target *target;
	struct workload *workload;       /* prepared, or nothing in it */
	struct control_channel *channel; /* or a closed one */
	int signal_fd;                   /* SIGCHLD is among its signals */
	struct stat_events *counted;     /* the same events */
	struct stat_table *whole;        /* gets what the run has counted */
	struct stat_table *interval;     /* gets what an interval has counted, and is emptied; NULL: there are none */
	struct stat_file *file;          /* is opened, and gets what was read; NULL: none */
	const struct stat_file_facts *facts;
	struct diagnostics *diagnostics;

	/* An interval has ended, that many ns after the beginning. */
	void (*tick)(void *context, uint64_t since);
	/* The run has ended: what its counters have counted. NULL: not wanted. */
	void (*counted_all)(void *context, const struct counted *all);
	/* CONTROL_EVLIST. */
	void (*list_events)(struct event_set *set, const struct control_details *details);
	void *context;
};

struct stat_outcome {
	uint64_t elapsed;    /* ns that were counted for */
	int signal;          /* that ended it where no command runs; 0: none */
	bool is_cut;         /* it ended before its command */
	bool is_interrupted; /* a signal came that ends programs, whatever the command has made of it */
};

/* Whether a signal of that number is meant to end what goes on. */
bool stat_run_interrupts(int number);

/* 0 or a negative errno with a message for the user. */
int stat_run(const struct stat_setup *setup, struct stat_outcome *ret_outcome, struct error *err);

#endif
