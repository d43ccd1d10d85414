#include "report/stream/branch_stitch.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

void branch_stitch_init(struct branch_stitch *s, uint32_t registers)
{
	*s = (struct branch_stitch){ .registers = registers };
}

void branch_stitch_fini(struct branch_stitch *s)
{
	for (uint32_t i = 0; i < s->n; i++) {
		free(s->threads[i].branches);
		free(s->threads[i].tail);
	}
	free(s->threads);
	hash_table_fini(&s->table);
	*s = (struct branch_stitch){ 0 };
}

static bool same_thread(const void *context, uint32_t number, const void *wanted)
{
	return ((const struct branch_stitch *)context)->threads[number].tid == *(const uint32_t *)wanted;
}

/* Finds or adds a thread; a new one has no branches. NULL without memory. */
static struct stitch_thread *thread_get(struct branch_stitch *s, uint32_t tid)
{
	uint64_t hash = hash_u64(tid);
	uint32_t number = hash_table_find(&s->table, hash, same_thread, s, &tid);

	if (number != HASH_TABLE_NONE)
		return &s->threads[number];
	if (!list_reserve(&s->threads, s->n, &s->capacity, sizeof(*s->threads)) ||
	    hash_table_add(&s->table, hash, s->n))
		return NULL;
	s->threads[s->n] = (struct stitch_thread){ .tid = tid };
	return &s->threads[s->n++];
}

static bool same_branch(const struct sample_branch *a, const struct sample_branch *b)
{
	return a->from == b->from && a->to == b->to && a->flags == b->flags;
}

/*
 * Returns the index among the thread's branches of the oldest branch of a sample; -1: they have none in common. Indexes
 * count from the newest branch, which is in register hw_idx; registers form a ring.
 */
static int64_t common_index(const struct branch_stitch *s, const struct stitch_thread *t,
			    const struct sample_branches *branches)
{
	uint64_t oldest = s->registers - (uint64_t)branches->n + branches->hw_idx + 1;
	uint64_t index = t->hw_idx > oldest ? t->hw_idx - oldest : s->registers + t->hw_idx - oldest;
	struct sample_branch branch;

	if (!branches->n || index >= t->n)
		return -1;
	branch = sample_branch(branches, branches->n - 1);
	return same_branch(&t->branches[index], &branch) ? (int64_t)index : -1;
}

/* Prepends to the tail the branches that only the sample before has. 0 or -ENOMEM. */
static int tail_extend(struct stitch_thread *t, uint32_t index)
{
	uint32_t more = t->n - index - 1, kept = t->n_tail;
	uint32_t room = more < BRANCH_STITCH_MAX ? BRANCH_STITCH_MAX - more : 0;

	kept = kept < room ? kept : room;
	more = more < BRANCH_STITCH_MAX ? more : BRANCH_STITCH_MAX;
	while (t->tail_capacity < more + kept)
		if (!list_reserve(&t->tail, t->tail_capacity, &t->tail_capacity, sizeof(*t->tail)))
			return -ENOMEM;
	if (kept)
		memmove(t->tail + more, t->tail, kept * sizeof(*t->tail));
	for (uint32_t i = 0; i < more; i++)
		t->tail[i] = t->branches[index + 1 + i].from;
	t->n_tail = more + kept;
	return 0;
}

/* Stores a sample's branches. 0 or -ENOMEM. */
static int thread_keep(struct stitch_thread *t, const struct sample_branches *branches)
{
	while (t->capacity < branches->n)
		if (!list_reserve(&t->branches, t->capacity, &t->capacity, sizeof(*t->branches)))
			return -ENOMEM;
	for (uint32_t i = 0; i < branches->n; i++)
		t->branches[i] = sample_branch(branches, i);
	t->n = branches->n;
	t->hw_idx = branches->hw_idx;
	return 0;
}

static bool has_user_part(const struct sample *s)
{
	for (uint64_t i = 0; i < s->callchain.n; i++)
		if (sample_word(&s->callchain, i) == CALLCHAIN_USER)
			return true;
	return false;
}

int64_t branch_stitch_take(struct branch_stitch *s, const struct file_event *e, const struct record *r,
			   const uint64_t **ret_tail)
{
	struct error err = ERROR_INIT;
	struct stitch_thread *t;
	struct sample sample;
	int64_t index;

	if (sample_decode(r, &e->attr, &sample, &err) || !sample.branches.has_hw_idx || !has_user_part(&sample))
		return 0;
	t = thread_get(s, sample.tid);
	if (!t)
		return -ENOMEM;
	index = common_index(s, t, &sample.branches);
	if (index < 0)
		t->n_tail = 0;
	else if (tail_extend(t, (uint32_t)index))
		return -ENOMEM;
	if (thread_keep(t, &sample.branches))
		return -ENOMEM;
	*ret_tail = t->tail;
	return t->n_tail;
}
