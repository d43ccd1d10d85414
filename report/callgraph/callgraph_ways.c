#include "report/callgraph/callgraph_ways.h"

#include "common/list.h"
#include "common/memory.h"

#include <errno.h>
#include <stdlib.h>

bool callgraph_steps_take(struct callgraph_steps *s, uint64_t steps)
{
	if (steps > s->max - s->taken) {
		s->taken = s->max;
		return false;
	}
	s->taken += steps;
	return true;
}

static const struct call_node *call_node(const struct callgraph_ways *w, uint32_t node)
{
	return &w->index->rows->calls.nodes[node];
}

/* Adds a cursor to w->moved. 0 or -ENOMEM. */
static int put_cursor(struct callgraph_ways *w, enum callgraph_way way, uint32_t node, uint32_t position,
		      uint64_t period, uint64_t count)
{
	const struct call_node *c = call_node(w, node);

	if (!list_reserve(&w->moved.list, w->moved.n, &w->moved.capacity, sizeof(*w->moved.list)))
		return -ENOMEM;
	w->moved.list[w->moved.n++] = (struct callgraph_cursor){
		.at = { .node = node, .position = position },
		.left = way == CALLGRAPH_OUT ? position - c->begin : call_node_last(c) - position,
		.way = way,
		.period = period,
		.count = count,
	};
	return 0;
}

/* --- where the row's chains begin ----------------------------------------------------------- */

/* Returns the row's own samples at a node and below it; serial 0: there are none. */
static struct callgraph_own own_samples(const struct callgraph_ways *w, uint32_t node)
{
	return w->own[node].serial == w->serial ? w->own[node] : (struct callgraph_own){ 0 };
}

/* True if the samples at the end of a node are the row's own. */
static bool ends_in_row(const struct callgraph_ways *w, uint32_t node)
{
	return w->index->own_rows[node] == w->row + 1;
}

/* True if a position of the row is one of its function, not of a function inlined into it. */
static bool is_of_row(const struct callgraph_ways *w, struct call_at at)
{
	return w->index->rows->position_rows.list[at.position] == w->row + 1;
}

/* Counts the samples of a node at it and all its callers, and adds a cursor at the outermost. 0, -ENOMEM or -E2BIG. */
static int add_own(struct callgraph_ways *w, uint32_t node)
{
	uint64_t period = call_node(w, node)->self, count = call_node(w, node)->self_count;
	uint64_t steps = 0;

	for (; node; node = call_node(w, node)->parent, steps++) {
		struct callgraph_own *own = &w->own[node];

		if (own->serial != w->serial) {
			*own = (struct callgraph_own){ .serial = w->serial };
			if (!call_node(w, node)->parent &&
			    put_cursor(w, CALLGRAPH_TO, node, call_node(w, node)->begin, 0, 0))
				return -ENOMEM;
		}
		own->period += period;
		own->count += count;
	}
	return callgraph_steps_take(w->steps, steps) ? 0 : -E2BIG;
}

/* True if `outer` is on the path to `inner`, which comes later in the row's list. */
static bool is_caller(const struct callgraph_ways *w, struct call_at outer, struct call_at inner)
{
	const struct callgraph_span *span = &w->index->spans[outer.node];
	uint32_t number = w->index->spans[inner.node].first;

	return outer.node == inner.node || (span->first < number && number <= span->last);
}

/*
 * Begins with callers first: adds the cursors that lead from the outermost caller to the row and, with children, those
 * that lead from the row to its callees. 0, -ENOMEM or -E2BIG.
 */
static int begin_down(struct callgraph_ways *w, const struct call_at *positions, uint32_t n)
{
	const struct call_at *outermost = NULL;
	int result = 0;

	for (uint32_t i = 0; i < n && !result; i++) {
		const struct call_node *c = call_node(w, positions[i].node);

		if (ends_in_row(w, positions[i].node) && positions[i].position == call_node_last(c))
			result = add_own(w, positions[i].node);
	}
	for (uint32_t i = 0; i < w->moved.n; i++) {
		struct callgraph_own own = own_samples(w, w->moved.list[i].at.node);

		w->moved.list[i].period = own.period;
		w->moved.list[i].count = own.count;
	}
	for (uint32_t i = 0; i < n && !result && w->index->rows->options->wants_children; i++) {
		const struct call_node *c = call_node(w, positions[i].node);
		struct callgraph_own own = own_samples(w, positions[i].node);

		if (!is_of_row(w, positions[i]) || (outermost && is_caller(w, *outermost, positions[i])))
			continue;
		outermost = &positions[i];
		result = put_cursor(w, CALLGRAPH_BELOW, positions[i].node, positions[i].position, c->total - own.period,
				    c->total_count - own.count);
	}
	return result;
}

