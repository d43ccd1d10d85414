/*
 * session: one recording, from open events to a finished file.
 *
 *	start: sideband on, processes of /proc synthesized, samples on, command started
 *	round: every ring drained into its stream, blocks cut, file flushed          once a second, or after 4 MiB
 *	wake:  a ring a quarter full: it alone is drained                            in between
 *	end:   events off, last round, losses counted, file finished
 *
 * That every ring is drained in every round makes the FINISHED_ROUND mark of a flush true: whatever comes in the next
 * round but one was written after this round ended. Draining one more often in between does not change that.
 *
 * One thread does all: draining is a copy, and packing at the levels of 1 to 3 costs less than handing over.
 *
 * Ownership: _init/_fini; options, target, set, rings and writer are borrowed.
 */
#ifndef PREC_RECORD_SESSION_H
#define PREC_RECORD_SESSION_H

#include "record/block_stream.h"
#include "record/open.h"
#include "record/output.h"
#include "record/workload.h"

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

struct session {
	struct session_setup setup;
	struct perf_writer writer;
	struct zframe zframe;
	struct block_index index;
	struct block_writer blocks;
	struct build_id_set ids;
	struct block_stream samples, sideband;
	struct stream_counts *counts; /* of each ring */
	uint64_t *lost;               /* samples of each ring, counted at the end */
	uint32_t *watched;            /* of each ring: which of rings->events tells of its filling */
	int epoll_fd, targets_fd;     /* the second has a descriptor of each thread, in the first */
	size_t n_targets_left;        /* threads that have not ended; 0 for whole CPUs and commands */
	uint64_t flushed_bytes;       /* size of the file at the last flush */
	uint64_t synthesized_bytes;   /* since sideband rings were last drained */
	uint64_t started_ns, flush_ns, status_ns, enable_ns; /* CLOCK_MONOTONIC; the last three: when next, 0: never */
	struct session_pressure pressure;
	bool show_status, done;
	int stop_signal; /* 0: none came */
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

/* Counts what was lost, and writes the last records and the end of the file. 0 or a negative errno. */
int session_finish(struct session *s, struct error *err);

uint64_t session_samples(const struct session *s);

/* What LOST records of sample rings have told of so far. */
uint64_t session_lost_so_far(const struct session *s);

#endif
