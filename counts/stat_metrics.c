#include "counts/stat_metrics.h"

#include "common/bytes.h"
#include "common/clock_ns.h"
#include "formats/record/generic_names.h"

#include <string.h>

/* The metrics of one event in one aggregation, while they are computed. Everything is borrowed. */
struct finder {
	const struct stat_table *table;
	uint32_t aggr;
	uint32_t event;           /* its number */
	struct counter_kind kind; /* of it */
	bool in_columns;          /* as of stat_metrics_find */
	struct stat_metric *metrics;
	int n;
};

static bool is_kind(const struct finder *f, uint32_t type, uint64_t config)
{
	return f->kind.type == type && f->kind.config == config;
}

/* Returns the mean count of an event, that of the row it is summed in; 0 for STAT_EVENT_NONE. */
static double count_at(const struct finder *f, uint32_t event)
{
	return event != STAT_EVENT_NONE ? stat_table_value(f->table, f->aggr, f->table->rows[event]).count : 0;
}

/* Returns the mean count of another event of the same cores, modes and cgroup, in its unit; 0: there is none. */
static double other_count(const struct finder *f, uint32_t type, uint64_t config)
{
	const uint32_t event = stat_same_cgroup_find(&f->table->same_cgroup, f->event, type, config);

	return event != STAT_EVENT_NONE ? count_at(f, event) * stat_unit_of(&f->table->events->list[event]).scale : 0;
}

/* Returns the ns of the clock event of the same cgroup; 0: there is none. */
static double clock_count(const struct finder *f)
{
	return count_at(f, stat_same_cgroup_clock(&f->table->same_cgroup, f->event));
}

/* Adds a metric; an event has at most STAT_METRICS_MAX. */
static void add_metric(struct finder *f, struct stat_metric metric)
{
	f->metrics[f->n++] = metric;
}

const char *const stat_topdown_names[STAT_TOPDOWN_NAMES] = {
	"tma_retiring",         "tma_bad_speculation",  "tma_frontend_bound",     "tma_backend_bound",
	"tma_heavy_operations", "tma_light_operations", "tma_branch_mispredicts", "tma_machine_clears",
	"tma_fetch_latency",    "tma_fetch_bandwidth",  "tma_memory_bound",       "tma_core_bound",
};

static double count_of(const struct finder *f, enum generic_named event)
{
	return other_count(f, GENERIC_NAMED, event);
}

static void add_slot_share(struct finder *f, const char *name, const char *unit, double part, double whole)
{
	const double share = whole ? 100 * part / whole : 0;

	add_metric(f, (struct stat_metric){ .name = name,
					    .value = share > 0 ? share : 0,
					    .digits = 1,
					    .width = 8,
					    .unit = unit,
					    .sign = "%",
					    .is_known = whole });
}

/* An event's share of the slots and, if it is a part of another event, the share of that one's rest. */
static const struct topdown {
	enum generic_named event, of;
	const char *name, *unit;
	const char *rest_name, *rest_unit; /* NULL: it is no part */
} topdowns[] = {
	{ GENERIC_TOPDOWN_RETIRING, 0, "tma_retiring", "Retiring", NULL, NULL },
	{ GENERIC_TOPDOWN_BAD_SPEC, 0, "tma_bad_speculation", "Bad Speculation", NULL, NULL },
	{ GENERIC_TOPDOWN_FE_BOUND, 0, "tma_frontend_bound", "Frontend Bound", NULL, NULL },
	{ GENERIC_TOPDOWN_BE_BOUND, 0, "tma_backend_bound", "Backend Bound", NULL, NULL },
	{ GENERIC_TOPDOWN_HEAVY_OPS, GENERIC_TOPDOWN_RETIRING, "tma_heavy_operations", "Heavy Operations",
	  "tma_light_operations", "Light Operations" },
	{ GENERIC_TOPDOWN_BR_MISPREDICT, GENERIC_TOPDOWN_BAD_SPEC, "tma_branch_mispredicts", "Branch Mispredict",
	  "tma_machine_clears", "Machine Clears" },
	{ GENERIC_TOPDOWN_FETCH_LAT, GENERIC_TOPDOWN_FE_BOUND, "tma_fetch_latency", "Fetch Latency",
	  "tma_fetch_bandwidth", "Fetch Bandwidth" },
	{ GENERIC_TOPDOWN_MEM_BOUND, GENERIC_TOPDOWN_BE_BOUND, "tma_memory_bound", "Memory Bound", "tma_core_bound",
	  "Core Bound" },
};

