#include "report/browser/browse.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void browse_say(struct browse *b, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(b->note, sizeof(b->note), format, args);
	va_end(args);
}

/* The first event with rows. */
static uint32_t first_event(const struct rows *r)
{
	for (uint32_t event = 0; event < r->analysis->file->n_events; event++)
		if (!event_group_member(r->options->groups, event) && rows_has_samples(r, event))
			return event;
	return 0;
}

int browse_list_event(struct browse *b, uint32_t event)
{
	char *filter = b->list.filter.text ? strdup(b->list.filter.text) : NULL;
	int result;

	row_list_fini(&b->list);
	b->event = event;
	result = row_list_init(&b->list, b->source->rows, event, b->limit, b->columns);
	b->list.options.min_count = b->min_count;
	b->list.options.max_rows = b->source->max_rows;
	if (!result && filter)
		result = name_pattern_set(&b->list.filter, filter);
	if (!result)
		row_list_choose(&b->list);
	free(filter);
	b->at = b->top = (struct browse_place){ 0 };
	b->was_moved = false;
	return result;
}

int browse_init(struct browse *b, struct browse_source *source, unsigned columns, unsigned lines)
{
	*b = (struct browse){ .source = source,
			      .columns = columns,
			      .lines = lines,
			      .limit = source->percent_limit,
			      .hides_kernel = source->hides_kernel,
			      .hides_user = source->hides_user,
			      .min_count = source->min_count,
			      .has_titles = true };
	if (row_graphs_init(&b->graphs, source->rows, source->callgraph))
		return -ENOMEM;
	return browse_list_event(b, first_event(source->rows));
}

static void forget_rows(struct browse *b)
{
	row_graphs_fini(&b->graphs);
	row_list_fini(&b->list);
	icicle_fini(&b->icicle);
	time_strip_fini(&b->times);
}

void browse_close_code(struct browse *b)
{
	code_page_fini(&b->codes[--b->n_codes]);
	if (!b->n_codes && b->source->leave_code)
		b->source->leave_code(b->source);
}

void browse_fini(struct browse *b)
{
	forget_rows(b);
	text_page_fini(&b->page);
	while (b->n_codes)
		browse_close_code(b);
	name_pattern_fini(&b->find);
	free(b->sort);
	free(b->file);
	free(b->copied);
	while (b->n_steps) {
		free(b->steps[--b->n_steps].value);
		free(b->steps[b->n_steps].label);
	}
}

static int load(struct browse *b, struct error *err)
{
	const struct browse_query query = { .sort = b->sort,
					    .file = b->file,
					    .steps = b->steps,
					    .n_steps = b->n_steps,
					    .is_relative = b->is_relative,
					    .hides_kernel = b->hides_kernel,
					    .hides_user = b->hides_user };
	int result = b->source->load(b->source, &query, err);

	/* It is open now, or never will be. */
	free(b->file);
	b->file = NULL;
	return result;
}

/* What was asked for cannot be: then without the keys that were typed, and the last step. */
static int load_less(struct browse *b, struct error *err)
{
	int result = -EINVAL;

	browse_say(b, "%s", err->message);
	free(b->sort);
	b->sort = NULL;
	if (b->n_steps) {
		free(b->steps[--b->n_steps].value);
		free(b->steps[b->n_steps].label);
	}
	*err = (struct error)ERROR_INIT;
	result = load(b, err);
	return result;
}

/* Rows in place of others: list them, with the same filter. result: whether there are some. */
static int list_anew(struct browse *b, int result, char *filter, uint32_t event)
{
	if (!result && row_graphs_init(&b->graphs, b->source->rows, b->source->callgraph))
		result = -ENOMEM;
	if (!result && filter)
		result = name_pattern_set(&b->list.filter, filter);
	if (!result)
		result = browse_list_event(b, rows_has_samples(b->source->rows, event) ? event
										       : first_event(b->source->rows));
	free(filter);
	return result;
}

static char *filter_text(const struct browse *b)
{
	return b->list.filter.text ? strdup(b->list.filter.text) : NULL;
}

/* Puts the cursor on the row of a name, as far below the first line as before. */
static void return_to(struct browse *b, const char *name, struct browse_place at, struct browse_place top)
{
	char other[TABLE_CELL_MAX];
	uint32_t row = 0;

	for (; row < b->list.n; row++) {
		row_list_name(&b->list, browse_row(b, row), other, sizeof(other));
		if (!strcmp(name, other))
			break;
	}
	if (row == b->list.n)
		return;
	b->at.row = row;
	b->top.row = row > at.row - top.row ? row - (at.row - top.row) : 0;
}

