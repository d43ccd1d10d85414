#include "report/rows.h"

#include "report/row_order.h"
#include "report/word_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* A thread that never said its name is known by its number. */
static uint32_t entry_comm(struct rows *r, const struct sample_entry *e)
{
	uint32_t comm = timeline_comm(r->frames->timeline, sample_key_tid(&e->key), e->first);
	char text[16];

	if (comm != STRTAB_NONE)
		return comm;
	snprintf(text, sizeof(text), ":%d", (int32_t)sample_key_tid(&e->key));
	return strtab_add_string(r->frames->strings, text);
}

static bool entry_passes(const struct rows *r, const struct sample_entry *e, uint32_t comm, uint32_t frame)
{
	const struct row_filter *filter = &r->options->filter;
	const struct strtab *strings = r->frames->strings;
	const struct frame *f = frame == FRAMES_NONE ? NULL : &r->frames->list[frame];

	if (filter->pids && !word_list_has_number(filter->pids, sample_key_pid(&e->key)))
		return false;
	if (filter->tids && !word_list_has_number(filter->tids, sample_key_tid(&e->key)))
		return false;
	if (filter->comms && !word_list_has(filter->comms, strtab_get(strings, comm)))
		return false;
	if (filter->dsos && !word_list_has(filter->dsos, strtab_get(strings, f->dso)))
		return false;
	if (filter->symbols) {
		char text[4096];

		frame_text(r->frames, frame, text, sizeof(text));
		return word_list_has(filter->symbols, text);
	}
	return true;
}

/* The row of a key, made when new. NULL without memory. */
static struct row *rows_get(struct rows *r, const struct row_key *key)
{
	uint32_t before = r->keys.n;
	uint32_t number = row_keys_add(&r->keys, key);

	if (number == ROW_NONE)
		return NULL;
	if (r->keys.n == before)
		return &r->list[number];
	if (number >= r->capacity) {
		uint32_t capacity = r->capacity ? r->capacity * 2 : 256;
		struct row *list = realloc(r->list, capacity * sizeof(*list));

		if (!list)
			return NULL;
		r->list = list;
		r->capacity = capacity;
	}
	r->list[number] = (struct row){ .number = number };
	return &r->list[number];
}

struct row_key rows_frame_key(const struct rows *r, uint32_t context, uint32_t frame)
{
	const bool *has = r->options->columns->has;
	struct row_key key = r->contexts.list[context];

	if (has[COLUMN_DSO])
		key.dso = r->frames->list[frame].dso;
	if (has[COLUMN_SYM])
		key.frame = frame;
	return key;
}

/* Whether the row is that of a node of the path from here to the outermost caller. */
static bool path_has_row(const struct rows *r, uint32_t node, const struct row_key *key)
{
	for (; node; node = r->calls.nodes[node].parent) {
		struct row_key other = rows_frame_key(r, r->calls.nodes[node].context, r->calls.nodes[node].frame);

		if (!memcmp(&other, key, sizeof(other)))
			return true;
	}
	return false;
}

static void rows_add_total(struct rows *r, const struct sample_entry *e)
{
	struct event_total *total = &r->totals[sample_key_event(&e->key)];

	total->period += e->period;
	total->count += e->count;
}

static int rows_add_entry(struct rows *r, const struct sample_entry *e)
{
	const bool *has = r->options->columns->has;
	const struct row_filter *filter = &r->options->filter;
	bool want_symbol = has[COLUMN_SYM] || filter->symbols;
	struct row_key key = { .event = sample_key_event(&e->key) };
	uint32_t frame = FRAMES_NONE, context, node = 0;
	uint32_t comm = 0;
	struct row *row;

	if (filter->cpus && !cpulist_has(filter->cpus, (int)sample_key_cpu(&e->key)))
		return 0;
	if (!filter->relative)
		rows_add_total(r, e);
	if (has[COLUMN_COMM] || filter->comms)
		comm = entry_comm(r, e);
	if (want_symbol || has[COLUMN_DSO] || filter->dsos) {
		frame = frames_resolve(r->frames, sample_key_pid(&e->key), e->first, sample_key_mode(&e->key),
				       e->key.w[0], want_symbol);
		if (frame == FRAMES_NONE)
			return -ENOMEM;
	}
	if (comm == STRTAB_NONE)
		return -ENOMEM;
	if (!entry_passes(r, e, comm, frame))
		return 0;
	if (filter->relative)
		rows_add_total(r, e);
	if (has[COLUMN_COMM])
		key.comm = comm;
	if (has[COLUMN_PID] || has[COLUMN_TID])
		key.tid = sample_key_tid(&e->key);
	if (has[COLUMN_CPU])
		key.cpu = sample_key_cpu(&e->key);
	context = row_keys_add(&r->contexts, &key);
	if (context == ROW_NONE)
		return -ENOMEM;
	if (frame != FRAMES_NONE)
		key = rows_frame_key(r, context, frame);
	row = rows_get(r, &key);
	if (!row)
		return -ENOMEM;
	row->period += e->period;
	row->count += e->count;
	if (r->calls.nodes && sample_key_chain(&e->key)) {
		node = call_tree_node(&r->calls, context, e);
		if (node == CHAIN_FAILED)
			return -ENOMEM;
		call_tree_count(&r->calls, node, e->period, e->count);
	}
	/* Its chain, where it has the row, counts for its children: see rows_add_children. */
	if (!node || !path_has_row(r, node, &key)) {
		row->children += e->period;
		row->children_count += e->count;
	}
	return 0;
}

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
static int rows_add_children(struct rows *r)
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

int rows_build(struct rows *r, const struct analysis *analysis, struct frames *frames,
	       const struct rows_options *options, struct error *err)
{
	int result = 0;

	memset(r, 0, sizeof(*r));
	r->analysis = analysis;
	r->frames = frames;
	r->options = options;
	r->totals = calloc(analysis->file->n_events, sizeof(*r->totals));
	if (!r->totals || row_keys_init(&r->keys) || row_keys_init(&r->contexts))
		result = -ENOMEM;
	if (!result && (options->callgraph || (options->children && (options->columns->has[COLUMN_SYM] ||
								     options->columns->has[COLUMN_DSO]))))
		result = call_tree_init(&r->calls, analysis, frames,
					options->callgraph || options->columns->has[COLUMN_SYM]);
	for (uint64_t i = 0; i < analysis->n_entries && !result; i++)
		result = rows_add_entry(r, &analysis->entries[i]);
	if (!result && r->calls.nodes)
		call_tree_finish(&r->calls);
	if (!result && options->children && r->calls.nodes)
		result = rows_add_children(r);
	return result ? error_nomem(err) : 0;
}

void rows_fini(struct rows *r)
{
	row_keys_fini(&r->keys);
	row_keys_fini(&r->contexts);
	call_tree_fini(&r->calls);
	free(r->list);
	free(r->totals);
	memset(r, 0, sizeof(*r));
}

static int row_pointer_compare(const void *a, const void *b, void *rows)
{
	return row_compare(rows, *(const struct row *const *)a, *(const struct row *const *)b);
}

const struct row **rows_sorted(const struct rows *r, uint32_t event, uint32_t *ret_n)
{
	const struct row **list = malloc((r->keys.n + 1) * sizeof(*list));
	uint32_t n = 0;

	if (!list)
		return NULL;
	for (uint32_t i = 0; i < r->keys.n; i++)
		if (r->keys.list[i].event == event)
			list[n++] = &r->list[i];
	qsort_r(list, n, sizeof(*list), row_pointer_compare, (void *)r);
	*ret_n = n;
	return list;
}
