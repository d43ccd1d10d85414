/*
 * browse: the browser without its terminal: what is shown, and what a key makes of it.
 *
 *	curses_screen --- event ---> browse_key --> struct browse --> browse_draw --- cells ---> curses_screen
 *	                                                 |  ^
 *	                              what is to be read |  | rows, texts
 *	                                                 v  |
 *	                                            browse_source (report/command/report_browse.h)
 *
 * A line is a row, or stands below one and is of its call graph (struct row_graphs). Lines are counted from the cursor,
 * never from the first row, so that a screen takes as long to draw and to scroll with a hundred thousand rows as with
 * ten. What takes time, reading the recording again, is done between two screens (browse_settle), of which the first
 * says so.
 *
 * Ownership: _init/_fini; the source is borrowed. One thread.
 */
#ifndef PREC_REPORT_BROWSER_BROWSE_H
#define PREC_REPORT_BROWSER_BROWSE_H

#include "report/browser/browse_event.h"
#include "report/browser/browse_source.h"
#include "report/browser/cells.h"
#include "report/browser/code_page.h"
#include "report/browser/icicle.h"
#include "report/browser/row_graphs.h"
#include "report/browser/row_list.h"
#include "report/browser/text_page.h"

/* A line: a row by its place in the list, and a line of its graph; 0: the row itself. */
struct browse_place {
	uint32_t row, line;
};

/* What is typed into the line at the bottom. */
enum browse_prompt {
	PROMPT_NONE,
	PROMPT_FILTER,
	PROMPT_FIND,
	PROMPT_MARK, /* what is found in a picture is marked, and nothing is gone to */
	PROMPT_LIMIT,
	PROMPT_SORT,
	PROMPT_WRITE, /* the format of a file */
	PROMPT_COUNT,
	PROMPT_DELAY, /* of live rows */
};

#define BROWSE_INPUT_MAX  256
#define BROWSE_NOTE_MAX   512
#define BROWSE_STEPS_MAX  16
#define BROWSE_CODES_MAX  16
#define BROWSE_DETAIL_MAX 3

/* What a line of the menu does. */
enum browse_action {
	ACTION_OPEN,
	ACTION_CODE,
	ACTION_ZOOM,
	ACTION_UNDO,
	ACTION_HEADER,
	ACTION_MISSING,
	ACTION_SORT,
	ACTION_PRINT,
	ACTION_SAMPLES,
	ACTION_FILE,
	ACTION_LEAVE,
};

struct browse_choice {
	enum browse_action action;
	enum browse_zoom zoom; /* with ACTION_ZOOM */
	char text[128];
};

#define BROWSE_CHOICES_MAX 16

struct browse_menu {
	struct browse_choice list[BROWSE_CHOICES_MAX];
	unsigned n, at; /* n 0: it is closed */
};

struct browse {
	struct browse_source *source;
	struct row_list list;
	struct row_graphs graphs;
	struct browse_place at, top;
	struct text_page page;                    /* above all others */
	struct code_page codes[BROWSE_CODES_MAX]; /* report/browser/browse_function.h */
	unsigned n_codes;
	struct icicle icicle;
	struct time_strip times;
	struct browse_menu menu;
	enum browse_prompt prompt;
	char input[BROWSE_INPUT_MAX];
	struct name_pattern find;   /* what n and N go to, besides the filter */
	char note[BROWSE_NOTE_MAX]; /* said once, in the line above the keys */
	unsigned columns, lines;    /* of the screen */
	uint32_t event;
	double limit;
	uint64_t min_count; /* samples that rows have, at least */
	char *sort;         /* as it was asked for; NULL: never */
	char *file;         /* likewise: another recording */
	struct browse_step steps[BROWSE_STEPS_MAX];
	unsigned n_steps;
	bool is_relative, has_titles;
	bool hides_kernel, hides_user;
	bool was_moved;   /* the cursor, since it was on the first line for the last time */
	unsigned detail;  /* of functions, 0 to BROWSE_DETAIL_MAX: files in callchains, addresses, whole paths */
	bool must_load;   /* browse_settle has to read the recording */
	bool must_finish; /* it has to wait for the final rows, and then do what `waiting` asks for */
	struct browse_event waiting;
	bool is_leaving, has_left;
	char *copied; /* for the terminal's clipboard, whose program frees it and makes it NULL; NULL: nothing */
};

/* Begins with the rows that the source has. 0 or a negative errno; then _fini, too. */
int browse_init(struct browse *b, struct browse_source *source, unsigned columns, unsigned lines);
void browse_fini(struct browse *b);

/* Does what a key or the mouse asks for. Nothing fails: what does not work is said. b->has_left: it is the end. */
void browse_key(struct browse *b, const struct browse_event *e);

static inline bool browse_must_settle(const struct browse *b)
{
	return b->must_load || b->must_finish;
}

/* Reads what is to be read. Call it after a screen was drawn, if browse_must_settle. -ENOMEM, or an errno of a reader
 * that cannot go on with *err filled; else 0. */
int browse_settle(struct browse *b, struct error *err);

/* Draws the screen. */
void browse_draw(struct browse *b, struct cells *c);

/* --- for the files of the model: lines ------------------------------------------------------------ */

static inline const struct row *browse_row(const struct browse *b, uint32_t i)
{
	return row_list_at(&b->list, i);
}

/* Moves a place by one line. False: it is the first or the last. */
bool browse_next(struct browse *b, struct browse_place *place);
bool browse_previous(struct browse *b, struct browse_place *place);

/* How many lines of the screen are rows. */
unsigned browse_rows_lines(const struct browse *b);

/* Moves the cursor by so many lines, as far as there are some. */
void browse_move(struct browse *b, int64_t by);

/* Scrolls so that the cursor is on the screen. */
void browse_scroll(struct browse *b);

/* Makes the cursor's place one that exists, after lines have come or gone. */
void browse_check_place(struct browse *b);

/* Lists the rows of an event. 0 or -ENOMEM. */
int browse_list_event(struct browse *b, uint32_t event);

/* Returns the frame that a line is of; FRAMES_NONE: none. */
uint32_t browse_frame(struct browse *b, struct browse_place place);

/* Closes the page of code on top, of which there is one. */
void browse_close_code(struct browse *b);

/* Says something in the line above the keys, until the next key. */
void browse_say(struct browse *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
