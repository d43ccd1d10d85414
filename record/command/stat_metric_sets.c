#include "record/command/stat_metric_sets.h"

#include "common/bytes.h"
#include "common/suggest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The events of all metrics. */
#define EVENTS(EVENT)                              \
	EVENT(CLOCK, "task-clock")                 \
	EVENT(SWITCHES, "context-switches")        \
	EVENT(MIGRATIONS, "cpu-migrations")        \
	EVENT(FAULTS, "page-faults")               \
	EVENT(CYCLES, "cpu-cycles")                \
	EVENT(INSTRUCTIONS, "instructions")        \
	EVENT(FRONTEND, "stalled-cycles-frontend") \
	EVENT(BACKEND, "stalled-cycles-backend")   \
	EVENT(BRANCHES, "branches")                \
	EVENT(BRANCH_MISSES, "branch-misses")      \
	EVENT(CACHE_REFS, "cache-references")      \
	EVENT(CACHE_MISSES, "cache-misses")        \
	EVENT(L1D, "L1-dcache-loads")              \
	EVENT(L1D_MISSES, "L1-dcache-load-misses") \
	EVENT(L1I, "L1-icache-loads")              \
	EVENT(L1I_MISSES, "L1-icache-load-misses") \
	EVENT(LLC, "LLC-loads")                    \
	EVENT(LLC_MISSES, "LLC-load-misses")       \
	EVENT(DTLB, "dTLB-loads")                  \
	EVENT(DTLB_MISSES, "dTLB-load-misses")     \
	EVENT(ITLB, "iTLB-loads")                  \
	EVENT(ITLB_MISSES, "iTLB-load-misses")     \
	EVENT(PREFETCHES, "L1-dcache-prefetches")  \
	EVENT(PREFETCH_MISSES, "L1-dcache-prefetch-misses")

#define EVENT_NUMBER(id, name) NUMBER_##id,
#define EVENT_BIT(id, name)    id = 1 << NUMBER_##id,
#define EVENT_NAME(id, name)   name,

enum { EVENTS(EVENT_NUMBER) };
enum { EVENTS(EVENT_BIT) };
static const char *const event_names[] = { EVENTS(EVENT_NAME) };

/* Names as Linux perf 7 has those that no table of a CPU's defines, and the usual short ones. */
static const struct metric_set {
	const char *name, *alias;
	const char *group; /* of metrics, which stands for all of them */
	uint32_t events;
	bool is_group; /* its events are counted at the same times */
} sets[] = {
	{ "CPUs_utilized", NULL, "Default", CLOCK, false },
	{ "backend_cycles_idle", NULL, "Default", CYCLES | BACKEND, true },
	{ "branch_frequency", NULL, "Default", CLOCK | BRANCHES, false },
	{ "branch_miss_rate", NULL, "Default", BRANCHES | BRANCH_MISSES, true },
	{ "cache_miss_rate", NULL, NULL, CACHE_REFS | CACHE_MISSES, true },
	{ "cs_per_second", NULL, "Default", CLOCK | SWITCHES, false },
	{ "cycles_frequency", "GHz", "Default", CLOCK | CYCLES, false },
	{ "dtlb_miss_rate", NULL, "Default3", DTLB | DTLB_MISSES, true },
	{ "frontend_cycles_idle", NULL, "Default", CYCLES | FRONTEND, true },
	{ "insn_per_cycle", "IPC", "Default", CYCLES | INSTRUCTIONS, true },
	{ "itlb_miss_rate", NULL, "Default3", ITLB | ITLB_MISSES, true },
	{ "l1_prefetch_miss_rate", NULL, "Default4", PREFETCHES | PREFETCH_MISSES, true },
	{ "l1d_miss_rate", NULL, "Default2", L1D | L1D_MISSES, true },
	{ "l1i_miss_rate", NULL, "Default3", L1I | L1I_MISSES, true },
	{ "llc_miss_rate", NULL, "Default2", LLC | LLC_MISSES, true },
	{ "migrations_per_second", NULL, "Default", CLOCK | MIGRATIONS, false },
	{ "page_faults_per_second", NULL, "Default", CLOCK | FAULTS, false },
	{ "stalled_cycles_per_instruction", NULL, "Default", INSTRUCTIONS | FRONTEND | BACKEND, true },
};

