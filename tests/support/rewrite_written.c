#include "tests/support/rewrite_written.h"

#include "common/fileio.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <sys/mman.h>

void written_count_loss(void *context, const struct error *loss)
{
	unsigned *n = context;

	CHECK(loss->code < 0 && *loss->message);
	++*n;
}

static void read_bytes(struct written *w, int fd)
{
	ssize_t n;

	buffer_init(&w->bytes);
	do {
		CHECK(buffer_reserve(&w->bytes, 65536));
		n = fileio_pread(fd, w->bytes.data + w->bytes.size, 65536, w->bytes.size);
		CHECK(n >= 0);
		w->bytes.size += (size_t)n;
	} while (n);
}

static void keep_records(struct written *w, const struct block *block)
{
	struct record r;
	size_t pos = 0;

	w->n_blocks += block->decompressed;
	while (block_next_record(block, w->file->swap, &pos, &r)) {
		CHECK(w->n < WRITTEN_RECORDS_MAX);
		w->events[w->n] = r.type < PERF_RECORD_USER_TYPE_START ? perf_file_event_of(w->file, &r) : NULL;
		/* The block's bytes go: an offset until all are there. */
		buffer_append(&w->copies, r.data, r.size);
		r.data = NULL;
		w->records[w->n++] = r;
		CHECK(r.type < PERF_RECORD_USER_TYPE_END);
		w->n_types[r.type]++;
	}
}

static void read_records(struct written *w)
{
	struct block_reader *reader;
	struct blocks *blocks;
	struct block block;
	const uint8_t *at;

	buffer_init(&w->copies);
	CHECK_EQ_I64(blocks_new(&blocks, w->file, NULL), 0);
	CHECK_EQ_I64(block_reader_new(&reader, blocks, NULL), 0);
	while (block_reader_next(reader, &block, NULL) > 0)
		keep_records(w, &block);
	CHECK_EQ_U64(blocks_damage(blocks, NULL), 0);
	block_reader_free(reader);
	blocks_free(blocks);
	at = w->copies.data;
	for (unsigned i = 0; i < w->n; i++) {
		w->records[i].data = at;
		at += w->records[i].size;
	}
}

struct written *written_make(struct perf_builder *b, const struct rewrite_options *options)
{
	struct written *w = calloc(1, sizeof(*w));
	struct error err = ERROR_INIT;
	struct perf_file *from = built_open(b, &err);
	int fd = memfd_create("written", MFD_CLOEXEC);

	CHECK(w && from && fd >= 0);
	if (rewrite_file(from, fd, options, (struct rewrite_reporter){ written_count_loss, &w->n_losses }, &w->outcome,
			 &err))
		test_fail(__FILE__, __LINE__, "%s", err.message);
	perf_file_close(from);
	read_bytes(w, fd);
	if (recording_open(&w->file, fd, &err))
		test_fail(__FILE__, __LINE__, "%s", err.message);
	CHECK(!w->file->unfinished && !w->file->damages.n);
	CHECK_EQ_U64(w->file->swap, b->flags & PERF_BUILDER_SWAP);
	CHECK_EQ_U64(w->file->pipe, options->to_pipe);
	read_records(w);
	return w;
}

void written_free(struct written *w)
{
	perf_file_close(w->file);
	buffer_fini(&w->bytes);
	buffer_fini(&w->copies);
	free(w);
}

struct written_way written_way(unsigned i)
{
	return (struct written_way){ .flags = i & 1 ? PERF_BUILDER_SWAP : 0,
				     .options = { .merge_dummies = true, .to_pipe = i & 2, .level = i & 4 ? 3 : 0 } };
}

void written_check_id(const struct record *r, const struct file_event *e, struct record_id want)
{
	struct record_id id;

	CHECK_EQ_I64(record_decode_id(r, &e->layout, &id, NULL), 0);
	CHECK_EQ_U64(id.time, want.time);
	CHECK_EQ_U64(id.pid, want.pid);
	CHECK_EQ_U64(id.id, want.id);
	CHECK_EQ_U64(id.cpu, want.cpu);
}
