/* What keys do: those of Linux perf's browser where it has one, and others. */
#include "report/browser/browse_draw.h"
#include "report/browser/browse_files.h"
#include "report/browser/browse_find.h"
#include "report/browser/browse_function.h"
#include "report/browser/browse_help.h"
#include "report/browser/browse_live.h"
#include "report/browser/browse_menu.h"
#include "report/browser/browse_prompt.h"
#include "report/browser/browse_sandwich.h"
#include "report/browser/browse_zoom.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How far a wheel moves. */
#define WHEEL_LINES 3

/* --- pages ------------------------------------------------------------------------------------------ */

void browse_show_text(struct browse *b, enum browse_text what, const char *of)
{
	static const char *const titles[] = { [BROWSE_TEXT_HEADER] = "the recording",
					      [BROWSE_TEXT_MISSING] = "what is missing",
					      [BROWSE_TEXT_SAMPLES] = "samples" };
	struct error err = ERROR_INIT;
	char *text = b->source->text ? b->source->text(b->source, what, of, &err) : NULL;

	if (!text)
		browse_say(b, "%s", *err.message ? err.message : "there is no such text");
	else if (text_page_init(&b->page, of ? of : titles[what], text))
		browse_say(b, "out of memory");
}

static void show_help(struct browse *b)
{
	char *text;

	if (asprintf(&text, "%s%s", b->source->live ? browse_live_help : "", browse_help) >= 0)
		text_page_init(&b->page, "keys", text);
}

/* Of the line's function, if it has one. */
void browse_show_samples(struct browse *b)
{
	enum browse_zoom kind = ZOOM_SYMBOL;
	char name[TABLE_CELL_MAX], label[TABLE_CELL_MAX];
	uint32_t frame = browse_frame(b, b->at);
	bool is_named = frame != FRAMES_NONE && frame_is_named(&b->source->rows->frames->list[frame]) &&
			browse_zoom_value(b, &kind, name, label);

	browse_show_text(b, BROWSE_TEXT_SAMPLES, is_named ? name : NULL);
}

static void show_icicle(struct browse *b)
{
	if (!b->graphs.rows)
		browse_say(b, "the recording has no callchains; prec record -g records them");
	else if (icicle_init(&b->icicle, b->source->rows, b->event))
		browse_say(b, "out of memory");
}

static void show_times(struct browse *b)
{
	struct error err = ERROR_INIT;
	unsigned pieces = b->columns > 5 ? b->columns - 2 : 3;

	time_strip_fini(&b->times);
	if (!b->source->times || b->source->times(b->source, b->event, pieces, &b->times, &err))
		browse_say(b, "%s", *err.message ? err.message : "there are no times");
}

/* --- events, shares --------------------------------------------------------------------------------- */

static void next_event(struct browse *b, bool backward)
{
	const struct rows *r = b->source->rows;
	uint32_t n = r->analysis->file->n_events, event = b->event;

	do
		event = (event + (backward ? n - 1 : 1)) % n;
	while (event != b->event && (event_group_member(r->options->groups, event) || !rows_has_samples(r, event)));
	if (event == b->event)
		browse_say(b, "there is no other event with samples");
	else if (browse_list_event(b, event))
		browse_say(b, "out of memory");
}

static void toggle_relative(struct browse *b)
{
	b->is_relative = !b->is_relative;
	b->must_load = true;
}

static void sort_by(struct browse *b, unsigned column)
{
	if (row_list_sort(&b->list, b->source->columns, column))
		browse_say(b, "out of memory");
	b->at = b->top = (struct browse_place){ 0 };
}

/* < and > choose the column left or right of that which rows are sorted by. */
static void sort_beside(struct browse *b, bool left)
{
	unsigned n = b->list.table.columns.n, at = row_list_sorted_by(&b->list);

	if (!n)
		return;
	sort_by(b, at >= n ? 0 : (at + (left ? n - 1 : 1)) % n);
}

static void next_detail(struct browse *b)
{
	static const char *const words[] = { "names", "names, and the files of callchains",
					     "also addresses of functions", "also whole paths of files" };

	b->detail = (b->detail + 1) % (BROWSE_DETAIL_MAX + 1);
	browse_say(b, "shown: %s", words[b->detail]);
}

