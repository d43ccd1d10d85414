#include "report/browser/browse_draw.h"

#include "common/text.h"
#include "report/browser/elide.h"
#include "report/terminal/fit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Between the parts of the head. */
#define ARROW(c) ((c)->is_utf8 ? " › " : " > ")

/* Writes a number in groups of three digits: "31 999". */
static void put_grouped(char *text, uint64_t n)
{
	char digits[TEXT_NUMBER + 1];
	size_t size = (size_t)(text_u64(digits, n, 0, ' ') - digits);

	for (size_t i = 0; i < size; i++) {
		if (i && (size - i) % 3 == 0)
			*text++ = ' ';
		*text++ = digits[i];
	}
	*text = 0;
}

/* Which of the events with samples this is, "2/3"; nothing where there is one. */
static void put_event_number(const struct browse *b, char *text, size_t size)
{
	const struct rows *r = b->source->rows;
	unsigned n = 0, at = 0;

	for (uint32_t event = 0; event < r->analysis->file->n_events; event++) {
		if (event_group_member(r->options->groups, event) || !rows_has_samples(r, event))
			continue;
		n++;
		if (event == b->event)
			at = n;
	}
	*text = 0;
	if (n > 1)
		snprintf(text, size, " (event %u of %u, TAB)", at, n);
}

static void draw_head(const struct browse *b, struct cells *c)
{
	char event[EVENT_GROUP_TEXT_MAX], number[2 * TEXT_NUMBER], which[64];
	const struct rows *r = b->source->rows;
	char text[EVENT_GROUP_TEXT_MAX + 256];
	unsigned at = 1;

	cells_paint(c, 0, 0, c->columns, STYLE_HEAD);
	put_grouped(number, rows_group_total(r, b->event).count);
	put_event_number(b, which, sizeof(which));
	at += cells_put(c, 0, at, c->columns, STYLE_HEAD, b->source->input);
	snprintf(text, sizeof(text), "  %s%s samples of %s%s%s", b->source->estimate > 1 ? "about " : "", number,
		 rows_event_text(r, b->event, event), which, b->is_relative ? ", shares of these" : "");
	at += cells_put(c, 0, at, c->columns, STYLE_HEAD, text);
	for (unsigned i = 0; i < b->n_steps; i++) {
		at += cells_put(c, 0, at, c->columns, STYLE_HEAD, ARROW(c));
		at += cells_put(c, 0, at, c->columns, STYLE_HEAD, b->steps[i].label);
	}
	if (b->hides_kernel || b->hides_user)
		at += cells_put(c, 0, at, c->columns, STYLE_HEAD,
				b->hides_kernel ? "  (without the kernel, K)" : "  (without user space, U)");
	if (b->source->lacks_something)
		cells_put(c, 0, at, c->columns, STYLE_HEAD, "  (M: what is missing)");
}

/* --- the two lines at the bottom ------------------------------------------------------------------ */

struct key_word {
	const char *key, *what;
};

static const struct key_word rows_keys[] = { { "ENTER", "menu" }, { "+", "callers" }, { "a", "code" },
					     { "/", "filter" },   { "h", "help" },    { "q", "quit" },
					     { NULL, NULL } };
static const struct key_word live_keys[] = { { "ENTER", "menu" }, { "+", "callers" }, { "a", "code" },
					     { "/", "filter" },   { "p", "pause" },   { "s", "save" },
					     { "h", "help" },     { "q", "quit" },    { NULL, NULL } };
static const struct key_word page_keys[] = {
	{ "q", "back" }, { "/", "find" }, { "n", "next" }, { "<>", "sideways" }, { NULL, NULL }
};
static const struct key_word icicle_keys[] = { { "q", "back" }, { "ENTER", "widen" }, { "ESC", "narrow" },
					       { "f", "find" }, { "D", "drop" },      { "R", "recursion" },
					       { NULL, NULL } };

static const struct key_word code_keys[] = { { "ENTER", "follow" }, { "ESC", "back" }, { "TAB", "hottest" },
					     { "s", "source" },     { "o", "raw" },    { "t", "units" },
					     { "/", "find" },       { "h", "keys" },   { NULL, NULL } };