/* Returns the number of slots, the sum of the four events; 0: one of them is 0, but for bad speculation. */
static double topdown_slots(const struct finder *f)
{
	const double retiring = count_of(f, GENERIC_TOPDOWN_RETIRING), wasted = count_of(f, GENERIC_TOPDOWN_BAD_SPEC);
	const double front = count_of(f, GENERIC_TOPDOWN_FE_BOUND), back = count_of(f, GENERIC_TOPDOWN_BE_BOUND);

	return retiring && front && back ? retiring + wasted + front + back : 0;
}

static bool add_topdown(struct finder *f, double count)
{
	for (size_t i = 0; i < ARRAY_SIZE(topdowns); i++) {
		const struct topdown *t = &topdowns[i];

		if (f->kind.config != t->event)
			continue;
		add_slot_share(f, t->name, t->unit, count, topdown_slots(f));
		if (t->rest_name)
			add_slot_share(f, t->rest_name, t->rest_unit, count_of(f, t->of) - count, topdown_slots(f));
		return true;
	}
	return false;
}

/* Adds the metrics of Intel's CPUs before Ice Lake, each to the event that determines it most. */
static void add_slots(struct finder *f)
{
	const double total = count_of(f, GENERIC_TOTAL_SLOTS), retired = count_of(f, GENERIC_SLOTS_RETIRED);
	const double wasted = count_of(f, GENERIC_SLOTS_ISSUED) - retired + count_of(f, GENERIC_RECOVERY_BUBBLES);
	const double bubbles = count_of(f, GENERIC_FETCH_BUBBLES);

	switch (f->kind.config) {
	case GENERIC_SLOTS_RETIRED: add_slot_share(f, "tma_retiring", "retiring", retired, total); break;
	case GENERIC_RECOVERY_BUBBLES:
		add_slot_share(f, "tma_bad_speculation", "bad speculation", wasted, total);
		break;
	case GENERIC_FETCH_BUBBLES: add_slot_share(f, "tma_frontend_bound", "frontend bound", bubbles, total); break;
	case GENERIC_SLOTS_ISSUED:
		add_slot_share(f, "tma_backend_bound", "backend bound", total - retired - wasted - bubbles, total);
		break;
	default: break;
	}
}

