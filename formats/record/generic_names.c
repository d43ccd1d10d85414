#include "formats/record/generic_names.h"

#include "common/bytes.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define HARDWARE(event_name, other, number)                                   \
	{                                                                     \
		event_name, other, PERF_TYPE_HARDWARE, PERF_COUNT_HW_##number \
	}
#define SOFTWARE(event_name, other, number)                                   \
	{                                                                     \
		event_name, other, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_##number \
	}

static const struct generic_name names[] = {
	HARDWARE("cpu-cycles", "cycles", CPU_CYCLES),
	HARDWARE("instructions", NULL, INSTRUCTIONS),
	HARDWARE("cache-references", NULL, CACHE_REFERENCES),
	HARDWARE("cache-misses", NULL, CACHE_MISSES),
	HARDWARE("branch-instructions", "branches", BRANCH_INSTRUCTIONS),
	HARDWARE("branch-misses", NULL, BRANCH_MISSES),
	HARDWARE("bus-cycles", NULL, BUS_CYCLES),
	HARDWARE("stalled-cycles-frontend", "idle-cycles-frontend", STALLED_CYCLES_FRONTEND),
	HARDWARE("stalled-cycles-backend", "idle-cycles-backend", STALLED_CYCLES_BACKEND),
	HARDWARE("ref-cycles", NULL, REF_CPU_CYCLES),
	SOFTWARE("cpu-clock", NULL, CPU_CLOCK),
	SOFTWARE("task-clock", NULL, TASK_CLOCK),
	SOFTWARE("page-faults", "faults", PAGE_FAULTS),
	SOFTWARE("context-switches", "cs", CONTEXT_SWITCHES),
	SOFTWARE("cpu-migrations", "migrations", CPU_MIGRATIONS),
	SOFTWARE("minor-faults", NULL, PAGE_FAULTS_MIN),
	SOFTWARE("major-faults", NULL, PAGE_FAULTS_MAJ),
	SOFTWARE("alignment-faults", NULL, ALIGNMENT_FAULTS),
	SOFTWARE("emulation-faults", NULL, EMULATION_FAULTS),
	SOFTWARE("dummy", NULL, DUMMY),
	SOFTWARE("bpf-output", NULL, BPF_OUTPUT),
	SOFTWARE("cgroup-switches", NULL, CGROUP_SWITCHES),
	{ 0 },
};

/* The kernel's enum perf_hw_cache_op_id as bits. */
enum cache_ops {
	CACHE_READ = 1,
	CACHE_WRITE = 2,
	CACHE_PREFETCH = 4,
};

struct cache_word {
	const char *name;
	uint8_t value;
	uint8_t ops; /* of a cache: the operations it has */
};

/* Longer words before those they begin with; the first of each value is the usual one. */
static const struct cache_word caches[] = {
	{ "L1-dcache", 0, CACHE_READ | CACHE_WRITE | CACHE_PREFETCH },
	{ "L1-data", 0, CACHE_READ | CACHE_WRITE | CACHE_PREFETCH },
	{ "l1-d", 0, CACHE_READ | CACHE_WRITE | CACHE_PREFETCH },
	{ "l1d", 0, CACHE_READ | CACHE_WRITE | CACHE_PREFETCH },
	{ "L1-icache", 1, CACHE_READ | CACHE_PREFETCH },
	{ "L1-instruction", 1, CACHE_READ | CACHE_PREFETCH },
	{ "l1-i", 1, CACHE_READ | CACHE_PREFETCH },
	{ "l1i", 1, CACHE_READ | CACHE_PREFETCH },
	{ "LLC", 2, CACHE_READ | CACHE_WRITE | CACHE_PREFETCH },
	{ "L2", 2, CACHE_READ | CACHE_WRITE | CACHE_PREFETCH },
	{ "dTLB", 3, CACHE_READ | CACHE_WRITE | CACHE_PREFETCH },
	{ "d-tlb", 3, CACHE_READ | CACHE_WRITE | CACHE_PREFETCH },
	{ "Data-TLB", 3, CACHE_READ | CACHE_WRITE | CACHE_PREFETCH },
	{ "iTLB", 4, CACHE_READ },
	{ "i-tlb", 4, CACHE_READ },
	{ "Instruction-TLB", 4, CACHE_READ },
	{ "branch", 5, CACHE_READ },
	{ "branches", 5, CACHE_READ },
	{ "bpu", 5, CACHE_READ },
	{ "btb", 5, CACHE_READ },
	{ "bpc", 5, CACHE_READ },
	{ "node", 6, CACHE_READ | CACHE_WRITE | CACHE_PREFETCH },
};

