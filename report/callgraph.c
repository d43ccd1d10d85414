#include "report/callgraph.h"

#include <errno.h>
#include <stdlib.h>

#define CALLGRAPH_FIRST_NODES 256

static const struct {
	const char *name;
	enum callgraph_style style;
} style_names[] = {
	{ "none", CALLGRAPH_NONE }, { "graph", CALLGRAPH_GRAPH },   { "fractal", CALLGRAPH_FRACTAL },
	{ "flat", CALLGRAPH_FLAT }, { "folded", CALLGRAPH_FOLDED },
};

static bool callgraph_style_find(struct callgraph_options *o, const char *word, size_t size)
{
	for (size_t i = 0; i < ARRAY_SIZE(style_names); i++) {
		if (strlen(style_names[i].name) == size && !strncmp(style_names[i].name, word, size)) {
			o->style = style_names[i].style;
			return true;
		}
	}
	return false;
}

static int callgraph_word(struct callgraph_options *o, const char *word, size_t size, unsigned *numbers,
			  struct error *err)
{
	char text[32];
	char *end;
	double number;

	if (callgraph_style_find(o, word, size))
		return 0;
	if (size == 6 && (!strncmp(word, "caller", 6) || !strncmp(word, "callee", 6))) {
		o->caller = word[5] == 'r';
		return 0;
	}
	if ((size == 8 && !strncmp(word, "function", 8)) || (size == 7 && !strncmp(word, "percent", 7)))
		return 0;
	snprintf(text, sizeof(text), "%.*s", (int)size, word);
	number = strtod(text, &end);
	if (end == text || *end || !(number >= 0 && number <= UINT32_MAX) || *numbers > 1)
		return error_set(err, -EINVAL,
				 "call graph '%.*s': takes none, graph, fractal, flat or folded, caller or callee, "
				 "a threshold in percent and a limit, separated by commas",
				 (int)size, word);
	if (!*numbers && number > 100)
		return error_set(err, -EINVAL, "call graph '%s': the threshold is in percent, 0 to 100", text);
	if ((*numbers)++)
		o->print_limit = (uint32_t)number;
	else
		o->threshold = number;
	return 0;
}

int callgraph_parse(struct callgraph_options *o, const char *text, struct error *err)
{
	unsigned numbers = 0;

	for (const char *p = text; *p;) {
		size_t size = strcspn(p, ",");
		int result = size ? callgraph_word(o, p, size, &numbers, err) : 0;

		if (result)
			return result;
		p += size + (p[size] == ',');
	}
	return 0;
}

/* Sorts the call nodes by their rows. */
static void callgraph_index(struct callgraph *g)
{
	const struct call_tree *t = &g->rows->calls;
	uint32_t n_rows = g->rows->keys.n;

	for (uint32_t node = 1; node < t->n; node++)
		if (g->row_of[node] != ROW_NONE)
			g->row_begins[g->row_of[node] + 1]++;
	for (uint32_t row = 0; row < n_rows; row++)
		g->row_begins[row + 1] += g->row_begins[row];
	for (uint32_t node = 1; node < t->n; node++)
		if (g->row_of[node] != ROW_NONE)
			g->row_nodes[g->row_begins[g->row_of[node]]++] = node;
	/* Each begin has moved to the next one's place. */
	memmove(g->row_begins + 1, g->row_begins, n_rows * sizeof(*g->row_begins));
	g->row_begins[0] = 0;
}

int callgraph_init(struct callgraph *g, const struct rows *rows, const struct callgraph_options *options)
{
	const struct call_tree *t = &rows->calls;

	memset(g, 0, sizeof(*g));
	g->rows = rows;
	g->options = options;
	g->capacity = CALLGRAPH_FIRST_NODES;
	g->row_of = calloc(t->n, sizeof(*g->row_of));
	g->row_nodes = calloc(t->n, sizeof(*g->row_nodes));
	g->node_of = calloc(t->n, sizeof(*g->node_of));
	g->row_begins = calloc(rows->keys.n + 2, sizeof(*g->row_begins));
	g->nodes = calloc(g->capacity, sizeof(*g->nodes));
	if (!g->row_of || !g->row_nodes || !g->node_of || !g->row_begins || !g->nodes || pair_map_init(&g->children)) {
		callgraph_fini(g);
		return -ENOMEM;
	}
	for (uint32_t node = 1; node < t->n; node++) {
		struct row_key key = rows_frame_key(rows, t->nodes[node].context, t->nodes[node].frame);

		/* Without children, functions that were never sampled themselves have no row. */
		g->row_of[node] = row_keys_find(&rows->keys, &key);
	}
	callgraph_index(g);
	return 0;
}

void callgraph_fini(struct callgraph *g)
{
	free(g->row_of);
	free(g->row_nodes);
	free(g->row_begins);
	free(g->node_of);
	free(g->nodes);
	pair_map_fini(&g->children);
	memset(g, 0, sizeof(*g));
}

