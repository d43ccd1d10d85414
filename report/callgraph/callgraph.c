#include "report/callgraph/callgraph.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

/* Prepares what graphs are made with. The index is ready, and no frame will be added. 0 or -ENOMEM. */
static int init_making(struct callgraph *g)
{
	if (callgraph_ways_init(&g->ways, &g->index, &g->steps) ||
	    callgraph_groups_init(&g->groups, g->rows->frames->n)) {
		callgraph_fini(g);
		return -ENOMEM;
	}
	return 0;
}

int callgraph_init(struct callgraph *g, struct rows *rows, const struct callgraph_options *options)
{
	memset(g, 0, sizeof(*g));
	g->rows = rows;
	g->options = options;
	g->steps.max = CALLGRAPH_STEPS_FREE + CALLGRAPH_STEPS_PER_BYTE * perf_file_data_size(rows->analysis->file);
	if (rows_reach_positions(rows) || callgraph_index_init(&g->index, rows, options)) {
		callgraph_fini(g);
		return -ENOMEM;
	}
	return init_making(g);
}

int callgraph_init_beside(struct callgraph *g, const struct callgraph *other)
{
	*g = (struct callgraph){
		.rows = other->rows, .options = other->options, .index = other->index, .borrows_index = true
	};
	return init_making(g);
}

void callgraph_fini(struct callgraph *g)
{
	if (!g->borrows_index)
		callgraph_index_fini(&g->index);
	callgraph_ways_fini(&g->ways);
	callgraph_groups_fini(&g->groups);
	free(g->frames);
	free(g->nodes);
	free(g->waiting.list);
	free(g->pending);
	memset(g, 0, sizeof(*g));
}

uint64_t callgraph_minimum(const struct callgraph *g, uint32_t event)
{
	return callgraph_index_minimum(&g->index, event);
}

/* In fractal graphs a share of the samples below the node; else the same for all nodes. */
uint64_t callgraph_child_minimum(const struct callgraph *g, uint32_t node)
{
	const struct callgraph_node *n = &g->nodes[node];
	double below = (double)(n->total - n->hits) * g->options->threshold / 100;
	uint64_t minimum = (uint64_t)below;

	if (g->options->style != CALLGRAPH_FRACTAL)
		return g->minimum;
	minimum += (double)minimum < below;
	return minimum ? minimum : 1;
}

static bool cursors_reserve(struct callgraph_cursors *c, uint64_t n)
{
	uint64_t capacity = c->capacity ? c->capacity : 64;
	struct callgraph_cursor *list;

	if (n <= c->capacity)
		return true;
	while (capacity < n)
		capacity *= 2;
	list = capacity > UINT32_MAX ? NULL : realloc(c->list, capacity * sizeof(*list));
	if (!list)
		return false;
	c->list = list;
	c->capacity = (uint32_t)capacity;
	return true;
}

/* Returns the frame at a position, without the line and address if the graph does not distinguish frames by them. */
static uint32_t graph_frame(const struct callgraph *g, uint32_t position)
{
	uint32_t number = g->rows->calls.frames[position];
	const struct frame *frame = &g->rows->frames->list[number];

	switch (g->options->key) {
	case CALLGRAPH_FUNCTION: return frame->function;
	case CALLGRAPH_SRCLINE: return frame->has_line ? number : frame->function;
	default: return number;
	}
}

static uint32_t cursor_frame(const struct callgraph *g, const struct callgraph_cursor *c)
{
	return graph_frame(g, c->at.position);
}

static bool same_frame(const struct callgraph *g, const struct callgraph_cursors *c)
{
	for (uint32_t i = 1; i < c->n; i++)
		if (cursor_frame(g, &c->list[i]) != cursor_frame(g, &c->list[0]))
			return false;
	return c->n > 0;
}

/* Moves the last n waiting cursors on, if all are within their nodes and come to the same frame. False: they do not. */
static bool move_together(struct callgraph *g, uint32_t n)
{
	struct callgraph_cursor *list = g->waiting.list + g->waiting.n - n;
	int step = list[0].way == CALLGRAPH_OUT ? -1 : 1;

	for (uint32_t i = 0; i < n; i++)
		if (!list[i].left ||
		    graph_frame(g, list[i].at.position + step) != graph_frame(g, list[0].at.position + step))
			return false;
	for (uint32_t i = 0; i < n; i++) {
		list[i].at.position += step;
		list[i].left--;
	}
	return true;
}

