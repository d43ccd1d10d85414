/*
 * Histories of processes against a model that keeps every moment in full: at each time, for each process, the name of
 * what is mapped at each page, and each thread's comm.
 */
#include "report/timeline/timeline_make.h"
#include "tests/support/random.h"
#include "tests/support/test.h"
#include "tests/support/timeline_find.h"

#include <stdio.h>
#include <stdlib.h>

#define PIDS  6
#define PAGES 12
#define TIMES 60

struct moment {
	int maps[PIDS][PAGES]; /* number of the mapping's name, 0: none */
	int comms[PIDS];       /* likewise, 0: none known */
};

struct history {
	struct strtab strings;
	struct timeline timeline;
	struct moment moments[TIMES];
};

static void history_init(struct history *h)
{
	memset(h->moments, 0, sizeof(h->moments));
	CHECK(!strtab_init(&h->strings));
	CHECK(!timeline_init(&h->timeline, &h->strings));
}

static void history_fini(struct history *h)
{
	timeline_fini(&h->timeline);
	strtab_fini(&h->strings);
}

/* Processes are numbered from 1, and pid and tid are 100 times that; page n is at n * 0x1000. */
static uint32_t pid_of(int process)
{
	return 100 * (uint32_t)(process + 1);
}

static void add_map(struct history *h, uint64_t time, int process, int page, int pages, int name)
{
	char text[32];
	struct record_mmap m = { .pid = pid_of(process),
				 .tid = pid_of(process),
				 .addr = page * 0x1000ull,
				 .len = pages * 0x1000ull,
				 .filename = text };

	m.filename_size = snprintf(text, sizeof(text), "/lib/%d", name);
	CHECK(!timeline_add_mmap(&h->timeline, time, &m, RECORD_MISC_USER));
	for (int i = page; i < page + pages; i++)
		h->moments[time].maps[process][i] = name;
}

static void add_comm(struct history *h, uint64_t time, int process, int name, bool exec)
{
	char text[32];
	struct record_comm c = { .pid = pid_of(process), .tid = pid_of(process), .exec = exec, .comm = text };

	c.comm_size = snprintf(text, sizeof(text), "comm%d", name);
	CHECK(!timeline_add_comm(&h->timeline, time, &c));
	h->moments[time].comms[process] = name;
	if (exec)
		memset(h->moments[time].maps[process], 0, sizeof(h->moments[time].maps[process]));
}

static void add_fork(struct history *h, uint64_t time, int parent, int child)
{
	struct record_task t = {
		.pid = pid_of(child), .tid = pid_of(child), .ppid = pid_of(parent), .ptid = pid_of(parent), .time = time
	};
	struct moment *m = &h->moments[time];

	CHECK(!timeline_add_fork(&h->timeline, time, &t, false));
	memcpy(m->maps[child], m->maps[parent], sizeof(m->maps[child]));
	m->comms[child] = m->comms[parent];
}

static int map_at(const struct history *h, int process, uint64_t time, int page)
{
	const struct map *map = find_map(&h->timeline, pid_of(process), time, page * 0x1000ull + 0x123);

	return map ? atoi(strtab_get(&h->strings, h->timeline.dsos.list[map->dso].name)) : 0;
}

static int comm_at(const struct history *h, int process, uint64_t time)
{
	uint32_t comm = timeline_comm(&h->timeline, pid_of(process), time);

	return comm == STRTAB_NONE ? 0 : atoi(strtab_get(&h->strings, comm) + 4);
}

/* Something happens now and then; times at which nothing does are as the one before. */
static void history_random(struct history *h, unsigned events_a_time)
{
	int names = 1;

	for (uint64_t time = 1; time < TIMES; time++) {
		h->moments[time] = h->moments[time - 1];
		for (uint32_t n = random_below(events_a_time + 1); n-- > 0;) {
			int process = (int)random_below(PIDS), other = (int)random_below(PIDS);
			int page = (int)random_below(PAGES);

			switch (random_below(8)) {
			case 0: add_comm(h, time, process, 1 + (int)random_below(4), true); break;
			case 1: add_comm(h, time, process, 1 + (int)random_below(4), false); break;
			case 2:
				if (process != other)
					add_fork(h, time, process, other);
				break;
			default: add_map(h, time, process, page, 1 + (int)random_below(PAGES - page), names++); break;
			}
		}
	}
}

