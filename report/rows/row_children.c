#include "report/rows/row_children.h"

#include "common/hash_table.h"
#include "common/list.h"
#include "common/memory.h"

#include <errno.h>
#include <stdlib.h>

int row_children_init(struct row_children *c, struct rows *r)
{
	*c = (struct row_children){ .rows = r };
	if (r->options->wants_callgraph)
		return 0;
	c->memos = pages_alloc(ROW_MEMOS * sizeof(*c->memos));
	c->known = pages_alloc(ROW_CACHE_ENTRIES * sizeof(*c->known));
	return c->memos && c->known ? 0 : -ENOMEM;
}

void row_children_fini(struct row_children *c)
{
	pages_free(c->memos, ROW_MEMOS * sizeof(*c->memos));
	pages_free(c->known, ROW_CACHE_ENTRIES * sizeof(*c->known));
	pages_free(c->marks, c->n_marks * sizeof(*c->marks));
	free(c->on_chain);
	free(c->sets);
}

static bool set_put(struct row_children *c, uint32_t word)
{
	if (!list_reserve(&c->sets, c->n_sets, &c->sets_capacity, sizeof(*c->sets)))
		return false;
	c->sets[c->n_sets++] = word;
	return true;
}

/* The rows of the frames of a location: as of struct row_memo; 0 without memory. */
static uint32_t location_rows(struct row_children *c, const struct location *l, uint32_t row_prefix)
{
	uint32_t set = c->n_sets | ROW_SET;

	if (l->n_frames != 1 && (c->n_sets >= ROW_SET || !set_put(c, l->n_frames)))
		return 0;
	for (uint32_t i = 0; i < l->n_frames; i++) {
		struct row_key key = rows_frame_key(c->rows, row_prefix, l->frames[i]);
		const struct row *row = rows_get(c->rows, &key);

		if (!row || (l->n_frames > 1 && !set_put(c, row->number + 1)))
			return 0;
		if (l->n_frames == 1)
			return row->number + 1;
	}
	return set;
}

/* The row, or the rows, of an address of a chain: as of struct row_memo; 0 without memory. */
static uint32_t children_row(struct row_children *c, const struct chain_node *node, uint32_t row_prefix,
			     const struct timeline_snapshot *at)
{
	struct rows *r = c->rows;
	const struct mapping_epoch *space = timeline_snapshot_space(at, node->mode);
	struct row_cache_entry *known = &c->known[hash_pair(node->addr, row_prefix) & (ROW_CACHE_ENTRIES - 1)];
	bool symbol = r->options->columns->needs & (KEY_SYM | KEY_SYMBOL) || r->options->resolve & RESOLVE_NAMED;
	unsigned flags = RESOLVE_CALLER | (symbol ? RESOLVE_SYMBOL | r->options->resolve : 0);
	struct location location;
	uint32_t row;

	if (known->row && known->addr == node->addr && known->space == space && known->row_prefix == row_prefix &&
	    known->mode == node->mode)
		return known->row;
	if (resolver_resolve(r->resolver, at, node->mode, node->addr, flags, &location))
		return 0;
	row = location_rows(c, &location, row_prefix);
	if (row)
		*known = (struct row_cache_entry){
			.addr = node->addr, .space = space, .row_prefix = row_prefix, .row = row, .mode = node->mode
		};
	return row;
}

/* The chain at hand has the row, so many frames out from its innermost one. */
static int chain_mark(struct row_children *c, uint32_t row, uint32_t n_below)
{
	if (row >= c->n_marks && pages_reach(&c->marks, &c->n_marks, row, sizeof(*c->marks)))
		return -ENOMEM;
	if (c->marks[row].chain != c->serial) {
		if (!list_reserve(&c->on_chain, c->n_on_chain, &c->on_chain_capacity, sizeof(*c->on_chain)))
			return -ENOMEM;
		c->on_chain[c->n_on_chain++] = row;
	}
	c->marks[row] = (struct row_mark){ .chain = c->serial, .n_below = n_below };
	return 0;
}

/* Another chain begins. Serial numbers that come again would be taken for those of long ago. */
static void chain_begin(struct row_children *c)
{
	if (!++c->serial) {
		memset(c->marks, 0, c->n_marks * sizeof(*c->marks));
		c->serial = 1;
	}
	c->n_on_chain = 0;
}

/* Marks what a chain has at a depth: a row, or a set of them. How many, or -ENOMEM. */
static int chain_mark_rows(struct row_children *c, uint32_t rows, uint32_t depth)
{
	const uint32_t *set;

	if (!(rows & ROW_SET))
		return chain_mark(c, rows - 1, depth) ? -ENOMEM : 1;
	set = c->sets + (rows & ~ROW_SET);
	for (uint32_t i = 0; i < set[0]; i++)
		if (chain_mark(c, set[1 + i] - 1, depth + i))
			return -ENOMEM;
	return (int)set[0];
}

