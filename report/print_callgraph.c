/*
 * The drawing of callgraphs, line for line as perf draws them.
 */
#include "report/callgraph.h"
#include "report/row_order.h"

#include <errno.h>
#include <stdlib.h>

#define MARGIN   "            "
#define TEXT_MAX 4096

/* Frames deeper than this are not drawn: a line has no room for more. */
#define DEPTH_MAX 256

struct drawing {
	FILE *out;
	struct callgraph *graph;
	uint64_t minimum;      /* nodes with less are not shown */
	int margin;            /* spaces beyond MARGIN */
	bool pipes[DEPTH_MAX]; /* which levels have more to come */
	bool drew;
};

static void draw_margin(struct drawing *d)
{
	fprintf(d->out, MARGIN "%*s", d->margin, "");
	d->drew = true;
}

static void draw_name(struct drawing *d, uint32_t node)
{
	const struct frames *frames = d->graph->rows->frames;
	uint32_t number = d->graph->nodes[node].frame;
	const struct frame *frame = &frames->list[number];
	char text[TEXT_MAX];

	if (frame->kind == FRAME_ADDRESS) {
		fprintf(d->out, "%#llx", (unsigned long long)frame->start);
		return;
	}
	fputs(frame_text(frames, number, text, sizeof(text)), d->out);
}

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

/* The only child of a node at which no chain ends: the two are one node when drawn. */
static uint32_t only_child(const struct callgraph *g, uint32_t node)
{
	const struct callgraph_node *n = &g->nodes[node];

	if (n->count || !n->first_child || g->nodes[n->first_child].next_sibling)
		return 0;
	return n->first_child;
}

static int compare_nodes(const void *a, const void *b, void *graph)
{
	const struct callgraph *g = graph;
	const struct callgraph_node *x = &g->nodes[*(const uint32_t *)a];
	const struct callgraph_node *y = &g->nodes[*(const uint32_t *)b];
	char text_x[TEXT_MAX], text_y[TEXT_MAX];
	int result;

	if (x->total != y->total)
		return x->total > y->total ? -1 : 1;
	result = strcmp(frame_text(g->rows->frames, x->frame, text_x, sizeof(text_x)),
			frame_text(g->rows->frames, y->frame, text_y, sizeof(text_y)));
	return result ? result : row_compare_frames(g->rows, x->frame, y->frame);
}

/* The least a child of the node must have to be shown. */
static uint64_t child_minimum(const struct drawing *d, uint32_t node)
{
	const struct callgraph_node *n = &d->graph->nodes[node];
	double below = (double)(n->total - n->hits) * d->graph->options->threshold / 100;
	uint64_t minimum = (uint64_t)below;

	if (d->graph->options->style != CALLGRAPH_FRACTAL)
		return d->minimum;
	minimum += (double)minimum < below;
	return minimum ? minimum : 1;
}

/* The children of a node that are shown, the largest first: a malloced list, NULL without memory. */
static uint32_t *shown_children(const struct drawing *d, uint32_t node, uint32_t *ret_n)
{
	struct callgraph *g = d->graph;
	uint64_t minimum = child_minimum(d, node);
	uint32_t n = 0;
	uint32_t *list;

	for (uint32_t child = g->nodes[node].first_child; child; child = g->nodes[child].next_sibling)
		n++;
	list = malloc((n + 1) * sizeof(*list));
	if (!list)
		return NULL;
	n = 0;
	for (uint32_t child = g->nodes[node].first_child; child; child = g->nodes[child].next_sibling)
		if (g->nodes[child].total >= minimum)
			list[n++] = child;
	qsort_r(list, n, sizeof(*list), compare_nodes, g);
	if (g->options->print_limit && n > g->options->print_limit)
		n = g->options->print_limit;
	*ret_n = n;
	return list;
}

/* The lines of the levels above, without what stands at the last one. */
static void draw_pipes(struct drawing *d, int depth, const char *tail)
{
	draw_margin(d);
	for (int i = 0; i < depth; i++)
		fprintf(d->out, "%s%s", d->pipes[i] ? "|" : " ", i == depth - 1 ? tail : "          ");
}

/*
 * The children of a node at a depth, each as a run of frames down to where chains part, then what is below it. Goes no
 * deeper than DEPTH_MAX.
 */
static int draw_children(struct drawing *d, uint32_t node, uint64_t whole, int depth)
{
	struct callgraph *g = d->graph;
	uint64_t left = whole;
	uint32_t n;
	uint32_t *list = shown_children(d, node, &n);
	int result = 0;

	if (!list)
		return -ENOMEM;
	for (uint32_t i = 0; i < n && !result; i++) {
		uint64_t total = g->nodes[list[i]].total;
		uint32_t last = list[i];
		char tail[32];

		left -= total < left ? total : left;
		d->pipes[depth - 1] = true;
		draw_pipes(d, depth, "          ");
		fputc('\n', d->out);
		if (i == n - 1 && (g->options->style != CALLGRAPH_FRACTAL || !left))
			d->pipes[depth - 1] = false;
		snprintf(tail, sizeof(tail), "--%.2f%%--", percent(total, whole));
		draw_pipes(d, depth, tail);
		draw_name(d, last);
		fputc('\n', d->out);
		for (uint32_t next = only_child(g, last); next; next = only_child(g, last)) {
			last = next;
			draw_pipes(d, depth, "          ");
			draw_name(d, last);
			fputc('\n', d->out);
		}
		if (depth < DEPTH_MAX - 1)
			result = draw_children(
				d, last, g->options->style == CALLGRAPH_FRACTAL ? total - g->nodes[last].hits : whole,
				depth + 1);
	}
	/* What is below the threshold, together. */
	if (!result && n && g->options->style == CALLGRAPH_FRACTAL && left && left != whole) {
		char tail[32];

		d->pipes[depth - 1] = false;
		snprintf(tail, sizeof(tail), "--%.2f%%--", percent(left, whole));
		draw_pipes(d, depth, tail);
		fputs("[...]\n", d->out);
	}
	free(list);
	return result;
}