/* Whether a thing is the same from first to last, as the moments say. */
static bool map_same(const struct history *h, int process, uint64_t first, uint64_t last, int page)
{
	for (uint64_t t = first; t <= last; t++)
		if (h->moments[t].maps[process][page] != h->moments[first].maps[process][page])
			return false;
	return true;
}

static bool comm_same(const struct history *h, int process, uint64_t first, uint64_t last)
{
	for (uint64_t t = first; t <= last; t++)
		if (h->moments[t].comms[process] != h->moments[first].comms[process])
			return false;
	return true;
}

static void check_moment(const struct history *h, int process, uint64_t time)
{
	for (int page = 0; page < PAGES; page++)
		CHECK_EQ_I64(map_at(h, process, time, page), h->moments[time].maps[process][page]);
	CHECK_EQ_I64(comm_at(h, process, time), h->moments[time].comms[process]);
}

static void check_range(const struct history *h, int process, uint64_t first, uint64_t last, uint64_t *yes)
{
	const struct timeline *t = &h->timeline;
	uint32_t pid = pid_of(process);

	for (int page = 0; page < PAGES; page++) {
		bool same = map_same(h, process, first, last, page);

		if (timeline_map_stable(t, pid, first, last, page * 0x1000ull)) {
			CHECK(same);
			++*yes;
		}
		if (timeline_thread_epoch(t, pid, pid, first) == timeline_thread_epoch(t, pid, pid, last) ||
		    timeline_space_same(t, pid, first, last) ||
		    timeline_mapping_epoch(t, pid, first) == timeline_mapping_epoch(t, pid, last))
			CHECK(same);
	}
	if (timeline_comm_stable(t, pid, first, last) ||
	    timeline_thread_epoch(t, pid, pid, first) == timeline_thread_epoch(t, pid, pid, last))
		CHECK(comm_same(h, process, first, last));
}

TEST(random_histories)
{
	uint64_t yes = 0, asked = 0;

	random_state = RANDOM_FIRST;
	for (int round = 0; round < 60; round++) {
		struct history h;

		history_init(&h);
		history_random(&h, 1 + round % 5);
		/* in any order */
		for (int i = 0; i < 400; i++)
			check_moment(&h, (int)random_below(PIDS), random_below(TIMES));
		for (int i = 0; i < 400; i++) {
			uint64_t first = random_below(TIMES), last = first + random_below(TIMES - (uint32_t)first);

			check_range(&h, (int)random_below(PIDS), first, last, &yes);
			asked += PAGES;
		}
		history_fini(&h);
	}
	/* "may say no" must not mean that it always does */
	CHECK(yes > asked / 10);
}

TEST(nothing_known)
{
	struct history h;

	history_init(&h);
	CHECK(!find_map(&h.timeline, 5, 0, 0));
	CHECK_EQ_U64(timeline_comm(&h.timeline, 5, 0), STRTAB_NONE);
	CHECK(timeline_map_stable(&h.timeline, 5, 0, UINT64_MAX, 0x1000));
	CHECK(timeline_comm_stable(&h.timeline, 5, 0, UINT64_MAX));
	CHECK_STR(strtab_get(&h.strings, timeline_comm(&h.timeline, 0, 5)), "swapper");
	history_fini(&h);
}

/* What is mapped over a mapping divides it; what was recorded of it stays. */
TEST(extent)
{
	struct timeline_snapshot at;
	struct history h;

	history_init(&h);
	add_map(&h, 1, 0, 2, 8, 11);
	add_map(&h, 2, 0, 4, 1, 12);
	at = timeline_snapshot(&h.timeline, pid_of(0), 1);
	CHECK_EQ_U64(timeline_epoch_extent(&h.timeline, at.own, 0x2000), 0x8000);
	at = timeline_snapshot(&h.timeline, pid_of(0), 2);
	CHECK_EQ_U64(timeline_epoch_extent(&h.timeline, at.own, 0x1fff), 0);
	CHECK_EQ_U64(timeline_epoch_extent(&h.timeline, at.own, 0x3fff), 0x2000);
	CHECK_EQ_U64(timeline_epoch_extent(&h.timeline, at.own, 0x4fff), 0x1000);
	CHECK_EQ_U64(timeline_epoch_extent(&h.timeline, at.own, 0x5000), 0x5000);
	CHECK_EQ_U64(timeline_epoch_map(&h.timeline, at.own, 0x5000)->size, 0x8000);
	CHECK_EQ_U64(timeline_epoch_extent(&h.timeline, NULL, 0x5000), 0);
	history_fini(&h);
}

