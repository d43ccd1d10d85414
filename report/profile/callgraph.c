#include "report/profile/callgraph.h"

#include <errno.h>
#include <stdlib.h>

enum word_kind { WORD_STYLE, WORD_CALLER, WORD_VALUE, WORD_KEY };

/* A word is the first of these that it is the beginning of, as in perf: "f" is flat. */
static const struct {
	const char *name;
	enum word_kind kind;
	unsigned number;
} call_words[] = {
	{ "none", WORD_STYLE, CALLGRAPH_NONE },
	{ "graph", WORD_STYLE, CALLGRAPH_GRAPH },
	{ "flat", WORD_STYLE, CALLGRAPH_FLAT },
	{ "fractal", WORD_STYLE, CALLGRAPH_FRACTAL },
	{ "folded", WORD_STYLE, CALLGRAPH_FOLDED },
	{ "caller", WORD_CALLER, true },
	{ "callee", WORD_CALLER, false },
	{ "function", WORD_KEY, CALLGRAPH_FUNCTION },
	{ "address", WORD_KEY, CALLGRAPH_ADDRESS },
	{ "srcline", WORD_KEY, CALLGRAPH_SRCLINE },
	{ "percent", WORD_VALUE, CALLGRAPH_PERCENT },
	{ "period", WORD_VALUE, CALLGRAPH_PERIOD },
	{ "count", WORD_VALUE, CALLGRAPH_COUNT },
};

static bool callgraph_named(struct callgraph_options *o, const char *word, size_t size)
{
	for (size_t i = 0; i < ARRAY_SIZE(call_words); i++) {
		if (strncmp(call_words[i].name, word, size) != 0)
			continue;
		switch (call_words[i].kind) {
		case WORD_STYLE: o->style = call_words[i].number; break;
		case WORD_CALLER:
			o->caller = call_words[i].number;
			o->caller_set = true;
			break;
		case WORD_VALUE: o->value = call_words[i].number; break;
		case WORD_KEY: o->key = call_words[i].number; break;
		}
		return true;
	}
	return false;
}

static int callgraph_word(struct callgraph_options *o, const char *word, size_t size, unsigned *numbers,
			  struct error *err)
{
	char text[32];
	char *end;
	double number;

