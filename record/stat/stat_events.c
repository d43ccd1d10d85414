#include "record/stat/stat_events.h"

#include "record/stat/stat_generic.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct counted_event stat_event_of(const struct event_spec *spec)
{
	return (struct counted_event){ .name = spec->name,
				       .pmu = spec->pmu,
				       .pmu_is_system = spec->pmu_is_system,
				       .cgroup = spec->cgroup,
				       .attr = &spec->attr,
				       .tool = spec->tool,
				       .item = spec->item,
				       .unit = spec->unit.text,
				       .scale = spec->unit.scale,
				       .is_percore = spec->percore,
				       .per_package = spec->unit.per_package,
				       .is_snapshot = spec->unit.is_snapshot };
}

int stat_events_init(struct stat_events *e, const struct event_list *list, const char *sys_root)
{
	const size_t n = (size_t)list->n;

	*e = (struct stat_events){ .own = calloc(n + 1, sizeof(*e->own)), .names = calloc(n + 1, sizeof(*e->names)) };
	if (!e->own || !e->names)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		e->own[i] = stat_event_of(&list->events[i]);
	stat_generic_find(e->own, list, sys_root);
	e->events = (struct counted_events){ e->own, (uint32_t)n };
	return 0;
}

void stat_events_fini(struct stat_events *e)
{
	free(e->own);
	free(e->names);
	memset(e, 0, sizeof(*e));
}

struct counted stat_events_counted(struct stat_events *e, const struct counters *counters, const struct target *target)
{
	for (uint32_t i = 0; i < e->events.n; i++)
		e->names[i] = counters->set.events[i].name;
	return (struct counted){ .cpu = target->cpus.n ? target->cpus.cpus[0] : -1,
				 .tid = target->n_tids ? target->tids[0] : -1,
				 .list = counters->list,
				 .n = counters->n,
				 .is_missing = counters->is_missing,
				 .names = e->names };
}