/* A new process of an old number has nothing of the old one. */
TEST(pid_reused)
{
	struct history h;

	history_init(&h);
	add_map(&h, 1, 0, 0, 4, 11);
	add_map(&h, 2, 1, 0, 4, 22);
	add_map(&h, 2, 1, 5, 1, 23);
	add_fork(&h, 10, 0, 1);
	CHECK_EQ_I64(map_at(&h, 1, 9, 0), 22);
	CHECK_EQ_I64(map_at(&h, 1, 10, 0), 11);
	CHECK_EQ_I64(map_at(&h, 1, 9, 5), 23);
	CHECK_EQ_I64(map_at(&h, 1, 10, 5), 0);
	CHECK(!timeline_map_stable(&h.timeline, pid_of(1), 9, 10, 0));
	CHECK(!timeline_map_stable(&h.timeline, pid_of(1), 9, 10, 0x5000));
	history_fini(&h);
}

/* The parent's mappings after the fork are not the child's, nor the other way round. */
TEST(fork_shares_nothing_later)
{
	struct history h;

	history_init(&h);
	add_map(&h, 1, 0, 0, 2, 11);
	add_fork(&h, 1, 0, 1);
	add_map(&h, 1, 0, 1, 1, 12);
	add_map(&h, 1, 1, 0, 1, 13);
	CHECK_EQ_I64(map_at(&h, 0, 1, 0), 11);
	CHECK_EQ_I64(map_at(&h, 0, 1, 1), 12);
	CHECK_EQ_I64(map_at(&h, 1, 1, 0), 13);
	CHECK_EQ_I64(map_at(&h, 1, 1, 1), 11);
	history_fini(&h);
}

TEST(thread_shares_its_process)
{
	struct record_task t = { .pid = 100, .ppid = 100, .tid = 101, .ptid = 100 };
	struct history h;

	history_init(&h);
	add_comm(&h, 1, 0, 3, false);
	add_map(&h, 2, 0, 0, 1, 11);
	CHECK(!timeline_add_fork(&h.timeline, 3, &t, false));
	CHECK_EQ_I64(map_at(&h, 0, 3, 0), 11);
	CHECK_STR(strtab_get(&h.strings, timeline_comm(&h.timeline, 101, 3)), "comm3");
	CHECK_EQ_U64(timeline_comm(&h.timeline, 101, 2), STRTAB_NONE);
	history_fini(&h);
}

/* What the recorder synthesized of a running process: its mappings come in records of their own. */
TEST(synthesized_fork_inherits_no_mappings)
{
	struct record_task t = { .pid = 200, .ppid = 100, .tid = 200, .ptid = 100 };
	struct history h;

	history_init(&h);
	add_map(&h, 0, 0, 0, 1, 11);
	CHECK(!timeline_add_fork(&h.timeline, 0, &t, true));
	CHECK(!find_map(&h.timeline, 200, 5, 0));
	history_fini(&h);
}

static const char *row_comm(const struct history *h, uint32_t tid, uint64_t time)
{
	const uint32_t comm = timeline_comm_of_row(&h->timeline, tid, time);

	return comm == STRTAB_NONE ? "none" : strtab_get(&h->strings, comm);
}

