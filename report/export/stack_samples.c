#include "report/export/stack_samples.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

static int add_entry(struct stack_samples *samples, struct export *x, const struct profile_entry *e)
{
	const struct analysis *a = &x->profile->analysis;
	const struct sample_key *key = &e->sample->key;
	const uint32_t comm = export_named_comm(x, e->comm, sample_key_tid(key));
	const struct export_thread thread = {
		.pid = sample_key_pid(key), .tid = sample_key_tid(key), .comm = comm, .last = e->sample->last
	};
	struct stack_sample sample = { .event = sample_key_event(key),
				       .thread = export_thread(x, &thread),
				       .comm = comm,
				       .stack = stacks_of(&x->stacks, &a->chains, key, analysis_ip(a, e->sample),
							  &e->at),
				       .count = e->sample->count,
				       .period = e->sample->period };

	if (comm == STRTAB_NONE || sample.thread == EXPORT_NONE || sample.stack == STACKS_FAILED ||
	    !list_reserve(&samples->list, samples->n, &samples->capacity, sizeof(*samples->list)))
		return -ENOMEM;
	export_count(x, sample.event, sample.count, sample.period);
	export_span(x, e->sample->first, e->sample->last);
	samples->list[samples->n++] = sample;
	return 0;
}

/* --- the order ------------------------------------------------------------------------------ */

static int compare_threads(const void *a, const void *b, void *export)
{
	const struct export_thread *threads = ((const struct export *)export)->threads.list;
	const struct export_thread *x = &threads[*(const uint32_t *)a], *y = &threads[*(const uint32_t *)b];

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	return x->tid < y->tid ? -1 : x->tid > y->tid;
}

/* Numbers threads by pid and tid. *ret_threads: the new number by the old one, malloced. 0 or -ENOMEM. */
static int threads_renumber(struct export *x, uint32_t **ret_threads)
{
	struct export_threads *t = &x->threads;
	uint32_t *order = malloc((t->n + 1ull) * sizeof(*order)), *numbers = malloc((t->n + 1ull) * sizeof(*numbers));
	struct export_thread *list = malloc((t->n + 1ull) * sizeof(*list));

	*ret_threads = numbers;
	if (!order || !numbers || !list) {
		free(order);
		free(list);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < t->n; i++)
		order[i] = i;
	qsort_r(order, t->n, sizeof(*order), compare_threads, x);
	hash_table_clear(&t->table);
	for (uint32_t i = 0; i < t->n; i++) {
		numbers[order[i]] = i;
		list[i] = t->list[order[i]];
	}
	free(t->list);
	free(order);
	t->list = list;
	t->capacity = t->n + 1;
	return 0;
}

static int compare_samples(const void *a, const void *b, void *export)
{
	const struct export *x = export;
	const struct stack_sample *s = a, *t = b;

	if (s->event != t->event)
		return s->event < t->event ? -1 : 1;
	if (s->thread != t->thread)
		return s->thread < t->thread ? -1 : 1;
	if (s->comm != t->comm)
		return strcmp(export_string(x, s->comm), export_string(x, t->comm));
	return s->stack < t->stack ? -1 : s->stack > t->stack;
}

static void samples_merge(struct stack_samples *samples, struct export *x)
{
	uint32_t n = 0;

	if (samples->n)
		qsort_r(samples->list, samples->n, sizeof(*samples->list), compare_samples, x);
	for (uint32_t i = 0; i < samples->n; i++) {
		if (!n || compare_samples(&samples->list[n - 1], &samples->list[i], x) != 0) {
			samples->list[n++] = samples->list[i];
			continue;
		}
		samples->list[n - 1].count += samples->list[i].count;
		samples->list[n - 1].period += samples->list[i].period;
	}
	samples->n = n;
}

static int samples_order(struct stack_samples *samples, struct export *x)
{
	uint32_t *stacks = NULL, *threads = NULL;
	int result = stacks_renumber(&x->stacks, &stacks);

	if (!result)
		result = threads_renumber(x, &threads);
	for (uint32_t i = 0; i < samples->n && !result; i++) {
		samples->list[i].stack = stacks[samples->list[i].stack];
		samples->list[i].thread = threads[samples->list[i].thread];
	}
	free(stacks);
	free(threads);
	if (!result)
		samples_merge(samples, x);
	return result;
}

int stack_samples_read(struct stack_samples *samples, struct export *x, struct error *err)
{
	const struct analysis *a = &x->profile->analysis;
	struct profile_entry entry;
	uint64_t part = a->effort.n_partitions;
	int result;

	*samples = (struct stack_samples){ 0 };
	export_preload(x);
	while ((result = profile_next(x->profile, x->filter, PROFILE_COMM, &entry, err)) > 0) {
		if (a->effort.n_partitions != part)
			stacks_forget_chains(&x->stacks);
		part = a->effort.n_partitions;
		if (add_entry(samples, x, &entry))
			return error_nomem(err);
	}
	if (!result && samples_order(samples, x))
		return error_nomem(err);
	return result;
}

void stack_samples_fini(struct stack_samples *samples)
{
	free(samples->list);
}
