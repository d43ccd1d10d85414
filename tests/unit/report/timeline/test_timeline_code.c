/* JIT code in a timeline, by cases and against a model that keeps every moment in full. */
#include "report/timeline/timeline_make.h"
#include "tests/support/random.h"
#include "tests/support/test.h"
#include "tests/support/timeline_find.h"

#include <stdio.h>

#define PID 100

static struct strtab strings;
static struct timeline timeline;
static uint32_t dump;

static void begin(void)
{
	CHECK(!strtab_init(&strings));
	CHECK(!timeline_init(&timeline, &strings));
	dump = dsos_jit(&timeline.dsos, "/tmp/jit-100.dump", 17, PID);
	CHECK(dump != DSO_NONE);
}

static void end(void)
{
	timeline_fini(&timeline);
	strtab_fini(&strings);
}

static void map(uint32_t pid, uint64_t time, uint64_t start, uint64_t size, const char *name)
{
	struct record_mmap m = {
		.pid = pid, .tid = pid, .addr = start, .len = size, .filename = name, .filename_size = strlen(name)
	};

	CHECK(!timeline_add_mmap(&timeline, time, &m, RECORD_MISC_USER));
}

/* Code is known by its offset in the dump. */
static int code(uint64_t time, uint64_t start, uint64_t size, uint64_t offset)
{
	return timeline_add_code(
		&timeline,
		&(struct code_map){
			.time = time, .start = start, .size = size, .offset = offset, .dso = dump, .pid = PID });
}

/* The offset in the dump of an address, or 0. */
static uint64_t offset_of(uint32_t pid, uint64_t time, uint64_t addr)
{
	const struct map *m = find_map(&timeline, pid, time, addr);

	return m && m->dso == dump ? addr - m->start + m->pgoff : 0;
}

/* The name of what is mapped there, "" where nothing is. */
static const char *name_of(uint64_t time, uint64_t addr)
{
	const struct map *m = find_map(&timeline, PID, time, addr);

	return m ? strtab_get(&strings, timeline.dsos.list[m->dso].name) : "";
}

static uint32_t epochs(void)
{
	return timeline.processes.list[u32map_get(&timeline.processes.by_pid, PID)].n;
}

/* Memory over a part of a file's code is taken for a copy of it; what lies elsewhere or reaches further is not. */
TEST(code_copied_over_itself)
{
	const struct map *m;

	begin();
	map(PID, 1, 0x10000, 0x8000, "/bin/prog");
	CHECK_STR(name_of(1, 0x12010), "prog");
	map(PID, 2, 0x12000, 0x1000, "//anon");
	CHECK_STR(name_of(2, 0x12010), "prog (copied)");
	CHECK_STR(name_of(2, 0x13010), "prog");
	m = find_map(&timeline, PID, 2, 0x12010);
	CHECK_EQ_U64(0x12010 - m->start + m->pgoff, 0x2010);
	map(PID, 3, 0x12000, 0x1000, "//anon");
	CHECK_STR(name_of(3, 0x12010), "prog (copied)");
	map(PID, 4, 0x14000, 0x1000, "/memfd:huge (deleted)");
	CHECK_STR(name_of(4, 0x14010), "prog (copied)");
	map(PID, 5, 0x16000, 0x4000, "//anon");
	CHECK_STR(name_of(5, 0x16010), "[JIT] tid 100");
	map(PID, 6, 0x12000, 0x1000, "/bin/other");
	CHECK_STR(name_of(6, 0x12010), "other");
	end();
}

