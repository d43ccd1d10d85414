#include "counts/stat_named.h"

#include "common/bytes.h"
#include "formats/record/generic_names.h"

const char *const stat_topdown_names[STAT_TOPDOWN_NAMES] = {
	"tma_retiring",         "tma_bad_speculation",  "tma_frontend_bound",     "tma_backend_bound",
	"tma_heavy_operations", "tma_light_operations", "tma_branch_mispredicts", "tma_machine_clears",
	"tma_fetch_latency",    "tma_fetch_bandwidth",  "tma_memory_bound",       "tma_core_bound",
};

static double count_of(const struct stat_finder *f, enum generic_named event)
{
	return stat_finder_count(f, GENERIC_NAMED, event);
}

static void add_share(struct stat_finder *f, const char *name, const char *unit, double part, double whole)
{
	const double share = whole ? 100 * part / whole : 0;

	stat_finder_add(f, (struct stat_metric){ .name = name,
						 .value = share > 0 ? share : 0,
						 .digits = 1,
						 .width = 8,
						 .unit = unit,
						 .sign = "%",
						 .is_known = whole });
}

/* What an event has of the slots, and where it is a part of another one, what is left of that. */
static const struct topdown {
	enum generic_named event, of;
	const char *name, *unit;
	const char *rest_name, *rest_unit; /* NULL: it is a whole */
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

/* All four have to be there. */
static double topdown_slots(const struct stat_finder *f)
{
	const double retiring = count_of(f, GENERIC_TOPDOWN_RETIRING), wasted = count_of(f, GENERIC_TOPDOWN_BAD_SPEC);
	const double front = count_of(f, GENERIC_TOPDOWN_FE_BOUND), back = count_of(f, GENERIC_TOPDOWN_BE_BOUND);

	return retiring && front && back ? retiring + wasted + front + back : 0;
}

static bool add_topdown(struct stat_finder *f, double count)
{
	for (size_t i = 0; i < ARRAY_SIZE(topdowns); i++) {
		const struct topdown *t = &topdowns[i];

		if (f->kind.config != t->event)
			continue;
		add_share(f, t->name, t->unit, count, topdown_slots(f));
		if (t->rest_name)
			add_share(f, t->rest_name, t->rest_unit, count_of(f, t->of) - count, topdown_slots(f));
		return true;
	}
	return false;
}

/* Of Intel's CPUs before Ice Lake; a metric stands beside the event that it has most to do with. */
static void add_slots(struct stat_finder *f)
{
	const double total = count_of(f, GENERIC_TOTAL_SLOTS), retired = count_of(f, GENERIC_SLOTS_RETIRED);
	const double wasted = count_of(f, GENERIC_SLOTS_ISSUED) - retired + count_of(f, GENERIC_RECOVERY_BUBBLES);
	const double bubbles = count_of(f, GENERIC_FETCH_BUBBLES);

	switch (f->kind.config) {
	case GENERIC_SLOTS_RETIRED: add_share(f, "tma_retiring", "retiring", retired, total); break;
	case GENERIC_RECOVERY_BUBBLES: add_share(f, "tma_bad_speculation", "bad speculation", wasted, total); break;
	case GENERIC_FETCH_BUBBLES: add_share(f, "tma_frontend_bound", "frontend bound", bubbles, total); break;
	case GENERIC_SLOTS_ISSUED:
		add_share(f, "tma_backend_bound", "backend bound", total - retired - wasted - bubbles, total);
		break;
	default: break;
	}
}

static void add_transactions(struct stat_finder *f, double count)
{
	const double cycles = stat_finder_count(f, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
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
	stat_finder_add(f, metric);
}

void stat_named_add(struct stat_finder *f, double count)
{
	if (f->kind.config <= GENERIC_EL_START)
		add_transactions(f, count);
	else if (!add_topdown(f, count))
		add_slots(f);
}
