#include "record/stat/stat_sets.h"

#include "common/bytes.h"
#include "record/counter/counters.h"
#include "record/events/event_parse.h"
#include "record/events/pmu_walk.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Names of events in sysfs, each with a blank after it. */
struct set {
	const char *events;
	bool is_group;
	unsigned level; /* that the events go to */
};

#define LEVEL_1 "topdown-retiring topdown-bad-spec topdown-fe-bound topdown-be-bound "
#define LEVEL_2 "topdown-heavy-ops topdown-br-mispredict topdown-fetch-lat topdown-mem-bound "

/* Of Intel since Ice Lake, and before; of small cores, which have no slots. The first that a PMU has is taken. */
static const struct set topdowns[] = {
	{ "slots " LEVEL_1 LEVEL_2, true, 2 },
	{ "slots " LEVEL_1, true, 1 },
	{ LEVEL_1, true, 1 },
	{ "topdown-total-slots topdown-slots-retired topdown-recovery-bubbles topdown-fetch-bubbles "
	  "topdown-slots-issued ",
	  false, 1 },
};

static const struct set transactions[] = {
	{ "instructions cpu-cycles cycles-t tx-start el-start cycles-ct ", true, 1 },
	{ "instructions cpu-cycles cycles-t tx-start ", true, 1 },
};

/* Appends "PMU/EVENT/" of each event, between braces if they are a group. */
static char *text_of(const struct set *set, const struct pmu *pmu)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	fputs(set->is_group ? "{" : "", out);
	for (const char *name = set->events; *name;) {
		const size_t length = strcspn(name, " ");

		fprintf(out, "%s%s/%.*s/", name == set->events ? "" : ",", pmu->name, (int)length, name);
		name += length + 1;
	}
	fputs(set->is_group ? "}" : "", out);
	if (!fclose(out))
		return text;
	free(text);
	return NULL;
}

/* Whether the PMU names what no kernel knows as a generic event. */
static bool pmu_has(const struct pmu *pmu, const struct set *set)
{
	char name[EVENT_WORD_MAX];

	for (const char *at = set->events; *at;) {
		const size_t length = strcspn(at, " ");
		struct event_text word = { at, length };

		if (event_text_copy(name, word, NULL))
			return false;
		if (!pmu_find_event(pmu, name) && strcmp(name, "instructions") && strcmp(name, "cpu-cycles"))
			return false;
		at += length + 1;
	}
	return true;
}

static int add_set(struct event_list *list, const struct set *set, const struct pmu *pmu,
		   const struct event_context *context, struct error *err)
{
	char *text = text_of(set, pmu);
	int result = text ? event_list_parse(list, text, context, err) : error_nomem(err);

	free(text);
	return result;
}

struct sets {
	const struct set *list;
	size_t n;
	unsigned level;   /* the deepest to be taken */
	unsigned deepest; /* that a PMU has */
};

static int add_of_pmu(struct event_list *list, struct sets *sets, const struct pmu *pmu,
		      const struct event_context *context, struct error *err)
{
	for (size_t i = 0; i < sets->n; i++) {
		if (!pmu_has(pmu, &sets->list[i]))
			continue;
		if (sets->list[i].level > sets->deepest)
			sets->deepest = sets->list[i].level;
		if (sets->list[i].level <= sets->level)
			return add_set(list, &sets->list[i], pmu, context, err);
	}
	return 0;
}

static int add_of_cores(struct event_list *list, struct sets *sets, const struct event_context *context,
			struct error *err)
{
	struct pmu_walk walk;
	int result = pmu_walk_init(&walk, context, err);

	for (size_t i = 0; i < walk.n && !result; i++) {
		struct pmu pmu;

		if (!pmu_is_core(context->sys_root, walk.names[i]) || pmu_walk_leaves_out(&walk, i))
			continue;
		result = pmu_walk_load(&walk, &pmu, i, err);
		if (result)
			break;
		result = add_of_pmu(list, sets, &pmu, context, err);
		pmu_fini(&pmu);
	}
	pmu_walk_fini(&walk);
	return result;
}

