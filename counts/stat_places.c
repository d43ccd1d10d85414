#include "counts/stat_places.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void stat_places_init(struct stat_places *p, enum stat_by by, const struct stat_machine *machine)
{
	*p = (struct stat_places){ .by = by, .machine = *machine };
}

void stat_places_fini(struct stat_places *p)
{
	free(p->list);
	hash_table_fini(&p->by_place);
	free(p->of_counter);
	free(p->cpus);
	u32map_fini(&p->seen);
	memset(p, 0, sizeof(*p));
}

struct cpu_place stat_places_of_cpu(struct stat_places *p, int cpu)
{
	const uint32_t known = p->n_cpus;
	struct cpu_place *place =
		list_element(&p->seen, (uint32_t)cpu, &p->cpus, &p->n_cpus, &p->cpus_capacity, sizeof(*p->cpus));

	if (!place)
		return (struct cpu_place){ 0 };
	if (p->n_cpus > known && p->machine.place_of_cpu)
		*place = p->machine.place_of_cpu(p->machine.context, cpu, p->cache_level);
	return *place;
}

/* A CPU's place as far as counts are summed by it. */
static struct cpu_place summed_by(enum stat_by by, const struct cpu_place *on)
{
	struct cpu_place place = { 0 };

	if (by == STAT_BY_NODE) {
		place.node = on->node;
		return place;
	}
	place.socket = on->socket;
	if (by != STAT_BY_SOCKET)
		place.die = on->die;
	if (by == STAT_BY_CORE || by == STAT_BY_CPU)
		place.core = on->core;
	if (by == STAT_BY_CLUSTER)
		place.cluster = on->cluster;
	if (by == STAT_BY_CACHE) {
		place.cache_level = on->cache_level;
		place.cache = on->cache;
	}
	return place;
}

static struct stat_place place_of(struct stat_places *p, const struct counter *counter)
{
	struct stat_place place = { .cpu = -1, .tid = -1 };
	struct cpu_place on;

	if (p->by == STAT_BY_THREAD)
		place.tid = counter->tid;
	if (p->by == STAT_BY_CPU)
		place.cpu = counter->cpu;
	if (p->by == STAT_BY_ALL || p->by == STAT_BY_THREAD || counter->cpu < 0)
		return place;
	on = stat_places_of_cpu(p, counter->cpu);
	place.on = summed_by(p->by, &on);
	return place;
}

const char *stat_place_name(enum stat_by by, const struct stat_place *place, char ret_name[STAT_PLACE_NAME_MAX])
{
	const size_t size = STAT_PLACE_NAME_MAX;
	const struct cpu_place *on = &place->on;

	switch (by) {
	case STAT_BY_NODE: snprintf(ret_name, size, "N%d", on->node); break;
	case STAT_BY_SOCKET: snprintf(ret_name, size, "S%d", on->socket); break;
	case STAT_BY_DIE: snprintf(ret_name, size, "S%d-D%d", on->socket, on->die); break;
	case STAT_BY_CLUSTER: snprintf(ret_name, size, "S%d-D%d-CLS%d", on->socket, on->die, on->cluster); break;
	case STAT_BY_CACHE:
		snprintf(ret_name, size, "S%d-D%d-L%d-ID%d", on->socket, on->die, on->cache_level, on->cache);
		break;
	case STAT_BY_CORE: snprintf(ret_name, size, "S%d-D%d-C%d", on->socket, on->die, on->core); break;
	default: *ret_name = '\0';
	}
	return ret_name;
}

const char *stat_place_kind(enum stat_by by)
{
	switch (by) {
	case STAT_BY_NODE: return "node";
	case STAT_BY_SOCKET: return "socket";
	case STAT_BY_DIE: return "die";
	case STAT_BY_CLUSTER: return "cluster";
	case STAT_BY_CACHE: return "cache";
	case STAT_BY_CORE: return "core";
	case STAT_BY_CPU: return "cpu";
	default: return "";
	}
}

