#include "record/events/event_list.h"

#include "common/bytes.h"
#include "common/list.h"
#include "formats/record/event.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void event_list_init(struct event_list *list)
{
	memset(list, 0, sizeof(*list));
}

static void event_spec_fini(struct event_spec *spec)
{
	free(spec->name);
	event_unit_fini(&spec->unit);
	free(spec->system);
	free(spec->tracepoint);
	free(spec->group_name);
	free(spec->probed);
	free(spec->probe_args);
	free(spec->filter);
	free(spec->cgroup);
	free(spec->pmu);
	cpulist_fini(&spec->pmu_cpus);
}

struct event_spec *event_list_add_attr(struct event_list *list, uint32_t type, uint64_t config)
{
	struct event_spec *spec = event_list_add(list);

	if (spec) {
		spec->attr.type = type;
		spec->attr.config = config;
	}
	return spec;
}

void event_list_truncate(struct event_list *list, int n)
{
	while (list->n > n)
		event_spec_fini(&list->events[--list->n]);
}

void event_list_remove(struct event_list *list, int i)
{
	event_spec_fini(&list->events[i]);
	list->n--;
	memmove(&list->events[i], &list->events[i + 1], (size_t)(list->n - i) * sizeof(*list->events));
}

void event_list_fini(struct event_list *list)
{
	event_list_truncate(list, 0);
	free(list->events);
	event_list_init(list);
}

struct event_spec *event_list_add(struct event_list *list)
{
	struct event_spec *spec;

	if (!list_reserve(&list->events, (uint32_t)list->n, &list->capacity, sizeof(*list->events)))
		return NULL;
	spec = &list->events[list->n++];
	memset(spec, 0, sizeof(*spec));
	spec->attr.size = ATTR_SIZE_VER7;
	return spec;
}

/* Switches happen in the kernel. */
int event_list_add_off_cpu(struct event_list *list)
{
	struct event_spec *spec = event_list_add(list);

	if (!spec)
		return -ENOMEM;
	spec->name = strdup(EVENT_OFF_CPU_NAME);
	spec->attr.type = PERF_TYPE_SOFTWARE;
	spec->attr.config = PERF_COUNT_SW_CONTEXT_SWITCHES;
	spec->period = 1;
	spec->exclude_given = true;
	spec->is_off_cpu = true;
	return spec->name ? 0 : -ENOMEM;
}

bool event_spec_is_probe(const struct event_spec *spec)
{
	return spec->pmu && (!strcmp(spec->pmu, "uprobe") || !strcmp(spec->pmu, "kprobe"));
}

bool event_list_has_tracepoints(const struct event_list *list)
{
	for (int i = 0; i < list->n; i++)
		if (list->events[i].is_tracepoint)
			return true;
	return false;
}

/* False without memory. */
static bool copy_text(char **text)
{
	char *copy = *text ? strdup(*text) : NULL;
	const bool is_copied = !*text || copy;

	*text = copy;
	return is_copied;
}

/* What *spec points to becomes its own. 0 or -ENOMEM, also where a part of it is. */
static int own_copies(struct event_spec *spec)
{
	char **const texts[] = { &spec->name,   &spec->unit.text,  &spec->system, &spec->tracepoint, &spec->group_name,
				 &spec->probed, &spec->probe_args, &spec->filter, &spec->cgroup,     &spec->pmu };
	const struct cpulist cpus = spec->pmu_cpus;
	int result = 0;

	memset(&spec->pmu_cpus, 0, sizeof(spec->pmu_cpus));
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		if (!copy_text(texts[i]))
			result = -ENOMEM;
	return cpulist_copy(&spec->pmu_cpus, &cpus) ? -ENOMEM : result;
}

int event_list_repeat(struct event_list *list, int n)
{
	const int n_groups = list->n_groups, n_items = list->n_items;
	int groups = 0, items = 0; /* of what is copied */

	for (int i = 0; i < n; i++) {
		struct event_spec *spec = event_list_add(list);

		if (!spec)
			return -ENOMEM;
		*spec = list->events[i];
		groups = spec->group > groups ? spec->group : groups;
		items = spec->item > items ? spec->item : items;
		if (own_copies(spec))
			return -ENOMEM;
		if (spec->group)
			spec->group += n_groups;
		spec->item += n_items;
	}
	list->n_groups += groups;
	list->n_items += items;
	return 0;
}
