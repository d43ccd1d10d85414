#include "counts/stat_metrics.h"

#include "counts/stat_finder.h"
#include "counts/stat_named.h"

#include "common/bytes.h"
#include "common/clock_ns.h"
#include "formats/record/generic_names.h"

#include <string.h>

/* The kernel's enums perf_hw_cache_id, perf_hw_cache_op_id and perf_hw_cache_op_result_id. */
enum cache {
	L1D,
	L1I,
	LL,
	DTLB,
	ITLB,
};

enum cache_op {
	READ = 0,
	PREFETCH = 2,
};

#define ACCESS(cache, op) GENERIC_CACHE(cache, op, 0)
#define MISS(cache, op)   GENERIC_CACHE(cache, op, 1)

#define KILO 1000.0

/* An event, an event that it is a part of, and what it is then. */
struct share {
	const char *name; /* of the metric */
	uint32_t type;
	uint64_t part;
	uint64_t of;
	const char *unit;
	const char *sign;
	int width, digits;
};

static const struct share shares[] = {
	{ "branch_miss_rate", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, PERF_COUNT_HW_BRANCH_INSTRUCTIONS,
	  "of all branches", "%", 7, 2 },
	{ "cache_miss_rate", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, PERF_COUNT_HW_CACHE_REFERENCES,
	  "of all cache refs", " %", 8, 3 },
	{ "frontend_cycles_idle", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, PERF_COUNT_HW_CPU_CYCLES,
	  "frontend cycles idle", "%", 7, 2 },
	{ "backend_cycles_idle", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND, PERF_COUNT_HW_CPU_CYCLES,
	  "backend cycles idle", "%", 7, 2 },
	{ "l1d_miss_rate", PERF_TYPE_HW_CACHE, MISS(L1D, READ), ACCESS(L1D, READ), "of all L1-dcache accesses", "%", 7,
	  2 },
	{ "l1i_miss_rate", PERF_TYPE_HW_CACHE, MISS(L1I, READ), ACCESS(L1I, READ), "of all L1-icache accesses", "%", 7,
	  2 },
	{ "dtlb_miss_rate", PERF_TYPE_HW_CACHE, MISS(DTLB, READ), ACCESS(DTLB, READ), "of all dTLB cache accesses", "%",
	  7, 2 },
	{ "itlb_miss_rate", PERF_TYPE_HW_CACHE, MISS(ITLB, READ), ACCESS(ITLB, READ), "of all iTLB cache accesses", "%",
	  7, 2 },
	{ "llc_miss_rate", PERF_TYPE_HW_CACHE, MISS(LL, READ), ACCESS(LL, READ), "of all LL-cache accesses", "%", 7,
	  2 },
	{ "l1_prefetch_miss_rate", PERF_TYPE_HW_CACHE, MISS(L1D, PREFETCH), ACCESS(L1D, PREFETCH),
	  "of all L1-dcache prefetches", "%", 7, 2 },
};

/* Rates that are metrics of Linux perf, too. */
static const struct rate {
	uint32_t type;
	uint64_t config;
	const char *name;
} rates[] = {
	{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, "cs_per_second" },
	{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS, "migrations_per_second" },
	{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, "page_faults_per_second" },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, "branch_frequency" },
};

static void add_share(struct stat_finder *f, const struct share *share, double count)
{
	const double whole = stat_finder_count(f, share->type, share->of);

	stat_finder_add(f, (struct stat_metric){ .name = share->name,
						 .value = whole ? 100 * count / whole : 0,
						 .digits = share->digits,
						 .width = share->width,
						 .unit = share->unit,
						 .sign = share->sign,
						 .is_known = whole });
}

static bool has_event(const struct stat_finder *f, uint64_t config)
{
	return stat_same_cgroup_find(&f->table->partners, f->event, PERF_TYPE_HARDWARE, config) != STAT_PARTNER_NONE;
}

