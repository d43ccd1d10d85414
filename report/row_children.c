#include "report/row_children.h"

#include <errno.h>
#include <stdlib.h>

/* What rows_add_children works with: by call node, and by row. */
struct children_walk {
	uint32_t *row_of;  /* by node: the number of its row */
	uint32_t *depth;   /* by node: how many frames there are from the outermost caller to it */
	uint32_t *height;  /* by node: how many there are from it to the farthest function it called */
	uint32_t *on_path; /* by row: how often it is on the path from the outermost caller to the node at hand */
};

static void children_walk_fini(struct children_walk *w)
{
	free(w->row_of);
	free(w->depth);
	free(w->height);
	free(w->on_path);
}

/* Makes a row for each node. */
static int children_walk_init(struct children_walk *w, struct rows *r)
{
	const struct call_tree *t = &r->calls;

	w->row_of = calloc(t->n, sizeof(*w->row_of));
	w->depth = calloc(t->n, sizeof(*w->depth));
	w->height = calloc(t->n, sizeof(*w->height));
	if (!w->row_of || !w->depth || !w->height)
		return -ENOMEM;
	for (uint32_t node = 1; node < t->n; node++) {
		struct row_key key = rows_frame_key(r, t->nodes[node].context, t->nodes[node].frame);
		struct row *row = rows_get(r, &key);

		if (!row)
			return -ENOMEM;
		w->row_of[node] = row->number;
		w->depth[node] = w->depth[t->nodes[node].parent] + 1;
	}
	for (uint32_t node = t->n; --node > 0;) {
		uint32_t *above = &w->height[t->nodes[node].parent];

		w->height[node]++;
		if (*above < w->height[node])
			*above = w->height[node];
	}
	w->on_path = calloc(r->keys.n + 1, sizeof(*w->on_path));
	return w->on_path ? 0 : -ENOMEM;
}

static void row_deepen(struct row *row, uint32_t depth)
{
	if (row->depth < depth)
		row->depth = depth;
}

/* The walk comes to a node on its way down. */
static void children_enter(struct rows *r, struct children_walk *w, uint32_t node)
{
	const struct call_node *c = &r->calls.nodes[node];
	struct row *row = &r->list[w->row_of[node]];

	if (c->self_count)
		row_deepen(row, w->depth[node]);
	if (w->on_path[row->number]++)
		return;
	row->children += c->total;
	row->children_count += c->total_count;
	row_deepen(row, r->options->caller ? w->height[node] : w->depth[node]);
}

/*
 * Adds the total of each node to its row, unless a caller further out has the same row: then that total holds this one
 * already.
 */
int rows_add_children(struct rows *r)
{
	const struct call_node *calls = r->calls.nodes;
	struct children_walk w = { 0 };
	int result = children_walk_init(&w, r);

	for (uint32_t top = 1; top < r->calls.n && !result; top++) {
		if (calls[top].parent)
			continue;
		for (uint32_t node = top; node;) {
			children_enter(r, &w, node);
			if (calls[node].first_child) {
				node = calls[node].first_child;
				continue;
			}
			/* Up to the next node that has a sibling left. */
			while (node != top && !calls[node].next_sibling) {
				w.on_path[w.row_of[node]]--;
				node = calls[node].parent;
			}
			w.on_path[w.row_of[node]]--;
			node = node == top ? 0 : calls[node].next_sibling;
		}
	}
	children_walk_fini(&w);
	return result;
}
