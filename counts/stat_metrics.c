#include "counts/stat_metrics.h"

#include "common/bytes.h"
#include "common/clock_ns.h"

#include <string.h>

#define CACHE(cache, result) ((uint64_t)(cache) | (uint64_t)(result) << 16)
#define ACCESS               0
#define MISS                 1

enum cache {
	L1D,
	L1I,
	LL,
	DTLB,
	ITLB,
};

#define KILO 1000.0

/* An event, an event that it is a part of, and what it is then. */
struct share {
	uint32_t type;
	uint64_t part;
	uint64_t of;
	const char *unit;
	const char *sign;
	int width, digits;
};

static const struct share shares[] = {
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, "of all branches", "%", 7,
	  2 },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, PERF_COUNT_HW_CACHE_REFERENCES, "of all cache refs", " %", 8,
	  3 },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, PERF_COUNT_HW_CPU_CYCLES, "frontend cycles idle",
	  "%", 7, 2 },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND, PERF_COUNT_HW_CPU_CYCLES, "backend cycles idle",
	  "%", 7, 2 },
	{ PERF_TYPE_HW_CACHE, CACHE(L1D, MISS), CACHE(L1D, ACCESS), "of all L1-dcache accesses", "%", 7, 2 },
	{ PERF_TYPE_HW_CACHE, CACHE(L1I, MISS), CACHE(L1I, ACCESS), "of all L1-icache accesses", "%", 7, 2 },
	{ PERF_TYPE_HW_CACHE, CACHE(DTLB, MISS), CACHE(DTLB, ACCESS), "of all dTLB cache accesses", "%", 7, 2 },
	{ PERF_TYPE_HW_CACHE, CACHE(ITLB, MISS), CACHE(ITLB, ACCESS), "of all iTLB cache accesses", "%", 7, 2 },
	{ PERF_TYPE_HW_CACHE, CACHE(LL, MISS), CACHE(LL, ACCESS), "of all LL-cache accesses", "%", 7, 2 },
};

struct finder {
	const struct stat_table *table;
	uint32_t place;
	const struct counted_event *event;
	struct stat_metric *metrics;
	int n;
};

static bool is_event(const struct counted_event *event, uint32_t type, uint64_t config)
{
	return !event->tool && event->attr->type == type && event->attr->config == config;
}

static bool is_same_cgroup(const struct counted_event *a, const struct counted_event *b)
{
	return a->cgroup && b->cgroup ? !strcmp(a->cgroup, b->cgroup) : !a->cgroup && !b->cgroup;
}

/* The mean count of the first such event that counts in the same modes and cgroup; 0: there is none. */
static double count_of(const struct finder *f, uint32_t type, uint64_t config)
{
	const uint64_t modes = ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_EXCLUDE_HOST |
			       ATTR_EXCLUDE_GUEST | ATTR_EXCLUDE_IDLE;
	const struct counted_events *events = f->table->events;

	for (uint32_t i = 0; i < events->n; i++) {
		const struct counted_event *event = &events->list[i];

		if (is_event(event, type, config) && is_same_cgroup(event, f->event) &&
		    !((event->attr->flags ^ f->event->attr->flags) & modes))
			return stat_table_value(f->table, f->place, i).count;
	}
	return 0;
}

/* The ns of the first clock of the same cgroup, whatever its modes; clocks count in all of them. */
static double clock_of(const struct finder *f)
{
	const struct counted_events *events = f->table->events;

	for (uint32_t i = 0; i < events->n; i++)
		if (stat_is_clock(&events->list[i]) && is_same_cgroup(&events->list[i], f->event))
			return stat_table_value(f->table, f->place, i).count;
	return 0;
}

static void add(struct finder *f, struct stat_metric metric)
{
	f->metrics[f->n++] = metric;
}

static void add_share(struct finder *f, const struct share *share, double count)
{
	const double whole = count_of(f, share->type, share->of);

	add(f, (struct stat_metric){ .value = whole ? 100 * count / whole : 0,
				     .digits = share->digits,
				     .width = share->width,
				     .unit = share->unit,
				     .sign = share->sign,
				     .is_known = whole });
}

static void add_instructions(struct finder *f, double count)
{
	const double cycles = count_of(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
	const double front = count_of(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND);
	const double back = count_of(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND);
	const double stalled = front > back ? front : back;

	add(f, (struct stat_metric){ cycles ? count / cycles : 0, 2, 7, "insn per cycle", " ", cycles });
	if (stalled && count)
		add(f, (struct stat_metric){ stalled / count, 2, 7, "stalled cycles per insn", " ", true });
}

/* count: in the event's unit. */
static void add_rate(struct finder *f, double count)
{
	static const char *const units[] = { "/sec", "K/sec", "M/sec", "G/sec" };
	const double ns = clock_of(f);
	double rate = ns ? count * (double)NS_PER_S / ns : 0;
	size_t unit = 0;

	if (!ns)
		return;
	while (rate > KILO && unit + 1 < ARRAY_SIZE(units)) {
		rate /= KILO;
		unit++;
	}
	add(f, (struct stat_metric){ rate, 3, 8, units[unit], "", true });
}

static const struct share *find_share(const struct counted_event *event)
{
	for (size_t i = 0; i < ARRAY_SIZE(shares); i++)
		if (is_event(event, shares[i].type, shares[i].part))
			return &shares[i];
	return NULL;
}

int stat_metrics_find(const struct stat_table *t, uint32_t place, uint32_t number, double elapsed,
		      struct stat_metric ret_metrics[STAT_METRICS_MAX])
{
	const struct counted_event *event = &t->events->list[number];
	const struct share *share = find_share(event);
	const double count = stat_table_value(t, place, number).count;
	struct finder f = { t, place, event, ret_metrics, 0 };

	if (event->tool)
		return 0;
	if (stat_is_clock(event)) {
		add(&f, (struct stat_metric){ elapsed ? count / elapsed : 0, 3, 8, "CPUs utilized", "", elapsed });
	} else if (is_event(event, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS)) {
		add_instructions(&f, count);
	} else if (is_event(event, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES)) {
		const double ns = clock_of(&f);

		add(&f, (struct stat_metric){ ns ? count / ns : 0, 3, 8, "GHz", "", ns });
	} else if (share) {
		add_share(&f, share, count);
	} else {
		add_rate(&f, count * stat_unit_of(event).scale);
	}
	return f.n;
}
