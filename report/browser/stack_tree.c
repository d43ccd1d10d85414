#include "report/browser/stack_tree.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

/* What has no node: above the function that was chosen. */
#define NO_NODE UINT32_MAX

static bool same_node(const void *context, uint32_t number, const void *wanted)
{
	const struct stack_node *have = &((const struct stack_tree *)context)->nodes[number], *want = wanted;

	return have->parent == want->parent && have->frame == want->frame;
}

/* Returns the child of a node with a frame, made if it is new; NO_NODE without memory. */
static uint32_t child_of(struct stack_tree *t, uint32_t parent, uint32_t frame)
{
	struct stack_node node = { .frame = frame, .parent = parent, .depth = t->nodes[parent].depth + 1 };
	uint64_t hash = hash_pair(parent, frame);
	uint32_t found = hash_table_find(&t->table, hash, same_node, t, &node);

	if (found != HASH_TABLE_NONE)
		return found;
	if (node.depth > STACK_TREE_DEPTH_MAX)
		return parent;
	if (!list_reserve(&t->nodes, t->n, &t->capacity, sizeof(*t->nodes)) || hash_table_add(&t->table, hash, t->n))
		return NO_NODE;
	t->nodes[t->n] = node;
	return t->n++;
}

static uint32_t function_at(const struct stack_tree *t, uint32_t position)
{
	const struct rows *r = t->rows;

	return r->frames->list[r->calls.frames[position]].function;
}

/* Whether a function has no node of its own below `node`: it is counted there. */
static bool is_left_out(const struct stack_tree *t, uint32_t node, uint32_t frame)
{
	return (t->choice.dropped && t->choice.dropped[frame]) ||
	       (t->choice.joins_recursion && t->nodes[node].frame == frame);
}

/* --- down ------------------------------------------------------------------------------------------- */

/* Goes from a node along the positions of a call node, whose samples each of them has. Returns where that ends. */
static uint32_t go_down(struct stack_tree *t, uint32_t node, const struct call_node *c)
{
	for (uint32_t i = 0; i < c->n; i++) {
		uint32_t frame = function_at(t, c->begin + i);

		if (node == NO_NODE) {
			if (frame != t->choice.frame)
				continue;
			node = 0;
			t->nodes[0].total += c->total;
			continue;
		}
		if (is_left_out(t, node, frame))
			continue;
		node = child_of(t, node, frame);
		if (node == NO_NODE)
			return NO_NODE;
		t->nodes[node].total += c->total;
	}
	return node;
}

/* --- up --------------------------------------------------------------------------------------------- */

/* Adds the callers of a position, from inside out. */
static bool go_up(struct stack_tree *t, const struct call_node *c, uint32_t index, uint64_t total)
{
	const struct call_node *nodes = t->rows->calls.nodes, *at = c;
	uint32_t node = 0, i = index;

	t->nodes[0].total += total;
	while (i || at->parent) {
		uint32_t frame;

		if (!i) {
			at = &nodes[at->parent];
			i = at->n;
		}
		frame = function_at(t, at->begin + --i);
		if (is_left_out(t, node, frame))
			continue;
		node = child_of(t, node, frame);
		if (node == NO_NODE)
			return false;
		t->nodes[node].total += total;
	}
	return true;
}

/* Looks for the function in a call node. Returns 0 once it is found, for which nodes below need not be looked at. */
static uint32_t find_place(struct stack_tree *t, uint32_t node, const struct call_node *c, bool *ok)
{
	for (uint32_t i = 0; i < c->n && node == NO_NODE; i++) {
		if (function_at(t, c->begin + i) != t->choice.frame)
			continue;
		node = 0;
		*ok = go_up(t, c, i, c->total);
	}
	return node;
}

/* --- the walk over the call tree -------------------------------------------------------------------- */

static uint32_t next_call(const struct call_node *nodes, uint32_t at)
{
	if (nodes[at].first_child)
		return nodes[at].first_child;
	while (at && !nodes[at].next_sibling)
		at = nodes[at].parent;
	return at ? nodes[at].next_sibling : 0;
}

/* reached: by call node, where its end is in the tree. */
static bool walk(struct stack_tree *t, uint32_t *reached)
{
	const struct rows *r = t->rows;
	const struct call_node *nodes = r->calls.nodes;
	bool ok = true;

	reached[0] = t->choice.way == STACKS_WHOLE ? 0 : NO_NODE;
	for (uint32_t at = next_call(nodes, 0); at && ok; at = next_call(nodes, at)) {
		const struct call_node *c = &nodes[at];
		uint32_t from = reached[c->parent];

		reached[at] = from;
		if (r->row_prefixes.list[c->row_prefix].event != t->choice.event)
			continue;
		if (!c->parent && from == 0)
			t->nodes[0].total += c->total;
		if (t->choice.way == STACKS_ABOVE) {
			reached[at] = find_place(t, from, c, &ok);
		} else {
			reached[at] = go_down(t, from, c);
			ok = from == NO_NODE || reached[at] != NO_NODE;
		}
	}
	return ok;
}

/* --- order ------------------------------------------------------------------------------------------- */

static int compare_nodes(const void *a, const void *b, void *tree)
{
	const struct stack_tree *t = tree;
	const struct stack_node *x = &t->nodes[*(const uint32_t *)a], *y = &t->nodes[*(const uint32_t *)b];

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	if (x->total != y->total)
		return x->total > y->total ? -1 : 1;
	return frames_compare(t->rows->frames, x->frame, y->frame);
}

static int link_children(struct stack_tree *t)
{
	uint32_t *order = malloc((t->n + 1ull) * sizeof(*order));

	if (!order)
		return -ENOMEM;
	for (uint32_t i = 0; i < t->n; i++)
		order[i] = i;
	if (t->n > 1)
		qsort_r(order + 1, t->n - 1, sizeof(*order), compare_nodes, t);
	for (uint32_t i = t->n; i-- > 1;) {
		struct stack_node *node = &t->nodes[order[i]];

		node->next_sibling = t->nodes[node->parent].first_child;
		t->nodes[node->parent].first_child = order[i];
	}
	free(order);
	return 0;
}

int stack_tree_init(struct stack_tree *t, const struct rows *rows, const struct stacks_choice *choice)
{
	uint32_t *reached = malloc((rows->calls.n + 1ull) * sizeof(*reached));
	int result = -ENOMEM;

	*t = (struct stack_tree){ .rows = rows, .choice = *choice };
	if (reached && list_reserve(&t->nodes, 0, &t->capacity, sizeof(*t->nodes))) {
		t->nodes[t->n++] =
			(struct stack_node){ .frame = choice->way == STACKS_WHOLE ? FRAMES_NONE : choice->frame };
		if (walk(t, reached))
			result = link_children(t);
	}
	free(reached);
	return result;
}

void stack_tree_fini(struct stack_tree *t)
{
	hash_table_fini(&t->table);
	free(t->nodes);
	*t = (struct stack_tree){ 0 };
}