/* The child of a node, made when new; 0 without memory. */
static uint32_t callgraph_child(struct callgraph *g, uint32_t parent, uint32_t frame)
{
	uint32_t node = pair_map_get(&g->children, parent, frame);

	if (node)
		return node;
	if (g->n == g->capacity) {
		struct callgraph_node *nodes = realloc(g->nodes, 2ull * g->capacity * sizeof(*nodes));

		if (!nodes)
			return 0;
		g->nodes = nodes;
		g->capacity *= 2;
	}
	node = g->n;
	if (pair_map_add(&g->children, parent, frame, node))
		return 0;
	g->nodes[node] = (struct callgraph_node){ .frame = frame,
						  .parent = parent,
						  .next_sibling = g->nodes[parent].first_child };
	g->nodes[parent].first_child = node;
	g->n++;
	return node;
}

static void callgraph_hit(struct callgraph *g, uint32_t node, const struct call_node *c)
{
	g->nodes[node].hits += c->self;
	g->nodes[node].count += c->self_count;
}

/* Puts the path from a call node out to the outermost caller into the tree, in the order asked for. */
static int callgraph_put_path(struct callgraph *g, uint32_t from, const struct call_node *hits)
{
	const struct call_node *calls = g->rows->calls.nodes;
	uint32_t depth = 0, at = 0;
	uint32_t *frames;

	for (uint32_t c = from; c; c = calls[c].parent)
		depth++;
	frames = malloc((depth + 1) * sizeof(*frames));
	if (!frames)
		return -ENOMEM;
	for (uint32_t c = from, i = 0; c; c = calls[c].parent, i++)
		frames[g->options->caller ? depth - 1 - i : i] = calls[c].frame;
	for (uint32_t i = 0; i < depth; i++) {
		at = callgraph_child(g, at, frames[i]);
		if (!at)
			break;
	}
	free(frames);
	if (!at)
		return -ENOMEM;
	callgraph_hit(g, at, hits);
	return 0;
}

static bool caller_has_row(const struct callgraph *g, uint32_t node, uint32_t row)
{
	const struct call_node *calls = g->rows->calls.nodes;

	while ((node = calls[node].parent))
		if (g->row_of[node] == row)
			return true;
	return false;
}

/*
 * Goes through all that was called below `top`, and calls `visit` for each call node but those of the row itself,
 * whose samples are the row's own.
 */
static int callgraph_below(struct callgraph *g, uint32_t top, uint32_t row,
			   int (*visit)(struct callgraph *g, uint32_t top, uint32_t node, bool own))
{
	const struct call_node *calls = g->rows->calls.nodes;

	for (uint32_t node = top; node;) {
		int result = visit(g, top, node, g->row_of[node] == row);

		if (result)
			return result;
		if (calls[node].first_child) {
			node = calls[node].first_child;
			continue;
		}
		while (node != top && !calls[node].next_sibling)
			node = calls[node].parent;
		node = node == top ? 0 : calls[node].next_sibling;
	}
	return 0;
}

/* Caller order: the path from the row down to the node. */
static int visit_caller(struct callgraph *g, uint32_t top, uint32_t node, bool own)
{
	const struct call_node *c = &g->rows->calls.nodes[node];

	g->node_of[node] = callgraph_child(g, node == top ? 0 : g->node_of[c->parent], c->frame);
	if (!g->node_of[node])
		return -ENOMEM;
	if (!own)
		callgraph_hit(g, g->node_of[node], c);
	return 0;
}

/* Callee order: the path from the row's innermost place above the node out to the outermost caller. */
static int visit_callee(struct callgraph *g, uint32_t top, uint32_t node, bool own)
{
	const struct call_node *c = &g->rows->calls.nodes[node];

	/* node_of: the innermost place of the row on the way to the node. */
	g->node_of[node] = own || node == top ? node : g->node_of[c->parent];
	if (own || !c->self_count)
		return 0;
	return callgraph_put_path(g, g->node_of[node], c);
}

/* Totals, from the innermost nodes out: a child's number is greater than its parent's. */
static void callgraph_sum(struct callgraph *g)
{
	for (uint32_t node = g->n; node-- > 0;) {
		struct callgraph_node *n = &g->nodes[node];

		n->total = n->hits;
		for (uint32_t child = n->first_child; child; child = g->nodes[child].next_sibling)
			n->total += g->nodes[child].total;
	}
}

int callgraph_build(struct callgraph *g, const struct row *row)
{
	const struct call_node *calls = g->rows->calls.nodes;
	int result = 0;

	pair_map_clear(&g->children);
	g->n = 1;
	g->nodes[0] = (struct callgraph_node){ 0 };
	for (uint32_t i = g->row_begins[row->number]; i < g->row_begins[row->number + 1] && !result; i++) {
		uint32_t node = g->row_nodes[i];

		if (calls[node].self_count)
			result = callgraph_put_path(g, node, &calls[node]);
		if (result || !g->rows->options->children || caller_has_row(g, node, row->number))
			continue;
		result = callgraph_below(g, node, row->number, g->options->caller ? visit_caller : visit_callee);
	}
	callgraph_sum(g);
	return result;
}
