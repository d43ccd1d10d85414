#include "report/unwind/ended_stacks.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

static_assert(UNWIND_WAYS <= BUNDLE_STACK_WAYS_MAX, "a bundle has all");

int ended_stacks_read(struct ended_stacks *e, const struct bundle_part *part, const struct perf_file *f)
{
	int result = bundle_stacks_read(&e->stacks, part);

	e->of_event = NULL;
	if (result)
		return result;
	e->of_event = calloc(f->n_events + 1ull, sizeof(*e->of_event));
	if (!e->of_event)
		return -ENOMEM;
	for (uint32_t i = 0; i < e->stacks.n_ids; i++) {
		const struct file_event *event = perf_file_event_by_id(f, e->stacks.ids[i]);

		if (event)
			e->of_event[event - f->events] = true;
	}
	for (uint32_t i = 0; i < f->n_events && !e->stacks.n_ids; i++)
		e->of_event[i] = true;
	return 0;
}

void ended_stacks_fini(struct ended_stacks *e)
{
	bundle_stacks_fini(&e->stacks);
	free(e->of_event);
	e->of_event = NULL;
}

int ended_counts_init(struct ended_counts *c, const struct ended_stacks *stacks, uint32_t max)
{
	*c = (struct ended_counts){ .stacks = ended_stacks_any(stacks) ? stacks : NULL,
				    .max = max,
				    .last = BUNDLE_STACK_NONE };
	if (!c->stacks)
		return 0;
	c->n = calloc(c->stacks->stacks.n_ends + 1ull, sizeof(*c->n));
	return c->n ? 0 : -ENOMEM;
}

void ended_counts_fini(struct ended_counts *c)
{
	free(c->n);
	*c = (struct ended_counts){ 0 };
}

static uint64_t words_before_user(const struct chain_words *words)
{
	uint64_t i = 0;

	while (i < words->n && chain_word(words, i) != CALLCHAIN_USER)
		i++;
	return i;
}

uint64_t ended_counts_find(struct ended_counts *c, uint32_t event, uint32_t tid, uint64_t time,
			   struct chain_words *words)
{
	const struct bundle_stacks *s = &c->stacks->stacks;
	uint64_t before;

	c->last = c->stacks->of_event[event] ? bundle_stacks_find(s, tid, time) : BUNDLE_STACK_NONE;
	if (c->last == BUNDLE_STACK_NONE)
		return 0;
	before = words_before_user(words);
	if (c->max && words->n - before > c->max + 1ull) {
		words->n = before + c->max + 1;
		c->last = s->n_ends;
	}
	return words->n - before;
}

void ended_counts_add(struct ended_counts *c)
{
	if (c->last != BUNDLE_STACK_NONE)
		c->n[c->last]++;
	c->last = BUNDLE_STACK_NONE;
}

/* The first dso of a path. */
static uint32_t dso_of_path(const struct timeline *t, const char *path)
{
	uint32_t id = strtab_find(t->strings, path, strlen(path));

	for (uint32_t i = 0; i < t->dsos.n && id != STRTAB_NONE && id; i++)
		if (t->dsos.list[i].path == id)
			return i;
	return DSO_NONE;
}

/* Causes that are not known here are left out. */
static void sum_end(const struct bundle_stacks *s, uint32_t number, uint64_t n, const struct timeline *t,
		    struct unwind_counts *to)
{
	const struct bundle_stack_end *end = &s->ends[number];
	struct unwind_count count = { .dso = dso_of_path(t, end->path), .end = end->cause, .n = n };
	struct unwind_counts more = { .n = n, .list = &count };

	if (end->cause >= UNWIND_ENDS)
		return;
	more.ends[end->cause] = n;
	more.n_list = unwind_end_is_early(end->cause);
	for (uint32_t way = 0; way < s->n_ways && way < UNWIND_WAYS; way++)
		more.by[way] = n * end->ways[way];
	unwind_counts_merge(to, &more);
}

void ended_counts_sum(const struct ended_counts *c, const struct timeline *t, struct unwind_counts *to)
{
	const struct bundle_stacks *s = c->stacks ? &c->stacks->stacks : NULL;

	for (uint32_t i = 0; s && i < s->n_ends; i++)
		if (c->n[i])
			sum_end(s, i, c->n[i], t, to);
	if (s && c->n[s->n_ends])
		unwind_counts_merge(
			to, &(struct unwind_counts){ .n = c->n[s->n_ends], .ends[UNWIND_COMPLETE] = c->n[s->n_ends] });
}
