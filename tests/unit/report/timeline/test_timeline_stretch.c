/*
 * How long an answer of the timeline holds: as long as it is the same, and no longer.
 */
#include "report/timeline/timeline.h"
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
static void check_stretches(const struct timeline *t, uint32_t id,
			    uint32_t (*ask)(const struct timeline *, uint32_t, uint64_t, struct timeline_stretch *))
{
	uint32_t answers[TIMES];
	struct timeline_stretch s;

	for (uint64_t time = 0; time < TIMES; time++)
		answers[time] = ask(t, id, time, &s);
	for (uint64_t time = 0; time < TIMES; time++) {
		CHECK_EQ_U64(ask(t, id, time, &s), answers[time]);
		for (uint64_t other = 0; other < TIMES; other++) {
			bool same = true;

			for (uint64_t i = other < time ? other : time; i <= other || i <= time; i++)
				same = same && answers[i] == answers[time];
			CHECK(timeline_stretch_holds(&s, other) == same);
		}
	}
}

TEST(stretches)
{
	struct strtab strings;
	struct timeline t;

	CHECK(!strtab_init(&strings));
	CHECK(!timeline_init(&t, &strings));
	build(&t);
	for (uint32_t id = 0; id < 4; id++) {
		check_stretches(&t, id, timeline_space_stretch);
		check_stretches(&t, id, timeline_comm_stretch);
	}
	for (uint64_t time = 0; time < TIMES; time++) {
		struct timeline_stretch s;

		CHECK_EQ_U64(timeline_space_stretch(&t, 1, time, &s), timeline_space_epoch(&t, 1, time));
		CHECK_EQ_U64(timeline_comm_stretch(&t, 1, time, &s), timeline_comm(&t, 1, time));
	}
	timeline_fini(&t);
	strtab_fini(&strings);
}
