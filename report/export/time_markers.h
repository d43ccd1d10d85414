/*
 * time_markers: what items of the walk in the order of time say beside where threads were sampled: that they ran, or
 * waited, from when to when; what tracepoints they passed; other names; losses.
 */
#ifndef PREC_REPORT_EXPORT_TIME_MARKERS_H
#define PREC_REPORT_EXPORT_TIME_MARKERS_H

#include "report/export/time_walk.h"

/* The records that they are made of, for time_walk_open. */
#define TIME_MARKERS_TYPES                                                                             \
	(1ull << PERF_RECORD_COMM | 1ull << PERF_RECORD_SWITCH | 1ull << PERF_RECORD_SWITCH_CPU_WIDE | \
	 1ull << PERF_RECORD_LOST | 1ull << PERF_RECORD_LOST_SAMPLES)

enum time_marker_kind {
	MARKER_ON_CPU,     /* value: 2 * the CPU, and 1 if it was preempted in the end */
	MARKER_OFF_CPU,    /* with the stack that it waited in */
	MARKER_RENAMED,    /* value: the comm, a string id */
	MARKER_EXEC,       /* likewise */
	MARKER_LOST,       /* value: how many records */
	MARKER_COUNTED,    /* events were counted; of no item */
	MARKER_TRACEPOINT, /* value: the event; fields: struct time_fields */
	MARKER_N_KINDS,
};

struct time_marker {
	enum time_marker_kind kind;
	uint32_t thread;     /* of the export's; EXPORT_NONE: of none, as losses are of a CPU */
	uint64_t start, end; /* ns of the recording's clock; equal but for the first two kinds */
	uint64_t value;
	uint32_t stack; /* of the export; 0: none */
};

struct time_markers {
	struct time_walk *walk; /* borrowed */
	uint64_t zero;          /* the first time; 0: none yet */
};

/* *ret_name, *ret_words: "on CPU", and a sentence about it. */
const char *time_marker_name(enum time_marker_kind kind, const char **ret_words);

static inline bool time_marker_is_interval(enum time_marker_kind kind)
{
	return kind == MARKER_ON_CPU || kind == MARKER_OFF_CPU || kind == MARKER_COUNTED;
}

void time_markers_init(struct time_markers *m, struct time_walk *walk);

/* Tells what an item says. Call it with each. 1; 0: nothing; or -ENOMEM. */
int time_markers_take(struct time_markers *m, const struct time_item *item, struct time_marker *ret_marker);

#endif
