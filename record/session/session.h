/*
 * session: one recording, from open events to a finished file.
 *
 *	start: sideband on, processes of /proc synthesized, samples on, command started
 *	round: every ring drained into its stream, blocks cut, file flushed          once a second, or after 4 MiB
 *	wake:  a ring a quarter full: it alone is drained                            in between
 *	cpu:   a CPU that comes online: its events are opened, and what it wrote before that is drained
 *	end:   events off, last round, losses counted, file finished
 *
 * That every ring is drained in every round makes the FINISHED_ROUND mark of a flush true: whatever comes in the next
 * round but one was written after this round ended. Draining one more often in between does not change that.
 *
 * One thread does all: draining is a copy, and packing at the levels of 1 to 3 costs less than handing over.
 *
 * Ownership: _init/_fini; options, target, set, rings and writer are borrowed.
 */
#ifndef PREC_RECORD_SESSION_SESSION_H
#define PREC_RECORD_SESSION_SESSION_H

#include "record/sampler/open.h"
#include "record/sampler/workload.h"
#include "record/session/block_stream.h"
#include "record/session/output.h"

struct session_setup {
	const struct record_options *options;
	struct target *target;
	struct event_set *set;
	struct open_rings *rings;
	struct workload *workload; /* pid 0: none */
	struct output *output;
	const struct output_facts *facts;
	int signal_fd; /* signalfd(2) of SIGINT, SIGTERM, SIGHUP and SIGCHLD, which are blocked */
};

/* The recorder's own pace: when a buffer is over half full because packing is too slow, less effort goes into it. */
struct session_pressure {
	uint64_t wall_ns, cpu_ns; /* where the time being looked at began */
	bool felt;                /* since the last flush */
	bool warned;
};

/* Beside each of open_rings' rings. */
struct session_ring {
	struct stream_counts counts;
	uint64_t lost;    /* records that its events were found to have lost */
	bool inexact;     /* the kernel does not say that of all its events */
	uint32_t watched; /* which of rings->events tells of its filling */
};

/* A time in which a CPU was not recorded. */
struct session_gap {
	int cpu;
	uint64_t from;  /* time of the last record before, 0: there was none */
	uint64_t until; /* of the first record after, 0: there is none yet */
	bool is_open;   /* until is 0 */
	bool is_back;   /* its events are there again */
};

struct session {
	struct session_setup setup;
	struct perf_writer writer;
	struct zframe zframe;
	struct block_index index;
	struct block_writer blocks;
	struct build_id_set ids;
	struct block_stream samples, sideband;
	struct session_ring *rings;
	size_t n_rings;           /* as many as setup.rings has */
	int epoll_fd, targets_fd; /* the second has a descriptor of each thread, in the first */
	int hotplug_fd;           /* in the first; -1: the target has no CPUs of its own, or there are no uevents */
	struct session_gap *gaps; /* in the order in which they began */
	size_t n_gaps;
	size_t n_targets_left;      /* threads that have not ended; 0 for whole CPUs and commands */
	uint64_t flushed_bytes;     /* size of the file at the last flush */
	uint64_t synthesized_bytes; /* since sideband rings were last drained */
	uint64_t started_ns, flush_ns, status_ns, enable_ns; /* CLOCK_MONOTONIC; the last three: when next, 0: never */
	struct session_pressure pressure;
	bool show_status, done;
	bool sampling;         /* the events that sample have been enabled */
	unsigned stop_signals; /* how many came */
};

/* Starts the file. 0 or a negative errno. */
int session_init(struct session *s, const struct session_setup *setup, struct error *err);
void session_fini(struct session *s);

/*
 * Records until the command, all targets or the user end it, and finishes the file. On failure the file is left
 * readable as far as it goes, which *err tells. 0 or a negative errno.
 */
int session_run(struct session *s, struct error *err);

/* The summary of a recording that ran. */
void session_summarize(const struct session *s);

/* Makes session rings for those that have been opened since, and has the loop watch a ring. 0 or a negative errno. */
int session_follow_rings(struct session *s, struct error *err);
int session_watch_ring(struct session *s, uint32_t ring);

/* Takes what signals have come: of the user, and of the command's end. */
void session_take_signals(struct session *s);

/* --- session_cpus.c -------------------------------------------------------- */

/* Opens hotplug_fd, where the target is whole CPUs. Without it CPUs that come online are not recorded, which -v says.
 */
void session_listen_to_cpus(struct session *s);

/* Opens the CPUs that have come online since they were listed. 0 or a negative errno. */
int session_check_cpus(struct session *s, struct error *err);

/* Takes what hotplug_fd has. A CPU that cannot be recorded is a warning. 0 or a negative errno. */
int session_take_cpu_changes(struct session *s, struct error *err);

/* After all rings were drained: writes down the gaps that have ended; at the end of the recording, all of them. */
int session_write_gaps(struct session *s, bool all, struct error *err);

/* Tells the user of the gaps. */
void session_report_gaps(const struct session *s);

/* --- session_stall.c ------------------------------------------------------- */

/*
 * Waits until the reader of the pipe that is written takes more (perf_writer_stall; context: the session). Once a
 * signal has asked the recording to end, only for a short time, and a second signal ends that at once. 0 or a negative
 * errno.
 */
int session_wait_for_reader(void *context, size_t left, struct error *err);

/* --- session_drain.c ------------------------------------------------------- */

uint64_t session_now(void);

/* Moves what waits in one ring into its stream. 0 or a negative errno. */
int session_drain_ring(struct session *s, size_t ring, struct error *err);

/* All sideband rings; all rings. */
int session_drain_sideband(struct session *s, struct error *err);
int session_drain_all(struct session *s, struct error *err);

/* A whole round, with its flush. */
int session_round(struct session *s, struct error *err);

/* --- session_end.c --------------------------------------------------------- */

/*
 * What a descriptor lost, put into the file too; it must have been disabled or be at its end. And its count is added to
 * event->counted.
 */
void session_count_loss(struct session *s, struct open_event *event);

/* Counts what was lost, and writes the last records and the end of the file. 0 or a negative errno. */
int session_finish(struct session *s, struct error *err);

uint64_t session_samples(const struct session *s);

/* What LOST records of sample rings have told of so far. */
uint64_t session_lost_so_far(const struct session *s);

#endif
