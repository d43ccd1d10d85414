/*
 * The tree of a row's chains, from the root on.
 *
 * A cursor stands for all chains that have a place of the call tree in common. Those that have come to one frame of the
 * graph move on together; where they differ they are grouped by the frame they have come to, and each group that is
 * large enough to be shown waits to become a node. The group that came last goes first, so that what waits are the
 * branches beside one way from the root.
 */
#include "report/profile/callgraph.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

bool callgraph_take_steps(struct callgraph *g, uint64_t steps)
{
	if (steps > g->steps_max - g->steps) {
		g->steps = g->steps_max;
		return false;
	}
	g->steps += steps;
	return true;
}

/* The least of the visible shares of what is below a node; of a graph the same everywhere. */
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

static const struct call_node *call_node(const struct callgraph *g, uint32_t node)
{
	return &g->rows->calls.nodes[node];
}

/* The frame of a place as the graph tells them apart: the places' may have lines and addresses that it does not show.
 */
static uint32_t graph_frame(const struct callgraph *g, uint32_t place)
{
	uint32_t number = g->rows->calls.places[place];
	const struct frame *frame = &g->rows->frames->list[number];

	switch (g->options->key) {
	case CALLGRAPH_FUNCTION: return frame->function;
	case CALLGRAPH_SRCLINE: return frame->has_line ? number : frame->function;
	default: return number;
	}
}

static uint32_t cursor_frame(const struct callgraph *g, const struct callgraph_cursor *c)
{
	return graph_frame(g, c->at.place);
}

/* Another cursor, to be looked at with those moved. 0 or -ENOMEM. */
static int put_cursor(struct callgraph *g, enum callgraph_way way, uint32_t node, uint32_t place, uint64_t period,
		      uint64_t count)
{
	const struct call_node *c = call_node(g, node);

	if (g->moved.n == g->moved.capacity && !cursors_reserve(&g->moved, g->moved.n + 1ull))
		return -ENOMEM;
	g->moved.list[g->moved.n++] = (struct callgraph_cursor){
		.at = { .node = node, .place = place },
		.left = way == CALLGRAPH_OUT ? place - c->begin : call_node_last(c) - place,
		.way = way,
		.period = period,
		.count = count,
	};
	return 0;
}

/* --- where the row's chains begin ----------------------------------------------------------- */

/* The row's own samples at a node and below it; serial 0: there are none. */
static struct callgraph_own own_samples(const struct callgraph *g, uint32_t node)
{
	return g->own[node].serial == g->serial ? g->own[node] : (struct callgraph_own){ 0 };
}

/* Whether the row's own samples were at the end of a node. */
static bool ends_in_row(const struct callgraph *g, uint32_t node)
{
	return g->own_rows[node] == g->row + 1;
}

/* Whether a place that the row has is one of its function, not that of a function that was inlined into it. */
static bool is_of_row(const struct callgraph *g, struct call_at at)
{
	return g->rows->place_rows[at.place] == g->row + 1;
}

/* The samples at a node are counted at it and its callers. The outermost ones get a cursor. */
static int add_own(struct callgraph *g, uint32_t node)
{
	uint64_t period = call_node(g, node)->self, count = call_node(g, node)->self_count;
	uint64_t steps = 0;

	for (; node; node = call_node(g, node)->parent, steps++) {
		struct callgraph_own *own = &g->own[node];

		if (own->serial != g->serial) {
			*own = (struct callgraph_own){ .serial = g->serial };
			if (!call_node(g, node)->parent &&
			    put_cursor(g, CALLGRAPH_TO, node, call_node(g, node)->begin, 0, 0))
				return -ENOMEM;
		}
		own->period += period;
		own->count += count;
	}
	return callgraph_take_steps(g, steps) ? 0 : -E2BIG;
}

/* Whether a place is on the way to another one, which comes later in the row's list. */
static bool is_caller(const struct callgraph *g, struct call_at outer, struct call_at inner)
{
	uint32_t number = g->spans[inner.node].first;

	return outer.node == inner.node || (g->spans[outer.node].first < number && number <= g->spans[outer.node].last);
}

/* Callers first: the ways from the outermost caller to the row and, with children, those that begin at the row. */
static int begin_down(struct callgraph *g, const struct call_at *places, uint32_t n)
{
	const struct call_at *outermost = NULL;
	int result = 0;

	for (uint32_t i = 0; i < n && !result; i++) {
		const struct call_node *c = call_node(g, places[i].node);

		if (ends_in_row(g, places[i].node) && places[i].place == call_node_last(c))
			result = add_own(g, places[i].node);
	}
	for (uint32_t i = 0; i < g->moved.n; i++) {
		struct callgraph_own own = own_samples(g, g->moved.list[i].at.node);

		g->moved.list[i].period = own.period;
		g->moved.list[i].count = own.count;
	}
	for (uint32_t i = 0; i < n && !result && g->rows->options->children; i++) {
		const struct call_node *c = call_node(g, places[i].node);
		struct callgraph_own own = own_samples(g, places[i].node);

		if (!is_of_row(g, places[i]) || (outermost && is_caller(g, *outermost, places[i])))
			continue;
		outermost = &places[i];
		result = put_cursor(g, CALLGRAPH_BELOW, places[i].node, places[i].place, c->total - own.period,
				    c->total_count - own.count);
	}
	return result;
}

