#include "report/call_tree.h"

#include "common/hash.h"

#include <errno.h>
#include <stdlib.h>

#define CALL_TREE_FIRST 1024

int call_tree_init(struct call_tree *t, const struct analysis *analysis, struct frames *frames, bool want_symbols)
{
	memset(t, 0, sizeof(*t));
	t->analysis = analysis;
	t->frames = frames;
	t->want_symbols = want_symbols;
	t->capacity = t->path_capacity = CALL_TREE_FIRST;
	t->n_slots = 2 * CALL_TREE_FIRST;
	t->nodes = calloc(t->capacity, sizeof(*t->nodes));
	t->path = calloc(t->path_capacity, sizeof(*t->path));
	t->slots = calloc(t->n_slots, sizeof(*t->slots));
	t->memos = calloc(analysis->chains.n + 1, sizeof(*t->memos));
	t->n = 1;
	if (t->nodes && t->path && t->slots && t->memos)
		return 0;
	call_tree_fini(t);
	return -ENOMEM;
}

void call_tree_fini(struct call_tree *t)
{
	free(t->nodes);
	free(t->path);
	free(t->slots);
	free(t->memos);
	memset(t, 0, sizeof(*t));
}

/* The slot of the node, or the free one where it would go. */
static uint32_t *call_slot(uint32_t *slots, uint32_t n_slots, const struct call_node *nodes, uint32_t context,
			   uint32_t parent, uint32_t frame)
{
	uint32_t i = (uint32_t)hash_pair((uint64_t)context << 32 | frame, parent) & (n_slots - 1);

	for (; slots[i]; i = (i + 1) & (n_slots - 1)) {
		const struct call_node *c = &nodes[slots[i]];

		if (c->parent == parent && c->frame == frame && c->context == context)
			break;
	}
	return &slots[i];
}

/* Twice the nodes, twice the slots. */
static int call_tree_grow(struct call_tree *t)
{
	struct call_node *nodes;
	uint32_t *slots;

	if (t->capacity > UINT32_MAX / 8)
		return -ENOMEM;
	nodes = realloc(t->nodes, 2ull * t->capacity * sizeof(*nodes));
	if (!nodes)
		return -ENOMEM;
	t->nodes = nodes;
	t->capacity *= 2;
	slots = calloc(2ull * t->n_slots, sizeof(*slots));
	if (!slots)
		return -ENOMEM;
	free(t->slots);
	t->slots = slots;
	t->n_slots *= 2;
	for (uint32_t node = 1; node < t->n; node++)
		*call_slot(slots, t->n_slots, nodes, nodes[node].context, nodes[node].parent, nodes[node].frame) = node;
	return 0;
}

/* The node of a frame below another, made when new. */
static uint32_t call_tree_child(struct call_tree *t, uint32_t context, uint32_t parent, uint32_t frame)
{
	uint32_t *slot = call_slot(t->slots, t->n_slots, t->nodes, context, parent, frame);

	if (*slot)
		return *slot;
	if (t->n == t->capacity) {
		if (call_tree_grow(t))
			return CHAIN_FAILED;
		slot = call_slot(t->slots, t->n_slots, t->nodes, context, parent, frame);
	}
	t->nodes[t->n] = (struct call_node){ .context = context, .parent = parent, .frame = frame };
	*slot = t->n;
	return t->n++;
}

static bool path_put(struct call_tree *t, uint32_t n, uint32_t chain)
{
	uint32_t *path;

	if (n == t->path_capacity) {
		path = realloc(t->path, 2ull * n * sizeof(*path));
		if (!path)
			return false;
		t->path = path;
		t->path_capacity *= 2;
	}
	t->path[n] = chain;
	return true;
}

uint32_t call_tree_node(struct call_tree *t, uint32_t context, const struct sample_entry *e)
{
	const struct chain_tree *chains = &t->analysis->chains;
	uint32_t pid = sample_key_pid(&e->key);
	uint32_t state = timeline_space_epoch(t->frames->timeline, pid, e->first);
	uint32_t node = 0;
	uint32_t n = 0;

	/* Up to the first chain node that was named before; then down again, naming the rest. */
	for (uint32_t chain = sample_key_chain(&e->key); chain; chain = chain_tree_outer(chains, chain)) {
		const struct call_memo *memo = &t->memos[chain];

		if (memo->node && memo->context == context && memo->state == state) {
			node = memo->node;
			break;
		}
		if (!path_put(t, n++, chain))
			return CHAIN_FAILED;
	}
	while (n--) {
		const struct chain_node *c = &chains->nodes[t->path[n]];
		uint32_t frame = frames_resolve_caller(t->frames, pid, e->first, c->mode, c->addr, t->want_symbols);

		if (frame == FRAMES_NONE)
			return CHAIN_FAILED;
		node = call_tree_child(t, context, node, frame);
		if (node == CHAIN_FAILED)
			return CHAIN_FAILED;
		t->memos[t->path[n]] = (struct call_memo){ .context = context, .state = state, .node = node };
	}
	return node;
}

void call_tree_count(struct call_tree *t, uint32_t node, uint64_t period, uint64_t count)
{
	t->nodes[node].self += period;
	t->nodes[node].self_count += count;
}

void call_tree_finish(struct call_tree *t)
{
	for (uint32_t node = t->n; --node > 0;) {
		struct call_node *c = &t->nodes[node];

		c->total += c->self;
		c->total_count += c->self_count;
		if (!c->parent)
			continue;
		t->nodes[c->parent].total += c->total;
		t->nodes[c->parent].total_count += c->total_count;
		c->next_sibling = t->nodes[c->parent].first_child;
		t->nodes[c->parent].first_child = node;
	}
}
