#include "report/call_tree.h"

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
	t->nodes = calloc(t->capacity, sizeof(*t->nodes));
	t->path = calloc(t->path_capacity, sizeof(*t->path));
	t->n = 1;
	if (t->nodes && t->path && !pair_map_init(&t->by_frame) && !pair_map_init(&t->by_chain))
		return 0;
	call_tree_fini(t);
	return -ENOMEM;
}

void call_tree_fini(struct call_tree *t)
{
	free(t->nodes);
	free(t->path);
	pair_map_fini(&t->by_frame);
	pair_map_fini(&t->by_chain);
	memset(t, 0, sizeof(*t));
}

/* The node of a frame below another, made when new. */
static uint32_t call_tree_child(struct call_tree *t, uint32_t context, uint32_t parent, uint32_t frame)
{
	uint64_t place = (uint64_t)context << 32 | parent;
	uint32_t node = pair_map_get(&t->by_frame, place, frame);

	if (node)
		return node;
	if (t->n == t->capacity) {
		struct call_node *nodes = realloc(t->nodes, 2ull * t->capacity * sizeof(*nodes));

		if (!nodes || t->capacity > UINT32_MAX / 4)
			return CHAIN_FAILED;
		t->nodes = nodes;
		t->capacity *= 2;
	}
	t->nodes[t->n] = (struct call_node){ .context = context, .parent = parent, .frame = frame };
	return pair_map_add(&t->by_frame, place, frame, t->n) ? CHAIN_FAILED : t->n++;
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
	const struct timeline *timeline = t->frames->timeline;
	const struct chain_node *chains = t->analysis->chains.nodes;
	uint64_t state = (uint64_t)sample_key_pid(&e->key) << 32 |
			 timeline_space_epoch(timeline, sample_key_pid(&e->key), e->first);
	uint32_t node = 0;
	uint32_t n = 0;

	/* Up to the first chain node that was named before; then down again, naming the rest. */
	for (uint32_t chain = sample_key_chain(&e->key); chain; chain = chains[chain].parent) {
		node = pair_map_get(&t->by_chain, (uint64_t)context << 32 | chain, state);
		if (node)
			break;
		if (!path_put(t, n++, chain))
			return CHAIN_FAILED;
	}
	while (n--) {
		const struct chain_node *c = &chains[t->path[n]];
		uint32_t frame =
			frames_resolve(t->frames, sample_key_pid(&e->key), e->first, c->mode, c->addr, t->want_symbols);

		if (frame == FRAMES_NONE)
			return CHAIN_FAILED;
		node = call_tree_child(t, context, node, frame);
		if (node == CHAIN_FAILED ||
		    pair_map_add(&t->by_chain, (uint64_t)context << 32 | t->path[n], state, node))
			return CHAIN_FAILED;
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