/* Sorts by what a member of the group counts, which the line above the keys names. */
static void sort_by_member(struct browse *b, uint32_t member)
{
	const struct event_group *group = &b->source->rows->options->groups->list[b->event];

	if (group->n_members < 2)
		browse_say(b, "this event is in no group, by whose members rows could be sorted");
	else if (member >= group->n_members || !b->source->group_sort)
		browse_say(b, "the group has events 0 to %u", group->n_members - 1);
	else {
		*b->source->group_sort = member;
		if (row_list_sort_again(&b->list))
			browse_say(b, "out of memory");
		else
			browse_say(b, "sorted by %s", b->source->rows->analysis->file->events[b->event + member].name);
		b->at = b->top = (struct browse_place){ 0 };
	}
}

/* Prints all that is shown, as lines of text. */
void browse_print(struct browse *b)
{
	char name[256];
	char *text = browse_as_text(b);
	int result = text && b->source->save ? b->source->save(b->source, text, name, sizeof(name)) : -1;

	if (!b->source->save)
		browse_say(b, "this browser writes no files");
	else if (result)
		browse_say(b, "it could not be written: %s", result == -1 ? "no memory" : strerror(-result));
	else
		browse_say(b, "written to %s", name);
	free(text);
}

/* All rows as text, or the samples in another format, to a new file. */
static void write_file(struct browse *b)
{
	struct error err = ERROR_INIT;
	char name[256];

	if (!*b->input || !strcmp(b->input, "text"))
		browse_print(b);
	else if (!b->source->export_as)
		browse_say(b, "this browser writes text alone");
	else if (b->source->export_as(b->source, b->input, name, sizeof(name), &err))
		browse_say(b, "%s", err.message);
	else
		browse_say(b, "written to %s", name);
}

/* What is typed at last says what is written. */
static void prompt_key(struct browse *b, uint32_t key)
{
	bool writes = b->prompt == PROMPT_WRITE && key == BROWSE_ENTER;

	browse_prompt_key(b, key);
	if (writes)
		write_file(b);
}

/* The name of the line under the cursor, whole. */
static void copy_name(struct browse *b)
{
	char name[TABLE_CELL_MAX];

	browse_line_name(b, name, sizeof(name), false);
	free(b->copied);
	b->copied = strdup(name);
	browse_say(b, "copied: %.200s", name);
}

/* --- leaving ---------------------------------------------------------------------------------------- */

static void step_back(struct browse *b)
{
	if (b->list.filter.text) {
		name_pattern_set(&b->list.filter, "");
		row_list_choose(&b->list);
		b->at = b->top = (struct browse_place){ 0 };
	} else if (!browse_zoom_out(b)) {
		if (b->is_leaving)
			b->has_left = true;
		b->is_leaving = true;
		browse_say(b, "ESC again leaves the report; q does so at once");
	}
}

/* --- the mouse -------------------------------------------------------------------------------------- */

/* A click on the line under the cursor opens it, and so does one on its mark. */
static void click(struct browse *b, const struct browse_event *e)
{
	unsigned first = b->has_titles ? 2 : 1;
	struct browse_place place = b->top, before = b->at;

	if (b->has_titles && e->line == 1) {
		sort_by(b, browse_column_at(b, e->column));
		return;
	}
	if (e->line < first || e->line >= first + browse_rows_lines(b) || !b->list.n)
		return;
	for (unsigned i = first; i < e->line; i++)
		if (!browse_next(b, &place))
			return;
	b->at = place;
	if (e->column < 2 || (place.row == before.row && place.line == before.line))
		row_graphs_toggle(&b->graphs, browse_row(b, place.row), place.line);
}

/* --- all of them ------------------------------------------------------------------------------------ */

static void open_line(struct browse *b)
{
	if (!b->list.n)
		return;
	if (!b->graphs.rows)
		browse_say(b, "the recording has no callchains; prec record -g records them");
	else if (!row_graphs_has(&b->graphs, browse_row(b, b->at.row)))
		browse_say(b, "nothing is known of who called it");
	row_graphs_toggle(&b->graphs, browse_row(b, b->at.row), b->at.line);
}

static void open_whole(struct browse *b)
{
	if (!b->list.n)
		return;
	row_graphs_toggle_whole(&b->graphs, browse_row(b, b->at.row));
	b->at.line = 0;
}

