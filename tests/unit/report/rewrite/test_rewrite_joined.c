/* Recordings that go on where another one ends, as prec record --switch-output makes them. */
#include "report/rewrite/rewrite_joined.h"

#include "tests/support/built_file.h"
#include "tests/support/rewrite_source.h"
#include "tests/support/rewrite_written.h"
#include "tests/support/test.h"

/* State, FINISHED_INIT, and what follows it. */
static void begin(struct perf_builder *b)
{
	source_events(b, 0, 0, 0);
	source_comm(b, 2, 0, "state");
	perf_builder_record(b, PERF_RECORD_FINISHED_INIT, 0, NULL, 0, false);
}

static unsigned count(const struct written *w, const char *comm)
{
	unsigned n = 0;

	for (unsigned i = 0; i < w->n; i++)
		n += w->records[i].type == PERF_RECORD_COMM &&
		     !strcmp((const char *)w->records[i].data + RECORD_HEADER_SIZE + 8, comm);
	return n;
}

TEST(each_record_is_written_once)
{
	struct perf_builder first, second, third;
	const struct perf_file *more[2];
	const struct rewrite_options options = { .more = more, .n_more = 2 };
	struct error err = ERROR_INIT;
	struct written *w;

	begin(&first);
	source_sample(&first, 0, 1000);
	source_comm(&first, 2, 1001, "one");
	source_comm(&first, 2, 1002, "both");
	begin(&second);
	source_comm(&second, 2, 1002, "both");
	source_sample(&second, 0, 1003);
	source_comm(&second, 2, 1004, "one");
	begin(&third);
	source_sample(&third, 1, 1005);
	more[0] = built_open(&second, &err);
	more[1] = built_open(&third, &err);
	CHECK(more[0] && more[1]);
	w = written_make(&first, &options);
	CHECK_EQ_U64(w->n_losses, 0);
	CHECK_EQ_U64(w->n_types[PERF_RECORD_SAMPLE], 3);
	CHECK_EQ_U64(w->n_types[PERF_RECORD_FINISHED_INIT], 1);
	CHECK_EQ_U64(count(w, "state"), 1);
	CHECK_EQ_U64(count(w, "both"), 1);
	CHECK_EQ_U64(count(w, "one"), 2);
	written_free(w);
	perf_file_close((struct perf_file *)more[0]);
	perf_file_close((struct perf_file *)more[1]);
	perf_builder_fini(&first);
	perf_builder_fini(&second);
	perf_builder_fini(&third);
}
