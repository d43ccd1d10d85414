/*
 * session_features: writes the feature sections of a recording: its machine, its command line and events, its results.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_SESSION_SESSION_FEATURES_H
#define PREC_RECORD_SESSION_SESSION_FEATURES_H

#include "formats/file/block_writer.h"
#include "record/drain/trace_stream.h"
#include "record/open/event_set.h"
#include "record/output/output.h"
#include "record/synth/build_id_set.h"

/* What is known at the start; all borrowed. */
struct recording_facts {
	const struct event_set *set;
	const struct event_list *list; /* for the tracepoints */
	char *const *argv;             /* of the recorder, for CMDLINE */
	int argc;
	const struct clock_note *clock;
	int level;      /* of zstd, 0: none */
	bool is_counts; /* it is a file of counts, without samples */
};

/* Starts the writer with the features known before the first record. 0 or a negative errno. */
int file_features_start(const struct output *out, struct perf_writer *w, const struct recording_facts *facts,
			struct error *err);

/* What is known at the end only. */
struct recording_end {
	uint64_t first_sample, last_sample; /* their times; UINT64_MAX and 0: there was none */
	struct block_writer *blocks;        /* whose index is written too */
	const struct build_id_set *ids;     /* NULL: none wanted */
	const struct trace_stream *traces;  /* NULL: there are none, or it is a pipe */
	const struct clock_note *clock;     /* with its end */
};

int file_features_finish(struct perf_writer *w, const struct recording_facts *facts, const struct recording_end *end,
			 struct error *err);

#endif