/* But not the one of a thread that gets its tid later. */
TEST(rows_take_the_first_comm_before_it_is_known)
{
	const struct record_task unknown = { .pid = 300, .tid = 300, .ppid = 900, .ptid = 900 };
	struct history h;

	history_init(&h);
	add_comm(&h, 5, 0, 1, false);
	add_comm(&h, 7, 0, 2, false);
	CHECK_STR(row_comm(&h, 100, 4), "comm1");
	CHECK_STR(row_comm(&h, 100, 6), "comm1");
	CHECK_STR(row_comm(&h, 100, 7), "comm2");
	add_fork(&h, 8, 0, 1);
	CHECK_STR(row_comm(&h, 200, 7), "none");
	CHECK_STR(row_comm(&h, 200, 8), "comm2");
	CHECK(!timeline_add_fork(&h.timeline, 5, &unknown, false));
	CHECK(!timeline_add_fork(&h.timeline, 7, &unknown, false));
	CHECK_STR(row_comm(&h, 300, 8), "none");
	add_comm(&h, 9, 2, 3, false);
	CHECK_STR(row_comm(&h, 300, 4), "none");
	CHECK_STR(row_comm(&h, 300, 6), "none");
	CHECK_STR(row_comm(&h, 300, 8), "comm3");
	CHECK_STR(row_comm(&h, 400, 8), "none");
	/* known at the time of the fork: it stays one */
	add_fork(&h, 9, 3, 4);
	add_comm(&h, 9, 4, 4, false);
	CHECK_STR(row_comm(&h, 500, 8), "none");
	history_fini(&h);
}

TEST(comms_at_equal_times)
{
	struct history h;

	history_init(&h);
	add_comm(&h, 5, 0, 1, false);
	add_comm(&h, 5, 0, 2, false);
	CHECK_EQ_I64(comm_at(&h, 0, 4), 0);
	CHECK_EQ_I64(comm_at(&h, 0, 5), 2);
	/* there and back at one time: nothing changed */
	add_comm(&h, 8, 0, 3, false);
	add_comm(&h, 8, 0, 2, false);
	CHECK_EQ_I64(comm_at(&h, 0, 9), 2);
	CHECK(timeline_comm_stable(&h.timeline, 100, 5, 9));
	CHECK(!timeline_comm_stable(&h.timeline, 100, 4, 9));
	history_fini(&h);
}

TEST(kernel_and_ksymbols)
{
	struct record_mmap kernel = { .pid = -1u,
				      .addr = 0xffffffff81000000,
				      .len = 0x1000000,
				      .pgoff = 0xffffffff81000000,
				      .filename = "[kernel.kallsyms]_text",
				      .filename_size = 22 };
	struct record_ksymbol k = { .addr = 0xffffffffc0000000, .len = 0x100, .name = "bpf_prog", .name_size = 8 };
	const struct map *map;
	struct history h;

	history_init(&h);
	CHECK(!timeline_add_mmap(&h.timeline, 0, &kernel, RECORD_MISC_KERNEL));
	CHECK(!timeline_add_ksymbol(&h.timeline, 5, &k));
	k.flags = 1;
	CHECK(!timeline_add_ksymbol(&h.timeline, 9, &k));
	map = find_map(&h.timeline, TIMELINE_KERNEL_PID, 0, 0xffffffff81000123);
	CHECK(map);
	CHECK_STR(strtab_get(&h.strings, h.timeline.dsos.list[map->dso].name), "[kernel.kallsyms]");
	CHECK(!find_map(&h.timeline, TIMELINE_KERNEL_PID, 4, 0xffffffffc00000ff));
	map = find_map(&h.timeline, TIMELINE_KERNEL_PID, 20, 0xffffffffc00000ff);
	CHECK(map);
	CHECK_STR(strtab_get(&h.strings, h.timeline.dsos.list[map->dso].name), "bpf_prog");
	CHECK(!find_map(&h.timeline, TIMELINE_KERNEL_PID, 20, 0xffffffffc0000100));
	history_fini(&h);
}

/* A mapping said to reach beyond the last address ends there. */
TEST(mapping_that_wraps)
{
	struct record_mmap m = {
		.pid = 100, .addr = UINT64_MAX - 0xfff, .len = UINT64_MAX, .filename = "/x", .filename_size = 2
	};
	struct history h;

	history_init(&h);
	CHECK(!timeline_add_mmap(&h.timeline, 1, &m, RECORD_MISC_USER));
	CHECK(find_map(&h.timeline, 100, 1, UINT64_MAX - 1));
	CHECK(!find_map(&h.timeline, 100, 1, 0x1000));
	history_fini(&h);
}

