#include "report/rows/call_tree.h"

#include "common/hash_table.h"
#include "common/list.h"
#include "common/memory.h"
#include "common/sorting.h"

#include <errno.h>
#include <stdlib.h>

/* Room for one more node, or frame. 0 or -ENOMEM. */
static int nodes_reserve(struct call_tree *t)
{
	if (t->n < t->capacity)
		return 0;
	return t->n > UINT32_MAX / 8 ? -ENOMEM : pages_reach(&t->nodes, &t->capacity, t->n, sizeof(*t->nodes));
}

static int frames_reserve(struct call_tree *t)
{
	if (t->n_frames < t->frames_capacity)
		return 0;
	if (t->n_frames > UINT32_MAX / 4)
		return -ENOMEM;
	return pages_reach(&t->frames, &t->frames_capacity, t->n_frames, sizeof(*t->frames));
}

int call_tree_init(struct call_tree *t, struct resolver *resolver, unsigned resolve)
{
	memset(t, 0, sizeof(*t));
	t->resolver = resolver;
	t->resolve = RESOLVE_CALLER | RESOLVE_SYMBOL | resolve;
	t->steps = pages_alloc_filled(CALL_STEPS * sizeof(*t->steps));
	if (!t->steps || nodes_reserve(t) || frames_reserve(t)) {
		call_tree_fini(t);
		return -ENOMEM;
	}
	t->n = t->n_frames = 1;
	return 0;
}

void call_tree_fini(struct call_tree *t)
{
	pages_free(t->nodes, t->capacity * sizeof(*t->nodes));
	pages_free(t->frames, t->frames_capacity * sizeof(*t->frames));
	free(t->path);
	hash_table_fini(&t->table);
	pages_free(t->steps, CALL_STEPS * sizeof(*t->steps));
	memset(t, 0, sizeof(*t));
}

/* What tells a node apart from the others. */
struct call_key {
	uint32_t row_prefix, parent;
	uint32_t frame; /* its first */
};

static uint64_t call_hash(const struct call_key *key)
{
	return hash_pair((uint64_t)key->row_prefix << 32 | key->frame, key->parent);
}

static struct call_key call_key_of(const struct call_tree *t, const struct call_node *c)
{
	return (struct call_key){ .row_prefix = c->row_prefix, .parent = c->parent, .frame = t->frames[c->begin] };
}

static bool same_node(const void *context, uint32_t node, const void *wanted)
{
	const struct call_tree *t = context;
	const struct call_node *c = &t->nodes[node];
	const struct call_key *key = wanted;

	return c->parent == key->parent && t->frames[c->begin] == key->frame && c->row_prefix == key->row_prefix;
}

/*
 * Cuts a node before a position of it that is not its first. What is from there on stays the node, so that its children
 * are its own; what is before becomes a new one, its parent. 0 or -ENOMEM.
 */
static int call_tree_cut(struct call_tree *t, uint32_t node, uint32_t position)
{
	struct call_node *lower, *upper;
	struct call_key key;

	if (nodes_reserve(t) || hash_table_reserve(&t->table, t->n))
		return -ENOMEM;
	lower = &t->nodes[node];
	upper = &t->nodes[t->n];
	*upper = (struct call_node){ .row_prefix = lower->row_prefix,
				     .parent = lower->parent,
				     .begin = lower->begin,
				     .n = position - lower->begin };
	key = call_key_of(t, upper);
	hash_table_renumber(&t->table, call_hash(&key), node, t->n);
	lower->parent = t->n++;
	lower->begin = position;
	lower->n -= upper->n;
	key = call_key_of(t, lower);
	return hash_table_add(&t->table, call_hash(&key), node);
}

struct call_at call_tree_at(const struct call_tree *t, struct call_at at)
{
	while (at.position < t->nodes[at.node].begin)
		at.node = t->nodes[at.node].parent;
	return at;
}

/* A new node of one frame, at the end of the frames. 0 or -ENOMEM. */
static int call_tree_open(struct call_tree *t, const struct call_key *key)
{
	if (frames_reserve(t) || nodes_reserve(t) || hash_table_add(&t->table, call_hash(key), t->n))
		return -ENOMEM;
	t->frames[t->n_frames] = key->frame;
	t->nodes[t->n] = (struct call_node){
		.row_prefix = key->row_prefix, .parent = key->parent, .begin = t->n_frames++, .n = 1
	};
	t->open = t->n++;
	return 0;
}

/* Makes one more frame the last of the open node. */
static int call_tree_extend(struct call_tree *t, uint32_t frame)
{
	if (frames_reserve(t))
		return -ENOMEM;
	t->frames[t->n_frames++] = frame;
	t->nodes[t->open].n++;
	return 0;
}

int call_tree_rehash(struct call_tree *t)
{
	int result = 0;

	hash_table_clear(&t->table);
	for (uint32_t node = 1; node < t->n && !result; node++) {
		const struct call_key key = call_key_of(t, &t->nodes[node]);

		result = hash_table_add(&t->table, call_hash(&key), node);
	}
	return result;
}

int call_tree_child(struct call_tree *t, uint32_t row_prefix, struct call_at *at, uint32_t frame)
{
	struct call_key key;
	uint32_t node;

	if (at->node && at->position < call_node_last(&t->nodes[at->node])) {
		if (t->frames[at->position + 1] == frame) {
			at->position++;
			return 0;
		}
		if (call_tree_cut(t, at->node, at->position + 1))
			return -ENOMEM;
		at->node = t->nodes[at->node].parent;
	}
	if (at->node && at->node == t->open) {
		at->position = t->n_frames;
		return call_tree_extend(t, frame);
	}
	key = (struct call_key){ .row_prefix = row_prefix, .parent = at->node, .frame = frame };
	node = hash_table_find(&t->table, call_hash(&key), same_node, t, &key);
	if (node == HASH_TABLE_NONE) {
		if (call_tree_open(t, &key))
			return -ENOMEM;
		node = t->open;
	}
	*at = (struct call_at){ .node = node, .position = t->nodes[node].begin };
	return 0;
}