/* What is to be counted for some metrics: groups that share an event are one, so that none is counted twice. */
struct wanted_events {
	uint32_t groups[ARRAY_SIZE(sets)];
	size_t n_groups;
	uint32_t alone;
};

static void want_group(struct wanted_events *w, uint32_t events)
{
	size_t kept = 0;

	for (size_t i = 0; i < w->n_groups; i++)
		if (w->groups[i] & events)
			events |= w->groups[i];
		else
			w->groups[kept++] = w->groups[i];
	w->groups[kept] = events;
	w->n_groups = kept + 1;
}

static void want(struct wanted_events *w, const struct metric_set *set)
{
	if (set->is_group)
		want_group(w, set->events);
	else
		w->alone |= set->events;
}

static bool is_chosen(const struct stat_metric_choice *choice, const char *name)
{
	for (uint32_t i = 0; i < choice->n; i++)
		if (choice->names[i] == name)
			return true;
	return false;
}

static bool is_called(const struct metric_set *set, const char *name)
{
	return !strcasecmp(set->name, name) || (set->alias && !strcasecmp(set->alias, name)) ||
	       (set->group && !strcasecmp(set->group, name));
}

static int unknown(const char *name, struct error *err)
{
	struct suggest suggest;

	error_set(err, -ENOENT, "-M: no metric '%s'", name);
	suggest_init(&suggest, name);
	for (size_t i = 0; i < ARRAY_SIZE(sets); i++)
		suggest_offer(&suggest, sets[i].name);
	suggest_append(&suggest, err);
	if (!suggest.n)
		error_append(err, "; there are those that two common events make, see prec-stat(1)");
	return -EINVAL;
}

static int choose_one(struct stat_metric_choice *choice, const char *name, struct wanted_events *w, struct error *err)
{
	bool found = false;

	for (size_t i = 0; i < ARRAY_SIZE(sets); i++) {
		if (!is_called(&sets[i], name))
			continue;
		found = true;
		want(w, &sets[i]);
		if (!is_chosen(choice, sets[i].name))
			choice->names[choice->n++] = sets[i].name;
	}
	return found ? 0 : unknown(name, err);
}

static void put_events(FILE *out, uint32_t events)
{
	const char *between = "";

	for (size_t i = 0; i < ARRAY_SIZE(event_names); i++)
		if (events >> i & 1) {
			fprintf(out, "%s%s", between, event_names[i]);
			between = ",";
		}
}

/* What is counted already is left out. */
static void put_wanted(struct stat_metric_choice *choice, const struct wanted_events *w, FILE *out)
{
	const char *between = "";

	for (size_t i = 0; i < w->n_groups; i++) {
		const uint32_t group = w->groups[i] & ~choice->counted;

		choice->counted |= group;
		if (!group)
			continue;
		fprintf(out, "%s{", between);
		put_events(out, group);
		fputc('}', out);
		between = ",";
	}
	if (w->alone & ~choice->counted)
		fputs(between, out);
	put_events(out, w->alone & ~choice->counted);
	choice->counted |= w->alone;
}

static char *text_of(struct stat_metric_choice *choice, const struct wanted_events *w)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	put_wanted(choice, w, out);
	if (!fclose(out))
		return text;
	free(text);
	return NULL;
}

int stat_metric_choose(struct stat_metric_choice *choice, const char *names, char **ret_events, struct error *err)
{
	struct wanted_events w = { .n_groups = 0 };
	char *copy = strdup(names);
	char *left = copy;
	const char *name;
	int result = copy ? 0 : error_nomem(err);

	while (!result && (name = strsep(&left, ",")))
		result = choose_one(choice, name, &w, err);
	free(copy);
	*ret_events = result ? NULL : text_of(choice, &w);
	return result || *ret_events ? result : error_nomem(err);
}
