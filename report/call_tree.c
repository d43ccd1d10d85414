#include "report/call_tree.h"

#include "common/hash.h"
#include "common/pages.h"

#include <errno.h>
#include <stdlib.h>

#define CALL_TREE_FIRST 1024

int call_tree_init(struct call_tree *t, struct frames *frames)
{
	memset(t, 0, sizeof(*t));
	t->frames = frames;
	t->capacity = t->path_capacity = CALL_TREE_FIRST;
	t->n_slots = 2 * CALL_TREE_FIRST;
	t->nodes = pages_alloc(t->capacity * sizeof(*t->nodes));
	t->path = calloc(t->path_capacity, sizeof(*t->path));
	t->slots = pages_alloc(t->n_slots * sizeof(*t->slots));
	t->steps = pages_alloc(CALL_STEPS * sizeof(*t->steps));
	t->n = 1;
	if (t->nodes && t->path && t->slots && t->steps)
		return 0;
	call_tree_fini(t);
	return -ENOMEM;
}

void call_tree_fini(struct call_tree *t)
{
	pages_free(t->nodes, t->capacity * sizeof(*t->nodes));
	free(t->path);
	pages_free(t->slots, t->n_slots * sizeof(*t->slots));
	pages_free(t->steps, CALL_STEPS * sizeof(*t->steps));
	memset(t, 0, sizeof(*t));
}

static uint32_t call_hash(uint32_t context, uint32_t parent, uint32_t frame)
{
	return (uint32_t)hash_pair((uint64_t)context << 32 | frame, parent);
}

/* The slot of the node, or the free one where it would go. */
static struct call_slot *call_tree_slot(const struct call_tree *t, uint32_t hash, uint32_t context, uint32_t parent,
					uint32_t frame)
{
	uint32_t i = hash & (t->n_slots - 1);

	for (; t->slots[i].node; i = (i + 1) & (t->n_slots - 1)) {
		const struct call_node *c = &t->nodes[t->slots[i].node];

		if (t->slots[i].hash == hash && c->parent == parent && c->frame == frame && c->context == context)
			break;
	}
	return &t->slots[i];
}

/* Twice the nodes, twice the slots. */
static int call_tree_grow(struct call_tree *t)
{
	uint32_t mask = 2 * t->n_slots - 1;
	struct call_node *nodes;
	struct call_slot *slots;

	if (t->capacity > UINT32_MAX / 8)
		return -ENOMEM;
	nodes = pages_grow(t->nodes, t->capacity * sizeof(*nodes), 2ull * t->capacity * sizeof(*nodes));
	if (!nodes)
		return -ENOMEM;
	t->nodes = nodes;
	t->capacity *= 2;
	slots = pages_alloc(2ull * t->n_slots * sizeof(*slots));
	if (!slots)
		return -ENOMEM;
	for (uint32_t from = 0; from < t->n_slots; from++) {
		uint32_t i = t->slots[from].hash & mask;

		if (!t->slots[from].node)
			continue;
		while (slots[i].node)
			i = (i + 1) & mask;
		slots[i] = t->slots[from];
	}
	pages_free(t->slots, t->n_slots * sizeof(*slots));
	t->slots = slots;
	t->n_slots *= 2;
	return 0;
}

/* The node of a frame below another, made when new. */
static uint32_t call_tree_child(struct call_tree *t, uint32_t context, uint32_t parent, uint32_t frame)
{
	uint32_t hash = call_hash(context, parent, frame);
	struct call_slot *slot = call_tree_slot(t, hash, context, parent, frame);

	if (slot->node)
		return slot->node;
	if (t->n == t->capacity) {
		if (call_tree_grow(t))
			return CHAIN_FAILED;
		slot = call_tree_slot(t, hash, context, parent, frame);
	}
	t->nodes[t->n] = (struct call_node){ .context = context, .parent = parent, .frame = frame };
	*slot = (struct call_slot){ .hash = hash, .node = t->n };
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

/* The node of a chain's frame below that of its caller: made when new, CHAIN_FAILED without memory. */
static uint32_t call_tree_step(struct call_tree *t, uint32_t context, uint32_t parent, const struct chain_node *c,
			       const struct timeline_moment *at)
{
	const struct space_version *space = timeline_moment_space(at, c->mode);
	struct call_step *step = &t->steps[hash_pair(c->addr, parent) & (CALL_STEPS - 1)];
	uint32_t frame, node;

	if (step->node && step->addr == c->addr && step->parent == parent && step->context == context &&
	    step->space == space && step->mode == c->mode)
		return step->node;
	frame = frames_resolve(t->frames, at, c->mode, c->addr, FRAMES_CALLER | FRAMES_SYMBOL);
	node = frame == FRAMES_NONE ? CHAIN_FAILED : call_tree_child(t, context, parent, frame);
	if (node != CHAIN_FAILED)
		*step = (struct call_step){ .addr = c->addr,
					    .space = space,
					    .context = context,
					    .parent = parent,
					    .node = node,
					    .mode = c->mode };
	return node;
}

uint32_t call_tree_node(struct call_tree *t, const struct chain_tree *chains, struct call_memo *memos, uint32_t context,
			uint32_t chain, const struct timeline_moment *at)
{
	uint32_t node = 0;
	uint32_t n = 0;

	/* Up to the first chain node that was named before; then down again, naming the rest. */
	for (; chain; chain = chain_tree_outer(chains, chain)) {
		const struct call_memo *memo = &memos[chain];

		if (memo->node && memo->context == context && memo->state == at->epoch) {
			node = memo->node;
			break;
		}
		if (!path_put(t, n++, chain))
			return CHAIN_FAILED;
	}
	while (n--) {
		node = call_tree_step(t, context, node, &chains->nodes[t->path[n]], at);
		if (node == CHAIN_FAILED)
			return CHAIN_FAILED;
		memos[t->path[n]] = (struct call_memo){ .context = context, .state = at->epoch, .node = node };
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