/* Of each place the samples of which it is the row's innermost one. 0 or -ENOMEM. */
static int make_shares(struct callgraph *g, const struct call_at *places, uint32_t n)
{
	bool children = g->rows->options->children;
	uint32_t outer = CALLGRAPH_NO_PLACE;
	struct callgraph_share *shares;

	if (n > g->shares_capacity) {
		shares = realloc(g->shares, n * sizeof(*shares));
		if (!shares)
			return -ENOMEM;
		g->shares = shares;
		g->shares_capacity = n;
	}
	shares = g->shares;
	for (uint32_t i = 0; i < n; i++) {
		const struct call_node *c = call_node(g, places[i].node);

		bool all = children && is_of_row(g, places[i]);

		while (outer != CALLGRAPH_NO_PLACE && !is_caller(g, places[outer], places[i]))
			outer = shares[outer].outer;
		if (all)
			shares[i] = (struct callgraph_share){ c->total, c->total_count, outer };
		else
			shares[i] = (struct callgraph_share){ c->self, c->self_count, CALLGRAPH_NO_PLACE };
		if (children && outer != CALLGRAPH_NO_PLACE) {
			shares[outer].period -= shares[i].period;
			shares[outer].count -= shares[i].count;
		}
		if (all)
			outer = i;
	}
	return 0;
}

/* Callees first: the ways from each place out. */
static int begin_out(struct callgraph *g, const struct call_at *places, uint32_t n)
{
	int result = make_shares(g, places, n);

	for (uint32_t i = 0; i < n && !result; i++) {
		if (g->shares[i].count)
			result = put_cursor(g, CALLGRAPH_OUT, places[i].node, places[i].place, g->shares[i].period,
					    g->shares[i].count);
	}
	return result;
}

/* --- on from there ------------------------------------------------------------------------------ */

/* What chains of a cursor end at its place, and where the others go on. 0 or -ENOMEM. */
static int move_cursor(struct callgraph *g, const struct callgraph_cursor *cursor, struct callgraph_node *n)
{
	const struct call_node *c = call_node(g, cursor->at.node);
	int result = 0;

	if (cursor->left)
		return put_cursor(g, cursor->way, cursor->at.node,
				  cursor->way == CALLGRAPH_OUT ? cursor->at.place - 1 : cursor->at.place + 1,
				  cursor->period, cursor->count);
	if (cursor->way == CALLGRAPH_OUT) {
		if (c->parent)
			return put_cursor(g, CALLGRAPH_OUT, c->parent, call_node_last(call_node(g, c->parent)),
					  cursor->period, cursor->count);
		n->ends = true;
		n->hits += cursor->period;
		n->hits_count += cursor->count;
		return 0;
	}
	if (c->self_count && ends_in_row(g, cursor->at.node) == (cursor->way == CALLGRAPH_TO)) {
		n->ends = true;
		n->hits += c->self;
		n->hits_count += c->self_count;
	}
	for (uint32_t child = c->first_child; child && !result; child = call_node(g, child)->next_sibling) {
		const struct call_node *k = call_node(g, child);
		struct callgraph_own own = own_samples(g, child);

		if (cursor->way == CALLGRAPH_BELOW)
			result = put_cursor(g, CALLGRAPH_BELOW, child, k->begin, k->total - own.period,
					    k->total_count - own.count);
		else if (own.serial)
			result = put_cursor(g, CALLGRAPH_TO, child, k->begin, own.period, own.count);
	}
	return result;
}

static bool same_frame(const struct callgraph *g, const struct callgraph_cursors *c)
{
	for (uint32_t i = 1; i < c->n; i++)
		if (cursor_frame(g, &c->list[i]) != cursor_frame(g, &c->list[0]))
			return false;
	return c->n > 0;
}

