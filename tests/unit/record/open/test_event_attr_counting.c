#include "record/events/event_parse.h"
#include "record/open/event_attr.h"
#include "tests/support/test.h"

#define TIMES (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

static struct event_attr attr_of(const char *events, int i, const struct target *target,
				 const struct counting_config *config)
{
	struct event_list list;
	struct event_attr attr;

	event_list_init(&list);
	CHECK_EQ_I64(event_list_parse(&list, events, NULL, NULL), 0);
	attr = list.events[i].attr;
	counting_attr_fill(&attr, &list, i, target, config);
	event_list_fini(&list);
	return attr;
}

static const struct counting_config usual;
static const struct target command = { .kind = TARGET_COMMAND, .inherit = true };

TEST(alone)
{
	const struct event_attr attr = attr_of("cpu-clock/period=1000/", 0, &command, &usual);

	CHECK_EQ_U64(attr.sample_period, 0);
	CHECK_EQ_U64(attr.read_format, TIMES);
	CHECK(attr.flags & ATTR_DISABLED && attr.flags & ATTR_ENABLE_ON_EXEC && attr.flags & ATTR_INHERIT);
	CHECK(!(attr.flags & ATTR_FREQ));
}

/* Members are enabled by their leader, and read with it. A group of one is none. */
TEST(groups)
{
	const struct event_attr leader = attr_of("{cpu-clock,page-faults}", 0, &command, &usual);
	const struct event_attr member = attr_of("{cpu-clock,page-faults}", 1, &command, &usual);
	const struct event_attr alone = attr_of("{cpu-clock}", 0, &command, &usual);

	CHECK_EQ_U64(leader.read_format, TIMES | PERF_FORMAT_GROUP | PERF_FORMAT_ID);
	CHECK_EQ_U64(member.read_format, leader.read_format);
	CHECK(leader.flags & ATTR_DISABLED && leader.flags & ATTR_ENABLE_ON_EXEC);
	CHECK(!(member.flags & (ATTR_DISABLED | ATTR_ENABLE_ON_EXEC)));
	CHECK_EQ_U64(alone.read_format, TIMES);
}

TEST(inherited_where_that_is_asked_for)
{
	const struct target system = { .kind = TARGET_SYSTEM, .inherit = true }, alone = { .kind = TARGET_THREADS };

	CHECK(!(attr_of("cpu-clock", 0, &system, &usual).flags & ATTR_INHERIT));
	CHECK(!(attr_of("cpu-clock", 0, &alone, &usual).flags & ATTR_INHERIT));
	CHECK(!(attr_of("cpu-clock/no-inherit/", 0, &command, &usual).flags & ATTR_INHERIT));
	CHECK(attr_of("cpu-clock/inherit/", 0, &alone, &usual).flags & ATTR_INHERIT);
	CHECK(!(attr_of("cpu-clock/inherit/", 0, &system, &usual).flags & ATTR_INHERIT));
}

TEST(when_it_starts)
{
	const struct counting_config later = { .starts_later = true };
	const struct target process = { .kind = TARGET_PROCESSES };

	CHECK(!(attr_of("cpu-clock", 0, &command, &later).flags & ATTR_ENABLE_ON_EXEC));
	CHECK(!(attr_of("cpu-clock", 0, &process, &usual).flags & ATTR_ENABLE_ON_EXEC));
	CHECK(attr_of("cpu-clock", 0, &process, &usual).flags & ATTR_DISABLED);
}

TEST(modes)
{
	const struct counting_config user = { .modes = { .no_kernel = true } },
				     kernel = { .modes = { .no_user = true } };

	CHECK(attr_of("cpu-clock", 0, &command, &user).flags & ATTR_EXCLUDE_KERNEL);
	CHECK(attr_of("cpu-clock", 0, &command, &kernel).flags & ATTR_EXCLUDE_USER);
	CHECK(!(attr_of("cpu-clock", 0, &command, &usual).flags & (ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL)));
}