/* Marks the rows of a chain from its innermost frame out. How many frames it has, or a negative errno. */
static int64_t chain_walk(struct row_children *c, uint32_t chain, uint32_t row_prefix,
			  const struct timeline_snapshot *at)
{
	const struct chain_tree *chains = &c->rows->analysis->chains;
	int64_t depth = 0;

	for (uint32_t node = chain; node; node = chain_tree_outer(chains, node)) {
		struct row_memo *memo = &c->memos[node % ROW_MEMOS];
		int n;

		if (!memo->row || memo->chain != node || memo->row_prefix != row_prefix || memo->state != at->epoch)
			*memo = (struct row_memo){ .row_prefix = row_prefix,
						   .state = at->epoch,
						   .row = children_row(c, &chains->nodes[node], row_prefix, at),
						   .chain = node };
		n = memo->row ? chain_mark_rows(c, memo->row, (uint32_t)depth) : -ENOMEM;
		if (n < 0)
			return n;
		depth += n;
	}
	return depth;
}

/* The row of a position of the call tree, which it has for good: 1 + its number, 0 without memory. */
static uint32_t position_row(struct rows *r, uint32_t row_prefix, uint32_t position)
{
	struct row_key key = rows_frame_key(r, row_prefix, r->calls.frames[position]);
	const struct row *row = rows_get(r, &key);

	if (row)
		r->position_rows.list[position] = row->number + 1;
	return r->position_rows.list[position];
}

/* The same along the call tree. */
static int64_t call_walk(struct row_children *c, uint32_t call)
{
	struct rows *r = c->rows;
	int64_t depth = 0;

	if (rows_reach_positions(r))
		return -ENOMEM;
	for (uint32_t node = call; node; node = r->calls.nodes[node].parent) {
		const struct call_node *n = &r->calls.nodes[node];

		for (uint32_t i = n->n; i-- > 0; depth++) {
			uint32_t row = r->position_rows.list[n->begin + i];

			if (!row)
				row = position_row(r, n->row_prefix, n->begin + i);
			if (!row || chain_mark(c, row - 1, (uint32_t)depth))
				return -ENOMEM;
		}
	}
	return depth;
}

static void row_deepen(struct row *row, uint32_t depth)
{
	if (row->depth < depth)
		row->depth = depth;
}

static void row_add_sums_of_callees(const struct rows *r, const struct row *row, const struct sample_entry *e,
				    uint32_t member)
{
	const struct columns *columns = r->options->columns;

	for (unsigned i = 0; i < columns->n_keys; i++) {
		const struct column *column = &columns->keys[i];

		if (column->key->number.of_callees)
			*rows_sum(r, row, member, column->slot) += column->key->number.amount(r, column, e);
	}
}

static void row_add_children(struct rows *r, struct row *row, const struct sample_entry *e, uint32_t member)
{
	if (member)
		row_share(r, row, member)->children += e->period;
	else
		row->children += e->period;
	if (r->sums.list)
		row_add_sums_of_callees(r, row, e, member);
}

int row_children_add(struct row_children *c, const struct sample_entry *e, uint32_t own_row, uint32_t row_prefix,
		     const struct timeline_snapshot *at, uint32_t call)
{
	uint32_t needs = c->rows->options->columns->needs;
	uint32_t member = event_group_member(c->rows->options->groups, sample_key_event(&e->key));
	uint32_t innermost = own_row;
	int64_t depth = 0;

	chain_begin(c);
	/* Where no column shows the function, all of a chain have one row. */
	if (c->rows->options->wants_callgraph)
		depth = call_walk(c, call);
	else if (needs & (KEY_SYM | KEY_DSO | KEY_ADDRESS | KEY_SYMBOL))
		depth = chain_walk(c, sample_key_chain(&e->key), row_prefix, at);
	if (depth < 0)
		return (int)depth;
	/* Where functions are inlined, the first is another one than the samples are of. */
	if (depth && !(c->rows->options->resolve & RESOLVE_INLINES && own_row < c->n_marks &&
		       c->marks[own_row].chain == c->serial))
		innermost = c->on_chain[0];
	/* A chain need not have the sampled function itself. */
	if (own_row >= c->n_marks || c->marks[own_row].chain != c->serial)
		row_add_children(c->rows, &c->rows->list[own_row], e, member);
	for (uint32_t i = 0; i < c->n_on_chain; i++) {
		struct row *row = &c->rows->list[c->on_chain[i]];
		uint32_t n_below = c->marks[c->on_chain[i]].n_below;

		row_add_children(c->rows, row, e, member);
		/* What is shown under a row are its leader's chains. */
		if (member)
			continue;
		row_deepen(row, c->rows->options->by_caller ? n_below + 1 : (uint32_t)depth - n_below);
	}
	if (!member)
		row_deepen(&c->rows->list[innermost], (uint32_t)depth);
	return 0;
}
