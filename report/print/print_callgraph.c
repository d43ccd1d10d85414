#include "report/print/print_callgraph.h"

#include "common/list.h"
#include "common/log.h"
#include "common/text.h"
#include "report/terminal/fit.h"
#include "report/terminal/screen.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#define MARGIN     "            "
#define BETWEEN    "          " /* between the pipes of two levels */
#define STEM_MAX   3            /* spaces beyond MARGIN */
#define TEXT_MAX   4096
#define PREFIX_MAX (sizeof(MARGIN) + STEM_MAX + CALLGRAPH_DEPTH_MAX * sizeof("|" BETWEEN))

struct drawing {
	FILE *out;
	struct own_spans *own; /* NULL: not wanted */
	bool failed;           /* no memory for `own` */
	struct callgraph *graph;
	uint64_t minimum;                /* chains with less are not listed */
	int margin;                      /* spaces beyond MARGIN, up to STEM_MAX */
	bool pipes[CALLGRAPH_DEPTH_MAX]; /* levels that have more branches below */
	char prefix[PREFIX_MAX];         /* the beginning of the next lines */
	bool drew;                       /* some line has been drawn */
};

/* Makes the beginning of a line: the margin, and the pipes of all levels. */
static void make_prefix(struct drawing *d, int depth)
{
	char *p = text_bytes(d->prefix, MARGIN, sizeof(MARGIN) - 1);

	p = text_spaces(p, (size_t)d->margin);
	for (int i = 0; i < depth; i++) {
		*p++ = d->pipes[i] ? '|' : ' ';
		if (i < depth - 1)
			p = text_bytes(p, BETWEEN, sizeof(BETWEEN) - 1);
	}
	*p = 0;
	d->drew = true;
}

/* Draws a name. On a terminal a name that is longer than half a line is shortened; the branches take the other half. */
static void draw_text(const struct drawing *d, const char *name)
{
	unsigned columns = d->graph->options->columns;
	char text[TEXT_MAX];

	if (!columns) {
		fputs(name, d->out);
		return;
	}
	snprintf(text, sizeof(text), "%s", name);
	fit_name(text, (int)columns / 2, false);
	fputs(text, d->out);
}

/* Returns the source line or offset of a frame, in graphs that distinguish frames by it; NULL: it is not shown. */
static const char *frame_line(const struct drawing *d, const struct frame *frame)
{
	const struct strtab *strings = d->graph->rows->frames->strings;
	const char *offset;

	if (d->graph->options->key == CALLGRAPH_FUNCTION || !frame_is_named(frame))
		return NULL;
	if (frame->has_line)
		return strtab_get(strings, frame->line);
	if (d->graph->options->key == CALLGRAPH_SRCLINE)
		return "??:0";
	offset = strrchr(strtab_get(strings, frame->line), '+');
	return offset ? offset : "";
}

static void draw_name(struct drawing *d, uint32_t number)
{
	const struct frames *frames = d->graph->rows->frames;
	const struct frame *frame = &frames->list[number];
	const char *line = frame_line(d, frame);
	char text[TEXT_MAX];

	if (line) {
		draw_text(d, strtab_get(frames->strings, frame->name));
		fprintf(d->out, " %s%s", line, frame_is_inlined(frame) ? " (inlined)" : "");
		return;
	}
	switch (frame->kind) {
	case FRAME_ADDRESS:
		/* As "%#llx" prints it: 0 has no prefix. */
		fputs(frame->start ? "0x" : "", d->out);
		*text_hex(text, frame->start, 0) = 0;
		fputs(text, d->out);
		return;
	case FRAME_UNNAMED:
		/* The text is only the reason that there is no name, so the file's name comes first. */
		fprintf(d->out, "%s ", strtab_get(frames->strings, frame->dso));
		break;
	case FRAME_SYMBOL:
	case FRAME_INLINED:
	case FRAME_BOUNDS:
	case FRAME_DSO: break;
	}
	draw_text(d, frame_text(frames, number, text, sizeof(text)));
}

/* Calls percent_color_begin or _end, and adds to d->own what it printed. */
static void draw_color(struct drawing *d, void put(FILE *out, bool color, double percent), double percent)
{
	long begin = d->own ? ftell(d->out) : 0;
	struct own_spans *own = d->own;

	put(d->out, d->graph->options->is_colored, percent);
	if (!own || ftell(d->out) == begin)
		return;
	if (list_reserve(&own->list, own->n, &own->capacity, sizeof(*own->list)))
		own->list[own->n++] = (struct own_span){ (size_t)begin, (size_t)ftell(d->out) };
	else
		d->failed = true;
}

static void draw_share(struct drawing *d, uint64_t part, uint64_t whole)
{
	double percent = percent_of(part, whole);

	draw_color(d, percent_color_begin, percent);
	fprintf(d->out, "%.2f%%", percent);
	draw_color(d, percent_color_end, percent);
}

