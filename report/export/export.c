#include "report/export/export.h"

#include "common/list.h"
#include "report/profile/preload.h"
#include "report/profile/preload_source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

void export_plan(const struct profile_filter *filter, bool by_cpu, struct analysis_options *ret_options)
{
	ret_options->want_comm = true;
	ret_options->keeps_deferred = true;
	ret_options->plan = (struct sample_plan){ .by_address = true,
						  .by_thread = true,
						  .by_chain = true,
						  .by_shares = true,
						  .by_cpu = by_cpu || filter->cpus };
}

void export_preload(struct export *x)
{
	const struct analysis *a = &x->profile->analysis;
	struct locator *locator = &x->profile->symbolizer.resolver.locator;
	const struct preload_source source = { .sample_lines = true, .chain_inlines = true, .chain_lines = true };

	if (!locator->symbols)
		return;
	preload_symbols(locator, a, NULL, a->options.workers);
	preload_source(locator, a, NULL, &source);
	if (!a->stacks.counts.n)
		chain_ends_add(&x->ends, a, locator, analysis_samples(a));
}

/* Clocks count ns (perf_event_open(2), PERF_COUNT_SW_CPU_CLOCK), and so does time off the CPU. */
static bool event_is_time(const struct file_event *e)
{
	return event_is_off_cpu(e) ||
	       (e->attr.type == PERF_TYPE_SOFTWARE &&
		(e->attr.config == PERF_COUNT_SW_CPU_CLOCK || e->attr.config == PERF_COUNT_SW_TASK_CLOCK));
}

int export_init(struct export *x, struct profile *profile, const struct profile_filter *filter, bool inlines)
{
	const struct perf_file *file = profile->file;

	x->profile = profile;
	x->filter = filter;
	x->first = UINT64_MAX;
	x->has_chains = perf_file_samples_have(file, PERF_SAMPLE_CALLCHAIN);
	x->events = calloc(file->n_events + 1ull, sizeof(*x->events));
	if (stacks_init(&x->stacks, profile, inlines) || !x->events)
		return -ENOMEM;
	for (uint32_t i = 0; i < file->n_events; i++)
		x->events[i] = (struct export_event){ .name = file->events[i].name,
						      .is_time = event_is_time(&file->events[i]) };
	return 0;
}

void export_fini(struct export *x)
{
	stacks_fini(&x->stacks);
	free(x->events);
	free(x->threads.list);
	hash_table_fini(&x->threads.table);
}

static uint64_t thread_hash(const struct export_thread *thread)
{
	return hash_u64((uint64_t)thread->pid << 32 | thread->tid);
}

static bool same_thread(const void *context, uint32_t number, const void *wanted)
{
	const struct export_thread *have = &((const struct export_threads *)context)->list[number], *thread = wanted;

	return have->pid == thread->pid && have->tid == thread->tid;
}

uint32_t export_thread(struct export *x, const struct export_thread *thread)
{
	struct export_threads *t = &x->threads;
	uint32_t number = hash_table_find(&t->table, thread_hash(thread), same_thread, t, thread);

	if (number != HASH_TABLE_NONE) {
		if (thread->last >= t->list[number].last) {
			t->list[number].comm = thread->comm;
			t->list[number].last = thread->last;
		}
		return number;
	}
	if (!list_reserve(&t->list, t->n, &t->capacity, sizeof(*t->list)) ||
	    hash_table_add(&t->table, thread_hash(thread), t->n))
		return EXPORT_NONE;
	t->list[t->n] = *thread;
	return t->n++;
}

uint32_t export_find_thread(const struct export *x, uint32_t pid, uint32_t tid)
{
	const struct export_thread thread = { .pid = pid, .tid = tid };

	return hash_table_find(&x->threads.table, thread_hash(&thread), same_thread, &x->threads, &thread);
}

uint32_t export_thread_comm(const struct export *x, const struct export_thread *thread)
{
	const struct timeline *timeline = &x->profile->analysis.timeline;
	uint32_t comm = thread->comm ? thread->comm : timeline_comm(timeline, thread->tid, timeline->last_time);

	return comm == STRTAB_NONE ? 0 : comm;
}

uint32_t export_process_comm(const struct export *x, const struct export_thread *thread)
{
	const struct timeline *timeline = &x->profile->analysis.timeline;
	uint32_t comm = timeline_comm(timeline, thread->pid, timeline->last_time);

	return comm == STRTAB_NONE || !*export_string(x, comm) ? thread->comm : comm;
}

uint32_t export_named_comm(struct export *x, uint32_t comm, uint32_t tid)
{
	char text[EXPORT_NAME_SIZE];

	if (*export_string(x, comm))
		return comm;
	snprintf(text, sizeof(text), ":%d", (int)tid);
	return strtab_add_string(&x->profile->names->strings, text);
}

static const char *name_of(const struct export *x, uint32_t comm, uint32_t number, char text[static EXPORT_NAME_SIZE])
{
	if (comm && *export_string(x, comm))
		return export_string(x, comm);
	snprintf(text, EXPORT_NAME_SIZE, ":%d", (int)number);
	return text;
}

const char *export_thread_name(const struct export *x, const struct export_thread *thread,
			       char text[static EXPORT_NAME_SIZE])
{
	return name_of(x, export_thread_comm(x, thread), thread->tid, text);
}

const char *export_process_name(const struct export *x, const struct export_thread *thread,
				char text[static EXPORT_NAME_SIZE])
{
	return name_of(x, export_process_comm(x, thread), thread->pid, text);
}

/* Both kinds of records may tell of the same loss (ARCHITECTURE.md, "Writing"): the larger number is not counted twice.
 */
uint64_t export_lost(const struct export *x)
{
	const struct scan_counts *counts = &x->profile->analysis.counts;

	return counts->lost > counts->lost_samples ? counts->lost : counts->lost_samples;
}
