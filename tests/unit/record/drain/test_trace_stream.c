/* Three AUX areas into a file, and the file read again: every byte of each trace, and where the index says it is. */
#include "record/drain/trace_stream.h"

#include "common/fileio.h"
#include "formats/record/record.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define N_AREAS   3
#define PAGE      4096
#define AREA_SIZE 4096
#define HEAD      1056 /* of aux_head in struct perf_event_mmap_page */
#define FILE_MAX  (4u << 20)
#define ROUNDS    200

struct area {
	uint8_t page[PAGE];
	uint8_t data[AREA_SIZE];
	uint64_t written;
	uint64_t read; /* of its trace, in the file */
	struct open_area open;
};

struct fixture {
	struct area areas[N_AREAS];
	struct perf_writer writer;
	struct trace_stream stream;
	int fd;
	uint8_t *bytes; /* of the file */
	size_t size;
};

static const uint64_t ids[] = { 7 };
static const struct event_attr attr = { .size = ATTR_SIZE_VER7, .sample_type = PERF_SAMPLE_IP };
static const struct feature_event event = { "intel_pt//", &attr, ids, 1 };

static uint8_t byte_at(size_t area, uint64_t n)
{
	return (uint8_t)(n * 7 + n / 251 + area) | 1;
}

static struct fixture *fixture_of(bool is_pipe)
{
	static const struct perf_writer_setup setup = { .events = &event, .n_events = 1 };
	struct fixture *f = calloc(1, sizeof(*f));
	FILE *file = tmpfile();

	CHECK(f && file);
	f->fd = dup(fileno(file));
	fclose(file);
	CHECK_EQ_I64(perf_writer_start(&f->writer, f->fd, is_pipe, &setup, NULL), 0);
	trace_stream_init(&f->stream, &f->writer, TRACE_INTEL_PT);
	for (size_t i = 0; i < N_AREAS; i++)
		f->areas[i].open = (struct open_area){
			.aux = { .control = f->areas[i].page, .data = f->areas[i].data, .size = AREA_SIZE },
			.number = (uint32_t)i,
			.tid = -1
		};
	return f;
}

static struct fixture *fixture_new(void)
{
	return fixture_of(false);
}

static void fixture_free(struct fixture *f)
{
	trace_stream_fini(&f->stream);
	perf_writer_fini(&f->writer);
	close(f->fd);
	free(f->bytes);
	free(f);
}

static void write_trace(struct fixture *f, size_t i, size_t size)
{
	struct area *a = &f->areas[i];

	for (size_t n = 0; n < size; n++, a->written++)
		a->data[a->written % AREA_SIZE] = byte_at(i, a->written);
	memcpy(a->page + HEAD, &a->written, sizeof(a->written));
}

static void read_file(struct fixture *f)
{
	ssize_t n;

	CHECK_EQ_I64(perf_writer_flush(&f->writer, NULL), 0);
	f->bytes = realloc(f->bytes, FILE_MAX);
	CHECK(f->bytes);
	n = fileio_pread(f->fd, f->bytes, FILE_MAX, 0);
	CHECK(n > 0 && n < FILE_MAX);
	f->size = (size_t)n;
}

/* The record at an offset continues the trace of its area. */
static void check_part(struct fixture *f, uint64_t offset)
{
	struct record r;
	struct area *a;
	uint64_t size, index, left;

	CHECK_EQ_I64(record_at(&r, f->bytes + offset, f->size - offset, offset, false, NULL), 0);
	CHECK_EQ_U64(r.type, PERF_RECORD_AUXTRACE);
	CHECK_EQ_U64(r.size, 48);
	size = load_u64(r.data + 8);
	index = load_u32(r.data + 32);
	CHECK(index < N_AREAS && size % 8 == 0 && size <= f->size - offset - r.size);
	a = &f->areas[index];
	CHECK_EQ_U64(load_u64(r.data + 16), a->read);
	CHECK_EQ_I64((int32_t)load_u32(r.data + 36), -1);
	CHECK_EQ_I64((int32_t)load_u32(r.data + 40), (int32_t)index + 4);
	left = a->written - a->read;
	for (uint64_t n = 0; n < size; n++)
		CHECK_EQ_U64(r.data[48 + n], n < left ? byte_at(index, a->read + n) : 0);
	a->read += size < left ? size : left;
}