/* Who has not moved stays at the hottest row; who has stays on the row. */
static int finish(struct browse *b, struct error *err)
{
	const struct browse_event waiting = b->waiting;
	const struct browse_place at = b->at, top = b->top;
	char *filter = filter_text(b), name[TABLE_CELL_MAX] = "";
	bool is_reversed = b->list.is_reversed;
	int result;

	b->must_finish = false;
	if (at.row && b->list.n)
		row_list_name(&b->list, browse_row(b, at.row), name, sizeof(name));
	forget_rows(b);
	result = list_anew(b, b->source->finish(b->source, err), filter, b->event);
	b->list.is_reversed = is_reversed;
	if (!result && *name)
		return_to(b, name, at, top);
	if (!result && waiting.key != BROWSE_READY)
		browse_key(b, &waiting);
	return result;
}

int browse_settle(struct browse *b, struct error *err)
{
	char *filter;
	int result;

	if (!b->must_load)
		return finish(b, err);
	filter = filter_text(b);
	b->must_load = b->must_finish = false;
	forget_rows(b);
	result = load(b, err);
	if (result && result != -ENOMEM)
		result = load_less(b, err);
	return list_anew(b, result, filter, b->event);
}

/* --- lines ---------------------------------------------------------------------------------------- */

bool browse_next(struct browse *b, struct browse_place *place)
{
	if (!b->list.n)
		return false;
	if (place->line < row_graphs_lines(&b->graphs, browse_row(b, place->row))) {
		place->line++;
		return true;
	}
	if (place->row + 1 >= b->list.n)
		return false;
	*place = (struct browse_place){ .row = place->row + 1 };
	return true;
}

bool browse_previous(struct browse *b, struct browse_place *place)
{
	if (place->line) {
		place->line--;
		return true;
	}
	if (!place->row || !b->list.n)
		return false;
	place->row--;
	place->line = row_graphs_lines(&b->graphs, browse_row(b, place->row));
	return true;
}

unsigned browse_rows_lines(const struct browse *b)
{
	/* The head, the line of names and that of keys. */
	unsigned others = 3 + (b->has_titles ? 1 : 0);

	return b->lines > others ? b->lines - others : 1;
}

void browse_move(struct browse *b, int64_t by)
{
	while (by > 0 && browse_next(b, &b->at))
		by--;
	while (by < 0 && browse_previous(b, &b->at))
		by++;
}

static bool is_before(struct browse_place a, struct browse_place b)
{
	return a.row != b.row ? a.row < b.row : a.line < b.line;
}

void browse_scroll(struct browse *b)
{
	struct browse_place place = b->at;
	unsigned lines = browse_rows_lines(b);

	if (is_before(b->at, b->top)) {
		b->top = b->at;
		return;
	}
	for (unsigned i = 1; i < lines && is_before(b->top, place); i++)
		browse_previous(b, &place);
	if (is_before(b->top, place))
		b->top = place;
}

static void check(struct browse *b, struct browse_place *place)
{
	uint32_t lines;

	if (place->row >= b->list.n)
		*place = (struct browse_place){ .row = b->list.n ? b->list.n - 1 : 0 };
	lines = b->list.n ? row_graphs_lines(&b->graphs, browse_row(b, place->row)) : 0;
	if (place->line > lines)
		place->line = lines;
}

void browse_check_place(struct browse *b)
{
	check(b, &b->at);
	check(b, &b->top);
}

uint32_t browse_frame(struct browse *b, struct browse_place place)
{
	const struct row *row;
	const struct row_graph *graph;
	const struct graph_line *line;

	if (!b->list.n)
		return FRAMES_NONE;
	row = browse_row(b, place.row);
	if (!place.line)
		return b->list.columns->needs & KEY_SYM ? row_key(b->source->rows, row)->frame : FRAMES_NONE;
	graph = row_graphs_of(&b->graphs, row);
	if (!graph || place.line > graph->n_lines)
		return FRAMES_NONE;
	line = &graph->lines[place.line - 1];
	return graph->frames[graph->nodes[line->node].begin + line->frame];
}
