#include "counts/stat_same_cgroup.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What two events must have in common. Without padding: it is hashed. */
struct wanted {
	uint32_t cgroup; /* the first event of it */
	uint32_t type;
	uint64_t config, modes, pmu;
};

static uint64_t modes_of(const struct counted_event *event)
{
	return event->attr->flags & (ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_EXCLUDE_HOST |
				     ATTR_EXCLUDE_GUEST | ATTR_EXCLUDE_IDLE);
}

/* Where all are of one kind of cores, some of them may say so and others not. */
static uint64_t pmu_of(const struct stat_same_cgroup *p, const struct counted_kind *kind)
{
	return p->has_kinds_of_cores ? kind->pmu : 0;
}

static struct wanted wanted_of(const struct stat_same_cgroup *p, uint32_t number)
{
	const struct counted_event *event = &p->events->list[number];
	const struct counted_kind kind = counted_kind(event);

	return (struct wanted){ p->cgroups[number], kind.type, kind.config, modes_of(event), pmu_of(p, &kind) };
}

static bool is_wanted(const void *context, uint32_t number, const void *wanted)
{
	const struct wanted have = wanted_of(context, number);

	return !memcmp(&have, wanted, sizeof(have));
}

static bool is_of_cgroup(const void *context, uint32_t number, const void *wanted)
{
	const struct stat_same_cgroup *p = context;
	const char *cgroup = p->events->list[number].cgroup;

	return cgroup && wanted ? !strcmp(cgroup, wanted) : !cgroup && !wanted;
}

/* cgroups: those that were met before. */
static int take_cgroup(struct stat_same_cgroup *p, struct hash_table *cgroups, uint32_t number)
{
	const char *cgroup = p->events->list[number].cgroup;
	const uint64_t hash = cgroup ? hash_bytes(cgroup, strlen(cgroup)) : 0;
	const uint32_t first = hash_table_find(cgroups, hash, is_of_cgroup, p, cgroup);

	p->cgroups[number] = first != HASH_TABLE_NONE ? first : number;
	p->clocks[number] = STAT_PARTNER_NONE;
	return first != HASH_TABLE_NONE ? 0 : hash_table_add(cgroups, hash, number);
}

static int take_event(struct stat_same_cgroup *p, uint32_t number)
{
	const struct counted_event *event = &p->events->list[number];
	uint32_t *clock = &p->clocks[p->cgroups[number]];
	struct wanted wanted;
	uint64_t hash;

	if (event->tool)
		return 0;
	if (counted_is_clock(event) && *clock == STAT_PARTNER_NONE)
		*clock = number;
	wanted = wanted_of(p, number);
	hash = hash_bytes(&wanted, sizeof(wanted));
	if (hash_table_find(&p->by_what, hash, is_wanted, p, &wanted) != HASH_TABLE_NONE)
		return 0;
	return hash_table_add(&p->by_what, hash, number);
}

static bool find_kinds_of_cores(const struct counted_events *events)
{
	uint32_t first = 0;

	for (uint32_t i = 0; i < events->n; i++) {
		const uint32_t pmu = events->list[i].tool ? 0 : counted_kind(&events->list[i]).pmu;

		if (pmu && first && pmu != first)
			return true;
		first = first ? first : pmu;
	}
	return false;
}

int stat_same_cgroup_init(struct stat_same_cgroup *p, const struct counted_events *events)
{
	struct hash_table cgroups = { 0 };
	int result = 0;

	*p = (struct stat_same_cgroup){ .events = events,
					.has_kinds_of_cores = find_kinds_of_cores(events),
					.cgroups = calloc((size_t)events->n + 1, sizeof(*p->cgroups)),
					.clocks = calloc((size_t)events->n + 1, sizeof(*p->clocks)) };
	if (!p->cgroups || !p->clocks)
		return -ENOMEM;
	for (uint32_t i = 0; i < events->n && !result; i++) {
		result = take_cgroup(p, &cgroups, i);
		if (!result)
			result = take_event(p, i);
	}
	hash_table_fini(&cgroups);
	return result;
}

void stat_same_cgroup_fini(struct stat_same_cgroup *p)
{
	free(p->cgroups);
	free(p->clocks);
	hash_table_fini(&p->by_what);
	memset(p, 0, sizeof(*p));
}

uint32_t stat_same_cgroup_find(const struct stat_same_cgroup *p, uint32_t event, uint32_t type, uint64_t config)
{
	struct wanted wanted = wanted_of(p, event);

	wanted.type = type;
	wanted.config = config;
	return hash_table_find(&p->by_what, hash_bytes(&wanted, sizeof(wanted)), is_wanted, p, &wanted);
}

uint32_t stat_same_cgroup_clock(const struct stat_same_cgroup *p, uint32_t event)
{
	return p->clocks[p->cgroups[event]];
}