static void add_transactions(struct finder *f, double count)
{
	const double cycles = other_count(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
	const double in_them = count_of(f, GENERIC_CYCLES_T);
	struct stat_metric metric = { .digits = 2, .width = 7, .sign = "%", .is_known = cycles };

	switch (f->kind.config) {
	case GENERIC_CYCLES_T:
		metric.unit = "transactional cycles";
		metric.value = cycles ? 100 * count / cycles : 0;
		break;
	case GENERIC_CYCLES_CT:
		metric.unit = "aborted cycles";
		metric.value = cycles && in_them > count ? 100 * (in_them - count) / cycles : 0;
		break;
	default:
		metric = (struct stat_metric){ .width = 8, .sign = "", .is_known = count && in_them };
		metric.unit = f->kind.config == GENERIC_TX_START ? "cycles / transaction" : "cycles / elision";
		metric.value = count ? in_them / count : 0;
	}
	add_metric(f, metric);
}

/* Adds the metrics of an event of GENERIC_NAMED. count: in its unit. */
static void add_named(struct finder *f, double count)
{
	if (f->kind.config <= GENERIC_EL_START)
		add_transactions(f, count);
	else if (!add_topdown(f, count))
		add_slots(f);
}

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

/* An event, the event that it is a part of, and the name of that share. */
struct share {
	const char *name; /* that of the metric */
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

/* Rates that Linux perf has as metrics. */
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

static void add_share(struct finder *f, const struct share *share, double count)
{
	const double whole = other_count(f, share->type, share->of);

	add_metric(f, (struct stat_metric){ .name = share->name,
					    .value = whole ? 100 * count / whole : 0,
					    .digits = share->digits,
					    .width = share->width,
					    .unit = share->unit,
					    .sign = share->sign,
					    .is_known = whole });
}

static bool has_event(const struct finder *f, uint64_t config)
{
	return stat_same_cgroup_find(&f->table->same_cgroup, f->event, PERF_TYPE_HARDWARE, config) != STAT_EVENT_NONE;
}

static bool has_stalls(const struct finder *f)
{
	return has_event(f, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND) ||
	       has_event(f, PERF_COUNT_HW_STALLED_CYCLES_BACKEND);
}

static void add_instructions(struct finder *f, double count)
{
	const double cycles = other_count(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
	const double front = other_count(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND);
	const double back = other_count(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND);
	const double stalled = front > back ? front : back;
	const bool is_known = stalled && count;

	add_metric(f, (struct stat_metric){ "insn_per_cycle", cycles ? count / cycles : 0, 2, 7, "insn per cycle", " ",
					    cycles, false });
	if (f->in_columns ? has_stalls(f) : is_known)
		add_metric(f, (struct stat_metric){ "stalled_cycles_per_instruction", is_known ? stalled / count : 0, 2,
						    7, "stalled cycles per insn", " ", is_known, false });
}

/* Returns Linux perf's name of an event's rate as a metric; NULL: it has none. */
static const char *rate_name(const struct finder *f)
{
	for (size_t i = 0; i < ARRAY_SIZE(rates); i++)
		if (is_kind(f, rates[i].type, rates[i].config))
			return rates[i].name;
	return NULL;
}

/* Adds the rate of an event, per second of the clock. count: in the event's unit. */
static void add_rate(struct finder *f, double count)
{
	static const char *const units[] = { "/sec", "K/sec", "M/sec", "G/sec" };
	const double ns = clock_count(f);
	double rate = ns ? count * (double)NS_PER_S / ns : 0;
	size_t unit = 0;

	if (!ns && !f->in_columns)
		return;
	while (!f->in_columns && rate > KILO && unit + 1 < ARRAY_SIZE(units)) {
		rate /= KILO;
		unit++;
	}
	add_metric(f, (struct stat_metric){ rate_name(f), rate, 3, 8, units[unit], "", ns, true });
}

static const struct share *find_share(const struct finder *f)
{
	for (size_t i = 0; i < ARRAY_SIZE(shares); i++)
		if (is_kind(f, shares[i].type, shares[i].part))
			return &shares[i];
	return NULL;
}

/* Adds the metrics of an event that no tool counts. count: as it was counted, not in the event's unit. elapsed: ns. */
static void add_all(struct finder *f, const struct counter_event *event, double count, double elapsed)
{
	const struct share *share = find_share(f);
	const double ns = clock_count(f);

	if (counter_event_is_clock(event))
		add_metric(f, (struct stat_metric){ "CPUs_utilized", elapsed ? count / elapsed : 0, 3, 8,
						    "CPUs utilized", "", elapsed, false });
	else if (is_kind(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS))
		add_instructions(f, count);
	else if (is_kind(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES))
		add_metric(f,
			   (struct stat_metric){ "cycles_frequency", ns ? count / ns : 0, 3, 8, "GHz", "", ns, false });
	else if (f->kind.type == GENERIC_NAMED)
		add_named(f, count * stat_unit_of(event).scale);
	else if (share)
		add_share(f, share, count);
	else
		add_rate(f, count * stat_unit_of(event).scale);
}

int stat_metrics_find(const struct stat_table *t, uint32_t aggr, uint32_t number, double elapsed, bool in_columns,
		      struct stat_metric ret_metrics[STAT_METRICS_MAX])
{
	const struct counter_event *event = &t->events->list[number];
	const struct stat_value value = stat_table_value(t, aggr, number);
	struct finder f = {
		.table = t, .aggr = aggr, .event = number, .in_columns = in_columns, .metrics = ret_metrics
	};

	if (event->tool || (value.state != STAT_COUNTED && !in_columns))
		return 0;
	f.kind = counter_event_kind(event);
	add_all(&f, event, value.count, elapsed);
	for (int i = 0; i < f.n; i++)
		ret_metrics[i].is_known = ret_metrics[i].is_known && value.state == STAT_COUNTED;
	return f.n;
}
