/* Rewritten recordings: the ends of rounds, which say what readers may let go. */
#include "tests/support/rewrite_source.h"
#include "tests/support/rewrite_written.h"
#include "tests/support/test.h"

#include <stdlib.h>

/*
 * Readers let records go at a round that are not younger than what there was at the round before. Nothing older may
 * follow.
 */
static void check_rounds(const struct written *w, unsigned at_least)
{
	uint64_t seen = 0, at_last = 0, gone = 0;

	for (unsigned i = 0; i < w->n; i++) {
		const struct record *r = &w->records[i];

		if (r->type == PERF_RECORD_FINISHED_ROUND) {
			CHECK_EQ_U64(r->size, RECORD_HEADER_SIZE);
			gone = at_last;
			at_last = seen;
		} else if (r->type == PERF_RECORD_SAMPLE) {
			uint64_t time = load_u64_order(r->data + w->events[i]->layout.time, r->swap);

			CHECK(time >= gone);
			seen = time > seen ? time : seen;
		}
	}
	CHECK(w->n_types[PERF_RECORD_FINISHED_ROUND] >= at_least);
}

/* A sample of the i-th of a round: some are older than the round before, none than the one before that. */
static uint64_t round_time(unsigned round, unsigned i)
{
	return 1000 + 10 * round - (i % 2) * 15;
}

TEST(rounds_stay_where_they_are)
{
	for (unsigned i = 0; i < WRITTEN_WAYS; i++) {
		const struct written_way way = written_way(i);
		struct perf_builder b;
		struct written *w;

		source_events(&b, way.flags, 0, 0);
		for (unsigned round = 0; round < 20; round++) {
			for (unsigned k = 0; k < 8; k++)
				source_sample(&b, 0, round_time(round, k));
			perf_builder_finished_round(&b);
		}
		w = written_make(&b, &way.options);
		CHECK_EQ_U64(w->n_types[PERF_RECORD_SAMPLE], 160);
		/* Between the small blocks of these few samples there are none. */
		CHECK_EQ_U64(w->n_types[PERF_RECORD_FINISHED_ROUND], way.options.level ? 0 : 20);
		check_rounds(w, 0);
		if (way.options.level)
			CHECK_EQ_U64(w->n_blocks, 1);
		written_free(w);
		perf_builder_fini(&b);
	}
}

/* A round with the body that prec 0.1 gave it. */
TEST(rounds_lose_their_body)
{
	const struct written_way way = written_way(0);
	struct perf_builder b;
	struct written *w;

	source_events(&b, 0, 0, 0);
	source_sample(&b, 0, 1000);
	perf_builder_record(&b, PERF_RECORD_FINISHED_ROUND, 0, "an old table of features", 24, false);
	source_sample(&b, 0, 1001);
	w = written_make(&b, &way.options);
	check_rounds(w, 1);
	CHECK_EQ_U64(w->n, 3);
	written_free(w);
	perf_builder_fini(&b);
}

/* Those of a directory's files say nothing of the other files. */
TEST(rounds_of_a_directory)
{
	const struct written_way way = written_way(0);
	struct perf_builder b;
	struct written *w;

	source_events(&b, 0, 0, 0);
	source_sample(&b, 0, 1000);
	for (unsigned i = 0; i < 2; i++) {
		perf_builder_next_part(&b);
		source_sample(&b, 0, 1000 + i);
		perf_builder_finished_round(&b);
	}
	perf_builder_feature_dir_format(&b, 1);
	w = written_make(&b, &way.options);
	CHECK_EQ_U64(w->n_types[PERF_RECORD_SAMPLE], 3);
	CHECK_EQ_U64(w->n_types[PERF_RECORD_FINISHED_ROUND], 0);
	CHECK(!perf_file_has_feature(w->file, FEATURE_DIR_FORMAT));
	written_free(w);
	perf_builder_fini(&b);
}

/* A record of the stream is followed by a round, as Linux perf writes them. */
static void add_rounds(struct perf_builder *b)
{
	struct buffer stream = b->records;

	buffer_init(&b->records);
	for (size_t pos = 0; pos < stream.size;) {
		uint16_t size = load_u16(stream.data + pos + 6);

		buffer_append(&b->records, stream.data + pos, size);
		perf_builder_finished_round(b);
		pos += size;
	}
	buffer_fini(&stream);
}

/* Rounds that stand between the records of a stream are written where readers may still rely on them. */
TEST(rounds_of_a_stream)
{
	enum { ROUNDS = 20, SAMPLES = 12 };
	/* Blocks of what is decompressed, of 1 MiB, end within rounds; some have one of these, some more. */
	for (uint32_t raw_size = 20000; raw_size < 65000; raw_size += 11000) {
		const struct written_way way = written_way(0);
		uint8_t *raw = calloc(1, raw_size);
		struct perf_builder b;
		struct written *w;

		perf_builder_init(&b, 0);
		source_event(&b, PERF_COUNT_SW_CPU_CLOCK, PERF_SAMPLE_RAW, 0, CLOCK_ID);
		perf_builder_compress_begin(&b);
		for (unsigned i = 0; i < ROUNDS * SAMPLES; i++) {
			source_at(&b, 0, round_time(i / SAMPLES, i));
			perf_builder_sample(&b, &(struct perf_builder_sample){ .raw = raw, .raw_size = raw_size });
		}
		perf_builder_compress_stream_end(&b, 1, b.records.size / ROUNDS);
		perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
		add_rounds(&b);
		w = written_make(&b, &way.options);
		CHECK_EQ_U64(w->n_types[PERF_RECORD_SAMPLE], ROUNDS * SAMPLES);
		check_rounds(w, 2);
		written_free(w);
		perf_builder_fini(&b);
		free(raw);
	}
}