static bool path_put(struct call_tree *t, uint32_t n, uint32_t chain)
{
	if (!list_reserve(&t->path, n, &t->path_capacity, sizeof(*t->path)))
		return false;
	t->path[n] = chain;
	return true;
}

/* From the position of a chain's caller on to that of its next frame: made when new. 0 or -ENOMEM. */
static int call_tree_step(struct call_tree *t, uint32_t row_prefix, struct call_at *at, const struct chain_node *c,
			  const struct timeline_snapshot *snapshot)
{
	const struct mapping_epoch *space = timeline_snapshot_space(snapshot, c->mode);
	struct call_step *step = &t->steps[hash_pair(c->addr, at->position) & (CALL_STEPS - 1)];
	struct location location;
	uint32_t from = at->position;

	if (step->to.node && step->addr == c->addr && step->from == from && step->row_prefix == row_prefix &&
	    step->space == space && step->mode == c->mode) {
		*at = call_tree_at(t, step->to);
		return 0;
	}
	if (resolver_resolve(t->resolver, snapshot, c->mode, c->addr, t->resolve, &location))
		return -ENOMEM;
	for (uint32_t i = location.n_frames; i--;)
		if (call_tree_child(t, row_prefix, at, location.frames[i]))
			return -ENOMEM;
	*step = (struct call_step){
		.addr = c->addr, .space = space, .row_prefix = row_prefix, .from = from, .to = *at, .mode = c->mode
	};
	return 0;
}

uint32_t call_tree_end(struct call_tree *t, struct call_at at)
{
	t->open = 0;
	if (!at.node || at.position == call_node_last(&t->nodes[at.node]))
		return at.node;
	return call_tree_cut(t, at.node, at.position + 1) ? CHAIN_FAILED : t->nodes[at.node].parent;
}

uint32_t call_tree_node(struct call_tree *t, const struct chain_tree *chains, struct call_memo *memos,
			uint32_t row_prefix, uint32_t chain, const struct timeline_snapshot *snapshot)
{
	struct call_at at = { 0 };
	uint32_t n = 0;

	/* Up to the first chain node that was named before; then down again, naming the rest. */
	for (; chain; chain = chain_tree_outer(chains, chain)) {
		const struct call_memo *memo = &memos[chain % CALL_MEMOS];

		if (memo->at.node && memo->chain == chain && t->nodes[memo->at.node].row_prefix == row_prefix &&
		    memo->state == snapshot->epoch) {
			at = call_tree_at(t, memo->at);
			break;
		}
		if (!path_put(t, n++, chain))
			return CHAIN_FAILED;
	}
	while (n--) {
		chain = t->path[n];
		if (call_tree_step(t, row_prefix, &at, &chains->nodes[chain], snapshot))
			return CHAIN_FAILED;
		memos[chain % CALL_MEMOS] = (struct call_memo){ .at = at, .state = snapshot->epoch, .chain = chain };
	}
	return call_tree_end(t, at);
}

void call_tree_count(struct call_tree *t, uint32_t node, uint64_t period, uint64_t count)
{
	t->nodes[node].self += period;
	t->nodes[node].self_count += count;
}

int call_tree_finish(struct call_tree *t)
{
	struct key_index *keys = malloc(2ull * t->n * sizeof(*keys));
	const struct key_index *sorted;

	if (!keys)
		return -ENOMEM;
	for (uint32_t node = 0; node < t->n; node++)
		keys[node] = (struct key_index){ .key = t->nodes[node].begin, .index = node };
	sorted = key_sort(keys, t->n);
	/* The children before their parents; node 0 begins before all. */
	for (uint32_t i = t->n; --i > 0;) {
		uint32_t node = sorted[i].index;
		struct call_node *c = &t->nodes[node];
		struct call_node *parent = &t->nodes[c->parent];

		c->total += c->self;
		c->total_count += c->self_count;
		parent->total += c->total;
		parent->total_count += c->total_count;
		c->next_sibling = parent->first_child;
		parent->first_child = node;
	}
	free(keys);
	return 0;
}

/* Moves a position outward, and returns the frame there; FRAMES_NONE: there is none. */
static uint32_t frame_outside(const struct call_tree *t, struct call_at *at)
{
	if (at->position > t->nodes[at->node].begin) {
		at->position--;
	} else {
		at->node = t->nodes[at->node].parent;
		if (!at->node)
			return FRAMES_NONE;
		at->position = call_node_last(&t->nodes[at->node]);
	}
	return t->frames[at->position];
}

uint32_t call_tree_sampled(const struct call_tree *t, uint32_t node)
{
	struct frames *frames = t->resolver->frames;
	struct call_at at = { .node = node, .position = call_node_last(&t->nodes[node]) };
	uint32_t last = t->frames[at.position], number = last;
	struct frame sampled;

	while (number != FRAMES_NONE && frame_is_inlined(&frames->list[number]))
		number = frame_outside(t, &at);
	if (number == FRAMES_NONE || number == last)
		return last;
	sampled = frames->list[number];
	sampled.line = frames->list[last].line;
	sampled.has_line = frames->list[last].has_line;
	sampled.address = frames->list[last].address;
	return frames_intern(frames, &sampled);
}
