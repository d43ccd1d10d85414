#include "report/browser/browse_function.h"

#include "report/browser/browse_find.h"
#include "report/browser/browse_help.h"
#include "report/browser/browse_prompt.h"
#include "report/browser/browse_zoom.h"

#include <stdlib.h>
#include <string.h>

static struct code_page *page_on_top(struct browse *b)
{
	return &b->codes[b->n_codes - 1];
}

/* A page begins with what keys have chosen in that before. */
static void open_page(struct browse *b, const struct browse_code_query *query)
{
	const struct code_view none = { 0 };
	struct error err = ERROR_INIT;
	struct code_lines lines = { 0 };

	if (b->n_codes == BROWSE_CODES_MAX) {
		browse_say(b, "so many functions are open that ESC has to close one");
		return;
	}
	if (!b->source->code || b->source->code(b->source, query, &lines, &err)) {
		code_lines_fini(&lines);
		browse_say(b, "%s", *err.message ? err.message : "there is no code");
		if (!b->n_codes && b->source->leave_code)
			b->source->leave_code(b->source);
	} else if (code_page_init(&b->codes[b->n_codes], &lines, b->event,
				  b->n_codes ? &b->codes[b->n_codes - 1].view : &none)) {
		browse_say(b, "out of memory");
	} else {
		b->n_codes++;
	}
}

/* Of a row of branches it is the function that they come from. */
void browse_show_code(struct browse *b)
{
	enum browse_zoom kind = ZOOM_SYMBOL;
	char name[TABLE_CELL_MAX], label[TABLE_CELL_MAX];
	uint32_t frame = browse_frame(b, b->at);

	if (frame != FRAMES_NONE && frame_is_named(&b->source->rows->frames->list[frame]) &&
	    browse_zoom_value(b, &kind, name, label))
		open_page(b, &(struct browse_code_query){ .name = name });
	else if (b->list.n && browse_zoom_cell(b, "symbol_from", name) && *name == '[' && strlen(name) > 4)
		open_page(b, &(struct browse_code_query){ .name = name + strlen("[.] ") });
	else
		browse_say(b, "this line has no function whose code could be shown");
}

/* --- keys ----------------------------------------------------------------------------------------- */

/* The name that a call refers to, without an offset. */
static void open_called(struct browse *b, const struct code_page *p, const struct code_line *line)
{
	const struct browse_code_query query = { .is_call = true,
						 .name = code_lines_text(&p->lines, line->target_name),
						 .from = p->lines.functions[line->function].number,
						 .address = line->target };

	open_page(b, &query);
}

/* Jumps within the function; what leaves it opens another one; a return closes it. */
static void follow(struct browse *b)
{
	struct code_page *p = page_on_top(b);
	const struct code_line *line = code_page_line(p);

	if (code_page_follow(p))
		return;
	if (!line || line->kind != CODE_INSTRUCTION)
		browse_say(b, "ENTER follows a jump or a call");
	else if (line->what == DISASM_RETURN && b->n_codes > 1)
		browse_close_code(b);
	else if (line->target_name && (line->what == DISASM_CALL || line->what == DISASM_JUMP))
		open_called(b, p, line);
	else
		browse_say(b, line->what == DISASM_CALL ? "where this call goes is known when it runs"
							: "ENTER follows a jump or a call");
}

static void print_page(struct browse *b)
{
	char name[256];
	char *text = code_page_text(page_on_top(b));
	int result = text && b->source->save ? b->source->save(b->source, text, name, sizeof(name)) : -1;

	if (!b->source->save)
		browse_say(b, "this browser writes no files");
	else if (result)
		browse_say(b, "it could not be written: %s", result == -1 ? "no memory" : strerror(-result));
	else
		browse_say(b, "written to %s", name);
	free(text);
}

static void show_help(struct browse *b)
{
	char *text = strdup(browse_code_help);

	if (text)
		text_page_init(&b->page, "keys", text);
}

void browse_function_key(struct browse *b, const struct browse_event *e)
{
	struct code_page *p = page_on_top(b);

	switch (e->key) {
	case BROWSE_RIGHT:
	case BROWSE_ENTER: follow(b); break;
	case 'q':
	case BROWSE_LEFT:
	case BROWSE_ESC: browse_close_code(b); break;
	case '/': browse_prompt_open(b, PROMPT_FIND); break;
	case 'n':
	case 'N':
		if (!b->find.text || !code_page_find(p, &b->find, e->key == 'N'))
			browse_say(b, "no line has it");
		break;
	case 'P': print_page(b); break;
	case '?':
	case 'h':
	case BROWSE_F1: show_help(b); break;
	default: code_page_key(p, e, b->lines > 3 ? b->lines - 3 : 1); break;
	}
}