/* Draws the number of a branch or a chain. whole: what percentages are of. */
static void draw_value(struct drawing *d, uint64_t period, uint64_t count, uint64_t whole)
{
	switch (d->graph->options->value) {
	case CALLGRAPH_PERIOD: fprintf(d->out, "%" PRIu64, period); break;
	case CALLGRAPH_COUNT: fprintf(d->out, "%" PRIu64, count); break;
	default: draw_share(d, period, whole);
	}
}

/* Draws a line: the prefix, `tail` and the name of a frame; FRAMES_NONE: no name. */
static void draw_line(struct drawing *d, const char *tail, uint32_t frame)
{
	fputs(d->prefix, d->out);
	fputs(tail, d->out);
	if (frame != FRAMES_NONE)
		draw_name(d, frame);
	fputc('\n', d->out);
}

/* Draws the beginning of a branch's first line, with its number. */
static void draw_branch(struct drawing *d, uint64_t period, uint64_t count, uint64_t whole)
{
	fprintf(d->out, "%s--", d->prefix);
	draw_value(d, period, count, whole);
	fputs("--", d->out);
}

/* Draws the lines of a node: its number and all its frames. */
static void draw_run(struct drawing *d, const struct callgraph_node *node, uint64_t whole)
{
	const uint32_t *frames = d->graph->frames + node->begin;

	draw_branch(d, node->total, node->total_count, whole);
	draw_name(d, frames[0]);
	fputc('\n', d->out);
	for (uint32_t i = 1; i < node->n; i++)
		draw_line(d, BETWEEN, frames[i]);
}

/* Draws the sum of a node's children below the threshold as "[...]", in fractal graphs. */
static void draw_rest(struct drawing *d, uint64_t period, uint64_t count, uint64_t whole, int depth)
{
	/* As in perf, a sum without samples is left out if counts are shown. */
	if (!period || period == whole || (d->graph->options->value == CALLGRAPH_COUNT && !count))
		return;
	d->pipes[depth - 1] = false;
	make_prefix(d, depth);
	draw_branch(d, period, count, whole);
	fputs("[...]\n", d->out);
}

/*
 * Draws the children of a node: the frames of each, then its own children, up to a depth of CALLGRAPH_DEPTH_MAX. whole:
 * what percentages are of. 0 or -ENOMEM.
 */
static int draw_children(struct drawing *d, uint32_t node, uint64_t whole, int depth)
{
	struct callgraph *g = d->graph;
	uint64_t left = whole, left_count = g->nodes[node].total_count - g->nodes[node].hits_count;
	uint32_t n;
	uint32_t *list = callgraph_children(d->graph, node, &n);
	int result = 0;

	if (!list)
		return -ENOMEM;
	for (uint32_t i = 0; i < n && !result; i++) {
		const struct callgraph_node *child = &g->nodes[list[i]];

		left -= child->total < left ? child->total : left;
		left_count -= child->total_count < left_count ? child->total_count : left_count;
		d->pipes[depth - 1] = true;
		make_prefix(d, depth);
		draw_line(d, BETWEEN, FRAMES_NONE);
		if (i == n - 1 && (g->options->style != CALLGRAPH_FRACTAL || !left)) {
			d->pipes[depth - 1] = false;
			make_prefix(d, depth);
		}
		draw_run(d, child, whole);
		if (depth < CALLGRAPH_DEPTH_MAX - 1)
			result = draw_children(
				d, list[i], g->options->style == CALLGRAPH_FRACTAL ? child->total - child->hits : whole,
				depth + 1);
	}
	if (!result && n && g->options->style == CALLGRAPH_FRACTAL)
		draw_rest(d, left, left_count, whole, depth);
	free(list);
	return result;
}

/* Draws the frames that all chains of the row begin with, without a number. */
static void draw_stem(struct drawing *d, const struct callgraph_node *node)
{
	uint32_t first = d->graph->options->skip_first;

	if (first >= node->n)
		return;
	make_prefix(d, 0);
	draw_line(d, "|", FRAMES_NONE);
	for (uint32_t i = first; i < node->n; i++) {
		draw_line(d, i == first ? "---" : "", d->graph->frames[node->begin + i]);
		if (i == first) {
			d->margin = STEM_MAX;
			make_prefix(d, 0);
		}
	}
}

/*
 * Draws the graph of a row. If all its chains begin with the same frames, these have no number, and branches begin
 * where chains part. 0 or -ENOMEM.
 */