static const struct cache_word cache_ops[] = {
	{ "loads", 0, 0 },
	{ "load", 0, 0 },
	{ "read", 0, 0 },
	{ "stores", 1, 0 },
	{ "store", 1, 0 },
	{ "write", 1, 0 },
	{ "prefetches", 2, 0 },
	{ "prefetch", 2, 0 },
	{ "speculative-read", 2, 0 },
	{ "speculative-load", 2, 0 },
};

static const struct cache_word cache_results[] = {
	{ "refs", 0, 0 },   { "Reference", 0, 0 }, { "ops", 0, 0 },
	{ "access", 0, 0 }, { "misses", 1, 0 },    { "miss", 1, 0 },
};

const struct generic_name *generic_name_table(void)
{
	return names;
}

static bool word_is(const char *word, const char *name, size_t size)
{
	return word && strlen(word) == size && !strncasecmp(word, name, size); /* as in Linux perf */
}

static const struct generic_name *find_in(const struct generic_name *table, const char *name, size_t size)
{
	for (const struct generic_name *n = table; n->name; n++)
		if (word_is(n->name, name, size) || word_is(n->alias, name, size))
			return n;
	return NULL;
}

const struct generic_name *generic_name_find(const char *name, size_t size)
{
	return find_in(names, name, size);
}

/* The word that *name begins with, up to '-' or the end. Moves *name past it. */
static const struct cache_word *cache_word_take(const struct cache_word *words, size_t n, const char **name,
						size_t *size)
{
	for (size_t i = 0; i < n; i++) {
		size_t length = strlen(words[i].name);

		if (*size < length || strncasecmp(*name, words[i].name, length))
			continue;
		if (*size > length && (*name)[length] != '-')
			continue;
		*name += length;
		*size -= length;
		return &words[i];
	}
	return NULL;
}

int generic_name_cache(uint64_t *ret_config, const char *name, size_t size)
{
	const struct cache_word *cache = cache_word_take(caches, ARRAY_SIZE(caches), &name, &size);
	const struct cache_word *op = NULL;
	const struct cache_word *result = NULL;

	if (!cache)
		return -ENOENT;
	while (size) {
		const struct cache_word *word;

		name++; /* '-' */
		size--;
		word = op ? NULL : cache_word_take(cache_ops, ARRAY_SIZE(cache_ops), &name, &size);
		if (word) {
			op = word;
			continue;
		}
		word = result ? NULL : cache_word_take(cache_results, ARRAY_SIZE(cache_results), &name, &size);
		if (!word)
			return -EINVAL;
		result = word;
	}
	if (op && !(cache->ops & 1 << op->value))
		return -ENOTSUP;
	*ret_config = GENERIC_CACHE(cache->value, op ? op->value : 0, result ? result->value : 0);
	return 0;
}

/*
 * Other names in the event files of cores: those of Arm's architecture, with what drivers/perf/arm_pmuv3.c of Linux has
 * them as, that of s390, and those of Intel (arch/x86/events/intel/core.c).
 */
