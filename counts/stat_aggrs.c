#include "counts/stat_aggrs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void stat_aggrs_init(struct stat_aggrs *s, enum stat_by by, const struct stat_machine *machine)
{
	*s = (struct stat_aggrs){ .by = by, .machine = *machine };
}

void stat_aggrs_fini(struct stat_aggrs *s)
{
	free(s->list);
	hash_table_fini(&s->table);
	free(s->of_counter);
	free(s->cpus);
	u32map_fini(&s->seen);
	memset(s, 0, sizeof(*s));
}

struct cpu_loc stat_aggrs_loc_of_cpu(struct stat_aggrs *s, int cpu)
{
	const uint32_t known = s->n_cpus;
	struct cpu_loc *loc =
		list_element(&s->seen, (uint32_t)cpu, &s->cpus, &s->n_cpus, &s->cpus_capacity, sizeof(*s->cpus));

	if (!loc)
		return (struct cpu_loc){ 0 };
	if (s->n_cpus > known && s->machine.loc_of_cpu)
		*loc = s->machine.loc_of_cpu(s->machine.context, cpu, s->cache_level);
	return *loc;
}

/* Keeps of a CPU's location only what defines an aggregation. */
static struct cpu_loc summed_by(enum stat_by by, const struct cpu_loc *on)
{
	struct cpu_loc loc = { 0 };

	if (by == STAT_BY_NODE) {
		loc.node = on->node;
		return loc;
	}
	loc.socket = on->socket;
	if (by != STAT_BY_SOCKET)
		loc.die = on->die;
	if (by == STAT_BY_CORE || by == STAT_BY_CPU)
		loc.core = on->core;
	if (by == STAT_BY_CLUSTER)
		loc.cluster = on->cluster;
	if (by == STAT_BY_CACHE) {
		loc.cache_level = on->cache_level;
		loc.cache = on->cache;
	}
	return loc;
}

static struct stat_aggr aggr_of(struct stat_aggrs *s, const struct counter *counter)
{
	struct stat_aggr aggr = { .cpu = -1, .tid = -1 };
	struct cpu_loc on;

	if (s->by == STAT_BY_THREAD)
		aggr.tid = counter->tid;
	if (s->by == STAT_BY_CPU)
		aggr.cpu = counter->cpu;
	if (s->by == STAT_BY_ALL || s->by == STAT_BY_THREAD || counter->cpu < 0)
		return aggr;
	on = stat_aggrs_loc_of_cpu(s, counter->cpu);
	aggr.on = summed_by(s->by, &on);
	return aggr;
}

const char *stat_aggr_name(enum stat_by by, const struct stat_aggr *aggr, char ret_name[STAT_AGGR_NAME_MAX])
{
	const size_t size = STAT_AGGR_NAME_MAX;
	const struct cpu_loc *on = &aggr->on;

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

const char *stat_aggr_kind(enum stat_by by)
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

int stat_aggr_compare(const struct stat_aggr *a, const struct stat_aggr *b)
{
	const int of_a[] = { a->on.node,        a->on.socket, a->on.die, a->on.cluster,
			     a->on.cache_level, a->on.cache,  a->on.core };
	const int of_b[] = { b->on.node,        b->on.socket, b->on.die, b->on.cluster,
			     b->on.cache_level, b->on.cache,  b->on.core };

	/* CPUs are sorted by their numbers only. */
	if (a->cpu != b->cpu)
		return a->cpu < b->cpu ? -1 : 1;
	for (size_t i = 0; i < sizeof(of_a) / sizeof(of_a[0]); i++)
		if (of_a[i] != of_b[i])
			return of_a[i] < of_b[i] ? -1 : 1;
	return 0;
}

static bool is_same(const void *context, uint32_t number, const void *wanted)
{
	const struct stat_aggrs *s = context;
	const struct stat_aggr *a = &s->list[number];
	const struct stat_aggr *b = wanted;

	return a->tid == b->tid && !stat_aggr_compare(a, b);
}

static uint64_t hash_of(const struct stat_aggr *aggr)
{
	return hash_pair(hash_bytes(&aggr->on, sizeof(aggr->on)), hash_pair((uint32_t)aggr->cpu, (uint32_t)aggr->tid));
}

/* Finds or adds an aggregation. Returns its index in the list; HASH_TABLE_NONE: no memory. */
static uint32_t find_or_add(struct stat_aggrs *s, const struct stat_aggr *aggr)
{
	const uint64_t hash = hash_of(aggr);
	const uint32_t found = hash_table_find(&s->table, hash, is_same, s, aggr);

	if (found != HASH_TABLE_NONE)
		return found;
	if (!list_reserve(&s->list, s->n, &s->capacity, sizeof(*s->list)) || hash_table_add(&s->table, hash, s->n))
		return HASH_TABLE_NONE;
	s->list[s->n] = *aggr;
	if (s->by == STAT_BY_THREAD && s->machine.comm_of)
		s->machine.comm_of(s->machine.context, aggr->tid, s->list[s->n].comm);
	return s->n++;
}

/* True if a counter is of the same CPU and thread as the one before it, as those of several events are. */
static bool is_beside(const struct stat_input *counters, uint32_t i)
{
	const struct counter *a = &counters->list[i];

	return i && a[-1].cpu == a->cpu && a[-1].tid == a->tid;
}

/* Counts the CPUs of each aggregation. 0 or -ENOMEM. */
static int count_cpus(struct stat_aggrs *s, const struct stat_input *counters)
{
	struct u32map seen = { 0 };
	int result = 0;

	for (uint32_t i = 0; i < s->n; i++)
		s->list[i].n_cpus = 0;
	for (uint32_t i = 0; i < counters->n && !result; i++) {
		const int cpu = counters->list[i].cpu;

		if (cpu < 0 || is_beside(counters, i) || u32map_get(&seen, (uint32_t)cpu) != U32MAP_NONE)
			continue;
		s->list[s->of_counter[i]].n_cpus++;
		result = u32map_set(&seen, (uint32_t)cpu, 0);
	}
	u32map_fini(&seen);
	return result;
}

/* Adds the aggregation of counts that only the program makes, such as the time of a run. 0 or -ENOMEM. */
static int add_only_aggr(struct stat_aggrs *s, const struct stat_input *counters)
{
	const struct counter none = { .cpu = counters->cpu, .tid = counters->tid };
	const struct stat_aggr aggr = aggr_of(s, &none);
	const uint32_t number = find_or_add(s, &aggr);

	if (number == HASH_TABLE_NONE)
		return -ENOMEM;
	s->list[number].n_cpus = 1;
	return 0;
}

int stat_aggrs_take(struct stat_aggrs *s, const struct stat_input *counters)
{
	uint32_t *of_counter = realloc(s->of_counter, (counters->n + 1) * sizeof(*of_counter));

	if (!of_counter)
		return -ENOMEM;
	s->of_counter = of_counter;
	if (s->by == STAT_BY_ALL && find_or_add(s, &(struct stat_aggr){ .cpu = -1, .tid = -1 }) == HASH_TABLE_NONE)
		return -ENOMEM;
	for (uint32_t i = 0; i < counters->n; i++) {
		struct stat_aggr aggr;

		if (is_beside(counters, i)) {
			of_counter[i] = of_counter[i - 1];
			continue;
		}
		aggr = aggr_of(s, &counters->list[i]);
		of_counter[i] = find_or_add(s, &aggr);
		if (of_counter[i] == HASH_TABLE_NONE)
			return -ENOMEM;
	}
	if (!counters->n && s->by != STAT_BY_ALL)
		return add_only_aggr(s, counters);
	return count_cpus(s, counters);
}
