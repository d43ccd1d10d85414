/*
 * block_stream: cuts the records of rings into blocks of the file.
 *
 *	ring --drain--> staging --walk--> [ block ][ block ][ rest ] --> sink
 *
 * The caller appends whole records to `staging`, then calls block_stream_take. That walks them once: it counts, notes
 * times and build-ids, and cuts blocks of at most sink.max bytes between records. Samples and sideband
 * records have a stream each, so that a reader finds the second without unpacking the first.
 *
 * Ownership: _init/_fini; what it points to is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_BLOCK_STREAM_H
#define PREC_RECORD_DRAIN_BLOCK_STREAM_H

#include "common/hash_table.h"
#include "formats/file/block_writer.h"
#include "record/buildid/cache_candidates.h"
#include "record/drain/process_tree.h"
#include "record/synth/build_id_set.h"

#include <stddef.h>
#include <sys/types.h>

/*
 * live_tasks: lists the running processes of a target and their descendants, since a file that begins in the middle of
 * a recording has to describe them.
 *
 * Memory is bounded by the processes that run at once: ended ones are forgotten whenever the list has doubled.
 *
 * Ownership: zero is an empty list; _fini. One thread at a time.
 */

struct live_tasks {
	pid_t *pids; /* each once */
	uint32_t n, capacity;
	struct u32map by_pid;
	uint32_t enough; /* the number at which ended ones are forgotten */
};

void live_tasks_fini(struct live_tasks *t);

/*
 * Takes a record in the machine's byte order: uses FORK, and COMM, which processes read from /proc have, too. 0 or
 * -ENOMEM.
 */
int live_tasks_take(struct live_tasks *t, const void *record, size_t size);

/* Forgets processes that have ended. 0 or -ENOMEM. */
int live_tasks_prune(struct live_tasks *t);

/* Counts the AUX records of a hardware trace by their flags. */
struct trace_counts {
	uint64_t parts;     /* records */
	uint64_t truncated; /* there was no room: some is lost */
	uint64_t partial;   /* it has gaps: a guest ran, for example */
	uint64_t collided;  /* with the trace of somebody else */
};

/* Counts what one ring had. */
struct stream_counts {
	struct trace_counts traces;
	uint64_t samples;
	uint64_t lost;                  /* records that LOST records report */
	uint64_t lost_samples;          /* of LOST_SAMPLES: dropped by the hardware */
	uint64_t throttled;             /* how often the kernel paused */
	uint64_t throttled_since;       /* the time of the last pause; 0: it has ended */
	uint64_t throttled_ns;          /* from the last THROTTLE record before each UNTHROTTLE */
	uint64_t first_time, last_time; /* of records, samples or not; 0: none */
};

/* Where blocks go. put: as block_writer_put. */
struct block_sink {
	int (*put)(void *context, const void *raw, size_t size, const struct block_entry *about, struct error *err);
	void *context;
	size_t max; /* bytes of records in a block */
};

struct block_stream {
	struct block_sink sink;
	struct build_id_set *ids;        /* gets the build-ids of MMAP2 records; NULL: not wanted */
	struct cache_candidates *kept;   /* gets processes and what they have mapped; NULL: not wanted */
	struct candidate_kernel *kernel; /* gets the kernel's own mappings, from the beginning on; NULL: not wanted */
	struct candidates_seen *seen; /* gets what samples say in place of both, for another thread; NULL: not wanted */
	struct live_tasks *tasks;     /* gets new processes; NULL: not wanted */
	struct process_tree *process_tree; /* gets those that start others; NULL: not wanted */
	struct buffer *copy;               /* gets the records of mappings and processes, too; NULL: not wanted */
	uint32_t flags;                    /* BLOCK_SIDEBAND or 0 */
	size_t sample_time;                /* offset of the time in a sample, 0: has none */
	size_t trailer_time;               /* of the time in other records, back from their end; 0: none */

	struct buffer staging;
	size_t start;               /* the offset of the current block in staging */
	size_t walked;              /* staging is walked up to here */
	struct block_entry current; /* what it holds so far */

	uint64_t first_sample, last_sample; /* their times; UINT64_MAX and 0: there was none */
};

/* Sets up the stream. sample_type: that of its events. */
void block_stream_init(struct block_stream *s, uint64_t sample_type, uint32_t flags);
void block_stream_fini(struct block_stream *s);

/* Call when another file begins: first_sample and last_sample start anew. */
void block_stream_reset_times(struct block_stream *s);

/* Walks the records appended to staging, and adds them to *counts. 0 or a negative errno. */
int block_stream_take(struct block_stream *s, struct stream_counts *counts, struct error *err);

/* Ends the current block unless it is empty. 0 or a negative errno. */
int block_stream_cut(struct block_stream *s, struct error *err);

#endif
