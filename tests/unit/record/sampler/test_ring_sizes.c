#include "record/sampler/ring_sizes.h"

#include "tests/support/test.h"

#include <unistd.h>

#define KIB 1024

static long other_page; /* 0: this machine's */

/* The C library's, under its other name. */
long __sysconf(int name);

/* In its place: of machines with other pages. Sanitizers ask for more than that, before main. */
long sysconf(int name)
{
	return name == _SC_PAGESIZE && other_page ? other_page : __sysconf(name);
}

static const struct target per_thread = { .kind = TARGET_THREADS, .per_thread = true };

TEST(given_size_is_rounded_up)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct ring_sizes sizes = ring_sizes_choose(&per_thread, 3 * page, false);

	CHECK_EQ_U64(sizes.samples, 4 * page);
	CHECK(sizes.samples_given);
	CHECK_EQ_U64(sizes.sideband, 512 * KIB);
}

/* The rings of threads may be many, so root's are not larger. */
TEST(default_of_threads)
{
	struct ring_sizes sizes = ring_sizes_choose(&per_thread, 0, true);

	CHECK_EQ_U64(sizes.samples, 512 * KIB);
	CHECK(!sizes.samples_given);
}

/* Only root may have so much. */
TEST(larger_for_stacks)
{
	static const struct target one_cpu = { .kind = TARGET_SYSTEM, .cpus = { .n = 1 } };
	static const struct target many_cpus = { .kind = TARGET_SYSTEM, .cpus = { .n = 256 } };
	size_t factor = geteuid() ? 1 : 4;

	CHECK_EQ_U64(ring_sizes_choose(&one_cpu, 0, true).samples,
		     factor * ring_sizes_choose(&one_cpu, 0, false).samples);
	CHECK_EQ_U64(ring_sizes_choose(&many_cpus, 0, true).samples, 512 * KIB);
	CHECK_EQ_U64(ring_sizes_choose(&one_cpu, 64 * KIB, true).samples, 64 * KIB);
}

TEST(shrinks_what_was_not_given)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct ring_sizes sizes = { .samples = 512 * KIB, .sideband = 512 * KIB, .samples_given = true };

	while (ring_sizes_shrink(&sizes))
		CHECK_EQ_U64(sizes.samples, 512 * KIB);
	CHECK(sizes.sideband <= 4 * page);
	sizes = (struct ring_sizes){ .samples = 512 * KIB, .sideband = 512 * KIB };
	CHECK(ring_sizes_shrink(&sizes));
	CHECK_EQ_U64(sizes.samples, 512 * KIB);
	CHECK_EQ_U64(sizes.sideband, 128 * KIB);
	while (ring_sizes_shrink(&sizes))
		CHECK(sizes.samples >= page && sizes.sideband >= page);
	CHECK_EQ_U64(sizes.samples, page);
}

/* Areas of traces are the last to be made smaller, and not where their size was given. */
TEST(areas_of_traces)
{
	struct ring_sizes sizes = ring_sizes_choose(&per_thread, 0, false);

	ring_sizes_choose_areas(&sizes, &per_thread, 0, true);
	CHECK_EQ_U64(sizes.areas, 4096 * KIB);
	ring_sizes_choose_areas(&sizes, &per_thread, 0, false);
	CHECK_EQ_U64(sizes.areas, 128 * KIB);
	while (sizes.areas == 128 * KIB)
		CHECK(ring_sizes_shrink(&sizes));
	CHECK_EQ_U64(sizes.samples, (size_t)sysconf(_SC_PAGESIZE));
	while (ring_sizes_shrink(&sizes))
		CHECK(sizes.areas >= 16 * KIB);
	CHECK_EQ_U64(sizes.areas, 16 * KIB);
	ring_sizes_choose_areas(&sizes, &per_thread, 100 * KIB, true);
	CHECK_EQ_U64(sizes.areas, 128 * KIB);
	CHECK(!ring_sizes_shrink(&sizes));
}

/* The kernel maps no part of a page. */
TEST(areas_of_large_pages)
{
	struct ring_sizes sizes;

	other_page = 64 * KIB;
	sizes = ring_sizes_choose(&per_thread, 0, false);
	ring_sizes_choose_areas(&sizes, &per_thread, 0, false);
	while (ring_sizes_shrink(&sizes))
		CHECK(sizes.areas >= 64 * KIB && sizes.sideband >= 64 * KIB);
	CHECK_EQ_U64(sizes.areas, 64 * KIB);
	other_page = 0;
}

/* All threads together have 128 MiB, and a CPU has its 4 MiB however many there are. */
TEST(areas_of_many_threads)
{
	static const struct target some = { .kind = TARGET_THREADS, .per_thread = true, .n_tids = 33 };
	static const struct target many = { .kind = TARGET_THREADS, .per_thread = true, .n_tids = 100000 };
	static const struct target cpus = { .kind = TARGET_SYSTEM, .cpus = { .n = 256 } };
	struct ring_sizes sizes = ring_sizes_choose(&some, 0, false);

	ring_sizes_choose_areas(&sizes, &some, 0, true);
	CHECK_EQ_U64(sizes.areas, 2048 * KIB);
	ring_sizes_choose_areas(&sizes, &some, 8192 * KIB, true);
	CHECK_EQ_U64(sizes.areas, 8192 * KIB);
	ring_sizes_choose_areas(&sizes, &many, 0, true);
	CHECK_EQ_U64(sizes.areas, 128 * KIB);
	ring_sizes_choose_areas(&sizes, &cpus, 0, true);
	CHECK_EQ_U64(sizes.areas, 4096 * KIB);
}

TEST(watermark)
{
	CHECK_EQ_U64(ring_sizes_watermark(16 * KIB), 4 * KIB);
	CHECK_EQ_U64(ring_sizes_watermark(4096 * KIB), 128 * KIB);
}