static const struct generic_name names_of_pmus[] = {
	HARDWARE("cpu_cycles", NULL, CPU_CYCLES),
	HARDWARE("inst_retired", NULL, INSTRUCTIONS),
	HARDWARE("br_retired", "pc_write_retired", BRANCH_INSTRUCTIONS),
	HARDWARE("br_mis_pred", "br_mis_pred_retired", BRANCH_MISSES),
	HARDWARE("stall_frontend", NULL, STALLED_CYCLES_FRONTEND),
	HARDWARE("stall_backend", NULL, STALLED_CYCLES_BACKEND),
	{ "l1d_cache", NULL, PERF_TYPE_HW_CACHE, GENERIC_CACHE(0, 0, 0) },
	{ "l1d_cache_refill", NULL, PERF_TYPE_HW_CACHE, GENERIC_CACHE(0, 0, 1) },
	{ "l1i_cache", NULL, PERF_TYPE_HW_CACHE, GENERIC_CACHE(1, 0, 0) },
	{ "l1i_cache_refill", NULL, PERF_TYPE_HW_CACHE, GENERIC_CACHE(1, 0, 1) },
	{ "ll_cache_rd", NULL, PERF_TYPE_HW_CACHE, GENERIC_CACHE(2, 0, 0) },
	{ "ll_cache_miss_rd", NULL, PERF_TYPE_HW_CACHE, GENERIC_CACHE(2, 0, 1) },
	{ "l1d_tlb", NULL, PERF_TYPE_HW_CACHE, GENERIC_CACHE(3, 0, 0) },
	{ "l1d_tlb_refill", NULL, PERF_TYPE_HW_CACHE, GENERIC_CACHE(3, 0, 1) },
	{ "l1i_tlb", NULL, PERF_TYPE_HW_CACHE, GENERIC_CACHE(4, 0, 0) },
	{ "l1i_tlb_refill", NULL, PERF_TYPE_HW_CACHE, GENERIC_CACHE(4, 0, 1) },
	{ "cycles-t", NULL, GENERIC_NAMED, GENERIC_CYCLES_T },
	{ "cycles-ct", NULL, GENERIC_NAMED, GENERIC_CYCLES_CT },
	{ "tx-start", NULL, GENERIC_NAMED, GENERIC_TX_START },
	{ "el-start", NULL, GENERIC_NAMED, GENERIC_EL_START },
	{ "topdown-retiring", NULL, GENERIC_NAMED, GENERIC_TOPDOWN_RETIRING },
	{ "topdown-bad-spec", NULL, GENERIC_NAMED, GENERIC_TOPDOWN_BAD_SPEC },
	{ "topdown-fe-bound", NULL, GENERIC_NAMED, GENERIC_TOPDOWN_FE_BOUND },
	{ "topdown-be-bound", NULL, GENERIC_NAMED, GENERIC_TOPDOWN_BE_BOUND },
	{ "topdown-heavy-ops", NULL, GENERIC_NAMED, GENERIC_TOPDOWN_HEAVY_OPS },
	{ "topdown-br-mispredict", NULL, GENERIC_NAMED, GENERIC_TOPDOWN_BR_MISPREDICT },
	{ "topdown-fetch-lat", NULL, GENERIC_NAMED, GENERIC_TOPDOWN_FETCH_LAT },
	{ "topdown-mem-bound", NULL, GENERIC_NAMED, GENERIC_TOPDOWN_MEM_BOUND },
	{ "topdown-total-slots", NULL, GENERIC_NAMED, GENERIC_TOTAL_SLOTS },
	{ "topdown-slots-issued", NULL, GENERIC_NAMED, GENERIC_SLOTS_ISSUED },
	{ "topdown-slots-retired", NULL, GENERIC_NAMED, GENERIC_SLOTS_RETIRED },
	{ "topdown-fetch-bubbles", NULL, GENERIC_NAMED, GENERIC_FETCH_BUBBLES },
	{ "topdown-recovery-bubbles", NULL, GENERIC_NAMED, GENERIC_RECOVERY_BUBBLES },
	{ 0 },
};

bool generic_name_of_core(const char *name, size_t size, uint32_t *ret_type, uint64_t *ret_config)
{
	const struct generic_name *found = find_in(names_of_pmus, name, size);

	if (!found)
		found = find_in(names, name, size);
	*ret_type = found ? found->type : PERF_TYPE_HW_CACHE;
	if (!found)
		return !generic_name_cache(ret_config, name, size);
	*ret_config = found->config;
	return found->type != PERF_TYPE_SOFTWARE;
}

bool generic_name_cache_list(size_t i, char *name, size_t room)
{
	static const char *const suffixes[] = { "loads",        "load-misses", "stores",
						"store-misses", "prefetches",  "prefetch-misses" };

	for (size_t c = 0; c < ARRAY_SIZE(caches); c++) {
		if (c && caches[c].value == caches[c - 1].value)
			continue;
		for (size_t s = 0; s < ARRAY_SIZE(suffixes); s++) {
			if (!(caches[c].ops & 1 << s / 2) || i--)
				continue;
			snprintf(name, room, "%s-%s", caches[c].name, suffixes[s]);
			return true;
		}
	}
	return false;
}
