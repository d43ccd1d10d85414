#include "record/stat/stat_usual.h"

#include "record/counter/counters.h"
#include "record/events/event_parse.h"

#include "common/bytes.h"

#include <unistd.h>

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
