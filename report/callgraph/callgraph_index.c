#include "report/callgraph/callgraph_index.h"

#include <errno.h>
#include <stdlib.h>

uint64_t callgraph_index_minimum(const struct callgraph_index *index, uint32_t event)
{
	/* Fractal graphs show large shares of a row, however small the row is. */
	return index->options->style == CALLGRAPH_FRACTAL
		       ? 1
		       : rows_least_of(index->rows, event, index->options->threshold);
}

/* The walk that makes the list of positions. */
struct indexing {
	struct callgraph_index *index;
	bool fill;           /* false: positions are only counted, in `next` */
	bool *graphs;        /* by row: it has a graph */
	uint32_t *next;      /* by row: index of its next position in the list */
	uint32_t *outermost; /* by row: its outermost position on the path to the current node; 0: none */
	uint32_t *entered;   /* the rows with an outermost position, in the order of these positions */
	uint32_t n_entered;
	uint32_t n_nodes; /* visited so far */
};

static int indexing_init(struct indexing *x, struct callgraph_index *index)
{
	const struct rows *rows = index->rows;
	uint32_t n = rows->keys.n;

	*x = (struct indexing){ .index = index };
	x->graphs = malloc((n + 1ull) * sizeof(*x->graphs));
	x->next = calloc(n + 1ull, sizeof(*x->next));
	x->outermost = calloc(n + 1ull, sizeof(*x->outermost));
	x->entered = malloc((n + 1ull) * sizeof(*x->entered));
	if (!x->graphs || !x->next || !x->outermost || !x->entered)
		return -ENOMEM;
	for (uint32_t i = 0; i < n; i++) {
		const struct row *row = &rows->list[i];
		uint64_t period = rows->options->wants_children ? row->children : row->period;

		x->graphs[i] = period >= callgraph_index_minimum(index, row_key(rows, row)->event);
	}
	return 0;
}

static void indexing_fini(struct indexing *x)
{
	free(x->graphs);
	free(x->next);
	free(x->outermost);
	free(x->entered);
}

/* Returns a row's number if it has a graph and the node is of its event; else ROW_NONE. row: 1 + the number, or 0. */
static uint32_t graph_row(const struct indexing *x, const struct call_node *c, uint32_t row)
{
	const struct rows *rows = x->index->rows;

	if (!row || !x->graphs[row - 1] ||
	    rows->row_prefixes.list[c->row_prefix].event != rows->keys.list[row - 1].event)
		return ROW_NONE;
	return row - 1;
}

/* Returns the row of a position of the node, as graph_row. */
static uint32_t position_row(const struct indexing *x, const struct call_node *c, uint32_t position)
{
	return graph_row(x, c, x->index->rows->position_rows.list[position]);
}

/* True if the row's own samples are at the position. */
static bool own_samples_at(const struct indexing *x, uint32_t row, uint32_t node, uint32_t position)
{
	return position == call_node_last(&x->index->rows->calls.nodes[node]) && x->index->own_rows[node] == row + 1;
}

static void index_position(struct indexing *x, uint32_t row, uint32_t node, uint32_t position)
{
	uint32_t number = x->next[row]++;

	if (x->fill)
		x->index->positions[number] = (struct call_at){ .node = node, .position = position };
}

static void index_enter(struct indexing *x, uint32_t node)
{
	const struct call_node *c = &x->index->rows->calls.nodes[node];
	uint32_t own = graph_row(x, c, x->index->own_rows[node]);

	x->index->spans[node].first = x->n_nodes++;
	for (uint32_t position = c->begin; position < c->begin + c->n; position++) {
		uint32_t row = position_row(x, c, position);

		if (row == ROW_NONE ||
		    (x->index->options->by_caller && x->outermost[row] && !own_samples_at(x, row, node, position)))
			continue;
		index_position(x, row, node, position);
		if (x->outermost[row])
			continue;
		x->outermost[row] = position;
		x->entered[x->n_entered++] = row;
	}
	if (own != ROW_NONE && x->index->rows->position_rows.list[call_node_last(c)] != own + 1)
		index_position(x, own, node, call_node_last(c));
}

