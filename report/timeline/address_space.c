#include "report/timeline/address_space.h"

#include "common/hash_table.h"
#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

int address_space_store_init(struct address_space_store *s)
{
	memset(s, 0, sizeof(*s));
	if (!list_reserve(&s->nodes, 0, &s->capacity, sizeof(*s->nodes)))
		return -ENOMEM;
	memset(s->nodes, 0, sizeof(*s->nodes)); /* the empty tree */
	s->n = 1;
	s->edit = 1;
	return 0;
}

void address_space_store_fini(struct address_space_store *s)
{
	free(s->nodes);
	memset(s, 0, sizeof(*s));
}

/* Makes a node. Returns its number; 0 without memory. */
static uint32_t node_alloc(struct address_space_store *s)
{
	if (!list_reserve(&s->nodes, s->n, &s->capacity, sizeof(*s->nodes))) {
		s->failed = true;
		return 0;
	}
	return s->n++;
}

static uint32_t node_new(struct address_space_store *s, uint64_t start, uint64_t end, uint32_t map)
{
	uint32_t node = node_alloc(s);

	if (node)
		s->nodes[node] = (struct address_space_node){
			.start = start, .end = end, .map = map, .priority = (uint32_t)hash_u64(start), .edit = s->edit
		};
	return node;
}

/* Returns a node of this edit with the same contents: the node itself or a copy. 0 without memory. */
static uint32_t node_own(struct address_space_store *s, uint32_t node)
{
	uint32_t copy;

	if (s->nodes[node].edit == s->edit)
		return node;
	copy = node_alloc(s);
	if (copy) {
		s->nodes[copy] = s->nodes[node];
		s->nodes[copy].edit = s->edit;
	}
	return copy;
}

/* Splits a tree: nodes that start before key go left, the others right. A treap's depth is about 2 log n. */
static void node_split(struct address_space_store *s, uint32_t node, uint64_t key, uint32_t *ret_left,
		       uint32_t *ret_right)
{
	uint32_t child, own;

	if (!node) {
		*ret_left = *ret_right = 0;
		return;
	}
	own = node_own(s, node);
	if (!own) {
		*ret_left = node;
		*ret_right = 0;
		return;
	}
	if (s->nodes[own].start < key) {
		node_split(s, s->nodes[own].right, key, &child, ret_right);
		s->nodes[own].right = child;
		*ret_left = own;
	} else {
		node_split(s, s->nodes[own].left, key, ret_left, &child);
		s->nodes[own].left = child;
		*ret_right = own;
	}
}

/* Joins two trees, of which left is before right. */
static uint32_t node_merge(struct address_space_store *s, uint32_t left, uint32_t right)
{
	uint32_t own, child;

	if (!left || !right)
		return left ? left : right;
	if (s->nodes[left].priority > s->nodes[right].priority) {
		own = node_own(s, left);
		if (!own)
			return left;
		child = node_merge(s, s->nodes[own].right, right);
		s->nodes[own].right = child;
	} else {
		own = node_own(s, right);
		if (!own)
			return right;
		child = node_merge(s, left, s->nodes[own].left);
		s->nodes[own].left = child;
	}
	return own;
}

static uint32_t node_last(const struct address_space_store *s, uint32_t node)
{
	while (node && s->nodes[node].right)
		node = s->nodes[node].right;
	return node;
}

/* Cuts the last interval of the tree to end at `end`. */
static uint32_t node_trim_last(struct address_space_store *s, uint32_t node, uint64_t end)
{
	uint32_t own = node_own(s, node);
	uint32_t child;

	if (!own)
		return node;
	if (!s->nodes[own].right) {
		s->nodes[own].end = end;
		return own;
	}
	child = node_trim_last(s, s->nodes[own].right, end);
	s->nodes[own].right = child;
	return own;
}

address_space_root address_space_insert(struct address_space_store *s, address_space_root root, uint64_t start,
					uint64_t end, uint32_t map)
{
	uint32_t before, under, after, last, node;
	uint32_t rest = 0; /* part of an older interval beyond end */

	if (end <= start || s->failed)
		return root;
	node_split(s, root, start, &before, &after);
	node_split(s, after, end, &under, &after);
	last = node_last(s, under);
	if (last && s->nodes[last].end > end)
		rest = node_new(s, end, s->nodes[last].end, s->nodes[last].map);
	last = node_last(s, before);
	if (last && s->nodes[last].end > end)
		rest = node_new(s, end, s->nodes[last].end, s->nodes[last].map);
	if (last && s->nodes[last].end > start)
		before = node_trim_last(s, before, start);
	node = node_new(s, start, end, map);
	after = node_merge(s, rest, after);
	return node_merge(s, node_merge(s, before, node), after);
}

uint32_t address_space_find(const struct address_space_store *s, address_space_root root, uint64_t addr)
{
	const struct address_space_node *nodes = s->nodes;

	for (uint32_t node = root; node;) {
		if (addr < nodes[node].start)
			node = nodes[node].left;
		else if (addr >= nodes[node].end && nodes[node].right)
			node = nodes[node].right;
		else
			return addr < nodes[node].end ? nodes[node].map : SPACE_NONE;
	}
	return SPACE_NONE;
}

const struct address_space_node *address_space_next(const struct address_space_store *s, address_space_root root,
						    uint64_t addr)
{
	uint32_t found = 0;

	for (uint32_t node = root; node;) {
		if (s->nodes[node].end > addr) {
			found = node;
			node = s->nodes[node].left;
		} else {
			node = s->nodes[node].right;
		}
	}
	return found ? &s->nodes[found] : NULL;
}
