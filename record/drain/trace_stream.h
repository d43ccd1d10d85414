/*
 * trace_stream: writes hardware traces into the file.
 *
 *	AUX area --> [ AUXTRACE record ][ a part of the trace ][ padding ] --> perf_writer --> file
 *
 * The parts are written uncompressed, between the blocks of records: the feature AUXTRACE, by which readers find them,
 * holds offsets in the file. Linux perf does not compress them either.
 *
 * Ownership: _init/_fini; the writer is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_TRACE_STREAM_H
#define PREC_RECORD_DRAIN_TRACE_STREAM_H

#include "formats/file/perf_writer.h"
#include "record/sampler/ring_set.h"

struct trace_stream {
	struct perf_writer *writer;
	size_t align;          /* bytes of a unit of the trace, as for aux_ring_take */
	struct buffer index;   /* the contents of this file's AUXTRACE feature but their number; empty for a pipe */
	uint64_t bytes;        /* of all files */
	uint64_t n_impossible; /* impossible values of aux_head */
	uint64_t n_snapshots;
};

/* Sets up the stream. kind: that of the recording's traces. */
void trace_stream_init(struct trace_stream *s, struct perf_writer *writer, enum trace_kind kind);
void trace_stream_fini(struct trace_stream *s);

/* Call when another file begins. */
void trace_stream_end_file(struct trace_stream *s);

/*
 * Writes what the area got since the last call. 1: the hardware has room again, even if data had to be given up; 0:
 * there was nothing; or a negative errno.
 */
int trace_stream_take(struct trace_stream *s, struct open_area *area, int cpu, struct error *err);

/* Writes the last `most` bytes of an overwritten area, whose trace is disabled. Returns as trace_stream_take. */
int trace_stream_snapshot(struct trace_stream *s, struct open_area *area, int cpu, size_t most, struct error *err);

/* Appends the contents of this file's feature AUXTRACE to *out. */
void trace_stream_put_index(const struct trace_stream *s, struct buffer *out);

#endif
