#include "counts/stat_partners.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What two events must have in common. */
struct kind {
	uint32_t cgroup; /* the first event of it */
	uint32_t type;
	uint64_t config, modes;
};

static uint64_t modes_of(const struct counted_event *event)
{
	return event->attr->flags & (ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_EXCLUDE_HOST |
				     ATTR_EXCLUDE_GUEST | ATTR_EXCLUDE_IDLE);
}

static struct kind kind_of(const struct stat_partners *p, uint32_t number)
{
	const struct counted_event *event = &p->events->list[number];

	return (struct kind){ p->cgroups[number], event->attr->type, event->attr->config, modes_of(event) };
}

static bool is_of_kind(const void *context, uint32_t number, const void *wanted)
{
	const struct kind kind = kind_of(context, number);

	return !memcmp(&kind, wanted, sizeof(kind));
}

static bool is_of_cgroup(const void *context, uint32_t number, const void *wanted)
{
	const struct stat_partners *p = context;
	const char *cgroup = p->events->list[number].cgroup;

	return cgroup && wanted ? !strcmp(cgroup, wanted) : !cgroup && !wanted;
}

/* cgroups: those that were met before. */
static int take_cgroup(struct stat_partners *p, struct hash_table *cgroups, uint32_t number)
{
	const char *cgroup = p->events->list[number].cgroup;
	const uint64_t hash = cgroup ? hash_bytes(cgroup, strlen(cgroup)) : 0;
	const uint32_t first = hash_table_find(cgroups, hash, is_of_cgroup, p, cgroup);

	p->cgroups[number] = first != HASH_TABLE_NONE ? first : number;
	p->clocks[number] = STAT_PARTNER_NONE;
	return first != HASH_TABLE_NONE ? 0 : hash_table_add(cgroups, hash, number);
}

static int take_event(struct stat_partners *p, uint32_t number)
{
	const struct counted_event *event = &p->events->list[number];
	uint32_t *clock = &p->clocks[p->cgroups[number]];
	struct kind kind;
	uint64_t hash;

	if (event->tool)
		return 0;
	if (counted_is_clock(event) && *clock == STAT_PARTNER_NONE)
		*clock = number;
	kind = kind_of(p, number);
	hash = hash_bytes(&kind, sizeof(kind));
	if (hash_table_find(&p->by_what, hash, is_of_kind, p, &kind) != HASH_TABLE_NONE)
		return 0;
	return hash_table_add(&p->by_what, hash, number);
}

int stat_partners_init(struct stat_partners *p, const struct counted_events *events)
{
	struct hash_table cgroups = { 0 };
	int result = 0;

	*p = (struct stat_partners){ .events = events,
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

void stat_partners_fini(struct stat_partners *p)
{
	free(p->cgroups);
	free(p->clocks);
	hash_table_fini(&p->by_what);
	memset(p, 0, sizeof(*p));
}

uint32_t stat_partners_find(const struct stat_partners *p, uint32_t event, uint32_t type, uint64_t config)
{
	const struct kind kind = { p->cgroups[event], type, config, modes_of(&p->events->list[event]) };

	return hash_table_find(&p->by_what, hash_bytes(&kind, sizeof(kind)), is_of_kind, p, &kind);
}

uint32_t stat_partners_clock(const struct stat_partners *p, uint32_t event)
{
	return p->clocks[p->cgroups[event]];
}
