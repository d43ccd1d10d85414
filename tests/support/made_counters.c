#include "tests/support/made_counters.h"

#include "record/events/event_parse.h"

#include <string.h>

#include "tests/support/test.h"

void made_counters_init(struct made_counters *m, const char *events, const char *sys_root)
{
	const struct event_context context = { .sys_root = sys_root, .counts = true };
	struct error err = ERROR_INIT;

	memset(m, 0, sizeof(*m));
	event_list_init(&m->events);
	if (event_list_parse(&m->events, events, &context, &err))
		CHECK_STR(err.message, "");
	for (int i = 0; i < m->events.n; i++)
		m->set[i] = (struct set_event){ .name = m->events.events[i].name, .spec = &m->events.events[i] };
	m->counters.set = (struct event_set){ m->set, (size_t)m->events.n };
	m->counters.list = m->list;
	m->counters.is_missing = m->is_missing;
}

void made_counters_fini(struct made_counters *m)
{
	event_list_fini(&m->events);
}

void made_counters_add(struct made_counters *m, int cpu, pid_t tid)
{
	for (int i = 0; i < m->events.n; i++) {
		struct counter *counter = &m->list[m->counters.n];

		if (m->is_missing[i])
			continue;
		CHECK(m->counters.n < MADE_COUNTERS_MAX);
		*counter = (struct counter){ .event = (uint32_t)i, .cpu = cpu, .tid = tid, .leader = m->counters.n };
		m->counters.n++;
	}
}

void made_counters_set(struct made_counters *m, uint32_t event, int cpu, pid_t tid, struct count count)
{
	for (uint32_t i = 0; i < m->counters.n; i++) {
		struct counter *counter = &m->list[i];

		if (counter->event == event && counter->cpu == cpu && counter->tid == tid) {
			counter->count = count;
			return;
		}
	}
	CHECK(!"there is such a counter");
}