	if (callgraph_named(o, word, size))
		return 0;
	snprintf(text, sizeof(text), "%.*s", (int)size, word);
	if (!strcmp(text, "branch"))
		return error_set(err, -EINVAL, "-g: branches are no part of call graphs here");
	number = strtod(text, &end);
	if (end == text || *end || !(number >= 0 && number <= UINT32_MAX) || *numbers > 1)
		return error_set(
			err, -EINVAL,
			"-g: '%.*s' is not known; styles: graph, fractal, flat, folded, none; order: caller, "
			"callee; what tells frames apart: function, address, srcline; values: percent, period, count; "
			"then a threshold in percent and a limit of branches",
			(int)size, word);
	if (!*numbers && number > 100)
		return error_set(err, -EINVAL, "-g: the threshold '%s' is in percent, 0 to 100", text);
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

uint64_t callgraph_minimum(const struct callgraph *g, uint32_t event)
{
	/* Fractal graphs show what is much of a row, however little that is. */
	return g->options->style == CALLGRAPH_FRACTAL ? 1 : rows_least_of(g->rows, event, g->options->threshold);
}

/* --- which places of the call tree a row has ------------------------------------------- */

/* What the list of places is made with. */
struct indexing {
	struct callgraph *g;
	bool fill;           /* else places are only counted, in next */
	bool *graphs;        /* by row: it has a graph */
	uint32_t *next;      /* by row: where in the list its next place goes */
	uint32_t *outermost; /* by row: its place on the way to the node at hand; 0: there is none */
	uint32_t n_nodes;    /* gone through so far */
};

static int indexing_init(struct indexing *x, struct callgraph *g)
{
	const struct rows *rows = g->rows;
	uint32_t n = rows->keys.n;

	*x = (struct indexing){ .g = g };
	x->graphs = malloc((n + 1ull) * sizeof(*x->graphs));
	x->next = calloc(n + 1ull, sizeof(*x->next));
	x->outermost = calloc(n + 1ull, sizeof(*x->outermost));
	if (!x->graphs || !x->next || !x->outermost)
		return -ENOMEM;
	for (uint32_t i = 0; i < n; i++) {
		const struct row *row = &rows->list[i];
		uint64_t period = rows->options->children ? row->children : row->period;

		x->graphs[i] = period >= callgraph_minimum(g, row_key(rows, row)->event);
	}
	return 0;
}

static void indexing_fini(struct indexing *x)
{
	free(x->graphs);
	free(x->next);
	free(x->outermost);
}

/* The row, 1 + its number, if it has a graph, with the chains of the node's event; else ROW_NONE. */
static uint32_t graph_row(const struct indexing *x, const struct call_node *c, uint32_t row)
{
	const struct rows *rows = x->g->rows;

	if (!row || !x->graphs[row - 1] || rows->contexts.list[c->context].event != rows->keys.list[row - 1].event)
		return ROW_NONE;
	return row - 1;
}

/* That of a place of the node. */
static uint32_t place_row(const struct indexing *x, const struct call_node *c, uint32_t place)
{
	return graph_row(x, c, x->g->rows->place_rows[place]);
}

/* Whether the row's own samples are at the place. */
static bool own_samples_at(const struct indexing *x, uint32_t row, uint32_t node, uint32_t place)
{
	return place == call_node_last(&x->g->rows->calls.nodes[node]) && x->g->own_rows[node] == row + 1;
}

static void index_place(struct indexing *x, uint32_t row, uint32_t node, uint32_t place)
{
	uint32_t number = x->next[row]++;

	if (x->fill)
		x->g->places[number] = (struct call_at){ .node = node, .place = place };
}

static void index_enter(struct indexing *x, uint32_t node)
{
	const struct call_node *c = &x->g->rows->calls.nodes[node];
	uint32_t own = graph_row(x, c, x->g->own_rows[node]);

	x->g->spans[node].first = x->n_nodes++;
	for (uint32_t place = c->begin; place < c->begin + c->n; place++) {
		uint32_t row = place_row(x, c, place);

		if (row == ROW_NONE ||
		    (x->g->options->caller && x->outermost[row] && !own_samples_at(x, row, node, place)))
			continue;
		index_place(x, row, node, place);
		if (!x->outermost[row])
			x->outermost[row] = place;
	}
	if (own != ROW_NONE && x->g->rows->place_rows[call_node_last(c)] != own + 1)
		index_place(x, own, node, call_node_last(c));
}

static void index_leave(struct indexing *x, uint32_t node)
{
	const struct call_node *c = &x->g->rows->calls.nodes[node];

	x->g->spans[node].last = x->n_nodes - 1;
	for (uint32_t place = c->begin; place < c->begin + c->n; place++) {
		uint32_t row = place_row(x, c, place);

		if (row != ROW_NONE && x->outermost[row] == place)
			x->outermost[row] = 0;
	}
}

/* Goes through the tree, callers before what they called. */
static void index_all(struct indexing *x)
{
	const struct call_node *nodes = x->g->rows->calls.nodes;

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

/* Without children a row has only the places at which its own samples were. */
static void index_ends(struct indexing *x)
{
	const struct call_tree *t = &x->g->rows->calls;

	for (uint32_t node = 1; node < t->n; node++) {
		uint32_t row = graph_row(x, &t->nodes[node], x->g->own_rows[node]);

		if (row != ROW_NONE)
			index_place(x, row, node, call_node_last(&t->nodes[node]));
	}
}

/* 1 + the row of the samples at a node; 0: there are none, or the row was left out. */
static uint32_t own_row(const struct rows *r, uint32_t node)
{
	const struct call_node *c = &r->calls.nodes[node];
	uint32_t frame = c->self_count ? call_tree_sampled(&r->calls, node) : FRAMES_NONE;
	struct row_key key;
	uint32_t row;

	if (frame == FRAMES_NONE)
		return 0;
	key = rows_frame_key(r, c->context, frame);
	row = row_keys_find(&r->keys, &key);
	return row == ROW_NONE ? 0 : row + 1;
}

/* Counts the places of each row, or lists them. */
static void index_run(struct indexing *x)
{
	if (x->g->rows->options->children)
		index_all(x);
	else
		index_ends(x);
}

/* From the counts to where each row begins. 0 or -ENOMEM. */
static int index_begin(struct indexing *x)
{
	struct callgraph *g = x->g;
	uint32_t n = g->rows->keys.n, begin = 0;

	for (uint32_t row = 0; row < n; row++) {
		uint32_t count = x->next[row];

		g->row_begins[row] = x->next[row] = begin;
		begin += count;
	}
	g->row_begins[n] = begin;
	g->places = malloc((begin + 1ull) * sizeof(*g->places));
	return g->places ? 0 : -ENOMEM;
}

static int callgraph_index(struct callgraph *g)
{
	struct indexing x;
	int result = indexing_init(&x, g);

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

/* ---------------------------------------------------------------------------------------- */

int callgraph_init(struct callgraph *g, struct rows *rows, const struct callgraph_options *options)
{
	memset(g, 0, sizeof(*g));
	g->rows = rows;
	g->options = options;
	g->steps_max = CALLGRAPH_STEPS_FREE + CALLGRAPH_STEPS_PER_BYTE * perf_file_data_size(rows->analysis->file);
	g->row_begins = malloc((rows->keys.n + 1ull) * sizeof(*g->row_begins));
	g->own = calloc(rows->calls.n, sizeof(*g->own));
	g->own_rows = calloc(rows->calls.n, sizeof(*g->own_rows));
	g->spans = calloc(rows->calls.n, sizeof(*g->spans));
	if (!g->row_begins || !g->own || !g->own_rows || !g->spans || rows_reach_places(rows))
		goto fail;
	for (uint32_t node = 1; node < rows->calls.n; node++)
		g->own_rows[node] = own_row(rows, node);
	/* After the last frame has been made. */
	g->marks = calloc(rows->frames->n + 1, sizeof(*g->marks));
	if (g->marks && !callgraph_index(g))
		return 0;
fail:
	callgraph_fini(g);
	return -ENOMEM;
}

void callgraph_fini(struct callgraph *g)
{
	free(g->places);
	free(g->row_begins);
	free(g->spans);
	free(g->frames);
	free(g->nodes);
	free(g->own);
	free(g->own_rows);
	free(g->waiting.list);
	free(g->moved.list);
	free(g->pending);
	free(g->groups);
	free(g->marks);
	free(g->shares);
	memset(g, 0, sizeof(*g));
}