static void open_all(struct browse *b, bool open)
{
	if (open)
		row_graphs_open_all(&b->graphs);
	else
		row_graphs_close_all(&b->graphs);
	b->at.line = b->top.line = 0;
}

static void go_end(struct browse *b)
{
	b->at.row = b->list.n ? b->list.n - 1 : 0;
	b->at.line = b->list.n ? row_graphs_lines(&b->graphs, browse_row(b, b->at.row)) : 0;
}

static bool move_key(struct browse *b, const struct browse_event *e)
{
	int64_t page = browse_rows_lines(b);

	switch (e->key) {
	case BROWSE_UP: browse_move(b, -1); break;
	case 'j':
	case BROWSE_DOWN: browse_move(b, 1); break;
	case BROWSE_WHEEL_UP: browse_move(b, -WHEEL_LINES); break;
	case BROWSE_WHEEL_DOWN: browse_move(b, WHEEL_LINES); break;
	case BROWSE_PAGE_UP: browse_move(b, -page); break;
	case ' ':
	case BROWSE_PAGE_DOWN: browse_move(b, page); break;
	case BROWSE_HOME: b->at = (struct browse_place){ 0 }; break;
	case BROWSE_END: go_end(b); break;
	case BROWSE_CLICK: click(b, e); break;
	case 'n': browse_find_next(b, false); break;
	case 'N': browse_find_next(b, true); break;
	default: return false;
	}
	return true;
}

static bool open_key(struct browse *b, uint32_t key)
{
	switch (key) {
	case '+': open_line(b); break;
	case 'e': open_whole(b); break;
	case 'E': open_all(b, true); break;
	case 'C': open_all(b, false); break;
	case 'a': browse_show_code(b); break;
	case 'b': browse_show_sandwich(b); break;
	case 'g': show_icicle(b); break;
	case 'T': show_times(b); break;
	case 'r': browse_show_samples(b); break;
	case 'i': browse_show_text(b, BROWSE_TEXT_HEADER, NULL); break;
	case 'M': browse_show_text(b, BROWSE_TEXT_MISSING, NULL); break;
	case '?':
	case 'h':
	case BROWSE_F1: show_help(b); break;
	default: return false;
	}
	return true;
}

static void ask_for_delay(struct browse *b)
{
	if (b->source->live)
		browse_prompt_open(b, PROMPT_DELAY);
}

static bool choose_key(struct browse *b, uint32_t key)
{
	switch (key) {
	case 'd': browse_zoom_in(b, ZOOM_DSO); break;
	case 't': browse_zoom_in(b, ZOOM_THREAD); break;
	case 'y': browse_zoom_in(b, ZOOM_SYMBOL); break;
	case 'w': browse_zoom_in(b, ZOOM_WITHIN); break;
	case 'c': browse_zoom_in(b, ZOOM_CPU); break;
	case 'S': browse_zoom_in(b, ZOOM_SOCKET); break;
	case 'k': browse_zoom_kernel(b); break;
	case '/': browse_prompt_open(b, PROMPT_FILTER); break;
	case 'f': browse_prompt_open(b, PROMPT_FIND); break;
	case 'L': browse_prompt_open(b, PROMPT_LIMIT); break;
	case 'l': browse_prompt_open(b, PROMPT_COUNT); break;
	case 'D': ask_for_delay(b); break;
	case 'o': browse_prompt_open(b, PROMPT_SORT); break;
	case 'F': toggle_relative(b); break;
	case 's': browse_files_open(b); break;
	case 'H': b->has_titles = !b->has_titles; break;
	case 'V': next_detail(b); break;
	case '<': sort_beside(b, true); break;
	case '>': sort_beside(b, false); break;
	case 'P': browse_prompt_open(b, PROMPT_WRITE); break;
	case 'Y': copy_name(b); break;
	case BROWSE_TAB: next_event(b, false); break;
	case BROWSE_BACKTAB: next_event(b, true); break;
	case 'm':
	case BROWSE_RIGHT:
	case BROWSE_ENTER: browse_menu_open(b); break;
	default: return false;
	}
	return true;
}

static void rows_key(struct browse *b, const struct browse_event *e)
{
	bool is_look = move_key(b, e) || open_key(b, e->key);

	/* What is looked at stays under the cursor; after Home that is the first line. */
	if (is_look)
		b->was_moved = e->key != BROWSE_HOME;
	if (is_look || browse_live_key(b, e->key) || choose_key(b, e->key))
		return;
	if (e->key >= '0' && e->key <= '9')
		sort_by_member(b, e->key - '0');
	else if (e->key == 'q')
		b->has_left = true;
	else if (e->key == BROWSE_ESC || e->key == BROWSE_LEFT)
		step_back(b);
}

