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
	uint32_t event; /* its number */
	bool in_columns;
	struct stat_metric *metrics;
	int n;
};

static bool is_event(const struct counted_event *event, uint32_t type, uint64_t config)
{
	return !event->tool && event->attr->type == type && event->attr->config == config;
}

/* The mean count of another event at the place; 0 of STAT_PARTNER_NONE. */
static double count_at(const struct finder *f, uint32_t event)
{
	return event != STAT_PARTNER_NONE ? stat_table_value(f->table, f->place, event).count : 0;
}

static double count_of(const struct finder *f, uint32_t type, uint64_t config)
{
	return count_at(f, stat_partners_find(&f->table->partners, f->event, type, config));
}

/* In ns. */
static double clock_of(const struct finder *f)
{
	return count_at(f, stat_partners_clock(&f->table->partners, f->event));
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

static bool has_event(const struct finder *f, uint64_t config)
{
	return stat_partners_find(&f->table->partners, f->event, PERF_TYPE_HARDWARE, config) != STAT_PARTNER_NONE;
}

static bool has_stalls(const struct finder *f)
{
	return has_event(f, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND) ||
	       has_event(f, PERF_COUNT_HW_STALLED_CYCLES_BACKEND);
}

static void add_instructions(struct finder *f, double count)
{
	const double cycles = count_of(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
	const double front = count_of(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND);
	const double back = count_of(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND);
	const double stalled = front > back ? front : back;
	const bool is_known = stalled && count;

	add(f, (struct stat_metric){ cycles ? count / cycles : 0, 2, 7, "insn per cycle", " ", cycles, false });
	if (f->in_columns ? has_stalls(f) : is_known)
		add(f, (struct stat_metric){ is_known ? stalled / count : 0, 2, 7, "stalled cycles per insn", " ",
					     is_known, false });
}

/* count: in the event's unit. */
static void add_rate(struct finder *f, double count)
{
	static const char *const units[] = { "/sec", "K/sec", "M/sec", "G/sec" };
	const double ns = clock_of(f);
	double rate = ns ? count * (double)NS_PER_S / ns : 0;
	size_t unit = 0;

	if (!ns && !f->in_columns)
		return;
	while (!f->in_columns && rate > KILO && unit + 1 < ARRAY_SIZE(units)) {
		rate /= KILO;
		unit++;
	}
	add(f, (struct stat_metric){ rate, 3, 8, units[unit], "", ns, true });
}

static const struct share *find_share(const struct counted_event *event)
{
	for (size_t i = 0; i < ARRAY_SIZE(shares); i++)
		if (is_event(event, shares[i].type, shares[i].part))
			return &shares[i];
	return NULL;
}

int stat_metrics_find(const struct stat_table *t, uint32_t place, uint32_t number, double elapsed, bool in_columns,
		      struct stat_metric ret_metrics[STAT_METRICS_MAX])
{
	const struct counted_event *event = &t->events->list[number];
	const struct share *share = find_share(event);
	const struct stat_value value = stat_table_value(t, place, number);
	const double count = value.count;
	struct finder f = { t, place, number, in_columns, ret_metrics, 0 };

	if (event->tool || (value.state != STAT_COUNTED && !in_columns))
		return 0;
	if (counted_is_clock(event)) {
		add(&f,
		    (struct stat_metric){ elapsed ? count / elapsed : 0, 3, 8, "CPUs utilized", "", elapsed, false });
	} else if (is_event(event, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS)) {
		add_instructions(&f, count);
	} else if (is_event(event, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES)) {
		const double ns = clock_of(&f);

		add(&f, (struct stat_metric){ ns ? count / ns : 0, 3, 8, "GHz", "", ns, false });
	} else if (share) {
		add_share(&f, share, count);
	} else {
		add_rate(&f, count * stat_unit_of(event).scale);
	}
	for (int i = 0; i < f.n; i++)
		ret_metrics[i].is_known = ret_metrics[i].is_known && value.state == STAT_COUNTED;
	return f.n;
}
