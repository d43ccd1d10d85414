/* event_finder: the events that perf_file_event_of has, looked up once for each row of samples of one event. */
#include "formats/file/perf_file.h"

#include "formats/file/blocks.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#define ROW 100

struct looked {
	struct event_finder finder;
	unsigned n_samples, n_anew;
};

static int look(void *context, const struct record *r, struct error *err)
{
	struct looked *l = context;

	(void)err;
	if (r->type == PERF_RECORD_SAMPLE) {
		l->n_samples++;
		l->n_anew += !event_finder_is_last(&l->finder, r->data, r->size, r->swap);
	}
	CHECK(event_finder_find(&l->finder, r) == perf_file_event_of(l->finder.file, r));
	return 0;
}

static void check(struct perf_builder *b, unsigned n_samples, unsigned n_anew)
{
	struct error err = ERROR_INIT;
	struct perf_file *file = built_open(b, &err);
	struct looked looked = { .finder = { .file = file } };

	CHECK(file);
	CHECK_EQ_I64(blocks_each_record(file, NULL, look, &looked, &err), 0);
	CHECK_EQ_U64(looked.n_samples, n_samples);
	CHECK_EQ_U64(looked.n_anew, n_anew);
	perf_file_close(file);
	perf_builder_fini(b);
}

/* An event whose samples have a thread and these fields; its id is 7 and so on. */
static void put_event(struct perf_builder *b, uint64_t fields)
{
	struct event_attr attr = perf_builder_clock;

	attr.sample_type = PERF_SAMPLE_TID | fields;
	perf_builder_event(b, &attr, "clock", (uint64_t[]){ 7 + (uint64_t)b->n_events }, 1);
}

static void put_row(struct perf_builder *b, uint64_t id, unsigned n)
{
	b->at.id = id;
	for (unsigned i = 0; i < n; i++)
		perf_builder_sample(b, &(struct perf_builder_sample){ .ip = 0x400100 });
}

/* The first sample is of this event of the file; -1: of none. */
static void check_first(struct perf_builder *b, int event)
{
	struct error err = ERROR_INIT;
	struct perf_file *file = built_open(b, &err);
	struct event_finder finder = { .file = file };
	struct record r;

	CHECK(file);
	CHECK(!record_at(&r, b->records.data, b->records.size, 0, false, NULL));
	CHECK(event_finder_find(&finder, &r) == (event < 0 ? NULL : &file->events[event]));
	CHECK(perf_file_event_of(file, &r) == (event < 0 ? NULL : &file->events[event]));
	perf_file_close(file);
	perf_builder_fini(b);
}

TEST(rows)
{
	for (unsigned swap = 0; swap < 2; swap++) {
		struct perf_builder b;

		perf_builder_init(&b, swap ? PERF_BUILDER_SWAP : 0);
		put_event(&b, PERF_SAMPLE_IP | PERF_SAMPLE_ID);
		put_event(&b, PERF_SAMPLE_IP | PERF_SAMPLE_ID);
		put_row(&b, 7, ROW);
		put_row(&b, 8, ROW);
		perf_builder_comm(&b, 10, 10, "cat", 0);
		put_row(&b, 8, ROW);
		put_row(&b, 7, ROW);
		check(&b, 4 * ROW, 3);
	}
}

TEST(one_event)
{
	for (unsigned swap = 0; swap < 2; swap++) {
		struct perf_builder b;

		perf_builder_init(&b, swap ? PERF_BUILDER_SWAP : 0);
		put_event(&b, swap ? 0 : PERF_SAMPLE_IDENTIFIER);
		perf_builder_header(&b, PERF_RECORD_SAMPLE, 0, RECORD_HEADER_SIZE);
		put_row(&b, 7, ROW);
		perf_builder_comm(&b, 10, 10, "cat", 0);
		put_row(&b, 99, ROW);
		check(&b, 1 + 2 * ROW, 1);
	}
}

/* Nobody knows what a sample is of: it is the first's. */
TEST(ids_in_different_places)
{
	struct perf_builder b;

	perf_builder_init(&b, 0);
	put_event(&b, PERF_SAMPLE_ID);
	put_event(&b, PERF_SAMPLE_IP | PERF_SAMPLE_ID);
	put_row(&b, 7, ROW);
	b.at.event = 1;
	put_row(&b, 8, ROW);
	check(&b, 2 * ROW, 1);
}

TEST(of_no_event)
{
	struct perf_builder b;

	perf_builder_init(&b, 0);
	put_event(&b, PERF_SAMPLE_IDENTIFIER);
	put_event(&b, PERF_SAMPLE_IDENTIFIER);
	perf_builder_header(&b, PERF_RECORD_SAMPLE, 0, RECORD_HEADER_SIZE);
	put_row(&b, 7, ROW);
	put_row(&b, 99, 2);
	put_row(&b, 7, ROW);
	perf_builder_header(&b, PERF_RECORD_SAMPLE, 0, RECORD_HEADER_SIZE);
	put_row(&b, 7, ROW);
	check(&b, 4 + 3 * ROW, 6);
}

/* Linux gives an event's samples another recorder's id where both sample one software event. */
TEST(an_unknown_id_is_that_of_the_only_event_but_dummies)
{
	for (unsigned n = 1; n <= 2; n++) {
		struct event_attr dummy = perf_builder_clock;
		struct perf_builder b;

		dummy.config = PERF_COUNT_SW_DUMMY;
		dummy.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_IP | PERF_SAMPLE_ID;
		perf_builder_init(&b, 0);
		for (unsigned i = 0; i < n; i++)
			put_event(&b, PERF_SAMPLE_IP | PERF_SAMPLE_ID);
		perf_builder_event(&b, &dummy, "dummy", (uint64_t[]){ 70 }, 1);
		put_row(&b, 1234, 1);
		check_first(&b, n == 1 ? 0 : -1);
	}
}