static void page_key(struct browse *b, const struct browse_event *e)
{
	unsigned lines = b->lines > 3 ? b->lines - 3 : 1;

	if (text_page_key(&b->page, e->key, lines))
		return;
	switch (e->key) {
	case 'q':
	case BROWSE_LEFT:
	case BROWSE_ESC: text_page_fini(&b->page); break;
	case '/':
	case 'f': browse_prompt_open(b, PROMPT_FIND); break;
	case 'n':
	case 'N':
		if (!text_page_find(&b->page, &b->find, e->key == 'N'))
			browse_say(b, "no line has it");
		break;
	default: break;
	}
}

static void times_key(struct browse *b, const struct browse_event *e)
{
	char times[64], label[64];

	if (time_strip_key(&b->times, e))
		return;
	time_strip_range(&b->times, times, label, sizeof(times));
	if (e->key == BROWSE_ENTER)
		browse_zoom_to(b, ZOOM_TIME, times, label);
	if (e->key == BROWSE_ENTER || e->key == BROWSE_ESC || e->key == 'q' || e->key == 'T')
		time_strip_fini(&b->times);
}

static void icicle_or_less(struct browse *b, const struct browse_event *e)
{
	int result = icicle_key(&b->icicle, e);

	if (result < 0)
		browse_say(b, "out of memory");
	else if (!result && (e->key == 'q' || e->key == 'g' || e->key == BROWSE_ESC))
		icicle_fini(&b->icicle);
	else if (!result && (e->key == '/' || e->key == 'f'))
		browse_prompt_open(b, PROMPT_MARK);
}

static void resize(struct browse *b, const struct browse_event *e)
{
	b->columns = e->column;
	b->lines = e->line;
	time_strip_fini(&b->times);
	if (b->list.rows && row_list_resize(&b->list, b->columns))
		browse_say(b, "out of memory");
}

/* Whether a key asks for nothing that an estimate does not have. */
static bool is_of_estimates(const struct browse *b, uint32_t key)
{
	static const uint32_t keys[] = { BROWSE_UP,
					 BROWSE_DOWN,
					 'j',
					 BROWSE_PAGE_UP,
					 BROWSE_PAGE_DOWN,
					 ' ',
					 BROWSE_HOME,
					 BROWSE_END,
					 BROWSE_WHEEL_UP,
					 BROWSE_CTRL_C,
					 BROWSE_ESC,
					 'q',
					 BROWSE_WHEEL_DOWN,
					 BROWSE_BACKTAB,
					 BROWSE_TAB,
					 '/',
					 'h',
					 '?',
					 BROWSE_F1,
					 'H',
					 'Y',
					 BROWSE_OTHER };

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (keys[i] == key)
			return true;
	return text_page_is_open(&b->page) || b->n_codes || b->prompt;
}

/* What the final rows are needed for waits for them. */
static bool must_wait(struct browse *b, const struct browse_event *e)
{
	if (!b->source->estimate || (e->key != BROWSE_READY && is_of_estimates(b, e->key)))
		return false;
	b->waiting = *e;
	b->must_finish = true;
	return true;
}

void browse_key(struct browse *b, const struct browse_event *e)
{
	bool was_leaving = b->is_leaving;

	if (e->key == BROWSE_RESIZE) {
		resize(b, e);
		return;
	}
	if (must_wait(b, e))
		return;
	*b->note = 0;
	b->is_leaving = was_leaving && e->key == BROWSE_ESC;
	if (e->key == BROWSE_CTRL_C)
		b->has_left = true;
	else if (b->menu.n)
		browse_menu_key(b, e);
	else if (b->prompt)
		prompt_key(b, e->key);
	else if (text_page_is_open(&b->page))
		page_key(b, e);
	else if (b->n_codes)
		browse_function_key(b, e);
	else if (time_strip_is_open(&b->times))
		times_key(b, e);
	else if (icicle_is_open(&b->icicle))
		icicle_or_less(b, e);
	else
		rows_key(b, e);
	if (!b->must_load)
		browse_check_place(b);
}