static int draw_graph(struct drawing *d, uint64_t total, uint64_t row_total)
{
	struct callgraph *g = d->graph;
	uint64_t whole = g->options->style == CALLGRAPH_FRACTAL ? row_total : total;
	uint32_t top = 0;
	uint32_t n;
	uint32_t *list = callgraph_children(d->graph, 0, &n);
	int result;

	if (!list)
		return -ENOMEM;
	if (n == 1 && g->nodes[list[0]].total == row_total) {
		top = list[0];
		draw_stem(d, &g->nodes[top]);
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

/* Moves *node and *i, the index of a frame in it, to the next frame towards the root. False: there is none. */
static bool path_up(const struct callgraph *g, uint32_t *node, uint32_t *i)
{
	if (!*i) {
		*node = g->nodes[*node].parent;
		*i = g->nodes[*node].n;
	}
	return *i && (*i)--;
}

/* Compares two different chains, frame by frame from their ends. */
static int compare_paths(const struct callgraph *g, uint32_t x, uint32_t y)
{
	uint32_t i = g->nodes[x].n, k = g->nodes[y].n;
	int result = 0;

	while (!result) {
		bool more_x = path_up(g, &x, &i), more_y = path_up(g, &y, &k);

		if (!more_x || !more_y)
			return more_x - more_y;
		result = frames_compare(g->rows->frames, g->frames[g->nodes[x].begin + i],
					g->frames[g->nodes[y].begin + k]);
	}
	return result;
}

static int compare_ends(const void *a, const void *b, void *graph)
{
	const struct callgraph *g = graph;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	if (g->nodes[x].hits != g->nodes[y].hits)
		return g->nodes[x].hits > g->nodes[y].hits ? -1 : 1;
	return x == y ? 0 : compare_paths(g, x, y);
}

static uint32_t path_length(const struct callgraph *g, uint32_t end)
{
	uint32_t length = 0;

	for (uint32_t node = end; node; node = g->nodes[node].parent)
		length += g->nodes[node].n;
	return length;
}

/* Lists the ends of the chains to draw, largest first. 0; -ENOMEM; -E2BIG: drawing takes more steps than are left. */
static int chain_list_make(struct chain_list *l, const struct drawing *d)
{
	struct callgraph *g = d->graph;
	uint64_t frames = 0;

	l->n = 0;
	l->ends = malloc((g->n + 1) * sizeof(*l->ends));
	if (!l->ends)
		return -ENOMEM;
	for (uint32_t node = 1; node < g->n; node++) {
		if (!g->nodes[node].hits_count || g->nodes[node].hits < d->minimum)
			continue;
		l->ends[l->n++] = node;
		frames += path_length(g, node);
	}
	if (!callgraph_steps_take(&g->steps, frames * CALLGRAPH_LINE))
		return -E2BIG;
	qsort_r(l->ends, l->n, sizeof(*l->ends), compare_ends, g);
	if (g->options->print_limit && l->n > g->options->print_limit)
		l->n = g->options->print_limit;
	return 0;
}

static int draw_chain(struct drawing *d, uint32_t end, const char *before, const char *between)
{
	const struct callgraph *g = d->graph;
	uint32_t length = path_length(g, end);
	uint32_t *path = malloc((length + 1ull) * sizeof(*path));
	uint32_t i = g->nodes[end].n;

	if (!path)
		return -ENOMEM;
	for (uint32_t n = length; path_up(g, &end, &i);)
		path[--n] = g->frames[g->nodes[end].begin + i];
	for (uint32_t n = 0; n < length; n++) {
		fputs(n ? between : before, d->out);
		draw_name(d, path[n]);
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
			draw_value(d, end->hits, end->hits_count, total);
			result = draw_chain(d, l.ends[i], " ", ";");
		} else {
			fputs("           ", d->out);
			draw_value(d, end->total, end->total_count, total);
			fputc('\n', d->out);
			result = draw_chain(d, l.ends[i], "                ", "\n                ");
			fputc('\n', d->out);
		}
	}
	free(l.ends);
	return result;
}

void print_callgraph_left_out(FILE *out, struct callgraph *g)
{
	if (g->complained)
		return;
	g->complained = true;
	fputs(MARGIN "[the call graphs from here on are left out: they are too large for a file of this size]\n\n",
	      out);
	log_warn("call graphs of the smaller rows are left out, since all together they would be too large; more are "
		 "shown "
		 "with a higher threshold (-g graph,5) or of fewer samples (-S, -c, -d)");
}

int print_callgraph_draw(FILE *out, struct own_spans *own, struct callgraph *g, const struct row *row)
{
	const struct callgraph_options *o = g->options;
	uint64_t total = g->rows->totals[row_key(g->rows, row)->event].period;
	uint64_t row_total = g->rows->options->wants_children ? row->children : row->period;
	struct drawing d = { .out = out, .own = own, .graph = g };
	int result;

	d.minimum = callgraph_minimum(g, row_key(g->rows, row)->event);
	if (o->style == CALLGRAPH_NONE || row_total < d.minimum)
		return 0;
	result = callgraph_build(g, row);
	if (result || g->n <= 1)
		return result;
	result = o->style == CALLGRAPH_FLAT || o->style == CALLGRAPH_FOLDED ? draw_list(&d, total)
									    : draw_graph(&d, total, row_total);
	return result || !d.failed ? result : -ENOMEM;
}

int print_callgraph(FILE *out, struct callgraph *g, const struct row *row)
{
	int result = print_callgraph_draw(out, NULL, g, row);

	if (result != -E2BIG)
		return result;
	print_callgraph_left_out(out, g);
	return 0;
}
