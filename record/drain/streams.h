/*
 * streams: bring records into the file.
 *
 *	samples ---> block_stream --\
 *	                             block_writer --> zframe --> perf_writer --> file
 *	sideband --> block_stream --/                                           /
 *	AUX areas --> trace_stream --------------------------------------------/
 *
 * Ownership: _init/_fini. It must not be moved: its parts know each other by address. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_STREAMS_H
#define PREC_RECORD_DRAIN_STREAMS_H

#include "record/drain/block_stream.h"
#include "record/drain/session_config.h"
#include "record/drain/trace_stream.h"

/* Collects what the next file begins with before that file is open. */
struct next_file {
	struct buffer records;
	struct build_id_set ids;
};

struct streams {
	struct perf_writer writer; /* started by file_features_start */
	struct zframe zframe;
	struct block_index index;
	struct block_writer blocks;
	struct build_id_set ids;
	struct cache_candidates kept;
	struct live_tasks tasks; /* used if the recording has many files */
	struct block_stream samples, sideband;
	struct trace_stream traces;
	struct next_file next;
};

/* Sets up the streams. set: its events are open; with_index: the file gets a block index. 0 or a negative errno. */
int streams_init(struct streams *s, const struct session_config *config, const struct event_set *set, bool with_index,
		 struct error *err);
void streams_fini(struct streams *s);

/* Starts to collect processes and their mappings in `kept`, if the configuration wants that. */
void streams_keep_files(struct streams *s, const struct session_config *config);

/*
 * The three steps between files, in this order. The first: next.records gets a copy of the sideband's records from now
 * on. 0 or -ENOMEM.
 */
int streams_prepare_next(struct streams *s);

/* The file has ended: the caller starts the writer again; block index and build-ids start anew. */
void streams_end_file(struct streams *s);

/* Writes next.records into the new file. 0 or a negative errno. */
int streams_put_next(struct streams *s, struct error *err);

/* Takes what was appended to the stream's staging without counting it. 0 or a negative errno. */
int streams_take(struct block_stream *stream, struct error *err);

/* Ends the current blocks, that of the sideband first. 0 or a negative errno. */
int streams_cut(struct streams *s, struct error *err);

#endif