/* Ends the visit of a node. The positions of its callers have lower numbers than its own. */
static void index_leave(struct indexing *x, uint32_t node)
{
	const uint32_t begin = x->index->rows->calls.nodes[node].begin;

	x->index->spans[node].last = x->n_nodes - 1;
	while (x->n_entered && x->outermost[x->entered[x->n_entered - 1]] >= begin)
		x->outermost[x->entered[--x->n_entered]] = 0;
}

/* Visits all nodes, callers before callees. */
static void index_all(struct indexing *x)
{
	const struct call_node *nodes = x->index->rows->calls.nodes;

	x->n_nodes = 0;
	for (uint32_t node = nodes[0].first_child; node;) {
		index_enter(x, node);
		if (nodes[node].first_child) {
			node = nodes[node].first_child;
			continue;
		}
		for (bool up = true; up && node;) {
			index_leave(x, node);
			up = !nodes[node].next_sibling;
			node = up ? nodes[node].parent : nodes[node].next_sibling;
		}
	}
}

/* Adds the positions of own samples: without children a row has no others. */
static void index_ends(struct indexing *x)
{
	const struct call_tree *t = &x->index->rows->calls;

	for (uint32_t node = 1; node < t->n; node++) {
		uint32_t row = graph_row(x, &t->nodes[node], x->index->own_rows[node]);

		if (row != ROW_NONE)
			index_position(x, row, node, call_node_last(&t->nodes[node]));
	}
}

/* Returns 1 + the row of the samples at a node; 0: there are none, or the row was left out. */
static uint32_t own_row(const struct rows *r, uint32_t node)
{
	const struct call_node *c = &r->calls.nodes[node];
	uint32_t frame = c->self_count ? call_tree_sampled(&r->calls, node) : FRAMES_NONE;
	struct row_key key;
	uint32_t row;

	if (frame == FRAMES_NONE)
		return 0;
	if (r->options->own_prefixes) {
		key = r->row_prefixes.list[c->row_prefix];
		key.event = (uint16_t)r->options->groups->leaders[key.event];
	} else {
		key = rows_frame_key(r, c->row_prefix, frame);
	}
	row = row_keys_find(&r->keys, &key);
	return row == ROW_NONE ? 0 : row + 1;
}

/* Counts the positions of each row or, with x->fill, lists them. */
static void index_run(struct indexing *x)
{
	if (x->index->rows->options->wants_children)
		index_all(x);
	else
		index_ends(x);
}

/* Computes from the counts where the positions of each row begin. 0 or -ENOMEM. */
static int index_begin(struct indexing *x)
{
	struct callgraph_index *index = x->index;
	uint32_t n = index->rows->keys.n, begin = 0;

	for (uint32_t row = 0; row < n; row++) {
		uint32_t count = x->next[row];

		index->row_begins[row] = x->next[row] = begin;
		begin += count;
	}
	index->row_begins[n] = begin;
	index->positions = malloc((begin + 1ull) * sizeof(*index->positions));
	return index->positions ? 0 : -ENOMEM;
}

static int index_make(struct callgraph_index *index)
{
	struct indexing x;
	int result = indexing_init(&x, index);

	if (!result) {
		index_run(&x);
		result = index_begin(&x);
	}
	if (!result) {
		x.fill = true;
		index_run(&x);
	}
	indexing_fini(&x);
	return result;
}

int callgraph_index_init(struct callgraph_index *index, const struct rows *rows,
			 const struct callgraph_options *options)
{
	*index = (struct callgraph_index){ .rows = rows, .options = options };
	index->row_begins = malloc((rows->keys.n + 1ull) * sizeof(*index->row_begins));
	index->own_rows = calloc(rows->calls.n, sizeof(*index->own_rows));
	index->spans = calloc(rows->calls.n, sizeof(*index->spans));
	if (!index->row_begins || !index->own_rows || !index->spans)
		return -ENOMEM;
	for (uint32_t node = 1; node < rows->calls.n; node++)
		index->own_rows[node] = own_row(rows, node);
	return index_make(index);
}

void callgraph_index_fini(struct callgraph_index *index)
{
	free(index->positions);
	free(index->row_begins);
	free(index->own_rows);
	free(index->spans);
}