/* Computes the share of each position: the samples for which it is the row's innermost position. 0 or -ENOMEM. */
static int make_shares(struct callgraph_ways *w, const struct call_at *positions, uint32_t n)
{
	bool children = w->index->rows->options->wants_children;
	uint32_t outer = CALLGRAPH_NO_POSITION;
	struct callgraph_share *shares;

	if (n > w->shares_capacity) {
		shares = realloc(w->shares, n * sizeof(*shares));
		if (!shares)
			return -ENOMEM;
		w->shares = shares;
		w->shares_capacity = n;
	}
	shares = w->shares;
	for (uint32_t i = 0; i < n; i++) {
		const struct call_node *c = call_node(w, positions[i].node);

		bool all = children && is_of_row(w, positions[i]);

		while (outer != CALLGRAPH_NO_POSITION && !is_caller(w, positions[outer], positions[i]))
			outer = shares[outer].outer;
		if (all)
			shares[i] = (struct callgraph_share){ c->total, c->total_count, outer };
		else
			shares[i] = (struct callgraph_share){ c->self, c->self_count, CALLGRAPH_NO_POSITION };
		if (children && outer != CALLGRAPH_NO_POSITION) {
			shares[outer].period -= shares[i].period;
			shares[outer].count -= shares[i].count;
		}
		if (all)
			outer = i;
	}
	return 0;
}

/* Begins with callees first: adds a cursor that leads to the callers from each position with a share. 0 or -ENOMEM. */
static int begin_out(struct callgraph_ways *w, const struct call_at *positions, uint32_t n)
{
	int result = make_shares(w, positions, n);

	for (uint32_t i = 0; i < n && !result; i++) {
		if (w->shares[i].count)
			result = put_cursor(w, CALLGRAPH_OUT, positions[i].node, positions[i].position,
					    w->shares[i].period, w->shares[i].count);
	}
	return result;
}

int callgraph_ways_begin(struct callgraph_ways *w, uint32_t row)
{
	const struct call_at *positions = w->index->positions + w->index->row_begins[row];
	uint32_t n = w->index->row_begins[row + 1] - w->index->row_begins[row];

	w->row = row;
	w->serial++;
	w->moved.n = 0;
	return w->index->options->by_caller ? begin_down(w, positions, n) : begin_out(w, positions, n);
}

/* --- moving on ---------------------------------------------------------------------------------- */

int callgraph_ways_move(struct callgraph_ways *w, const struct callgraph_cursor *cursor, struct callgraph_ends *ends)
{
	const struct call_node *c = call_node(w, cursor->at.node);
	int result = 0;

	if (cursor->left)
		return put_cursor(w, cursor->way, cursor->at.node,
				  cursor->way == CALLGRAPH_OUT ? cursor->at.position - 1 : cursor->at.position + 1,
				  cursor->period, cursor->count);
	if (cursor->way == CALLGRAPH_OUT) {
		if (c->parent)
			return put_cursor(w, CALLGRAPH_OUT, c->parent, call_node_last(call_node(w, c->parent)),
					  cursor->period, cursor->count);
		ends->period += cursor->period;
		ends->count += cursor->count;
		return 0;
	}
	if (c->self_count && ends_in_row(w, cursor->at.node) == (cursor->way == CALLGRAPH_TO)) {
		ends->period += c->self;
		ends->count += c->self_count;
	}
	for (uint32_t child = c->first_child; child && !result; child = call_node(w, child)->next_sibling) {
		const struct call_node *k = call_node(w, child);
		struct callgraph_own own = own_samples(w, child);

		if (cursor->way == CALLGRAPH_BELOW)
			result = put_cursor(w, CALLGRAPH_BELOW, child, k->begin, k->total - own.period,
					    k->total_count - own.count);
		else if (own.serial)
			result = put_cursor(w, CALLGRAPH_TO, child, k->begin, own.period, own.count);
	}
	return result;
}

int callgraph_ways_init(struct callgraph_ways *w, const struct callgraph_index *index, struct callgraph_steps *steps)
{
	*w = (struct callgraph_ways){ .index = index, .steps = steps };
	w->own = pages_alloc_filled(index->rows->calls.n * sizeof(*w->own));
	return w->own ? 0 : -ENOMEM;
}

void callgraph_ways_fini(struct callgraph_ways *w)
{
	if (w->own)
		pages_free(w->own, w->index->rows->calls.n * sizeof(*w->own));
	free(w->shares);
	free(w->moved.list);
}
