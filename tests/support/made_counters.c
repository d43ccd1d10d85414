#include "tests/support/made_counters.h"

#include "record/events/event_parse.h"
#include "tests/support/test.h"

#include <string.h>

void made_counters_init(struct made_counters *m, const char *events, const char *sys_root)
{
	const struct event_context context = { .sys_root = sys_root, .is_counting = true };
	struct error err = ERROR_INIT;

	memset(m, 0, sizeof(*m));
	event_list_init(&m->events);
	if (event_list_parse(&m->events, events, &context, &err))
		CHECK_STR(err.message, "");
	CHECK_EQ_I64(stat_events_init(&m->counter_events, &m->events, sys_root), 0);
	for (int i = 0; i < m->events.n; i++)
		m->names[i] = m->events.events[i].name;
	m->counted = (struct stat_input){ .list = m->list, .is_missing = m->is_missing, .names = m->names };
}

void made_counters_fini(struct made_counters *m)
{
	stat_host_fini(&m->host);
	stat_events_fini(&m->counter_events);
	event_list_fini(&m->events);
}

void made_counters_table(struct made_counters *m, struct stat_table *ret_table, enum stat_by by, enum stat_merge merge,
			 const struct host_roots *roots)
{
	const struct host_roots here = { NULL, NULL };
	const struct stat_machine machine = stat_host_machine(&m->host);

	stat_host_fini(&m->host);
	CHECK_EQ_I64(stat_host_init(&m->host, by, roots ? roots : &here), 0);
	CHECK_EQ_I64(stat_table_init(ret_table, &m->counter_events.events, by, merge, &machine), 0);
}

void made_counters_add(struct made_counters *m, int cpu, pid_t tid)
{
	for (int i = 0; i < m->events.n; i++) {
		struct counter *counter = &m->list[m->counted.n];

		if (m->is_missing[i])
			continue;
		CHECK(m->counted.n < MADE_COUNTERS_MAX);
		*counter = (struct counter){ .event = (uint32_t)i, .cpu = cpu, .tid = tid };
		m->counted.n++;
	}
}

void made_counters_set(struct made_counters *m, uint32_t event, int cpu, pid_t tid, struct count count)
{
	for (uint32_t i = 0; i < m->counted.n; i++) {
		struct counter *counter = &m->list[i];

		if (counter->event == event && counter->cpu == cpu && counter->tid == tid) {
			counter->count = count;
			return;
		}
	}
	CHECK(!"there is such a counter");
}
