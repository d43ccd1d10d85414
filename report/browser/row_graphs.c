#include "report/browser/row_graphs.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

int row_graphs_init(struct row_graphs *g, struct rows *rows, const struct callgraph_options *options)
{
	*g = (struct row_graphs){ 0 };
	if (!options)
		return 0;
	g->graphs = calloc(rows->keys.n + 1ull, sizeof(struct row_graph *));
	if (!g->graphs || callgraph_init(&g->graph, rows, options)) {
		free(g->graphs);
		g->graphs = NULL;
		return -ENOMEM;
	}
	g->rows = rows;
	return 0;
}

static void free_graph(struct row_graph *graph)
{
	if (!graph)
		return;
	free(graph->nodes);
	free(graph->frames);
	free(graph->is_open);
	free(graph->lines);
	free(graph);
}

static void free_graphs(struct row_graphs *g)
{
	for (uint32_t i = 0; g->rows && i < g->rows->keys.n; i++) {
		free_graph(g->graphs[i]);
		g->graphs[i] = NULL;
	}
}

void row_graphs_fini(struct row_graphs *g)
{
	free_graphs(g);
	free(g->graphs);
	if (g->rows)
		callgraph_fini(&g->graph);
	*g = (struct row_graphs){ 0 };
}

/* A chain of one function says no more than its row. */
static bool is_alone(const struct row_graphs *g, const struct call_at *at)
{
	const struct call_node *node = &g->rows->calls.nodes[at->node];

	return !node->parent && node->n == 1 && !node->first_child;
}

bool row_graphs_has(const struct row_graphs *g, const struct row *row)
{
	const struct callgraph_index *index = &g->graph.index;
	uint64_t total;

	if (!g->rows)
		return false;
	total = g->rows->options->wants_children ? row->children : row->period;
	if (total < callgraph_minimum(&g->graph, row_key(g->rows, row)->event))
		return false;
	for (uint32_t i = index->row_begins[row->number]; i < index->row_begins[row->number + 1]; i++)
		if (!is_alone(g, &index->positions[i]))
			return true;
	return false;
}

/* Links children anew, in the order in which they are shown. */
static int sort_children(struct row_graphs *g, struct row_graph *made, uint32_t node)
{
	uint32_t n, *list = callgraph_children(&g->graph, node, &n);

	if (!list)
		return -ENOMEM;
	made->nodes[node].first_child = n ? list[0] : 0;
	for (uint32_t i = 0; i < n; i++)
		made->nodes[list[i]].next_sibling = i + 1 < n ? list[i + 1] : 0;
	free(list);
	return 0;
}

static int copy_graph(struct row_graphs *g, struct row_graph *made)
{
	const struct callgraph *from = &g->graph;
	int result = 0;

	made->n_nodes = from->n;
	made->nodes = malloc((from->n + 1ull) * sizeof(*made->nodes));
	made->frames = malloc((from->n_frames + 1ull) * sizeof(*made->frames));
	made->is_open = calloc(from->n + 1ull, sizeof(*made->is_open));
	if (!made->nodes || !made->frames || !made->is_open)
		return -ENOMEM;
	if (from->n)
		memcpy(made->nodes, from->nodes, from->n * sizeof(*made->nodes));
	if (from->n_frames)
		memcpy(made->frames, from->frames, from->n_frames * sizeof(*made->frames));
	for (uint32_t node = 0; node < from->n && !result; node++)
		result = sort_children(g, made, node);
	made->is_open[0] = true;
	return result;
}

/* A graph has a file's whole measure of steps to itself: only those that somebody looks at are made. */
struct row_graph *row_graphs_make(struct row_graphs *g, const struct row *row)
{
	struct row_graph **at, *made;
	int result;

	if (!row_graphs_has(g, row))
		return NULL;
	at = &g->graphs[row->number];
	if (*at)
		return *at;
	g->graph.steps.taken = 0;
	result = callgraph_build(&g->graph, row);
	made = result == -ENOMEM ? NULL : calloc(1, sizeof(*made));
	if (!made || copy_graph(g, made)) {
		free_graph(made);
		return NULL;
	}
	*at = made;
	return made;
}

void row_graphs_release(struct row_graphs *g, const struct row *row)
{
	if (!g->rows || !g->graphs[row->number] || g->graphs[row->number]->is_shown)
		return;
	free_graph(g->graphs[row->number]);
	g->graphs[row->number] = NULL;
}

