#include "report/rows/call_tree_merge.h"

#include <errno.h>
#include <stdlib.h>

struct merging {
	struct call_tree *to;
	const struct call_tree *from;
	const uint32_t *row_prefixes, *frames;
	bool finished;       /* nodes have totals: those without samples are left out */
	uint32_t *nodes;     /* of from, by the position they begin at; 0: none does */
	struct call_at *end; /* by node of from: the last of its positions in the other tree */
	uint32_t *positions; /* by position of from: that of the other tree */
};

/* 0 or -ENOMEM. */
static int merging_init(struct merging *m)
{
	const struct call_tree *from = m->from;

	m->nodes = calloc(from->n_frames, sizeof(*m->nodes));
	m->end = calloc(from->n, sizeof(*m->end));
	m->positions = calloc(from->n_frames, sizeof(*m->positions));
	if (!m->nodes || !m->end || !m->positions)
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

	for (uint32_t position = node->begin; position < node->begin + node->n; position++) {
		uint32_t frame = m->from->frames[position];

		if (call_tree_child(m->to, row_prefix, &at, m->frames ? m->frames[frame] : frame))
			return -ENOMEM;
		m->positions[position] = at.position;
	}
	m->end[number] = at;
	end = call_tree_end(m->to, at);
	if (end == CHAIN_FAILED)
		return -ENOMEM;
	call_tree_count(m->to, end, node->self, node->self_count);
	return 0;
}

static uint32_t *merge(struct merging *m)
{
	const struct call_tree *from = m->from;
	int result = merging_init(m);

	/* A parent begins before its children. */
	for (uint32_t position = 1, node; position < from->n_frames && !result; position += from->nodes[node].n) {
		node = m->nodes[position];
		if (!m->finished || from->nodes[node].total)
			result = merge_node(m, node);
	}
	free(m->nodes);
	free(m->end);
	if (!result)
		return m->positions;
	free(m->positions);
	return NULL;
}

uint32_t *call_tree_merge(struct call_tree *t, const struct call_tree *from, const uint32_t *row_prefixes,
			  const uint32_t *frames)
{
	return merge(&(struct merging){ .to = t, .from = from, .row_prefixes = row_prefixes, .frames = frames });
}

uint32_t *call_tree_merge_finished(struct call_tree *t, const struct call_tree *from, const uint32_t *row_prefixes)
{
	return merge(&(struct merging){ .to = t, .from = from, .row_prefixes = row_prefixes, .finished = true });
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
	for (uint32_t position = 1; position < t->n_frames; position++) {
		differ |= t->frames[position] ^ frames[t->frames[position]];
		t->frames[position] = frames[t->frames[position]];
	}
	return differ ? call_tree_rehash(t) : 0;
}
