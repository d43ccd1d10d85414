/*
 * How long an answer of the timeline holds: as long as it is the same, and no longer.
 */
#include "report/timeline/timeline_make.h"
#include "tests/support/test.h"

#define TIMES 40

static void map_at(struct timeline *t, uint64_t time, uint32_t pid, uint16_t misc)
{
	struct record_mmap m = { .pid = pid, .tid = pid, .addr = 0x1000 * time, .len = 0x800 };

	m.filename = misc == RECORD_MISC_KERNEL ? "[kernel.kallsyms]_text" : "/bin/x";
	m.filename_size = strlen(m.filename);
	CHECK(!timeline_add_mmap(t, time, &m, misc));
}

static void comm_at(struct timeline *t, uint64_t time, uint32_t tid, const char *comm)
{
	struct record_comm c = { .pid = tid, .tid = tid, .comm = comm, .comm_size = strlen(comm) };

	CHECK(!timeline_add_comm(t, time, &c));
}

static void build(struct timeline *t)
{
	map_at(t, 3, 1, RECORD_MISC_USER);
	comm_at(t, 4, 1, "a");
	map_at(t, 7, 1, RECORD_MISC_KERNEL);
	map_at(t, 11, 2, RECORD_MISC_USER);
	comm_at(t, 12, 1, "b");
	map_at(t, 20, 1, RECORD_MISC_USER);
	map_at(t, 20, 1, RECORD_MISC_KERNEL);
	comm_at(t, 30, 1, "c");
}

/* The answers of `ask` at all times; each must hold for exactly the times around that have the same. */
static void check_ranges(const struct timeline *t, uint32_t id,
			 uint32_t (*ask)(const struct timeline *, uint32_t, uint64_t, struct time_range *))
{
	uint32_t answers[TIMES];
	struct time_range s;

	for (uint64_t time = 0; time < TIMES; time++)
		answers[time] = ask(t, id, time, &s);
	for (uint64_t time = 0; time < TIMES; time++) {
		CHECK_EQ_U64(ask(t, id, time, &s), answers[time]);
		for (uint64_t other = 0; other < TIMES; other++) {
			bool same = true;

			for (uint64_t i = other < time ? other : time; i <= other || i <= time; i++)
				same = same && answers[i] == answers[time];
			CHECK(time_range_holds(&s, other) == same);
		}
	}
}

TEST(ranges)
{
	struct strtab strings;
	struct timeline t;

	CHECK(!strtab_init(&strings));
	CHECK(!timeline_init(&t, &strings));
	build(&t);
	for (uint32_t id = 0; id < 4; id++) {
		check_ranges(&t, id, timeline_mapping_range);
		check_ranges(&t, id, timeline_comm_range);
	}
	for (uint64_t time = 0; time < TIMES; time++) {
		struct time_range s;

		CHECK_EQ_U64(timeline_mapping_range(&t, 1, time, &s), timeline_mapping_epoch(&t, 1, time));
		CHECK_EQ_U64(timeline_comm_range(&t, 1, time, &s), timeline_comm(&t, 1, time));
	}
	timeline_fini(&t);
	strtab_fini(&strings);
}

static void map_page(struct timeline *t, uint64_t time, uint32_t pid, uint64_t page, uint64_t n, const char *name)
{
	struct record_mmap m = {
		.pid = pid, .tid = pid, .addr = 0x1000 * page, .len = 0x1000 * n, .pgoff = 0x1000 * page
	};

	m.filename = name;
	m.filename_size = strlen(name);
	CHECK(!timeline_add_mmap(t, time, &m, RECORD_MISC_USER));
}

static uint32_t coarse_epoch_at(const struct timeline *t, uint32_t pid, bool comms, uint64_t time)
{
	struct time_range s;
	uint32_t coarse = timeline_coarse_epoch(t, pid, pid, comms, time, &s), first, last;

	CHECK(time_range_holds(&s, time));
	first = timeline_coarse_epoch(t, pid, pid, comms, s.from, &s);
	last = timeline_coarse_epoch(t, pid, pid, comms, s.until - 1, &s);
	CHECK_EQ_U64(first, coarse);
	CHECK_EQ_U64(last, coarse);
	return coarse;
}

/* A phase ends where what was mapped is replaced, or the comm is, and not where more is mapped. */
TEST(coarse_epochs)
{
	struct strtab strings;
	struct timeline t;

	CHECK(!strtab_init(&strings) && !timeline_init(&t, &strings));
	map_page(&t, 1, 1, 0, 4, "/a");
	comm_at(&t, 1, 1, "x");
	map_page(&t, 2, 1, 8, 4, "/b");
	CHECK(!t.has_coarse_epochs && !t.has_comm_changes);
	map_page(&t, 4, 1, 1, 2, "/a"); /* the same, mapped again */
	CHECK(!t.has_coarse_epochs);
	CHECK_EQ_U64(coarse_epoch_at(&t, 1, true, 9), 0);
	comm_at(&t, 5, 1, "y");
	CHECK(!t.has_coarse_epochs && t.has_comm_changes);
	map_page(&t, 6, 1, 1, 2, "/c");
	CHECK(t.has_coarse_epochs);
	CHECK(!timeline_add_comm(&t, 8, &(struct record_comm){ .pid = 1, .tid = 1, .comm = "z", .exec = true }));
	CHECK_EQ_U64(coarse_epoch_at(&t, 1, true, 0), 0);
	CHECK_EQ_U64(coarse_epoch_at(&t, 1, true, 4), 0);
	CHECK_EQ_U64(coarse_epoch_at(&t, 1, false, 5), 0);
	CHECK_EQ_U64(coarse_epoch_at(&t, 1, true, 5), 1);
	CHECK_EQ_U64(coarse_epoch_at(&t, 1, false, 6), 1);
	CHECK_EQ_U64(coarse_epoch_at(&t, 1, true, 6), 2);
	CHECK_EQ_U64(coarse_epoch_at(&t, 1, false, 8), 2);
	CHECK_EQ_U64(coarse_epoch_at(&t, 2, true, 8), 0);
	for (uint64_t time = 10; time < 10 + 2 * TIMELINE_COARSE_MAX; time++)
		map_page(&t, time, 1, 1, 2, time & 1 ? "/d" : "/e");
	CHECK_EQ_U64(coarse_epoch_at(&t, 1, false, 1000), TIMELINE_COARSE_MAX);
	timeline_fini(&t);
	strtab_fini(&strings);
}

/* What is mapped again where it was, as far as it goes, changes nothing. */
TEST(mapped_again)
{
	struct strtab strings;
	struct timeline t;

	CHECK(!strtab_init(&strings) && !timeline_init(&t, &strings));
	map_page(&t, 1, 1, 0, 4, "/a");
	for (uint64_t time = 2; time < 100; time++)
		map_page(&t, time, 1, time % 2, 3, "/a");
	CHECK_EQ_U64(t.n_maps, 1);
	CHECK(timeline_space_same(&t, 1, 1, 1000));
	map_page(&t, 100, 1, 2, 4, "/a"); /* beyond its end */
	CHECK_EQ_U64(t.n_maps, 2);
	map_page(&t, 101, 1, 1, 1, "/b");
	CHECK_EQ_U64(t.n_maps, 3);
	CHECK(!timeline_map_stable(&t, 1, 1, 101, 0x1000));
	timeline_fini(&t);
	strtab_fini(&strings);
}
