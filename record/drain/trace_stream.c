#include "record/drain/trace_stream.h"

#include "common/bytes.h"
#include "common/clock_ns.h"
#include "formats/record/record_write.h"

#include <errno.h>
#include <string.h>

#define PART_ALIGN      8  /* of the data after a record: PERF_AUXTRACE_RECORD_ALIGNMENT */
#define BTS_RECORD_SIZE 24 /* from, to, flags */
#define INDEX_ENTRY     16 /* where the record is, and its size without the data */

void trace_stream_init(struct trace_stream *s, struct perf_writer *writer, enum trace_kind kind)
{
	*s = (struct trace_stream){ .writer = writer, .align = kind == TRACE_INTEL_BTS ? BTS_RECORD_SIZE : 1 };
	buffer_init(&s->index);
}

void trace_stream_fini(struct trace_stream *s)
{
	buffer_fini(&s->index);
}

void trace_stream_end_file(struct trace_stream *s)
{
	buffer_clear(&s->index);
}

/* Decoders of Intel's traces compare it with times in the trace, others take it for a number. */
static uint64_t reference(void)
{
#if defined(__x86_64__) || defined(__i386__)
	return __builtin_ia32_rdtsc();
#else
	return clock_ns(CLOCK_MONOTONIC_RAW);
#endif
}

static int put(struct trace_stream *s, const struct open_area *area, int cpu, const struct aux_part *part,
	       struct error *err)
{
	const size_t size = part->n_first + part->n_second;
	const struct record_auxtrace trace = { .size = align_up(size, PART_ALIGN),
					       .offset = part->offset,
					       .reference = reference(),
					       .index = area->number,
					       .tid = area->tid,
					       .cpu = cpu };
	struct buffer record;
	uint64_t offset;
	int result;

	buffer_init(&record);
	record_put_auxtrace(&record, &trace);
	if (buffer_ok(&record)) {
		const struct perf_writer_piece pieces[] = { { record.data, record.size },
							    { part->first, part->n_first },
							    { part->second, part->n_second },
							    { NULL, trace.size - size } };

		result = perf_writer_append_pieces(s->writer, pieces, ARRAY_SIZE(pieces), &offset, err);
	} else {
		result = error_nomem(err);
	}
	if (!result)
		s->bytes += size;
	if (!result && !s->writer->is_pipe) {
		buffer_put_u64(&s->index, offset);
		buffer_put_u64(&s->index, record.size);
		result = buffer_ok(&s->index) ? 0 : error_nomem(err);
	}
	buffer_fini(&record);
	return result;
}

/* Its room is given back once it has been copied. */
static int put_part(struct trace_stream *s, struct open_area *area, int cpu, const struct aux_part *part,
		    struct error *err)
{
	int result = part->n_first + part->n_second ? put(s, area, cpu, part, err) : 0;

	aux_ring_release(&area->aux, part);
	return result ? result : 1;
}

int trace_stream_take(struct trace_stream *s, struct open_area *area, int cpu, struct error *err)
{
	struct aux_part part;
	int result = aux_ring_take(&area->aux, s->align, &part);

	if (result > 0)
		return put_part(s, area, cpu, &part, err);
	s->n_impossible += result < 0;
	return result < 0;
}

int trace_stream_snapshot(struct trace_stream *s, struct open_area *area, int cpu, size_t most, struct error *err)
{
	struct aux_part part;

	return aux_ring_snapshot(&area->aux, s->align, most, &part) ? put_part(s, area, cpu, &part, err) : 0;
}

void trace_stream_put_index(const struct trace_stream *s, struct buffer *out)
{
	buffer_put_u64(out, s->index.size / INDEX_ENTRY);
	buffer_append(out, s->index.data, s->index.size);
}
