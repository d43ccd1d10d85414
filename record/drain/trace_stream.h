/*
 * trace_stream: the way of hardware traces into the file.
 *
 *	AUX area --> [ AUXTRACE record ][ a part of the trace ][ padding ] --> perf_writer --> file
 *
 * The parts go into the file as they are, beside the blocks of records: readers find them by the feature AUXTRACE, an
 * index of places in the file, which no frame has. Linux perf does not compress them either.
 *
 * Ownership: _init/_fini; the writer is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_TRACE_STREAM_H
#define PREC_RECORD_DRAIN_TRACE_STREAM_H

#include "formats/file/perf_writer.h"
#include "record/sampler/ring_set.h"

struct trace_stream {
	struct perf_writer *writer;
	size_t align;          /* bytes of the trace that belong together, as for aux_ring_take */
	struct buffer index;   /* of this file: the contents of the feature, without their number; of a pipe none */
	uint64_t bytes;        /* of all files */
	uint64_t n_impossible; /* counts of the kernel that could not be */
	uint64_t n_snapshots;
};

/* kind: of the recording's traces. */
void trace_stream_init(struct trace_stream *s, struct perf_writer *writer, enum trace_kind kind);
void trace_stream_fini(struct trace_stream *s);

/* Another file begins. */
void trace_stream_end_file(struct trace_stream *s);

/*
 * What has been written into the area since it was taken last. 1: the hardware has got room, also where what was there
 * had to be given up; 0: nothing was written; or a negative errno.
 */
int trace_stream_take(struct trace_stream *s, struct open_area *area, int cpu, struct error *err);

/* Of an area that is overwritten, which the hardware does not write meanwhile: its last `most` bytes. 1, 0 or so. */
int trace_stream_snapshot(struct trace_stream *s, struct open_area *area, int cpu, size_t most, struct error *err);

/* The feature AUXTRACE of this file. */
void trace_stream_put_index(const struct trace_stream *s, struct buffer *out);

#endif