TEST(code_that_is_replaced)
{
	begin();
	map(PID, 10, 0x1000, 0x1000, "//anon");
	CHECK_EQ_I64(code(20, 0x1000, 0x100, 500), 0);
	CHECK_EQ_I64(code(30, 0x1080, 0x40, 900), 1);
	CHECK_EQ_I64(code(40, 0x1000, 0x100, 2000), 1);
	CHECK_EQ_U64(offset_of(PID, 20, 0x10c0), 500 + 0xc0);
	CHECK_EQ_U64(offset_of(PID, 29, 0x1090), 500 + 0x90);
	/* What is left of the old code on both sides of the new is still there. */
	CHECK_EQ_U64(offset_of(PID, 30, 0x107f), 500 + 0x7f);
	CHECK_EQ_U64(offset_of(PID, 30, 0x1080), 900);
	CHECK_EQ_U64(offset_of(PID, 39, 0x10c0), 500 + 0xc0);
	CHECK_EQ_U64(offset_of(PID, 40, 0x1080), 2000 + 0x80);
	CHECK_STR(name_of(40, 0x1100), "[JIT] tid 100");
	CHECK(!timeline_map_stable(&timeline, PID, 20, 30, 0x1080));
	CHECK(timeline_map_stable(&timeline, PID, 20, 39, 0x1000));
	CHECK(timeline_map_stable(&timeline, PID, 20, 50, 0x1500));
	end();
}

TEST(anonymous_memory_leaves_code_as_it_is)
{
	begin();
	map(PID, 10, 0x1000, 0x2000, "//anon");
	code(20, 0x1000, 0x100, 500);
	CHECK_EQ_U64(epochs(), 2);
	/* Its protection changed: a record of the kernel, and nothing else. */
	map(PID, 30, 0x1000, 0x1000, "//anon");
	map(PID, 31, 0x1000, 0x2000, "//anon");
	CHECK_EQ_U64(epochs(), 2);
	CHECK_EQ_U64(offset_of(PID, 31, 0x1010), 500 + 0x10);
	/* Memory beyond what was there, or that a file is shared through. */
	map(PID, 40, 0x0, 0x4000, "[anon:js]");
	CHECK_EQ_U64(epochs(), 3);
	map(PID, 50, 0x1000, 0x1000, "/memfd:doublemapper (deleted)");
	CHECK_EQ_U64(offset_of(PID, 50, 0x1010), 500 + 0x10);
	CHECK_STR(name_of(50, 0x1100), "memfd:doublemapper (deleted)");
	CHECK_STR(name_of(50, 0x3000), "[JIT] tid 100");
	end();
}

TEST(files_take_the_place_of_code)
{
	begin();
	map(PID, 10, 0x1000, 0x1000, "//anon");
	code(20, 0x1000, 0x100, 500);
	map(PID, 30, 0x1080, 0x1000, "/lib/late.so");
	map(PID, 40, 0x1000, 0x2000, "//anon");
	CHECK_EQ_U64(offset_of(PID, 29, 0x1090), 500 + 0x90);
	CHECK_STR(name_of(30, 0x1090), "late.so");
	CHECK_EQ_U64(offset_of(PID, 30, 0x1000), 500);
	CHECK_STR(name_of(40, 0x1090), "[JIT] tid 100");
	CHECK_EQ_I64(code(50, 0x1080, 0x10, 700), 1);
	CHECK_EQ_U64(offset_of(PID, 50, 0x1080), 700);
	CHECK(!timeline_map_stable(&timeline, PID, 20, 50, 0x1080));
	end();
}

/* Pieces beside one another make one version; those over a file, of which samples may be, have their own. */
TEST(versions_of_fresh_code)
{
	begin();
	map(PID, 10, 0x10000, 0x10000, "//anon");
	map(PID, 10, 0x0, 0x10000, "/bin/program");
	for (uint64_t i = 0; i < 1000; i++)
		code(20 + i, 0x10000 + 16 * i, 16, 1000 + 16 * i);
	CHECK_EQ_U64(epochs(), 2);
	CHECK_EQ_U64(offset_of(PID, 2000, 0x10000 + 16 * 999), 1000 + 16 * 999);
	CHECK_EQ_I64(code(1050, 0x1000, 0x100, 500), 0);
	CHECK_EQ_U64(epochs(), 3);
	CHECK_STR(name_of(1049, 0x1000), "program");
	CHECK_EQ_U64(offset_of(PID, 1050, 0x1000), 500);
	end();
}

