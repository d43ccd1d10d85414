/* What the files beside an event of a PMU say of its counts. */
#include "record/events/event_parse.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#define PMU "bus/event_source/devices/power"

static void make_pmu(struct tree *t)
{
	tree_init(t);
	tree_write(t, PMU "/type", "31\n");
	tree_write(t, PMU "/cpumask", "0\n");
	tree_write(t, PMU "/format/event", "config:0-7\n");
	tree_write(t, PMU "/events/energy-pkg", "event=0x02\n");
	tree_write(t, PMU "/events/energy-pkg.unit", "Joules\n");
	tree_write(t, PMU "/events/energy-pkg.scale", "2.3283064365386962890625e-10\n");
	tree_write(t, PMU "/events/energy-pkg.per-pkg", "1\n");
	tree_write(t, PMU "/events/state", "event=0x05\n");
	tree_write(t, PMU "/events/state.snapshot", "1\n");
	tree_write(t, PMU "/events/plain", "event=0x06\n");
}

TEST(units)
{
	struct event_context context = { .sys_root = NULL };
	struct event_list list;
	struct tree t;

	make_pmu(&t);
	context.sys_root = t.root;
	event_list_init(&list);
	CHECK_EQ_I64(
		event_list_parse(&list, "power/energy-pkg/,power/state/,power/plain/,power/event=2/", &context, NULL),
		0);
	CHECK_EQ_U64(list.n, 4);
	CHECK_STR(list.events[0].unit.text, "Joules");
	CHECK(list.events[0].unit.scale == 0x1p-32);
	CHECK(list.events[0].unit.per_package && !list.events[0].unit.is_snapshot);
	CHECK(!list.events[1].unit.text && !list.events[1].unit.scale);
	CHECK(list.events[1].unit.is_snapshot && !list.events[1].unit.per_package);
	/* A number in its place has none, though it is the same. */
	for (int i = 2; i < 4; i++)
		CHECK(!list.events[i].unit.text && !list.events[i].unit.scale && !list.events[i].unit.is_snapshot);
	/* Copies have texts of their own. */
	CHECK_EQ_I64(event_list_repeat(&list, 1), 0);
	CHECK_STR(list.events[4].unit.text, "Joules");
	CHECK(list.events[4].unit.text != list.events[0].unit.text);
	event_list_fini(&list);
	tree_fini(&t);
}