/* --- lines ---------------------------------------------------------------------------------- */

static bool put_node(struct row_graph *graph, uint32_t node)
{
	for (uint32_t i = 0; i < graph->nodes[node].n; i++) {
		if (!list_reserve(&graph->lines, graph->n_lines, &graph->lines_capacity, sizeof(*graph->lines)))
			return false;
		graph->lines[graph->n_lines++] = (struct graph_line){ node, i };
	}
	return true;
}

/* The next node in the order of lines; 0: there is none. */
static uint32_t next_node(const struct row_graph *graph, uint32_t node)
{
	if (graph->is_open[node] && graph->nodes[node].first_child)
		return graph->nodes[node].first_child;
	while (node && !graph->nodes[node].next_sibling)
		node = graph->nodes[node].parent;
	return graph->nodes[node].next_sibling;
}

static void make_lines(struct row_graph *graph)
{
	graph->n_lines = 0;
	for (uint32_t node = next_node(graph, 0); node; node = next_node(graph, node))
		if (!put_node(graph, node))
			return;
}

static void open_nodes(struct row_graph *graph, bool open)
{
	for (uint32_t node = 1; node < graph->n_nodes; node++)
		graph->is_open[node] = open;
	make_lines(graph);
}

void row_graphs_shown(struct row_graph *graph)
{
	graph->is_shown = true;
	make_lines(graph);
}

struct row_graph *row_graphs_of(struct row_graphs *g, const struct row *row)
{
	struct row_graph *graph;

	if (!g->rows)
		return NULL;
	graph = g->graphs[row->number];
	if (!graph && g->all_open) {
		graph = row_graphs_make(g, row);
		if (graph) {
			graph->is_shown = true;
			open_nodes(graph, true);
		}
	}
	return graph && graph->is_shown ? graph : NULL;
}

uint32_t row_graphs_lines(struct row_graphs *g, const struct row *row)
{
	const struct row_graph *graph = row_graphs_of(g, row);

	return graph ? graph->n_lines : 0;
}

/* Where there is only one way to go on, one level is all of it. */
static void open_only_children(struct row_graph *graph, uint32_t node)
{
	uint32_t child = graph->nodes[node].first_child;

	while (child && !graph->nodes[child].next_sibling) {
		graph->is_open[child] = true;
		child = graph->nodes[child].first_child;
	}
}

void row_graphs_toggle(struct row_graphs *g, const struct row *row, uint32_t line)
{
	struct row_graph *graph = line ? row_graphs_of(g, row) : row_graphs_make(g, row);
	uint32_t node;

	if (!graph || line > graph->n_lines)
		return;
	if (!line) {
		graph->is_shown = !graph->is_shown;
		open_only_children(graph, 0);
	} else {
		node = graph->lines[line - 1].node;
		graph->is_open[node] = !graph->is_open[node];
		open_only_children(graph, node);
	}
	make_lines(graph);
}

void row_graphs_toggle_whole(struct row_graphs *g, const struct row *row)
{
	struct row_graph *graph = row_graphs_make(g, row);
	bool open = false;

	if (!graph)
		return;
	for (uint32_t node = 1; node < graph->n_nodes && !open; node++)
		open = graph->nodes[node].first_child && !graph->is_open[node];
	graph->is_shown = open || !graph->is_shown;
	open_nodes(graph, graph->is_shown);
}

void row_graphs_open_all(struct row_graphs *g)
{
	row_graphs_close_all(g);
	g->all_open = g->rows != NULL;
}

void row_graphs_close_all(struct row_graphs *g)
{
	g->all_open = false;
	free_graphs(g);
}

uint32_t row_graphs_show(struct row_graphs *g, const struct row *row, uint32_t node, uint32_t frame)
{
	struct row_graph *graph = row_graphs_make(g, row);

	if (!graph)
		return 0;
	graph->is_shown = true;
	for (uint32_t n = graph->nodes[node].parent; n; n = graph->nodes[n].parent)
		graph->is_open[n] = true;
	make_lines(graph);
	for (uint32_t i = 0; i < graph->n_lines; i++)
		if (graph->lines[i].node == node && graph->lines[i].frame == frame)
			return i + 1;
	return 0;
}
