#include "report/export/call_nodes.h"

#include "common/list.h"

#include <stdlib.h>

void call_nodes_init(struct call_nodes *c, const struct stacks *stacks)
{
	*c = (struct call_nodes){ .stacks = stacks, .n = 1 };
}

void call_nodes_fini(struct call_nodes *c)
{
	free(c->list);
	free(c->of_stack);
	hash_table_fini(&c->table);
}

static bool same_node(const void *context, uint32_t number, const void *wanted)
{
	const struct call_node *have = &((const struct call_nodes *)context)->list[number], *node = wanted;

	return have->caller == node->caller && have->function == node->function;
}

/* The number of a node, which is added if it is new; CALL_NODES_FAILED without memory. */
static uint32_t node_add(struct call_nodes *c, const struct call_node *node)
{
	uint64_t hash = hash_u64((uint64_t)node->caller << 32 | node->function);
	uint32_t number = hash_table_find(&c->table, hash, same_node, c, node);

	if (number != HASH_TABLE_NONE)
		return number;
	if (!list_reserve(&c->list, c->n, &c->capacity, sizeof(*c->list)) || hash_table_add(&c->table, hash, c->n))
		return CALL_NODES_FAILED;
	c->list[c->n] = *node;
	return c->n++;
}

/* The node of a stack whose caller's is known. */
static uint32_t stack_node(struct call_nodes *c, uint32_t stack)
{
	const struct stacks *s = c->stacks;
	const struct stack_location *l = &s->locations[s->list[stack].location];
	uint32_t node = c->of_stack[s->list[stack].caller];

	for (uint32_t k = l->n; k > 0 && node != CALL_NODES_FAILED; k--) {
		const struct call_node next = { .caller = node, .function = s->frames[l->first + k - 1].function };

		node = node_add(c, &next);
	}
	return node;
}

uint32_t call_nodes_of(struct call_nodes *c, uint32_t stack)
{
	/* Callers have smaller numbers. */
	while (c->n_stacks <= stack) {
		if (!list_reserve(&c->of_stack, c->n_stacks, &c->stacks_capacity, sizeof(*c->of_stack)))
			return CALL_NODES_FAILED;
		c->of_stack[c->n_stacks] = c->n_stacks ? stack_node(c, c->n_stacks) : 0;
		if (c->of_stack[c->n_stacks] == CALL_NODES_FAILED)
			return CALL_NODES_FAILED;
		c->n_stacks++;
	}
	return c->of_stack[stack];
}