/* The last n of those waiting, all within their nodes and with the same frame before them, move on. */
static bool move_together(struct callgraph *g, uint32_t n)
{
	struct callgraph_cursor *list = g->waiting.list + g->waiting.n - n;
	int step = list[0].way == CALLGRAPH_OUT ? -1 : 1;

	for (uint32_t i = 0; i < n; i++)
		if (!list[i].left || graph_frame(g, list[i].at.place + step) != graph_frame(g, list[0].at.place + step))
			return false;
	for (uint32_t i = 0; i < n; i++) {
		list[i].at.place += step;
		list[i].left--;
	}
	return true;
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
 * Goes along with the last n cursors of those waiting until chains end or part; those that have parted are in g->moved
 * then, and nothing waits any more.
 */
static int run_along(struct callgraph *g, uint32_t node, uint32_t n)
{
	uint32_t from = g->waiting.n - n;
	bool together = true;
	int result = 0;

	while (together && !result) {
		if (!callgraph_take_steps(g, n + CALLGRAPH_LINE + 2 * g->nodes[node].depth))
			return -E2BIG;
		result = put_frame(g, node, cursor_frame(g, &g->waiting.list[from]));
		if (result || move_together(g, n))
			continue;
		g->moved.n = 0;
		for (uint32_t i = 0; i < n && !result; i++)
			result = move_cursor(g, &g->waiting.list[from + i], &g->nodes[node]);
		together = !g->nodes[node].ends && same_frame(g, &g->moved);
		if (!together || result)
			continue;
		n = g->moved.n;
		if (!cursors_reserve(&g->waiting, (uint64_t)from + n))
			return -ENOMEM;
		memcpy(g->waiting.list + from, g->moved.list, n * sizeof(*g->moved.list));
		g->waiting.n = from + n;
	}
	g->waiting.n = from;
	return result;
}

static struct callgraph_group *group_of(struct callgraph *g, uint32_t frame)
{
	struct callgraph_mark *mark = &g->marks[frame];

	if (mark->serial != g->marks_serial) {
		if (!list_reserve(&g->groups, g->n_groups, &g->groups_capacity, sizeof(*g->groups)))
			return NULL;
		*mark = (struct callgraph_mark){ .serial = g->marks_serial, .group = g->n_groups };
		g->groups[g->n_groups++] = (struct callgraph_group){ .frame = frame };
	}
	return &g->groups[mark->group];
}

/* The cursors in g->moved as groups by frame. */
static int group_cursors(struct callgraph *g)
{
	g->n_groups = 0;
	/* Serial numbers that come again would be taken for those of long ago. */
	if (!++g->marks_serial) {
		memset(g->marks, 0, g->rows->frames->n * sizeof(*g->marks));
		g->marks_serial = 1;
	}
	for (uint32_t i = 0; i < g->moved.n; i++) {
		struct callgraph_group *group = group_of(g, cursor_frame(g, &g->moved.list[i]));

		if (!group)
			return -ENOMEM;
		group->n++;
		group->total += g->moved.list[i].period;
		group->total_count += g->moved.list[i].count;
	}
	return callgraph_take_steps(g, g->moved.n) ? 0 : -E2BIG;
}

#define GROUP_HIDDEN UINT32_MAX

/* A node to be made of each group that is shown; its cursors get room after those waiting. */
static int wait_for_groups(struct callgraph *g, uint32_t parent)
{
	uint64_t minimum = callgraph_child_minimum(g, parent);
	uint64_t n = g->waiting.n;

	for (uint32_t i = 0; i < g->n_groups; i++) {
		struct callgraph_group *group = &g->groups[i];

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

/* The cursors in g->moved wait, by the frames they have come to, to become children of a node. */
static int branch(struct callgraph *g, uint32_t parent)
{
	int result = group_cursors(g);

	if (!result)
		result = wait_for_groups(g, parent);
	for (uint32_t i = 0; i < g->moved.n && !result; i++) {
		struct callgraph_group *group = &g->groups[g->marks[cursor_frame(g, &g->moved.list[i])].group];

		if (group->to != GROUP_HIDDEN)
			g->waiting.list[group->to++] = g->moved.list[i];
	}
	return result;
}

/* As deep as it is drawn. */
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
	return result || !g->moved.n || !may_branch(g, node) ? result : branch(g, node);
}

static int make_root(struct callgraph *g)
{
	const struct call_at *places = g->places + g->row_begins[g->row];
	uint32_t n = g->row_begins[g->row + 1] - g->row_begins[g->row];
	int result;

	g->n = g->n_frames = g->n_pending = g->waiting.n = g->moved.n = 0;
	if (!list_reserve(&g->nodes, g->n, &g->capacity, sizeof(*g->nodes)))
		return -ENOMEM;
	g->nodes[g->n++] = (struct callgraph_node){ 0 };
	result = g->options->caller ? begin_down(g, places, n) : begin_out(g, places, n);
	for (uint32_t i = 0; i < g->moved.n; i++) {
		g->nodes[0].total += g->moved.list[i].period;
		g->nodes[0].total_count += g->moved.list[i].count;
	}
	return result ? result : branch(g, 0);
}

int callgraph_build(struct callgraph *g, const struct row *row)
{
	int result;

	g->row = row->number;
	g->minimum = callgraph_minimum(g, row_key(g->rows, row)->event);
	g->serial++;
	result = make_root(g);
	while (g->n_pending && !result) {
		const struct callgraph_pending p = g->pending[--g->n_pending];

		result = make_node(g, &p);
	}
	return result;
}

/* Of a name in comparisons: longer ones that differ further on are told apart by their frames. */
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