static void draw_keys(const struct browse *b, struct cells *c)
{
	bool is_page = text_page_is_open(&b->page);
	const struct key_word *keys = is_page                      ? page_keys
				      : b->n_codes                 ? code_keys
				      : icicle_is_open(&b->icicle) ? icicle_keys
				      : b->source->live            ? live_keys
								   : rows_keys;
	unsigned line = c->lines - 1, at = 1;

	cells_paint(c, line, 0, c->columns, STYLE_FOOT);
	for (; keys->key; keys++) {
		at += cells_put(c, line, at, c->columns, STYLE_KEY, keys->key);
		at += cells_put(c, line, at, c->columns, STYLE_FOOT, " ");
		at += cells_put(c, line, at, c->columns, STYLE_FOOT, keys->what);
		at += 2;
	}
}

/* From which b->detail on there are addresses, and whole paths. */
#define DETAIL_ADDRESS 2
#define DETAIL_PATH    3

const char *browse_frame_file(const struct browse *b, uint32_t number)
{
	const struct resolver *resolver = b->source->rows->resolver;
	const struct frames *frames = b->source->rows->frames;
	uint32_t dso = resolver_frame_dso(resolver, number);

	if (b->detail < DETAIL_PATH || dso == DSO_NONE)
		return strtab_get(frames->strings, frames->list[number].dso);
	return strtab_get(frames->strings, resolver->locator.timeline->dsos.list[dso].path);
}

/* Where its function begins in its file, where that is asked for and its name does not say so. */
static size_t put_address(const struct browse *b, const struct frame *frame, char *text, size_t size)
{
	char address[FRAME_TEXT_MIN];

	if (b->detail < DETAIL_ADDRESS || !frame_is_named(frame) || !frame->start)
		return 0;
	frame_address_text(frame->start, address);
	return (size_t)snprintf(text, size, "%s ", address);
}

void browse_add_detail(const struct browse *b, uint32_t needs, uint32_t frame, char *text, size_t size)
{
	char with[TABLE_CELL_MAX];
	size_t used = put_address(b, &b->source->rows->frames->list[frame], with, sizeof(with));

	if (needs & KEY_SYM && used) {
		snprintf(with + used, sizeof(with) - used, "%s", text);
		snprintf(text, size, "%s", with);
	} else if (needs & KEY_DSO && b->detail >= DETAIL_PATH) {
		snprintf(text, size, "%s", browse_frame_file(b, frame));
	}
}

void browse_frame_name(const struct browse *b, uint32_t number, char *text, size_t size)
{
	const struct frames *frames = b->source->rows->frames;
	const struct frame *frame = &frames->list[number];
	char room[FRAME_TEXT_MIN];
	size_t used = put_address(b, frame, text, size);
	const char *dso = strtab_get(frames->strings, frame->dso);
	const char *name = frame_text(frames, number, room, sizeof(room));

	if (frame_is_merged(frame))
		snprintf(text, size, "%s %s", dso, name);
	else
		snprintf(text + used, size - used, "%s", name);
}

void browse_line_name(struct browse *b, char *text, size_t size, bool with_dso)
{
	const struct frames *frames = b->source->rows->frames;
	uint32_t frame = browse_frame(b, b->at);
	size_t used;

	*text = 0;
	if (frame == FRAMES_NONE && b->list.n)
		row_list_name(&b->list, browse_row(b, b->at.row), text, size);
	if (frame == FRAMES_NONE)
		return;
	browse_frame_name(b, frame, text, size);
	used = strlen(text);
	if (with_dso && !frame_is_merged(&frames->list[frame]) && frames->list[frame].dso)
		snprintf(text + used, size - used, "  %s", browse_frame_file(b, frame));
}

static const char *const prompts[] = {
	[PROMPT_NONE] = "",
	[PROMPT_FILTER] = "filter: ",
	[PROMPT_FIND] = "find: ",
	[PROMPT_MARK] = "find: ",
	[PROMPT_LIMIT] = "percent limit: ",
	[PROMPT_SORT] = "sort keys: ",
	[PROMPT_WRITE] = "write as (text, or a format of prec export): ",
	[PROMPT_DELAY] = "seconds from one screen to the next: ",
	[PROMPT_COUNT] = "rows of so many samples or more: ",
};

/* That the rows are not the final ones, and what they are. */
static void put_estimate(const struct browse *b, char *text, size_t size)
{
	if (b->source->estimate > 1)
		snprintf(text, size, "a first look at one of %" PRIu32 " samples: all of them are being read ...",
			 b->source->estimate);
	else
		snprintf(text, size, "a first look, without callers: they are being read ...");
}

