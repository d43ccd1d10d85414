#include "record/events/event_cgroups.h"

#include "record/events/event_parse.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdio.h>

static void parse(struct event_list *list, const char *text)
{
	event_list_init(list);
	CHECK_EQ_I64(event_list_parse(list, text, NULL, NULL), 0);
}

/* "EVENT@CGROUP/GROUP " of each. */
static const char *shown(const struct event_list *list)
{
	static char text[1024];
	size_t size = 0;

	text[0] = 0;
	for (int i = 0; i < list->n; i++)
		size += (size_t)snprintf(text + size, sizeof(text) - size, "%s@%s/%d ", list->events[i].name,
					 list->events[i].cgroup ? list->events[i].cgroup : "", list->events[i].group);
	return text;
}

TEST(pairs)
{
	struct error err = ERROR_INIT;
	struct event_list list;
	int n = 0;

	parse(&list, "page-faults,cpu-clock,task-clock");
	CHECK_EQ_I64(event_cgroups_add(&list, "a,,c", &n, &err), 0);
	CHECK_STR(shown(&list), "page-faults@a/0 cpu-clock@/0 task-clock@c/0 ");
	CHECK_EQ_I64(event_cgroups_add(&list, "d", &n, &err), -EINVAL);
	CHECK(strstr(err.message, "'d'"));
	event_list_fini(&list);
}

TEST(one_name_for_all)
{
	struct event_list list;
	int n = 0;

	parse(&list, "page-faults,cpu-clock");
	CHECK_EQ_I64(event_cgroups_add(&list, "a/b", &n, NULL), 0);
	CHECK_STR(shown(&list), "page-faults@a/b/0 cpu-clock@a/b/0 ");
	event_list_fini(&list);
	event_list_init(&list);
	n = 0;
	CHECK_EQ_I64(event_cgroups_add(&list, "a", &n, NULL), -EINVAL);
	event_list_fini(&list);
}

/* Each cgroup has groups of its own. */
TEST(all_events_in_each)
{
	struct error err = ERROR_INIT;
	struct event_list list;

	parse(&list, "{page-faults,cpu-clock},task-clock");
	CHECK_EQ_I64(event_cgroups_each(&list, "a,b,c", &err), 0);
	CHECK_STR(shown(&list), "page-faults@a/1 cpu-clock@a/1 task-clock@a/0 "
				"page-faults@b/2 cpu-clock@b/2 task-clock@b/0 "
				"page-faults@c/3 cpu-clock@c/3 task-clock@c/0 ");
	CHECK_EQ_U64(list.n_groups, 3);
	CHECK(list.events[3].item != list.events[0].item && list.events[3].item != list.events[6].item);
	CHECK(list.events[0].name != list.events[3].name);
	event_list_fini(&list);
	parse(&list, "page-faults");
	CHECK_EQ_I64(event_cgroups_each(&list, "a,,b", &err), -EINVAL);
	CHECK(strstr(err.message, "empty"));
	event_list_fini(&list);
}
