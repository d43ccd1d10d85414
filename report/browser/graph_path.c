#include "report/browser/graph_path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A frame of a node. */
struct position {
	uint32_t node, frame;
};

static uint32_t frame_at(const struct row_graph *graph, uint32_t node, uint32_t i)
{
	return graph->frames[graph->nodes[node].begin + i];
}

static uint32_t depth(const struct row_graph *graph, struct position at)
{
	uint32_t n = at.frame + 1;

	for (uint32_t node = graph->nodes[at.node].parent; node; node = graph->nodes[node].parent)
		n += graph->nodes[node].n;
	return n;
}

int graph_path_of(struct graph_path *p, const struct row_graph *graph, uint32_t line)
{
	struct position at;
	uint32_t i;

	*p = (struct graph_path){ 0 };
	if (!graph || !line || line > graph->n_lines)
		return 0;
	at = (struct position){ graph->lines[line - 1].node, graph->lines[line - 1].frame };
	i = depth(graph, at);
	p->frames = malloc(i * sizeof(*p->frames));
	if (!p->frames)
		return -ENOMEM;
	p->n = i;
	for (uint32_t n = at.frame + 1; at.node; at.node = graph->nodes[at.node].parent, n = graph->nodes[at.node].n)
		while (n)
			p->frames[--i] = frame_at(graph, at.node, --n);
	return 0;
}

void graph_path_fini(struct graph_path *p)
{
	free(p->frames);
	*p = (struct graph_path){ 0 };
}

/* Goes one frame on, within the node or to a child. False: the graph has no such way. */
static bool step(const struct row_graph *graph, struct position *at, uint32_t frame)
{
	uint32_t child;

	if (at->node && at->frame + 1 < graph->nodes[at->node].n) {
		if (frame_at(graph, at->node, at->frame + 1) != frame)
			return false;
		at->frame++;
		return true;
	}
	for (child = graph->nodes[at->node].first_child; child; child = graph->nodes[child].next_sibling)
		if (graph->nodes[child].n && frame_at(graph, child, 0) == frame)
			break;
	if (child)
		*at = (struct position){ child, 0 };
	return child != 0;
}

static uint32_t line_of(const struct row_graph *graph, struct position at)
{
	for (uint32_t i = 0; i < graph->n_lines; i++)
		if (graph->lines[i].node == at.node && graph->lines[i].frame == at.frame)
			return i + 1;
	return 0;
}

uint32_t graph_path_find(const struct graph_path *p, const struct row_graph *graph)
{
	struct position at = { 0 };
	uint32_t line = 0;

	for (uint32_t i = 0; graph && i < p->n && step(graph, &at, p->frames[i]); i++) {
		uint32_t shown = line_of(graph, at);

		line = shown ? shown : line;
	}
	return line;
}

/* Opens all nodes above the end of a path. */
static void open_way(struct row_graph *graph, const struct graph_path *p)
{
	struct position at = { 0 };

	for (uint32_t i = 0; i < p->n && step(graph, &at, p->frames[i]); i++)
		graph->is_open[graph->nodes[at.node].parent] = true;
}

int graph_path_open_same(struct row_graphs *g, const struct row *row, const struct row_graph *before)
{
	struct row_graph *graph = row_graphs_make(g, row);
	struct graph_path path;

	for (uint32_t line = 1; graph && line <= before->n_lines; line++) {
		if (graph_path_of(&path, before, line))
			return -ENOMEM;
		open_way(graph, &path);
		graph_path_fini(&path);
	}
	if (graph)
		row_graphs_shown(graph);
	return 0;
}