int stat_place_compare(const struct stat_place *a, const struct stat_place *b)
{
	const int of_a[] = { a->on.node,        a->on.socket, a->on.die, a->on.cluster,
			     a->on.cache_level, a->on.cache,  a->on.core };
	const int of_b[] = { b->on.node,        b->on.socket, b->on.die, b->on.cluster,
			     b->on.cache_level, b->on.cache,  b->on.core };

	/* CPUs stand in their own order. */
	if (a->cpu != b->cpu)
		return a->cpu < b->cpu ? -1 : 1;
	for (size_t i = 0; i < sizeof(of_a) / sizeof(of_a[0]); i++)
		if (of_a[i] != of_b[i])
			return of_a[i] < of_b[i] ? -1 : 1;
	return 0;
}

static bool is_same(const void *context, uint32_t number, const void *wanted)
{
	const struct stat_places *p = context;
	const struct stat_place *a = &p->list[number];
	const struct stat_place *b = wanted;

	return a->tid == b->tid && !stat_place_compare(a, b);
}

static uint64_t hash_of(const struct stat_place *place)
{
	return hash_pair(hash_bytes(&place->on, sizeof(place->on)),
			 hash_pair((uint32_t)place->cpu, (uint32_t)place->tid));
}

/* Its number in the list. HASH_TABLE_NONE: no memory. */
static uint32_t find_or_add(struct stat_places *p, const struct stat_place *place)
{
	const uint64_t hash = hash_of(place);
	const uint32_t found = hash_table_find(&p->by_place, hash, is_same, p, place);

	if (found != HASH_TABLE_NONE)
		return found;
	if (!list_reserve(&p->list, p->n, &p->capacity, sizeof(*p->list)) || hash_table_add(&p->by_place, hash, p->n))
		return HASH_TABLE_NONE;
	p->list[p->n] = *place;
	if (p->by == STAT_BY_THREAD && p->machine.comm_of)
		p->machine.comm_of(p->machine.context, place->tid, p->list[p->n].comm);
	return p->n++;
}

/* Whether the counter is of the same CPU and thread as the one before it, as those of several events are. */
static bool is_beside(const struct stat_input *counters, uint32_t i)
{
	const struct counter *a = &counters->list[i];

	return i && a[-1].cpu == a->cpu && a[-1].tid == a->tid;
}

/* How many of the CPUs that are counted on are at each place. */
static int count_cpus(struct stat_places *p, const struct stat_input *counters)
{
	struct u32map seen = { 0 };
	int result = 0;

	for (uint32_t i = 0; i < p->n; i++)
		p->list[i].n_cpus = 0;
	for (uint32_t i = 0; i < counters->n && !result; i++) {
		const int cpu = counters->list[i].cpu;

		if (cpu < 0 || is_beside(counters, i) || u32map_get(&seen, (uint32_t)cpu) != U32MAP_NONE)
			continue;
		p->list[p->of_counter[i]].n_cpus++;
		result = u32map_set(&seen, (uint32_t)cpu, 0);
	}
	u32map_fini(&seen);
	return result;
}

/* Where only the program counts, as of the time that a run took, there is a place all the same. */
static int add_only_place(struct stat_places *p, const struct stat_input *counters)
{
	const struct counter none = { .cpu = counters->cpu, .tid = counters->tid };
	const struct stat_place place = place_of(p, &none);
	const uint32_t number = find_or_add(p, &place);

	if (number == HASH_TABLE_NONE)
		return -ENOMEM;
	p->list[number].n_cpus = 1;
	return 0;
}

int stat_places_take(struct stat_places *p, const struct stat_input *counters)
{
	uint32_t *of_counter = realloc(p->of_counter, (counters->n + 1) * sizeof(*of_counter));

	if (!of_counter)
		return -ENOMEM;
	p->of_counter = of_counter;
	if (p->by == STAT_BY_ALL && find_or_add(p, &(struct stat_place){ .cpu = -1, .tid = -1 }) == HASH_TABLE_NONE)
		return -ENOMEM;
	for (uint32_t i = 0; i < counters->n; i++) {
		struct stat_place place;

		if (is_beside(counters, i)) {
			of_counter[i] = of_counter[i - 1];
			continue;
		}
		place = place_of(p, &counters->list[i]);
		of_counter[i] = find_or_add(p, &place);
		if (of_counter[i] == HASH_TABLE_NONE)
			return -ENOMEM;
	}
	if (!counters->n && p->by != STAT_BY_ALL)
		return add_only_place(p, counters);
	return count_cpus(p, counters);
}