/* Addresses of callchains are still found in what an exec replaced; those of what runs are not. */
TEST(callers_across_an_exec)
{
	struct record_mmap map = {
		.pid = 7, .tid = 7, .addr = 0x1000, .len = 0x1000, .filename = "/old", .filename_size = 4
	};
	struct record_comm comm = { .pid = 7, .tid = 7, .exec = true, .comm = "new", .comm_size = 3 };
	struct strtab strings;
	struct timeline t;

	CHECK(!strtab_init(&strings));
	CHECK(!timeline_init(&t, &strings));
	CHECK(!timeline_add_mmap(&t, 10, &map, RECORD_MISC_USER));
	CHECK(!timeline_add_comm(&t, 20, &comm));
	map.addr = 0x5000;
	map.filename = "/new";
	CHECK(!timeline_add_mmap(&t, 21, &map, RECORD_MISC_USER));
	CHECK(find_map(&t, 7, 19, 0x1800));
	CHECK(!find_map(&t, 7, 20, 0x1800));
	CHECK(!find_map(&t, 7, 30, 0x1800));
	CHECK(find_caller(&t, 7, 20, 0x1800) == find_map(&t, 7, 19, 0x1800));
	CHECK(find_caller(&t, 7, 30, 0x1800) == find_map(&t, 7, 19, 0x1800));
	CHECK(find_caller(&t, 7, 30, 0x5800) == find_map(&t, 7, 30, 0x5800));
	/* and only of the last exec */
	CHECK(!timeline_add_comm(&t, 40, &comm));
	CHECK(!find_caller(&t, 7, 41, 0x1800));
	CHECK(find_caller(&t, 7, 41, 0x5800));
	CHECK(!timeline_map_stable(&t, 7, 30, 41, 0x5800));
	timeline_fini(&t);
	strtab_fini(&strings);
}

static void add_kernel(struct timeline *t, uint64_t time, uint32_t pid, uint16_t misc, const char *name)
{
	struct record_mmap m = { .pid = pid,
				 .addr = 0xffff0000,
				 .len = 0x1000,
				 .pgoff = 0xffff0000,
				 .filename = name,
				 .filename_size = strlen(name) };

	CHECK(!timeline_add_mmap(t, time, &m, misc));
}

/* Guests' kernels are apart from the host's and from each other; one of no pid stands in for those not recorded. */
TEST(kernels_of_virtual_machines)
{
	struct strtab strings;
	struct timeline t;
	struct timeline_snapshot at;
	const struct map *map;

	CHECK(!strtab_init(&strings) && !timeline_init(&t, &strings));
	CHECK_EQ_U64(timeline_snapshot(&t, 10, 5).epoch, 0);
	add_kernel(&t, 1, (uint32_t)-1, RECORD_MISC_KERNEL, "[kernel.kallsyms]_text");
	add_kernel(&t, 2, 0, RECORD_MISC_GUEST_KERNEL, "[guest.kernel.kallsyms]_text");
	add_kernel(&t, 3, 10, RECORD_MISC_GUEST_KERNEL, "[guest.kernel.kallsyms.10]_text");
	add_kernel(&t, 3, 10, RECORD_MISC_GUEST_USER, "/bin/guest");
	at = timeline_snapshot(&t, 10, 4);
	map = timeline_epoch_map(&t, at.kernel, 0xffff0010);
	CHECK(map && t.dsos.list[map->dso].kind == DSO_KERNEL);
	map = timeline_epoch_map(&t, at.guest, 0xffff0010);
	CHECK(map && t.dsos.list[map->dso].kind == DSO_NO_FILE);
	CHECK_STR(strtab_get(&strings, t.dsos.list[map->dso].name), "[guest.kernel.kallsyms.10]");
	CHECK(!timeline_epoch_map(&t, at.own, 0xffff0010));
	at = timeline_snapshot(&t, 11, 4);
	map = timeline_epoch_map(&t, at.guest, 0xffff0010);
	CHECK(map);
	CHECK_STR(strtab_get(&strings, t.dsos.list[map->dso].name), "[guest.kernel.kallsyms]");
	/* Before it was recorded there was nothing, and the epochs show it. */
	CHECK(!timeline_snapshot(&t, 11, 1).guest);
	CHECK(timeline_snapshot(&t, 11, 1).epoch != at.epoch);
	CHECK(!timeline_map_stable(&t, timeline_guest_pid(&t, 10), 1, 4, 0xffff0010));
	timeline_fini(&t);
	strtab_fini(&strings);
}