static uint64_t check_index(struct fixture *f)
{
	struct buffer index;
	uint64_t n;

	buffer_init(&index);
	trace_stream_put_index(&f->stream, &index);
	n = load_u64(index.data);
	CHECK_EQ_U64(index.size, 8 + 16 * n);
	for (uint64_t i = 0; i < n; i++) {
		CHECK_EQ_U64(load_u64(index.data + 16 + 16 * i), 48);
		check_part(f, load_u64(index.data + 8 + 16 * i));
	}
	buffer_fini(&index);
	return n;
}

/* Sizes are multiples of 8 but for the last, after which zeros fill the record: so the parts can be told to be whole.
 */
TEST(three_areas)
{
	struct fixture *f = fixture_new();
	uint64_t n = 0;

	for (int round = 0; round < ROUNDS; round++) {
		for (size_t i = 0; i < N_AREAS; i++) {
			size_t size = 8 * (size_t)random_below(AREA_SIZE / 8 + 1);

			write_trace(f, i, size);
			CHECK_EQ_I64(trace_stream_take(&f->stream, &f->areas[i].open, (int)i + 4, NULL), size > 0);
			n += size > 0;
		}
		if (round % 16 == 0)
			CHECK_EQ_I64(perf_writer_flush(&f->writer, NULL), 0);
	}
	write_trace(f, 1, 13);
	CHECK_EQ_I64(trace_stream_take(&f->stream, &f->areas[1].open, 5, NULL), 1);
	read_file(f);
	CHECK_EQ_U64(check_index(f), n + 1);
	for (size_t i = 0; i < N_AREAS; i++)
		CHECK_EQ_U64(f->areas[i].read, f->areas[i].written);
	CHECK_EQ_U64(f->stream.bytes, f->areas[0].written + f->areas[1].written + f->areas[2].written);
	CHECK_EQ_U64(f->stream.n_impossible, 0);
	fixture_free(f);
}

/* Of an area that is overwritten the last bytes, once for each snapshot. */
TEST(snapshots)
{
	struct fixture *f = fixture_new();
	struct area *a = &f->areas[2];

	a->open.aux.overwritten = true;
	write_trace(f, 2, 3 * AREA_SIZE + 16);
	CHECK_EQ_I64(trace_stream_snapshot(&f->stream, &a->open, 6, 1024, NULL), 1);
	write_trace(f, 2, AREA_SIZE);
	CHECK_EQ_I64(trace_stream_snapshot(&f->stream, &a->open, 6, AREA_SIZE, NULL), 1);
	CHECK_EQ_U64(f->stream.bytes, 1024 + AREA_SIZE);
	a->read = a->written - AREA_SIZE - 1024;
	read_file(f);
	CHECK_EQ_U64(check_index(f), 2);
	fixture_free(f);
}

/* What the kernel cannot have counted costs what was there, is counted, and leaves the file as it is. */
TEST(impossible_head)
{
	struct fixture *f = fixture_new();
	struct area *a = &f->areas[0];

	write_trace(f, 0, 64);
	memcpy(a->page + HEAD, &(uint64_t){ UINT64_MAX / 3 }, 8);
	CHECK_EQ_I64(trace_stream_take(&f->stream, &a->open, 4, NULL), 1);
	CHECK_EQ_U64(f->stream.n_impossible, 1);
	CHECK_EQ_I64(trace_stream_take(&f->stream, &a->open, 4, NULL), 0);
	CHECK_EQ_U64(f->stream.index.size, 0);
	fixture_free(f);
}

/* Each file has an index of its own. */
TEST(next_file)
{
	struct fixture *f = fixture_new();
	struct buffer index;

	write_trace(f, 0, 64);
	CHECK_EQ_I64(trace_stream_take(&f->stream, &f->areas[0].open, 4, NULL), 1);
	trace_stream_end_file(&f->stream);
	buffer_init(&index);
	trace_stream_put_index(&f->stream, &index);
	CHECK_EQ_U64(index.size, 8);
	CHECK_EQ_U64(load_u64(index.data), 0);
	buffer_fini(&index);
	CHECK_EQ_U64(f->stream.bytes, 64);
	fixture_free(f);
}

/* A pipe has no feature that an index would be for, and the recording may last. */
TEST(no_index_in_a_pipe)
{
	struct fixture *f = fixture_of(true);

	write_trace(f, 0, 64);
	CHECK_EQ_I64(trace_stream_take(&f->stream, &f->areas[0].open, 4, NULL), 1);
	CHECK_EQ_U64(f->stream.index.size, 0);
	CHECK_EQ_U64(f->stream.bytes, 64);
	fixture_free(f);
}