/* Where the cursor is among the rows; how many of them match. */
static void put_position(const struct browse *b, char *text, size_t size)
{
	const char *about = b->source->estimate ? "about " : "";

	if (icicle_is_open(&b->icicle) && !text_page_is_open(&b->page))
		*text = 0;
	else if (!text_page_is_open(&b->page) && b->n_codes)
		snprintf(text, size, "line %" PRIu32 " of %" PRIu32, b->codes[b->n_codes - 1].at + 1,
			 b->codes[b->n_codes - 1].n);
	else if (text_page_is_open(&b->page))
		snprintf(text, size, "line %" PRIu32 " of %" PRIu32, b->page.n ? b->page.at + 1 : 0, b->page.n);
	else if (b->list.filter.text && b->prompt != PROMPT_FILTER)
		snprintf(text, size, "/%.40s: %" PRIu32 " of %s%" PRIu32 " rows", b->list.filter.text, b->list.n, about,
			 b->list.n_all);
	else if (b->prompt == PROMPT_FILTER)
		snprintf(text, size, "%" PRIu32 " of %s%" PRIu32 " rows match", b->list.n, about, b->list.n_all);
	else
		snprintf(text, size, "%" PRIu32 " of %s%" PRIu32, b->list.n ? b->at.row + 1 : 0, about, b->list.n);
}

static void draw_status(struct browse *b, struct cells *c)
{
	unsigned line = c->lines - 2, width, room;
	char text[TABLE_CELL_MAX + LINE_CUT_CHARACTER], position[128];

	put_position(b, position, sizeof(position));
	width = cells_width(c, position);
	room = c->columns > width + 3 ? c->columns - width - 3 : 1;
	if (b->prompt) {
		unsigned at = 1 + cells_put(c, line, 1, room, STYLE_KEY, prompts[b->prompt]);

		at += cells_put(c, line, at, room > at ? room - at : 0, STYLE_PLAIN, b->input);
		cells_put(c, line, at, 1, STYLE_SELECTED, " ");
	} else if (*b->note || b->must_load) {
		cells_put(c, line, 1, room, STYLE_NOTE, b->must_load ? "reading the recording again ..." : b->note);
	} else if (b->source->estimate) {
		put_estimate(b, text, TABLE_CELL_MAX);
		cells_put(c, line, 1, room, STYLE_NOTE, text);
	} else if (text_page_is_open(&b->page)) {
		cells_put(c, line, 1, room, STYLE_DIM, b->page.title);
	} else if (b->n_codes) {
		code_page_status(&b->codes[b->n_codes - 1], text, TABLE_CELL_MAX);
		elide_name(c, text, sizeof(text), room);
		cells_put(c, line, 1, room, STYLE_DIM, text);
	} else {
		if (time_strip_is_open(&b->times))
			time_strip_status(&b->times, text, TABLE_CELL_MAX);
		else if (icicle_is_open(&b->icicle))
			icicle_status(&b->icicle, text, TABLE_CELL_MAX);
		else
			browse_line_name(b, text, TABLE_CELL_MAX, true);
		elide_name(c, text, sizeof(text), room);
		cells_put(c, line, 1, room, STYLE_DIM, text);
	}
	if (c->columns > width + 1)
		cells_put(c, line, c->columns - width - 1, width, STYLE_DIM, position);
}

/* --- lines of a graph ------------------------------------------------------------------------------- */

/* Columns before the first level, and of each. */
#define GRAPH_MARGIN 4u
#define GRAPH_LEVEL  3u

static void put_share(const struct browse *b, const struct row *row, const struct row_graph *graph,
		      const struct callgraph_node *node, char *text, size_t size)
{
	const struct callgraph_options *o = b->source->callgraph;
	const struct rows *r = b->source->rows;
	const struct callgraph_node *parent = &graph->nodes[node->parent];
	uint64_t whole =
		o->style == CALLGRAPH_FRACTAL ? parent->total - parent->hits : r->totals[row_key(r, row)->event].period;

	switch (o->value) {
	case CALLGRAPH_PERIOD: snprintf(text, size, "%" PRIu64 " ", node->total); break;
	case CALLGRAPH_COUNT: snprintf(text, size, "%" PRIu64 " ", node->total_count); break;
	case CALLGRAPH_PERCENT: snprintf(text, size, "%.2f%% ", percent_of(node->total, whole)); break;
	}
}

/* Deeper levels stand no further to the right than half of the screen. */
static unsigned indent(const struct cells *c, uint32_t depth)
{
	unsigned columns = GRAPH_MARGIN + GRAPH_LEVEL * (depth ? depth - 1 : 0);

	return columns < c->columns / 2 ? columns : c->columns / 2;
}