static bool has_stalls(const struct stat_finder *f)
{
	return has_event(f, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND) ||
	       has_event(f, PERF_COUNT_HW_STALLED_CYCLES_BACKEND);
}

static void add_instructions(struct stat_finder *f, double count)
{
	const double cycles = stat_finder_count(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
	const double front = stat_finder_count(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND);
	const double back = stat_finder_count(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND);
	const double stalled = front > back ? front : back;
	const bool is_known = stalled && count;

	stat_finder_add(f, (struct stat_metric){ "insn_per_cycle", cycles ? count / cycles : 0, 2, 7, "insn per cycle",
						 " ", cycles, false });
	if (f->in_columns ? has_stalls(f) : is_known)
		stat_finder_add(f,
				(struct stat_metric){ "stalled_cycles_per_instruction", is_known ? stalled / count : 0,
						      2, 7, "stalled cycles per insn", " ", is_known, false });
}

/* NULL: it is no metric of Linux perf. */
static const char *rate_name(const struct stat_finder *f)
{
	for (size_t i = 0; i < ARRAY_SIZE(rates); i++)
		if (stat_finder_is(f, rates[i].type, rates[i].config))
			return rates[i].name;
	return NULL;
}

/* count: in the event's unit. */
static void add_rate(struct stat_finder *f, double count)
{
	static const char *const units[] = { "/sec", "K/sec", "M/sec", "G/sec" };
	const double ns = stat_finder_clock(f);
	double rate = ns ? count * (double)NS_PER_S / ns : 0;
	size_t unit = 0;

	if (!ns && !f->in_columns)
		return;
	while (!f->in_columns && rate > KILO && unit + 1 < ARRAY_SIZE(units)) {
		rate /= KILO;
		unit++;
	}
	stat_finder_add(f, (struct stat_metric){ rate_name(f), rate, 3, 8, units[unit], "", ns, true });
}

static const struct share *find_share(const struct stat_finder *f)
{
	for (size_t i = 0; i < ARRAY_SIZE(shares); i++)
		if (stat_finder_is(f, shares[i].type, shares[i].part))
			return &shares[i];
	return NULL;
}

/* count: of the event, which no tool counts. */
static void add_all(struct stat_finder *f, const struct counted_event *event, double count, double elapsed)
{
	const struct share *share = find_share(f);
	const double ns = stat_finder_clock(f);

	if (counted_is_clock(event))
		stat_finder_add(f, (struct stat_metric){ "CPUs_utilized", elapsed ? count / elapsed : 0, 3, 8,
							 "CPUs utilized", "", elapsed, false });
	else if (stat_finder_is(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS))
		add_instructions(f, count);
	else if (stat_finder_is(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES))
		stat_finder_add(
			f, (struct stat_metric){ "cycles_frequency", ns ? count / ns : 0, 3, 8, "GHz", "", ns, false });
	else if (f->kind.type == GENERIC_NAMED)
		stat_named_add(f, count * stat_unit_of(event).scale);
	else if (share)
		add_share(f, share, count);
	else
		add_rate(f, count * stat_unit_of(event).scale);
}

int stat_metrics_find(const struct stat_table *t, uint32_t place, uint32_t number, double elapsed, bool in_columns,
		      struct stat_metric ret_metrics[STAT_METRICS_MAX])
{
	const struct counted_event *event = &t->events->list[number];
	const struct stat_value value = stat_table_value(t, place, number);
	struct stat_finder f = {
		.table = t, .place = place, .event = number, .in_columns = in_columns, .metrics = ret_metrics
	};

	if (event->tool || (value.state != STAT_COUNTED && !in_columns))
		return 0;
	f.kind = counted_kind(event);
	add_all(&f, event, value.count, elapsed);
	for (int i = 0; i < f.n; i++)
		ret_metrics[i].is_known = ret_metrics[i].is_known && value.state == STAT_COUNTED;
	return f.n;
}
