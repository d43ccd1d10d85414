#include "report/rows/call_tree_merge.h"

#include <errno.h>
#include <stdlib.h>

struct merging {
	struct call_tree *to;
	const struct call_tree *from;
	const uint32_t *row_prefixes, *frames;
	uint32_t *nodes;     /* of from, by the place they begin at; 0: none does */
	struct call_at *end; /* by node of from: the last of its places in the other tree */
	uint32_t *places;    /* by place of from: that of the other tree */
};

/* 0 or -ENOMEM. */
static int merging_init(struct merging *m)
{
	const struct call_tree *from = m->from;

	m->nodes = calloc(from->n_places, sizeof(*m->nodes));
	m->end = calloc(from->n, sizeof(*m->end));
	m->places = calloc(from->n_places, sizeof(*m->places));
	if (!m->nodes || !m->end || !m->places)
		return -ENOMEM;
	for (uint32_t node = 1; node < from->n; node++)
		m->nodes[from->nodes[node].begin] = node;
	return 0;
}

/* A node whose parent was merged before. 0 or -ENOMEM. */
static int merge_node(struct merging *m, uint32_t number)
{
	const struct call_node *node = &m->from->nodes[number];
	uint32_t row_prefix = m->row_prefixes ? m->row_prefixes[node->row_prefix] : node->row_prefix;
	struct call_at at = call_tree_at(m->to, m->end[node->parent]);
	uint32_t end;

	for (uint32_t place = node->begin; place < node->begin + node->n; place++) {
		if (call_tree_child(m->to, row_prefix, &at, m->frames[m->from->places[place]]))
			return -ENOMEM;
		m->places[place] = at.place;
	}
	m->end[number] = at;
	end = call_tree_end(m->to, at);
	if (end == CHAIN_FAILED)
		return -ENOMEM;
	call_tree_count(m->to, end, node->self, node->self_count);
	return 0;
}

uint32_t *call_tree_merge(struct call_tree *t, const struct call_tree *from, const uint32_t *row_prefixes,
			  const uint32_t *frames)
{
	struct merging m = { .to = t, .from = from, .row_prefixes = row_prefixes, .frames = frames };
	int result = merging_init(&m);

	/* A parent begins before its children. */
	for (uint32_t place = 1; place < from->n_places && !result; place += from->nodes[m.nodes[place]].n)
		result = merge_node(&m, m.nodes[place]);
	free(m.nodes);
	free(m.end);
	if (!result)
		return m.places;
	free(m.places);
	return NULL;
}

/* Exchanges what two trees have of chains. */
static void exchange(struct call_tree *a, struct call_tree *b)
{
	const struct call_tree was = *a;

	*a = *b;
	*b = was;
	b->resolver = a->resolver;
	b->steps = a->steps;
	a->resolver = was.resolver;
	a->steps = was.steps;
}

int call_tree_adopt(struct call_tree *t, struct call_tree *from, const uint32_t *row_prefixes, const uint32_t *frames)
{
	uint32_t differ = 0;

	exchange(t, from);
	t->open = 0;
	for (uint32_t node = 1; node < t->n && row_prefixes; node++) {
		uint32_t *row_prefix = &t->nodes[node].row_prefix;

		differ |= *row_prefix ^ row_prefixes[*row_prefix];
		*row_prefix = row_prefixes[*row_prefix];
	}
	for (uint32_t place = 1; place < t->n_places; place++) {
		differ |= t->places[place] ^ frames[t->places[place]];
		t->places[place] = frames[t->places[place]];
	}
	return differ ? call_tree_rehash(t) : 0;
}