/* Moves n waiting cursors on, each by itself, into g->ways.moved. Chains may end in the node. 0 or -ENOMEM. */
static int move_apart(struct callgraph *g, uint32_t from, uint32_t n, struct callgraph_node *node)
{
	struct callgraph_ends ends = { 0 };
	int result = 0;

	g->ways.moved.n = 0;
	for (uint32_t i = 0; i < n && !result; i++)
		result = callgraph_ways_move(&g->ways, &g->waiting.list[from + i], &ends);
	node->hits = ends.period;
	node->hits_count = ends.count;
	return result;
}

static int put_frame(struct callgraph *g, uint32_t node, uint32_t frame)
{
	if (!list_reserve(&g->frames, g->n_frames, &g->frames_capacity, sizeof(*g->frames)))
		return -ENOMEM;
	g->frames[g->n_frames++] = frame;
	g->nodes[node].n++;
	return 0;
}

/*
 * Moves the last n waiting cursors on, and adds their frames to the node, until chains end or part. Removes them from
 * those waiting; where they have come to is in g->ways.moved. 0, -ENOMEM or -E2BIG.
 */
static int run_along(struct callgraph *g, uint32_t node, uint32_t n)
{
	uint32_t from = g->waiting.n - n;
	bool together = true;
	int result = 0;

	while (together && !result) {
		if (!callgraph_steps_take(&g->steps, n + CALLGRAPH_LINE + 2 * g->nodes[node].depth))
			return -E2BIG;
		result = put_frame(g, node, cursor_frame(g, &g->waiting.list[from]));
		if (result || move_together(g, n))
			continue;
		result = move_apart(g, from, n, &g->nodes[node]);
		together = !g->nodes[node].hits_count && same_frame(g, &g->ways.moved);
		if (!together || result)
			continue;
		n = g->ways.moved.n;
		if (!cursors_reserve(&g->waiting, (uint64_t)from + n))
			return -ENOMEM;
		memcpy(g->waiting.list + from, g->ways.moved.list, n * sizeof(*g->ways.moved.list));
		g->waiting.n = from + n;
	}
	g->waiting.n = from;
	return result;
}

/* Groups the cursors in g->ways.moved by frame. 0, -ENOMEM or -E2BIG. */
static int group_cursors(struct callgraph *g)
{
	const struct callgraph_cursors *moved = &g->ways.moved;

	callgraph_groups_clear(&g->groups);
	for (uint32_t i = 0; i < moved->n; i++)
		if (callgraph_groups_add(&g->groups, cursor_frame(g, &moved->list[i]), &moved->list[i]))
			return -ENOMEM;
	return callgraph_steps_take(&g->steps, moved->n) ? 0 : -E2BIG;
}

#define GROUP_HIDDEN UINT32_MAX

/* Adds a pending node for each group that is shown, and room for its cursors after those waiting. 0 or -ENOMEM. */
static int wait_for_groups(struct callgraph *g, uint32_t parent)
{
	uint64_t minimum = callgraph_child_minimum(g, parent);
	uint64_t n = g->waiting.n;

	for (uint32_t i = 0; i < g->groups.n; i++) {
		struct callgraph_group *group = &g->groups.list[i];

		group->to = GROUP_HIDDEN;
		if (group->total < minimum)
			continue;
		if (!list_reserve(&g->pending, g->n_pending, &g->pending_capacity, sizeof(*g->pending)))
			return -ENOMEM;
		g->pending[g->n_pending++] = (struct callgraph_pending){
			.parent = parent, .n = group->n, .total = group->total, .total_count = group->total_count
		};
		group->to = (uint32_t)n;
		n += group->n;
	}
	if (!cursors_reserve(&g->waiting, n))
		return -ENOMEM;
	g->waiting.n = (uint32_t)n;
	return 0;
}

