#include "record/buildid/cache_candidates.h"

#include "tests/support/perf_builder.h"
#include "tests/support/test.h"

#include <stdio.h>

/* Records of processes in their order, and who was sampled. */
struct fixture {
	struct perf_builder b;
	struct cache_candidates k;
};

static void fixture_init(struct fixture *f)
{
	perf_builder_init(&f->b, 0);
	perf_builder_event(&f->b, &(struct event_attr){ .size = ATTR_SIZE_VER7, .sample_type = PERF_SAMPLE_TID },
			   "event", (uint64_t[]){ 7 }, 1);
	CHECK_EQ_I64(cache_candidates_init(&f->k), 0);
}

static void take(struct fixture *f)
{
	const uint8_t *data = f->b.records.data;
	struct record r;

	for (size_t at = 0; at < f->b.records.size; at += r.size) {
		CHECK_EQ_I64(record_at(&r, data + at, f->b.records.size - at, 0, false, NULL), 0);
		CHECK_EQ_I64(cache_candidates_take(&f->k, &r), 0);
	}
	buffer_clear(&f->b.records);
}

static void fixture_fini(struct fixture *f)
{
	cache_candidates_fini(&f->k);
	perf_builder_fini(&f->b);
}

/* The file is of nowhere: /nosuch/NAME, with an id made of the first letter. */
static void map(struct fixture *f, uint32_t pid, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/nosuch/%s", name);
	perf_builder_mmap2(&f->b, &(struct perf_builder_map){ .misc = RECORD_MISC_USER,
							      .pid = pid,
							      .tid = pid,
							      .start = 0x1000,
							      .size = 0x1000,
							      .prot = 5,
							      .build_id = { .size = 1, .data = { (uint8_t)*name } },
							      .name = path });
}

/* The first letters of the files that are needed, in the order they were mapped. */
static void check_needed(struct fixture *f, const char *want)
{
	char have[32] = "";

	take(f);
	CHECK_EQ_I64(cache_candidates_decide(&f->k), 0);
	for (uint32_t i = 0, n = 0; i < f->k.n; i++)
		if (f->k.files[i].needed)
			have[n++] = (char)f->k.files[i].of.id.data[0];
	CHECK_STR(have, want);
}

TEST(of_sampled_processes)
{
	struct fixture f;

	fixture_init(&f);
	map(&f, 10, "a");
	map(&f, 11, "b");
	map(&f, 11, "c");
	map(&f, 12, "a");
	CHECK_EQ_I64(cache_candidates_note(&f.k, 11), 0);
	CHECK_EQ_I64(cache_candidates_note(&f.k, 11), 0);
	/* In the same place of the pids that were last. */
	CHECK_EQ_I64(cache_candidates_note(&f.k, 11 + KEPT_RECENT), 0);
	CHECK_EQ_I64(cache_candidates_note(&f.k, 11), 0);
	check_needed(&f, "bc");
	CHECK_EQ_U64(f.k.n, 3);
	CHECK_EQ_U64(f.k.sampled.n, 2);
	fixture_fini(&f);
}

/* A child has what its parent had mapped, until it executes something else. */
TEST(of_ancestors)
{
	struct fixture f;

	fixture_init(&f);
	f.k.is_running = true;
	map(&f, 10, "a");
	perf_builder_fork(&f.b, 20, 10, 20, 10);
	perf_builder_fork(&f.b, 30, 20, 30, 20);
	map(&f, 30, "b");
	map(&f, 11, "c");
	perf_builder_fork(&f.b, 40, 11, 40, 11);
	perf_builder_comm(&f.b, 40, 40, "other", RECORD_MISC_COMM_EXEC);
	map(&f, 40, "d");
	CHECK_EQ_I64(cache_candidates_note(&f.k, 30), 0);
	CHECK_EQ_I64(cache_candidates_note(&f.k, 40), 0);
	check_needed(&f, "abd");
	fixture_fini(&f);
}

/* What ran before has its mappings written down whole, and data is not executed. */
TEST(left_out)
{
	struct fixture f;

	fixture_init(&f);
	map(&f, 10, "a");
	perf_builder_fork(&f.b, 20, 10, 20, 10);
	perf_builder_mmap2(&f.b, &(struct perf_builder_map){ .misc = RECORD_MISC_USER | RECORD_MISC_MMAP_DATA,
							     .pid = 20,
							     .tid = 20,
							     .size = 0x1000,
							     .build_id = { .size = 1, .data = { 'b' } },
							     .name = "/nosuch/b" });
	CHECK_EQ_I64(cache_candidates_note(&f.k, 20), 0);
	check_needed(&f, "");
	fixture_fini(&f);
}