/*
 * When all of the row went one way the first frames stand without a percentage, and the graph begins where chains
 * part.
 */
static int draw_graph(struct drawing *d, uint64_t total, uint64_t row_total)
{
	struct callgraph *g = d->graph;
	uint64_t whole = g->options->style == CALLGRAPH_FRACTAL ? row_total : total;
	uint32_t top = 0;
	uint32_t n;
	uint32_t *list = shown_children(d, 0, &n);
	int result;

	if (!list)
		return -ENOMEM;
	if (n == 1 && g->nodes[list[0]].total == row_total) {
		bool skip = g->options->skip_first;
		bool begun = false;

		for (uint32_t next = list[0]; next; next = only_child(g, next)) {
			top = next;
			if (skip) {
				skip = false;
				continue;
			}
			if (!begun) {
				draw_margin(d);
				fputs("|\n", d->out);
			}
			draw_margin(d);
			fputs(begun ? "" : "---", d->out);
			d->margin += begun ? 0 : 3;
			begun = true;
			draw_name(d, next);
			fputc('\n', d->out);
		}
	}
	free(list);
	result = draw_children(d, top, whole, 1);
	if (d->drew)
		fputc('\n', d->out);
	return result;
}

/* --- flat and folded: a line or a list for each distinct chain ---------------- */

struct chain_list {
	uint32_t *ends; /* nodes at which chains end */
	uint32_t n;
};

/* Two different chains, frame by frame from their ends. */
static int compare_paths(const struct callgraph *g, uint32_t x, uint32_t y)
{
	int result = 0;

	for (; x && y && !result; x = g->nodes[x].parent, y = g->nodes[y].parent)
		result = row_compare_frames(g->rows, g->nodes[x].frame, g->nodes[y].frame);
	return result ? result : (x != 0) - (y != 0);
}

static int compare_ends(const void *a, const void *b, void *graph)
{
	const struct callgraph *g = graph;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	if (g->nodes[x].hits != g->nodes[y].hits)
		return g->nodes[x].hits > g->nodes[y].hits ? -1 : 1;
	return compare_paths(g, x, y);
}

static int chain_list_make(struct chain_list *l, const struct drawing *d)
{
	struct callgraph *g = d->graph;

	l->n = 0;
	l->ends = malloc((g->n + 1) * sizeof(*l->ends));
	if (!l->ends)
		return -ENOMEM;
	for (uint32_t node = 1; node < g->n; node++)
		if (g->nodes[node].count && g->nodes[node].hits >= d->minimum)
			l->ends[l->n++] = node;
	qsort_r(l->ends, l->n, sizeof(*l->ends), compare_ends, g);
	if (g->options->print_limit && l->n > g->options->print_limit)
		l->n = g->options->print_limit;
	return 0;
}

static int draw_chain(struct drawing *d, uint32_t end, const char *before, const char *between)
{
	const struct callgraph *g = d->graph;
	uint32_t depth = 0;
	uint32_t *path;

	for (uint32_t node = end; node; node = g->nodes[node].parent)
		depth++;
	path = malloc((depth + 1) * sizeof(*path));
	if (!path)
		return -ENOMEM;
	for (uint32_t node = end, i = depth; node; node = g->nodes[node].parent)
		path[--i] = node;
	for (uint32_t i = 0; i < depth; i++) {
		fputs(i ? between : before, d->out);
		draw_name(d, path[i]);
	}
	fputc('\n', d->out);
	free(path);
	return 0;
}

static int draw_list(struct drawing *d, uint64_t total)
{
	struct callgraph *g = d->graph;
	struct chain_list l;
	int result = chain_list_make(&l, d);

	for (uint32_t i = 0; i < l.n && !result; i++) {
		const struct callgraph_node *end = &g->nodes[l.ends[i]];

		if (g->options->style == CALLGRAPH_FOLDED) {
			fprintf(d->out, "%.2f%%", percent(end->hits, total));
			result = draw_chain(d, l.ends[i], " ", ";");
		} else {
			fprintf(d->out, "           %.2f%%\n", percent(end->total, total));
			result = draw_chain(d, l.ends[i], "                ", "\n                ");
			fputc('\n', d->out);
		}
	}
	free(l.ends);
	return result;
}

int callgraph_print(FILE *out, struct callgraph *g, const struct row *row)
{
	const struct callgraph_options *o = g->options;
	uint64_t total = g->rows->totals[row_key(g->rows, row)->event].period;
	uint64_t row_total = g->rows->options->children ? row->children : row->period;
	struct drawing d = { .out = out, .graph = g };
	int result;

	d.minimum = rows_least_of(g->rows, row_key(g->rows, row)->event, o->threshold);
	if (o->style == CALLGRAPH_FRACTAL)
		d.minimum = 1;
	if (o->style == CALLGRAPH_NONE || row_total < d.minimum)
		return 0;
	result = callgraph_build(g, row);
	if (result || g->n == 1)
		return result;
	if (o->style == CALLGRAPH_FLAT || o->style == CALLGRAPH_FOLDED)
		return draw_list(&d, total);
	return draw_graph(&d, total, row_total);
}
