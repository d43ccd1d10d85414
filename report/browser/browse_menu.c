#include "report/browser/browse_menu.h"

#include "report/browser/browse_files.h"
#include "report/browser/browse_function.h"
#include "report/browser/browse_prompt.h"
#include "report/browser/browse_zoom.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void add(struct browse_menu *m, enum browse_action action, enum browse_zoom zoom, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

static void add(struct browse_menu *m, enum browse_action action, enum browse_zoom zoom, const char *format, ...)
{
	struct browse_choice *choice = &m->list[m->n];
	va_list args;

	if (m->n == BROWSE_CHOICES_MAX)
		return;
	m->n++;
	choice->action = action;
	choice->zoom = zoom;
	va_start(args, format);
	vsnprintf(choice->text, sizeof(choice->text), format, args);
	va_end(args);
}

static void add_zooms(struct browse *b, struct browse_menu *m)
{
	static const enum browse_zoom kinds[] = { ZOOM_THREAD, ZOOM_DSO, ZOOM_SYMBOL, ZOOM_CPU, ZOOM_SOCKET };
	char value[TABLE_CELL_MAX], label[TABLE_CELL_MAX];

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		enum browse_zoom kind = kinds[i];

		if (browse_zoom_value(b, &kind, value, label))
			add(m, ACTION_ZOOM, kind, "Only the %s %.80s", browse_zoom_word(kind), label);
	}
}

void browse_menu_open(struct browse *b)
{
	struct browse_menu *m = &b->menu;
	uint32_t frame = browse_frame(b, b->at);

	*m = (struct browse_menu){ 0 };
	if (b->list.n && (b->at.line || row_graphs_has(&b->graphs, browse_row(b, b->at.row))))
		add(m, ACTION_OPEN, ZOOM_KINDS, "Open or close the callchains (+)");
	if (frame != FRAMES_NONE && frame_is_named(&b->source->rows->frames->list[frame]))
		add(m, ACTION_CODE, ZOOM_KINDS, "Show the code (a)");
	add_zooms(b, m);
	add(m, ACTION_SAMPLES, ZOOM_KINDS, "Show the samples one by one (r)");
	if (b->n_steps)
		add(m, ACTION_UNDO, ZOOM_KINDS, "Take back: only %.80s (ESC)", b->steps[b->n_steps - 1].label);
	add(m, ACTION_SORT, ZOOM_KINDS, "Sort by other keys (o)");
	add(m, ACTION_HEADER, ZOOM_KINDS, "About the recording (i)");
	add(m, ACTION_MISSING, ZOOM_KINDS, "What is missing (M)");
	if (b->source->save)
		add(m, ACTION_PRINT, ZOOM_KINDS, "Write what is seen to a file (P)");
	add(m, ACTION_LEAVE, ZOOM_KINDS, "Leave (q)");
}

static void act(struct browse *b, const struct browse_choice *choice)
{
	switch (choice->action) {
	case ACTION_OPEN: row_graphs_toggle(&b->graphs, browse_row(b, b->at.row), b->at.line); break;
	case ACTION_CODE: browse_show_code(b); break;
	case ACTION_ZOOM: browse_zoom_in(b, choice->zoom); break;
	case ACTION_UNDO: browse_zoom_out(b); break;
	case ACTION_SORT: browse_prompt_open(b, PROMPT_SORT); break;
	case ACTION_HEADER: browse_show_text(b, BROWSE_TEXT_HEADER, NULL); break;
	case ACTION_MISSING: browse_show_text(b, BROWSE_TEXT_MISSING, NULL); break;
	case ACTION_PRINT: browse_prompt_open(b, PROMPT_WRITE); break;
	case ACTION_SAMPLES: browse_show_samples(b); break;
	case ACTION_FILE: browse_files_choose(b, choice->text); break;
	case ACTION_LEAVE: b->has_left = true; break;
	}
}

void browse_menu_key(struct browse *b, const struct browse_event *e)
{
	struct browse_menu *m = &b->menu;
	unsigned n = m->n;

	switch (e->key) {
	case BROWSE_UP:
	case BROWSE_WHEEL_UP: m->at = (m->at + n - 1) % n; break;
	case BROWSE_TAB:
	case BROWSE_WHEEL_DOWN:
	case BROWSE_DOWN: m->at = (m->at + 1) % n; break;
	case BROWSE_RIGHT:
	case BROWSE_ENTER:
		m->n = 0;
		act(b, &m->list[m->at]);
		break;
	default: m->n = 0; break;
	}
}
