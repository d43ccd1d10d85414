#include "report/bundle/stack_ends.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

void stack_ends_fini(struct stack_ends *e)
{
	free(e->list);
	free(e->samples);
	hash_table_fini(&e->by_end);
	*e = (struct stack_ends){ 0 };
}

static bool is_end(const void *context, uint32_t number, const void *wanted)
{
	return !memcmp(&((const struct stack_ends *)context)->list[number], wanted, sizeof(struct stack_end));
}

/* Finds the number of an end, made when there is none. 0 or -ENOMEM. */
static int end_number(struct stack_ends *e, const struct stack_end *end, uint32_t *ret_number)
{
	uint64_t hash = hash_bytes(end, sizeof(*end));

	*ret_number = hash_table_find(&e->by_end, hash, is_end, e, end);
	if (*ret_number != HASH_TABLE_NONE)
		return 0;
	if (!list_reserve(&e->list, e->n, &e->capacity, sizeof(*e->list)) || hash_table_add(&e->by_end, hash, e->n))
		return -ENOMEM;
	e->list[e->n] = *end;
	*ret_number = e->n++;
	return 0;
}

int stack_ends_add(struct stack_ends *e, uint32_t tid, uint64_t time, const struct stack_end *end)
{
	struct ended_sample sample = { .time = time, .tid = tid, .end = BUNDLE_STACK_NONE };

	if ((end && end_number(e, end, &sample.end)) ||
	    !list_reserve_unkept(&e->samples, e->n_samples, sizeof(*e->samples)))
		return -ENOMEM;
	e->samples[e->n_samples++] = sample;
	return 0;
}

/* The end is compared, too, so that the order does not depend on that of qsort. */
static int compare_samples(const void *a, const void *b)
{
	const struct ended_sample *x = a, *y = b;

	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->end > y->end) - (x->end < y->end);
}

static int take_ends(struct bundle_stacks *s, const struct stack_ends *e, const struct timeline *t)
{
	s->n_ways = UNWIND_WAYS;
	s->ends = calloc(e->n + 1ull, sizeof(*s->ends));
	if (!s->ends)
		return -ENOMEM;
	for (uint32_t i = 0; i < e->n; i++) {
		const struct stack_end *end = &e->list[i];
		uint32_t path = end->dso == DSO_NONE ? 0 : t->dsos.list[end->dso].path;

		s->ends[i] = (struct bundle_stack_end){ .cause = end->end, .path = strtab_get(t->strings, path) };
		memcpy(s->ends[i].ways, end->by, sizeof(end->by));
	}
	s->n_ends = e->n;
	return 0;
}

/* An id of each event with stacks; none if one of them has none, which is the only event then. */
static int take_ids(struct bundle_stacks *s, const struct perf_file *f)
{
	for (uint32_t i = 0; i < f->n_events; i++) {
		if (!event_has_user_stacks(&f->events[i].attr))
			continue;
		if (!f->events[i].n_ids) {
			s->n_ids = 0;
			return 0;
		}
		if (!list_reserve(&s->ids, s->n_ids, &s->ids_capacity, sizeof(*s->ids)))
			return -ENOMEM;
		s->ids[s->n_ids++] = f->events[i].ids[0];
	}
	return 0;
}

static int take_samples(struct bundle_stacks *s, struct stack_ends *e)
{
	int result = 0;

	qsort(e->samples, e->n_samples, sizeof(*e->samples), compare_samples);
	for (uint64_t i = 0; i < e->n_samples && !result; i++) {
		const struct ended_sample *sample = &e->samples[i];

		result = bundle_stacks_add(s, sample->tid, i ? sample[-1].time : 0, sample->time, sample->end);
	}
	return result;
}

int stack_ends_put(struct stack_ends *e, const struct perf_file *f, const struct timeline *t, struct buffer *records,
		   uint32_t number, struct error *err)
{
	struct bundle_stacks s = { 0 };
	int result;

	if (!e->n || !f->timed)
		return 0;
	result = take_ends(&s, e, t) || take_ids(&s, f) || take_samples(&s, e) ? error_nomem(err) : 0;
	if (!result)
		result = bundle_stacks_put(&s, records, number, err);
	bundle_stacks_fini(&s);
	return result;
}
