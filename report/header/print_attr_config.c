#include "report/header/print_attr.h"

#include <inttypes.h>

#define CONFIG_PMU_SHIFT  32 /* of hardware and cache events: the type of the PMU they are meant for */
#define CONFIG_EVENT_MASK 0xffffffffull

static const char *const type_names[] = {
	"PERF_TYPE_HARDWARE", "PERF_TYPE_SOFTWARE", "PERF_TYPE_TRACEPOINT",
	"PERF_TYPE_HW_CACHE", "PERF_TYPE_RAW",      "PERF_TYPE_BREAKPOINT",
};

static const char *const hardware_names[] = {
	"PERF_COUNT_HW_CPU_CYCLES",
	"PERF_COUNT_HW_INSTRUCTIONS",
	"PERF_COUNT_HW_CACHE_REFERENCES",
	"PERF_COUNT_HW_CACHE_MISSES",
	"PERF_COUNT_HW_BRANCH_INSTRUCTIONS",
	"PERF_COUNT_HW_BRANCH_MISSES",
	"PERF_COUNT_HW_BUS_CYCLES",
	"PERF_COUNT_HW_STALLED_CYCLES_FRONTEND",
	"PERF_COUNT_HW_STALLED_CYCLES_BACKEND",
	"PERF_COUNT_HW_REF_CPU_CYCLES",
};

static const char *const software_names[] = {
	"PERF_COUNT_SW_CPU_CLOCK",        "PERF_COUNT_SW_TASK_CLOCK",
	"PERF_COUNT_SW_PAGE_FAULTS",      "PERF_COUNT_SW_CONTEXT_SWITCHES",
	"PERF_COUNT_SW_CPU_MIGRATIONS",   "PERF_COUNT_SW_PAGE_FAULTS_MIN",
	"PERF_COUNT_SW_PAGE_FAULTS_MAJ",  "PERF_COUNT_SW_ALIGNMENT_FAULTS",
	"PERF_COUNT_SW_EMULATION_FAULTS", "PERF_COUNT_SW_DUMMY",
	"PERF_COUNT_SW_BPF_OUTPUT",       "PERF_COUNT_SW_CGROUP_SWITCHES",
};

static const char *const cache_names[] = {
	"PERF_COUNT_HW_CACHE_L1D",  "PERF_COUNT_HW_CACHE_L1I", "PERF_COUNT_HW_CACHE_LL",   "PERF_COUNT_HW_CACHE_DTLB",
	"PERF_COUNT_HW_CACHE_ITLB", "PERF_COUNT_HW_CACHE_BPU", "PERF_COUNT_HW_CACHE_NODE",
};

static const char *const cache_op_names[] = {
	"PERF_COUNT_HW_CACHE_OP_READ",
	"PERF_COUNT_HW_CACHE_OP_WRITE",
	"PERF_COUNT_HW_CACHE_OP_PREFETCH",
};

static const char *const cache_result_names[] = {
	"PERF_COUNT_HW_CACHE_RESULT_ACCESS",
	"PERF_COUNT_HW_CACHE_RESULT_MISS",
};

#define NAME_OF(names, index) ((index) < ARRAY_SIZE(names) ? (names)[index] : NULL)

/* " (WHAT)" or, where the event is meant for one PMU, " (PMU/WHAT/)". */
static void print_config_words(FILE *out, const char *pmu, const char *words, uint64_t config)
{
	if (pmu && words)
		fprintf(out, " (%s/%s/)", pmu, words);
	else if (pmu)
		fprintf(out, " (%s/config=%#" PRIx64 "/)", pmu, config);
	else if (words)
		fprintf(out, " (%s)", words);
}

static const char *cache_words(uint64_t config, char *words, size_t size)
{
	const char *cache = NAME_OF(cache_names, config & 0xff);
	const char *op = NAME_OF(cache_op_names, config >> 8 & 0xff);
	const char *result = NAME_OF(cache_result_names, config >> 16 & 0xff);

	if (!cache || !op || !result)
		return NULL;
	snprintf(words, size, "%s | %s | %s", result, op, cache);
	return words;
}

/* "SYSTEM:NAME" of an event's name, which modifiers may follow behind a second colon. */
static void print_tracepoint(FILE *out, const char *event)
{
	const char *colon = event ? strchr(event, ':') : NULL;

	if (colon)
		fprintf(out, " (%.*s)", (int)(colon + 1 + strcspn(colon + 1, ":") - event), event);
}

void print_attr_config(FILE *out, const struct event_attr *attr, const char *event, const struct pmu_names *pmus)
{
	uint64_t config = attr->config;
	uint32_t pmu_type = (uint32_t)(config >> CONFIG_PMU_SHIFT);
	const char *pmu = pmu_type ? pmu_names_by_type(pmus, pmu_type) : NULL;
	char words[128];

	fprintf(out, ", config = %#" PRIx64, config);
	switch (attr->type) {
	case PERF_TYPE_HARDWARE:
		print_config_words(out, pmu, NAME_OF(hardware_names, config & CONFIG_EVENT_MASK), config);
		break;
	case PERF_TYPE_SOFTWARE: print_config_words(out, NULL, NAME_OF(software_names, config), config); break;
	case PERF_TYPE_HW_CACHE: print_config_words(out, pmu, cache_words(config, words, sizeof(words)), config); break;
	case PERF_TYPE_TRACEPOINT: print_tracepoint(out, event); break;
	default: break;
	}
}

void print_attr_type(FILE *out, uint32_t type, const struct pmu_names *pmus)
{
	bool is_pmu = type == PERF_TYPE_RAW || type > PERF_TYPE_BREAKPOINT;
	const char *name = is_pmu ? pmu_names_by_type(pmus, type) : NULL;

	if (!name)
		name = NAME_OF(type_names, type);
	fprintf(out, ", type = %u", type);
	if (name)
		fprintf(out, " (%s)", name);
}