TEST(processes)
{
	struct record_task fork = { .pid = 200, .tid = 200, .ppid = PID, .ptid = PID };
	struct record_comm exec = { .pid = PID, .tid = PID, .exec = true, .comm = "other", .comm_size = 5 };

	begin();
	map(PID, 10, 0x1000, 0x1000, "//anon");
	code(20, 0x1000, 0x100, 500);
	CHECK(!timeline_add_fork(&timeline, 30, &fork, false));
	code(40, 0x1100, 0x100, 900);
	CHECK(!timeline_add_comm(&timeline, 50, &exec));
	CHECK_EQ_U64(offset_of(200, 60, 0x1000), 500);
	CHECK_EQ_U64(offset_of(200, 60, 0x1100), 0);
	CHECK_EQ_U64(offset_of(PID, 49, 0x1100), 900);
	CHECK_STR(name_of(50, 0x1000), "");
	CHECK_EQ_I64(code(60, 0x1000, 0x100, 2000), 0);
	CHECK_EQ_U64(offset_of(PID, 60, 0x1000), 2000);
	CHECK_EQ_U64(offset_of(200, 60, 0x1000), 500);
	end();
}

/* --- a model -------------------------------------------------------------------- */

#define PAGES 12
#define TIMES 200

/* By time and page: 0 nothing, 1 anonymous memory, 2 a file, 10 and up: code. */
static int model[TIMES][PAGES];
static int under[TIMES][PAGES];

static void model_step(uint64_t *random, int time)
{
	int page = (int)(random_next(random) % PAGES), pages = 1 + (int)(random_next(random) % 4);
	int what = (int)(random_next(random) % 5);

	pages = page + pages > PAGES ? PAGES - page : pages;
	if (time)
		memcpy(model[time], model[time - 1], sizeof(model[0]));
	if (time)
		memcpy(under[time], under[time - 1], sizeof(under[0]));
	for (int i = page; i < page + pages; i++) {
		if (what == 0)
			under[time][i] = model[time][i] = 2;
		else if (what == 1)
			under[time][i] = 1;
		else
			model[time][i] = 10 + time;
		if (what == 1 && model[time][i] < 10)
			model[time][i] = 1;
	}
	if (what > 1)
		CHECK(code(10 * (uint64_t)time, 0x1000 * (uint64_t)page, 0x1000 * (uint64_t)pages,
			   0x100000 * (uint64_t)(10 + time)) >= 0);
	else
		map(PID, 10 * (uint64_t)time, 0x1000 * (uint64_t)page, 0x1000 * (uint64_t)pages,
		    what ? "//anon" : "/lib/file.so");
}

static int timeline_at(int time, int page)
{
	uint64_t addr = 0x1000 * (uint64_t)page + 8;
	uint64_t offset = offset_of(PID, 10 * (uint64_t)time + 5, addr);
	const char *name = name_of(10 * (uint64_t)time + 5, addr);

	if (offset)
		return (int)(offset / 0x100000);
	return !*name ? 0 : *name == '[' || strstr(name, "(copied)") ? 1 : 2;
}

TEST(as_a_model_says)
{
	uint64_t random = 7;

	for (int round = 0; round < 50; round++) {
		begin();
		memset(model, 0, sizeof(model));
		memset(under, 0, sizeof(under));
		for (int time = 0; time < TIMES; time++)
			model_step(&random, time);
		for (int time = 0; time < TIMES; time++) {
			for (int page = 0; page < PAGES; page++) {
				int have = timeline_at(time, page), want = model[time][page];

				/* Where nothing could run, code may be there before it is made. */
				if (want < 2 && have >= 10)
					CHECK(have - 10 > time && under[time][page] < 2);
				else
					CHECK_EQ_I64(have, want);
			}
		}
		/* A stretch in which an address is said to be stable has one answer. */
		for (int i = 0; i < 1000; i++) {
			int page = (int)(random_next(&random) % PAGES);
			int first = (int)(random_next(&random) % TIMES);
			int last = first + (int)(random_next(&random) % (TIMES - (unsigned)first));

			if (!timeline_map_stable(&timeline, PID, 10 * (uint64_t)first + 5, 10 * (uint64_t)last + 5,
						 0x1000 * (uint64_t)page + 8))
				continue;
			for (int time = first; time <= last; time++)
				CHECK_EQ_I64(timeline_at(time, page), timeline_at(first, page));
		}
		end();
	}
}