/* Adds the cursors in g->ways.moved to those waiting, grouped by frame: each group becomes a child of `parent`. */
static int branch(struct callgraph *g, uint32_t parent)
{
	const struct callgraph_cursors *moved = &g->ways.moved;
	int result = group_cursors(g);

	if (!result)
		result = wait_for_groups(g, parent);
	for (uint32_t i = 0; i < moved->n && !result; i++) {
		struct callgraph_group *group = callgraph_groups_of(&g->groups, cursor_frame(g, &moved->list[i]));

		if (group->to != GROUP_HIDDEN)
			g->waiting.list[group->to++] = moved->list[i];
	}
	return result;
}

/* True if the children of a node are drawn. */
static bool may_branch(const struct callgraph *g, uint32_t node)
{
	return g->nodes[node].depth <= CALLGRAPH_DEPTH_MAX || g->options->style == CALLGRAPH_FLAT ||
	       g->options->style == CALLGRAPH_FOLDED;
}

static int make_node(struct callgraph *g, const struct callgraph_pending *p)
{
	uint32_t node = g->n;
	int result;

	if (!list_reserve(&g->nodes, g->n, &g->capacity, sizeof(*g->nodes)))
		return -ENOMEM;
	g->n++;
	g->nodes[node] = (struct callgraph_node){ .begin = g->n_frames,
						  .parent = p->parent,
						  .next_sibling = g->nodes[p->parent].first_child,
						  .depth = g->nodes[p->parent].depth + 1,
						  .total = p->total,
						  .total_count = p->total_count };
	g->nodes[p->parent].first_child = node;
	result = run_along(g, node, p->n);
	return result || !g->ways.moved.n || !may_branch(g, node) ? result : branch(g, node);
}

static int make_root(struct callgraph *g, const struct row *row)
{
	int result;

	g->n = g->n_frames = g->n_pending = g->waiting.n = 0;
	if (!list_reserve(&g->nodes, g->n, &g->capacity, sizeof(*g->nodes)))
		return -ENOMEM;
	g->nodes[g->n++] = (struct callgraph_node){ 0 };
	result = callgraph_ways_begin(&g->ways, row->number);
	for (uint32_t i = 0; i < g->ways.moved.n; i++) {
		g->nodes[0].total += g->ways.moved.list[i].period;
		g->nodes[0].total_count += g->ways.moved.list[i].count;
	}
	return result ? result : branch(g, 0);
}

int callgraph_build(struct callgraph *g, const struct row *row)
{
	int result;

	g->minimum = callgraph_minimum(g, row_key(g->rows, row)->event);
	result = make_root(g, row);
	while (g->n_pending && !result) {
		const struct callgraph_pending p = g->pending[--g->n_pending];

		result = make_node(g, &p);
	}
	return result;
}

/* Bytes of names that are compared; names that differ further on are sorted by their frames. */
#define FRAME_NAME_MAX 4096

static int compare_nodes(const void *a, const void *b, void *graph)
{
	const struct callgraph *g = graph;
	const struct callgraph_node *x = &g->nodes[*(const uint32_t *)a];
	const struct callgraph_node *y = &g->nodes[*(const uint32_t *)b];
	char text_x[FRAME_NAME_MAX], text_y[FRAME_NAME_MAX];
	int result;

	if (x->total != y->total)
		return x->total > y->total ? -1 : 1;
	result = strcmp(frame_text(g->rows->frames, g->frames[x->begin], text_x, sizeof(text_x)),
			frame_text(g->rows->frames, g->frames[y->begin], text_y, sizeof(text_y)));
	return result ? result : frames_compare(g->rows->frames, g->frames[x->begin], g->frames[y->begin]);
}

uint32_t *callgraph_children(struct callgraph *g, uint32_t node, uint32_t *ret_n)
{
	uint32_t n = 0;
	uint32_t *list;

	for (uint32_t child = g->nodes[node].first_child; child; child = g->nodes[child].next_sibling)
		n++;
	list = malloc((n + 1) * sizeof(*list));
	if (!list)
		return NULL;
	n = 0;
	for (uint32_t child = g->nodes[node].first_child; child; child = g->nodes[child].next_sibling)
		list[n++] = child;
	qsort_r(list, n, sizeof(*list), compare_nodes, g);
	if (g->options->print_limit && n > g->options->print_limit)
		n = g->options->print_limit;
	*ret_n = n;
	return list;
}