/* Draws whether a line opens, and its share. Returns the column after it. */
static unsigned draw_share(const struct browse *b, struct cells *c, unsigned line, const struct row *row,
			   const struct row_graph *graph, const struct graph_line *of)
{
	const struct callgraph_node *node = &graph->nodes[of->node];
	const char *mark = node->first_child ? graph->is_open[of->node] ? "- " : "+ " : "  ";
	unsigned at = indent(c, node->depth);
	char text[64];
	double percent;

	at += cells_put(c, line, at, c->columns, STYLE_PLAIN, of->frame ? "    " : mark);
	if (of->frame)
		return at;
	put_share(b, row, graph, node, text, sizeof(text));
	percent = percent_of(node->total, b->source->rows->totals[row_key(b->source->rows, row)->event].period);
	return at + cells_put(c, line, at, c->columns, percent >= 5 ? STYLE_HOT : STYLE_WARM, text);
}

static void mark_match(const struct browse *b, struct cells *c, unsigned line, unsigned at, const char *text)
{
	unsigned from, n;

	if (b->find.text && name_pattern_matches(&b->find, text, &from, &n))
		cells_paint(c, line, at + from, n, STYLE_MATCH);
	else if (b->list.filter.text && name_pattern_matches(&b->list.filter, text, &from, &n))
		cells_paint(c, line, at + from, n, STYLE_MATCH);
}

void browse_draw_frame(struct browse *b, struct cells *c, unsigned line, struct browse_place place)
{
	const struct row *row = browse_row(b, place.row);
	const struct row_graph *graph = row_graphs_of(&b->graphs, row);
	const struct frames *frames = b->source->rows->frames;
	uint32_t frame = browse_frame(b, place);
	char text[TABLE_CELL_MAX + LINE_CUT_CHARACTER];
	const struct graph_line *of;
	unsigned at;

	if (!graph || frame == FRAMES_NONE)
		return;
	of = &graph->lines[place.line - 1];
	at = draw_share(b, c, line, row, graph, of);
	browse_frame_name(b, frame, text, TABLE_CELL_MAX);
	elide_name(c, text, sizeof(text), c->columns > at ? c->columns - at : 1);
	cells_put(c, line, at, c->columns, frame_is_inlined(&frames->list[frame]) ? STYLE_DIM : STYLE_PLAIN, text);
	mark_match(b, c, line, at, text);
	at += cells_width(c, text);
	if (b->detail)
		cells_put(c, line, at + 2, c->columns, STYLE_DIM, browse_frame_file(b, frame));
}

/* --- the whole --------------------------------------------------------------------------------------- */

static void draw_rows(struct browse *b, struct cells *c)
{
	unsigned first = b->has_titles ? 2 : 1, lines = browse_rows_lines(b);
	struct browse_place place;

	browse_scroll(b);
	place = b->top;
	for (unsigned i = 0; i < lines && b->list.n; i++) {
		bool is_at = place.row == b->at.row && place.line == b->at.line;

		if (place.line)
			browse_draw_frame(b, c, first + i, place);
		else
			browse_draw_row(b, c, first + i, browse_row(b, place.row));
		if (is_at)
			cells_paint(c, first + i, 0, c->columns, STYLE_SELECTED);
		if (!browse_next(b, &place))
			break;
	}
	if (!b->list.n)
		cells_put(c, first + 1, 2, c->columns, STYLE_NOTE,
			  !b->list.n_all        ? "no sample is chosen; ESC takes the last step back"
			  : b->list.filter.text ? "no row matches the filter; ESC takes it away"
						: "no row is above the percent limit; L changes it");
}

void browse_draw(struct browse *b, struct cells *c)
{
	cells_clear(c);
	if (c->lines < 2)
		return;
	if (b->must_load && !b->list.rows) {
		draw_keys(b, c);
		return;
	}
	draw_head(b, c);
	if (text_page_is_open(&b->page)) {
		text_page_draw(&b->page, c, 1, c->lines > 3 ? c->lines - 3 : 1, &b->find);
	} else if (b->n_codes) {
		code_page_draw(&b->codes[b->n_codes - 1], c, 1, c->lines > 3 ? c->lines - 3 : 1, &b->find);
	} else if (icicle_is_open(&b->icicle)) {
		icicle_draw(&b->icicle, c, 1, c->lines > 3 ? c->lines - 3 : 1, &b->find);
	} else {
		if (b->has_titles)
			browse_draw_titles(b, c, 1);
		draw_rows(b, c);
		if (time_strip_is_open(&b->times))
			time_strip_draw(&b->times, c, 1);
	}
	draw_status(b, c);
	draw_keys(b, c);
	if (b->menu.n)
		browse_draw_menu(&b->menu, c);
}
