#include "report/profile/frame_stacks.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

void frame_stacks_fini(struct frame_stacks *s)
{
	free(s->list);
	free(s->frames);
	hash_table_fini(&s->table);
}

static uint64_t stack_hash(const struct frame_stack *s)
{
	return hash_pair(s->addr, (uint64_t)s->dso << 32 | s->wanted);
}

static bool same_stack(const void *context, uint32_t number, const void *wanted)
{
	const struct frame_stack *have = &((const struct frame_stacks *)context)->list[number];
	const struct frame_stack *stack = wanted;

	return have->addr == stack->addr && have->dso == stack->dso && have->wanted == stack->wanted;
}

const uint32_t *frame_stacks_find(const struct frame_stacks *s, const struct frame_stack *stack, uint32_t *ret_n)
{
	uint32_t number = hash_table_find(&s->table, stack_hash(stack), same_stack, s, stack);

	if (number == HASH_TABLE_NONE)
		return NULL;
	*ret_n = s->list[number].n;
	return s->frames + s->list[number].first;
}

int frame_stacks_add(struct frame_stacks *s, const struct frame_stack *stack, const uint32_t *frames, uint32_t n)
{
	uint32_t first = s->n_frames;

	for (uint32_t i = 0; i < n; i++) {
		if (!list_reserve(&s->frames, s->n_frames, &s->frames_capacity, sizeof(*s->frames)))
			return -ENOMEM;
		s->frames[s->n_frames++] = frames[i];
	}
	if (!list_reserve(&s->list, s->n, &s->capacity, sizeof(*s->list)) ||
	    hash_table_add(&s->table, stack_hash(stack), s->n))
		return -ENOMEM;
	s->list[s->n] = *stack;
	s->list[s->n].first = first;
	s->list[s->n++].n = n;
	return 0;
}
