#include "report/print/graph_texts.h"

#include "common/workers.h"
#include "report/terminal/stdout_guard.h"

#include <errno.h>
#include <stdlib.h>

/* The graphs of a call tree with fewer nodes are drawn faster than threads start. */
#define NODES_WORTH_IT 1024u

/* A round ends after this many rows or bytes. */
#define ROUND_ROWS  4096u
#define ROUND_BYTES (1u << 20)

static unsigned workers_for(const struct callgraph *g, uint32_t n)
{
	unsigned workers = g->rows->options->workers;

	if (g->rows->calls.n < NODES_WORTH_IT || n < 2 || workers < 2)
		return 0;
	workers = workers < n ? workers : n;
	return workers < GRAPH_TEXTS_WORKERS_MAX ? workers : GRAPH_TEXTS_WORKERS_MAX;
}

int graph_texts_init(struct graph_texts *t, struct callgraph *g, const struct row *const *rows, uint32_t n)
{
	const unsigned workers = workers_for(g, n);

	*t = (struct graph_texts){ .graph = g, .rows = rows, .n = n };
	if (!workers)
		return 0;
	t->list = calloc(n < ROUND_ROWS ? n : ROUND_ROWS, sizeof(*t->list));
	if (!t->list)
		return -ENOMEM;
	for (; t->n_workers < workers; t->n_workers++)
		if (callgraph_init_beside(&t->workers[t->n_workers], g)) {
			graph_texts_fini(t);
			return -ENOMEM;
		}
	return 0;
}

static void graph_text_fini(struct graph_text *drawn)
{
	free(drawn->text);
	free(drawn->own.list);
	*drawn = (struct graph_text){ .text = NULL };
}

static void forget_round(struct graph_texts *t)
{
	for (uint32_t i = 0; i < t->end - t->begin; i++)
		graph_text_fini(&t->list[i]);
}

void graph_texts_fini(struct graph_texts *t)
{
	forget_round(t);
	free(t->list);
	for (unsigned i = 0; i < t->n_workers; i++)
		callgraph_fini(&t->workers[i]);
	*t = (struct graph_texts){ .graph = NULL };
}

/* Draws a graph into memory. On failure its text is NULL, and it is drawn again when it is printed. */
static struct graph_text draw(struct callgraph *g, const struct row *row)
{
	const uint64_t before = g->steps.taken;
	struct graph_text drawn = { .text = NULL };
	FILE *out = open_memstream(&drawn.text, &drawn.size);
	int result = out ? print_callgraph_draw(out, &drawn.own, g, row) : -ENOMEM;

	if (out && fclose(out))
		result = -ENOMEM;
	if (result)
		graph_text_fini(&drawn);
	drawn.steps = g->steps.taken - before;
	return drawn;
}

static void draw_rows(void *context, unsigned worker)
{
	struct graph_texts *t = context;
	uint32_t row;

	while (t->n_bytes < ROUND_BYTES && (row = t->next++) < t->end) {
		struct graph_text *drawn = &t->list[row - t->begin];

		*drawn = draw(&t->workers[worker], t->rows[row]);
		t->n_bytes += drawn->size;
	}
}

/*
 * Draws the next round. The workers share the steps that are left, so that graphs that are going to be left out cost no
 * more than with one worker.
 */
static void draw_round(struct graph_texts *t)
{
	const struct callgraph_steps *steps = &t->graph->steps;

	forget_round(t);
	t->begin = t->end;
	t->end = t->n - t->begin < ROUND_ROWS ? t->n : t->begin + ROUND_ROWS;
	t->next = t->begin;
	t->n_bytes = 0;
	for (unsigned i = 0; i < t->n_workers; i++)
		t->workers[i].steps = (struct callgraph_steps){ .max = (steps->max - steps->taken) / t->n_workers };
	workers_run(t->n_workers, draw_rows, t);
	if (t->end > t->next)
		t->end = t->next;
	t->n_rounds++;
}

/* Prints a text: the program's own colors unchanged, all else masked, since it may be from the file. */
static void graph_text_print(FILE *out, const struct graph_text *drawn)
{
	size_t at = 0;

	for (uint32_t i = 0; i < drawn->own.n; i++) {
		const struct own_span *own = &drawn->own.list[i];

		fwrite(drawn->text + at, 1, own->begin - at, out);
		stdout_own(out, drawn->text + own->begin, own->end - own->begin);
		at = own->end;
	}
	fwrite(drawn->text + at, 1, drawn->size - at, out);
}

int graph_texts_print(struct graph_texts *t, FILE *out, uint32_t i)
{
	const struct graph_text *drawn;

	if (!t->n_workers)
		return print_callgraph(out, t->graph, t->rows[i]);
	if (i >= t->end)
		draw_round(t);
	drawn = &t->list[i - t->begin];
	if (!drawn->text)
		return print_callgraph(out, t->graph, t->rows[i]);
	if (callgraph_steps_take(&t->graph->steps, drawn->steps))
		graph_text_print(out, drawn);
	else
		print_callgraph_left_out(out, t->graph);
	return 0;
}
