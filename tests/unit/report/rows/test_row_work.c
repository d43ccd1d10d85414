/*
 * row_work: whatever number of workers makes the rows, and whichever entries each of them has, the report is the same.
 */
#include "tests/support/built_file.h"
#include "tests/support/report_text.h"
#include "tests/support/test.h"

#include <stdlib.h>

#define CHAINS    1600
#define FUNCTIONS 40u
#define DEPTH     9u
#define KERNEL    0xffffffffa0000000ull
#define USER      0x10000ull

static const struct event_attr attr = {
	.type = PERF_TYPE_SOFTWARE,
	.size = ATTR_SIZE_VER7,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |
		       PERF_SAMPLE_CALLCHAIN,
	.flags = ATTR_SAMPLE_ID_ALL | ATTR_COMM,
};

static unsigned next_random(uint64_t *random, unsigned n)
{
	*random = *random * 6364136223846793005ull + 1442695040888963407ull;
	return (unsigned)(*random >> 33) % n;
}

/* A chain of a few functions of the kernel, and of addresses of no file, in one of four threads. */
static void put_sample(struct perf_builder *b, uint64_t *random)
{
	uint64_t chain[2 * DEPTH + 2] = { CALLCHAIN_KERNEL };
	unsigned n = 1, n_kernel = 1 + next_random(random, DEPTH), n_user = next_random(random, DEPTH);

	for (unsigned i = 0; i < n_kernel; i++)
		chain[n++] = KERNEL + 0x100ull * next_random(random, FUNCTIONS) + next_random(random, 8);
	if (n_user)
		chain[n++] = CALLCHAIN_USER;
	for (unsigned i = 0; i < n_user; i++)
		chain[n++] = USER + 0x10ull * next_random(random, FUNCTIONS);
	b->at.pid = 1 + next_random(random, 3);
	b->at.tid = b->at.pid == 3 ? 4 : b->at.pid;
	b->at.cpu = next_random(random, 2);
	b->at.time++;
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_KERNEL,
							      .ip = chain[1],
							      .period = 1 + next_random(random, 5),
							      .chain = chain,
							      .n_chain = n });
}

static struct perf_file *file_make(struct perf_builder *b)
{
	struct error err = ERROR_INIT;
	uint64_t random = 88172645463325252ull;
	struct perf_file *f;

	perf_builder_init(b, 0);
	perf_builder_event(b, &attr, "cpu-clock", NULL, 0);
	b->at.time = 5;
	for (unsigned i = 0; i < FUNCTIONS; i++) {
		char name[16];

		/* Two of each name. */
		snprintf(name, sizeof(name), "f%u", i % (FUNCTIONS / 2));
		perf_builder_ksymbol(b, KERNEL + 0x100ull * i, 0x100, 1, 0, name);
	}
	perf_builder_comm(b, 1, 1, "one", 0);
	perf_builder_comm(b, 2, 2, "two", 0);
	for (unsigned i = 0; i < CHAINS; i++)
		put_sample(b, &random);
	f = built_open(b, &err);
	CHECK(f);
	return f;
}

static void check_same(const struct perf_file *f, struct report_text_options o)
{
	static const unsigned workers[] = { 2, 3, 64 };
	struct error err = ERROR_INIT;
	char *one, *more;

	o.workers = 1;
	one = report_text(f, &o, &err);
	CHECK(one && strlen(one) > 500);
	for (size_t i = 0; i < ARRAY_SIZE(workers); i++) {
		o.workers = workers[i];
		more = report_text(f, &o, &err);
		CHECK(more);
		CHECK_STR(more, one);
		free(more);
	}
	free(one);
}

TEST(same_for_any_number_of_workers)
{
	static const struct report_text_options reports[] = {
		{ .children = true },
		{ .sort = "sym", .children = true, .callgraph = "graph,0.5,caller" },
		{ .sort = "pid,cpu,sym", .children = true, .callgraph = "fractal,20,callee" },
		{ .sort = "dso", .callgraph = "folded,0.1,caller,count" },
		{ .sort = "comm,srcline", .callgraph = "folded,0.5,callee" },
		{ .sort = "comm,dso,sym" },
	};
	struct perf_builder b;
	struct perf_file *f = file_make(&b);

	for (size_t i = 0; i < ARRAY_SIZE(reports); i++)
		check_same(f, reports[i]);
	perf_file_close(f);
	perf_builder_fini(&b);
}

/* Sums of rows beside the period, and values of keys that one worker has to make. */
TEST(same_with_all_keys)
{
	struct perf_builder b;
	struct perf_file *f = file_make(&b);

	check_same(f, (struct report_text_options){ .all_keys = true, .children = true });
	check_same(f, (struct report_text_options){ .sort = "sym,parallelism", .children = true });
	perf_file_close(f);
	perf_builder_fini(&b);
}

/* Graphs are drawn before their turn. Those that are left out, since all would cost too much, are the same. */
TEST(same_graphs_left_out)
{
	static const uint64_t steps[] = { 1, 50000, 400000, 1000000, 1u << 25 };
	struct perf_builder b;
	struct perf_file *f = file_make(&b);
	struct error err = ERROR_INIT;
	size_t shorter = SIZE_MAX;

	for (size_t i = ARRAY_SIZE(steps); i-- > 0;) {
		const struct report_text_options o = {
			.sort = "sym", .children = true, .callgraph = "graph,0.01,caller", .steps = steps[i]
		};
		char *text = report_text(f, &o, &err);

		CHECK(text && strlen(text) < shorter);
		CHECK((strstr(text, "are left out") != NULL) == (i + 1 < ARRAY_SIZE(steps)));
		shorter = strlen(text);
		free(text);
		check_same(f, o);
	}
	perf_file_close(f);
	perf_builder_fini(&b);
}
