#include "record/counter/counters.h"

#include "record/events/event_parse.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGES 32

struct counted_here {
	struct event_list events;
	struct target target;
	struct counters counters;
	struct error err;
};

/* Counts in this process. 0 or what counters_open has returned. */
static int count_here(struct counted_here *c, const char *events)
{
	const struct counting_config config = { .modes = { .no_kernel = true } };
	const pid_t self = getpid();
	const struct target_config target = {
		.kind = TARGET_THREADS, .ids = &self, .n_ids = 1, .per_thread = true, .inherit = true
	};

	memset(c, 0, sizeof(*c));
	event_list_init(&c->events);
	CHECK_EQ_I64(event_list_parse(&c->events, events, NULL, &c->err), 0);
	CHECK_EQ_I64(target_init(&c->target, &target, NULL), 0);
	return counters_open(&c->counters, &c->events, &config, &c->target, NULL, &c->err);
}

static void end(struct counted_here *c)
{
	counters_close(&c->counters);
	target_fini(&c->target);
	event_list_fini(&c->events);
}

static void touch_pages(void)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	volatile char *area = mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(area != MAP_FAILED);
	madvise((void *)area, PAGES * page, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < PAGES; i++)
		area[i * page] = 1;
	munmap((void *)area, PAGES * page);
}

static bool may_count(int result)
{
	return result != -EACCES && result != -EPERM && result != -ENOSYS;
}

TEST(counts_between_enable_and_disable)
{
	struct counted_here c;
	int result = count_here(&c, "page-faults:u");

	if (may_count(result)) {
		uint64_t before;

		CHECK_EQ_I64(result, 0);
		CHECK_EQ_U64(c.counters.n, 1);
		touch_pages();
		CHECK_EQ_I64(counters_read(&c.counters, NULL), 0);
		CHECK_EQ_U64(c.counters.list[0].count.value, 0);
		CHECK_EQ_I64(counters_enable(&c.counters, NULL), 0);
		touch_pages();
		CHECK_EQ_I64(counters_disable(&c.counters, NULL), 0);
		touch_pages();
		CHECK_EQ_I64(counters_read(&c.counters, NULL), 0);
		before = c.counters.list[0].count.value;
		CHECK(before >= PAGES && before < 2 * PAGES);
		CHECK(c.counters.list[0].count.running == c.counters.list[0].count.enabled);
	}
	end(&c);
}

/* A group's counts are of one read: they have the same times. A missing leader leaves the others counting. */
TEST(groups)
{
	struct counted_here c;
	int result = count_here(&c, "{page-faults:u,minor-faults:u,task-clock:u}");

	if (may_count(result)) {
		const struct counter *list = c.counters.list;

		CHECK_EQ_I64(result, 0);
		CHECK_EQ_U64(c.counters.n, 3);
		CHECK(c.counters.handles[1].leader == 0 && c.counters.handles[2].leader == 0 &&
		      list[1].id != list[2].id);
		CHECK_EQ_I64(counters_switch(&c.counters, "minor-faults:u", true, NULL), 0);
		touch_pages();
		CHECK_EQ_I64(counters_disable(&c.counters, NULL), 0);
		CHECK_EQ_I64(counters_read(&c.counters, NULL), 0);
		CHECK_EQ_U64(list[0].count.value, list[1].count.value);
		CHECK(list[0].count.value >= PAGES && list[2].count.value);
		CHECK_EQ_U64(list[0].count.enabled, list[2].count.enabled);
		CHECK_EQ_I64(counters_switch(&c.counters, "cycles", true, &c.err), -ENOENT);
		CHECK_STR(c.err.message, "can't find 'cycles' event");
	}
	end(&c);
}

/* No PMU has such an event. */
TEST(missing)
{
	struct counted_here c;
	int result = count_here(&c, "{r7fffffffffffffff,page-faults:u,minor-faults:u},task-clock:u");

	if (may_count(result)) {
		CHECK_EQ_I64(result, 0);
		CHECK(c.counters.is_missing[0] && !c.counters.is_missing[1] && !c.counters.is_missing[3]);
		CHECK_EQ_U64(c.counters.n, 3);
		CHECK_EQ_U64(c.counters.handles[1].leader, 0);
		CHECK_EQ_I64(counters_enable(&c.counters, NULL), 0);
		touch_pages();
		CHECK_EQ_I64(counters_read(&c.counters, NULL), 0);
		CHECK(c.counters.list[0].count.value >= PAGES);
		CHECK_EQ_U64(c.counters.list[0].count.value, c.counters.list[1].count.value);
		CHECK(c.counters.list[2].count.value);
	}
	end(&c);
}