int stat_sets_topdown(struct event_list *list, uint64_t level, const struct event_context *context, struct error *err)
{
	struct sets sets = { topdowns, ARRAY_SIZE(topdowns), level ? (unsigned)level : UINT32_MAX, 0 };
	int result = add_of_cores(list, &sets, context, err);

	if (result)
		return result;
	if (!sets.deepest)
		return error_set(
			err, -ENOENT,
			"--topdown: no PMU of cores names the events for it on this machine (topdown-retiring ... "
			"of Intel's CPUs)");
	if (level > sets.deepest)
		return error_set(err, -EINVAL, "--td-level %" PRIu64 ": the deepest level on this machine is %u", level,
				 sets.deepest);
	return 0;
}

int stat_sets_transactions(struct event_list *list, const struct event_context *context, struct error *err)
{
	struct sets sets = { transactions, ARRAY_SIZE(transactions), 1, 0 };
	int result = event_list_parse(list, "task-clock", context, err);

	if (!result)
		result = add_of_cores(list, &sets, context, err);
	if (!result && !sets.deepest)
		result = error_set(
			err, -ENOENT,
			"-T: no PMU of cores names the events for it on this machine (cycles-t, tx-start): it "
			"has no transactional memory, or that is switched off");
	return result;
}

#define ON_CPUS    "cpu-clock"
#define ON_THREADS "task-clock"
#define SOFTWARE   "context-switches,cpu-migrations,page-faults"
#define STALLS     "stalled-cycles-frontend,stalled-cycles-backend"
#define BRANCHES   "instructions,branches,branch-misses"
#define CACHES     "L1-dcache-loads,L1-dcache-load-misses,LLC-loads,LLC-load-misses"
#define TLBS       "L1-icache-loads,L1-icache-load-misses,dTLB-loads,dTLB-load-misses,iTLB-loads,iTLB-load-misses"
#define PREFETCHES "L1-dcache-prefetches,L1-dcache-prefetch-misses"

/* Drops the events from first on that cannot be opened. tried: the same ones. */
static int drop_missing(struct event_list *list, int first, const struct event_list *tried, struct error *err)
{
	const pid_t self = gettid();
	const struct target_config config = { .kind = TARGET_THREADS, .ids = &self, .n_ids = 1, .per_thread = true };
	const struct counting_config counting = { .starts_later = true };
	struct counters counters;
	struct target target;
	bool opened;
	int result = target_init(&target, &config, err);

	if (result)
		return result;
	opened = !counters_open(&counters, tried, &counting, &target, NULL, NULL);
	for (int i = tried->n - 1; i >= 0; i--)
		if (!opened || counters.is_missing[i])
			event_list_remove(list, first + i);
	if (opened)
		counters_close(&counters);
	target_fini(&target);
	return 0;
}

static int add_if_there(struct event_list *list, const char *events, const struct event_context *context,
			struct error *err)
{
	const int first = list->n;
	struct event_list tried;
	int result;

	event_list_init(&tried);
	result = event_list_parse(&tried, events, context, err);
	if (!result)
		result = event_list_parse(list, events, context, err);
	if (!result)
		result = drop_missing(list, first, &tried, err);
	event_list_fini(&tried);
	return result;
}

int stat_usual_add(struct event_list *list, bool on_cpus, unsigned detailed, const struct event_context *context,
		   struct error *err)
{
	static const char *const more[] = { CACHES, TLBS, PREFETCHES };
	int result = event_list_parse(list, on_cpus ? ON_CPUS : ON_THREADS, context, err);

	if (!result)
		result = event_list_parse(list, SOFTWARE ",cycles", context, err);
	if (!result)
		result = add_if_there(list, STALLS, context, err);
	if (!result)
		result = event_list_parse(list, BRANCHES, context, err);
	for (unsigned i = 0; !result && i < detailed && i < ARRAY_SIZE(more); i++)
		result = event_list_parse(list, more[i], context, err);
	return result;
}
