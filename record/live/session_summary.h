/*
 * session_summary: counts what a session has recorded and lost.
 */
#ifndef PREC_RECORD_LIVE_SESSION_SUMMARY_H
#define PREC_RECORD_LIVE_SESSION_SUMMARY_H

#include "record/session/session.h"

/* What has been recorded so far. */
struct session_progress {
	uint64_t samples;
	uint64_t lost;
	uint64_t bytes; /* in all files */
};

/* Drains all rings first. 0 or a negative errno; *ret_progress is filled also then. */
int session_progress(struct session *s, struct session_progress *ret_progress, struct error *err);

/* Lost samples of one CPU, or of one thread where cpu is -1. */
struct session_loss {
	int cpu;
	pid_t tid;
	uint64_t lost;
	uint64_t throttled;    /* how often the kernel paused sampling */
	uint64_t throttled_ns; /* for how long at least */
};

/* Of hardware traces. */
struct session_traces {
	bool are_recorded;
	bool by_snapshot;
	uint64_t n_snapshots;
	uint64_t bytes;
	struct trace_counts counts;
	uint64_t n_impossible; /* impossible values of aux_head: that data is lost */
	uint64_t lost;         /* records about the traces */
};

struct session_summary {
	struct session_progress total;
	uint32_t n_files;
	const char *advice;               /* what helps against lost samples, or why they were lost */
	uint64_t raw_bytes, packed_bytes; /* of compressed blocks; 0: not compressed */
	struct session_loss *losses;
	size_t n_losses;
	uint64_t hardware_lost; /* samples the hardware dropped */
	uint64_t sideband_lost; /* records of mappings and processes */
	struct session_traces traces;
};

/* Fills *summary after session_end. Without memory it has the sums of losses, not the single ones. */
void session_summary_init(struct session_summary *summary, const struct session *s);
void session_summary_fini(struct session_summary *summary);

#endif
