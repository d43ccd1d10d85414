#include "tests/support/seen.h"

#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <errno.h>
#include <pthread.h>

#define READERS_MAX 8

static const struct event_attr attr = {
	.type = PERF_TYPE_SOFTWARE,
	.size = ATTR_SIZE_VER7,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN,
	.flags = ATTR_SAMPLE_ID_ALL,
};

void seen_builder(struct perf_builder *b, unsigned flags)
{
	perf_builder_init(b, flags);
	perf_builder_event(b, &attr, "cpu-clock", NULL, 0);
}

void seen_records(struct perf_builder *b, uint32_t from, uint32_t to)
{
	static const uint64_t chain[800];

	for (uint32_t i = from; i < to; i++) {
		b->at = (struct perf_builder_at){ .pid = 1, .tid = i, .time = i };
		if (i % 10 == 9)
			perf_builder_comm(b, 1, i, "comm", 0);
		else
			perf_builder_sample(b,
					    &(struct perf_builder_sample){
						    .ip = i, .chain = chain, .n_chain = i * 7919 % 97 ? i % 50 : 750 });
	}
}

struct reading {
	struct blocks *blocks;
	bool swap;
	pthread_t thread;
	struct seen seen;
	int result;
};

static void *reading_run(void *context)
{
	struct reading *g = context;
	struct block_reader *reader;
	struct error err;
	struct block block;

	g->result = block_reader_new(&reader, g->blocks, &err);
	if (g->result)
		return NULL;
	while ((g->result = block_reader_next(reader, &block, &err)) > 0) {
		struct record r;
		size_t pos = 0;

		while (block_next_record(&block, g->swap, &pos, &r)) {
			uint64_t number = 0;

			if (r.type == PERF_RECORD_SAMPLE)
				number = load_u64_order(r.data + 8, g->swap);
			else if (r.type == PERF_RECORD_COMM)
				number = load_u32_order(r.data + 12, g->swap);
			else
				g->seen.others++;
			g->seen.records += number != 0;
			g->seen.sum += number;
			g->seen.squares += number * number;
		}
		if (pos != block.size)
			g->result = -EBADMSG;
	}
	block_reader_free(reader);
	return NULL;
}

struct seen seen_read(struct blocks *blocks, unsigned n, bool swap)
{
	struct reading readings[READERS_MAX] = { 0 };
	struct seen all = { 0 };

	for (unsigned i = 0; i < n; i++) {
		readings[i] = (struct reading){ .blocks = blocks, .swap = swap };
		CHECK(!pthread_create(&readings[i].thread, NULL, reading_run, &readings[i]));
	}
	for (unsigned i = 0; i < n; i++) {
		pthread_join(readings[i].thread, NULL);
		CHECK_EQ_I64(readings[i].result, 0);
		all.records += readings[i].seen.records;
		all.sum += readings[i].seen.sum;
		all.squares += readings[i].seen.squares;
		all.others += readings[i].seen.others;
	}
	/* The end of a round within a stream is in no block, and counted all the same. */
	all.others += blocks_n_passed(blocks, PERF_RECORD_FINISHED_ROUND);
	all.n_damaged = blocks_damage(blocks, &all.damage);
	return all;
}

void seen_want(struct seen *want, uint32_t from, uint32_t to)
{
	for (uint64_t i = from; i < to; i++) {
		want->records += i != 0;
		want->sum += i;
		want->squares += i * i;
	}
}

static void check_seen(const struct seen *have, const struct seen *want)
{
	CHECK_EQ_U64(have->records, want->records);
	CHECK_EQ_U64(have->sum, want->sum);
	CHECK_EQ_U64(have->squares, want->squares);
	CHECK_EQ_U64(have->others, want->others);
	CHECK_EQ_U64(have->n_damaged, want->n_damaged);
}

struct seen seen_check(struct perf_builder *b, const struct seen *want)
{
	struct error err = ERROR_INIT;
	struct perf_file *f = built_open(b, &err);
	struct seen have = { 0 };

	if (!f)
		test_fail(__FILE__, __LINE__, "the file is refused: %s", err.message);
	for (unsigned readers = 1; readers <= READERS_MAX; readers++) {
		struct blocks *blocks;

		CHECK_EQ_I64(blocks_new(&blocks, f, &err), 0);
		for (int round = 0; round < 2; round++) {
			have = seen_read(blocks, readers, f->swap);
			check_seen(&have, want);
			blocks_rewind(blocks);
		}
		blocks_free(blocks);
	}
	perf_file_close(f);
	return have;
}

void seen_auxtrace(struct perf_builder *b, size_t size)
{
	struct buffer body;

	buffer_init(&body);
	body.swap = b->records.swap;
	buffer_put_u64(&body, size);
	buffer_append(&body, NULL, 32);
	perf_builder_record(b, PERF_RECORD_AUXTRACE, 0, body.data, body.size, false);
	buffer_fini(&body);
	for (size_t i = 0; i < size; i++)
		buffer_put_u8(&b->records, 1 + i % 3);
}
