/*
 * cells: a screen as text: letters in lines and columns, each with a style. What is put there comes from files, so
 * nothing but letters gets in: what would be a command for a terminal becomes '?'.
 *
 * Ownership: _init/_fini. One thread.
 */
#ifndef PREC_REPORT_BROWSER_CELLS_H
#define PREC_REPORT_BROWSER_CELLS_H

#include <stdbool.h>
#include <stdint.h>

enum cell_style {
	STYLE_PLAIN,
	STYLE_HEAD,     /* the first line: what is shown */
	STYLE_TITLE,    /* of a column */
	STYLE_SORTED,   /* of the column that rows are sorted by */
	STYLE_HOT,      /* a large share */
	STYLE_WARM,     /* one that is worth a look */
	STYLE_DIM,      /* what is less important */
	STYLE_MATCH,    /* what is searched for */
	STYLE_KEY,      /* a key in the last line */
	STYLE_FOOT,     /* the rest of that */
	STYLE_NOTE,     /* a message */
	STYLE_MENU,     /* a box above the rest */
	STYLE_SELECTED, /* the line under the cursor */
	STYLE_COUNT,
};

struct cell {
	uint32_t letter; /* a code point; 0: the second half of a wide letter */
	uint8_t width;   /* in columns; 0: that half */
	uint8_t style;   /* enum cell_style */
};

struct cells {
	struct cell *list; /* line by line */
	unsigned columns, lines;
	bool is_utf8; /* otherwise all but ASCII is shown as '?' */
};

/* Makes an empty screen. 0 or -ENOMEM; then it has no lines. */
int cells_init(struct cells *c, unsigned columns, unsigned lines, bool is_utf8);
void cells_fini(struct cells *c);

/* Makes all cells blank. */
void cells_clear(struct cells *c);

/*
 * Puts a text, in UTF-8 as far as it is, into at most `width` columns of a line, and what does not fit nowhere. Returns
 * how many columns it took.
 */
unsigned cells_put(struct cells *c, unsigned line, unsigned column, unsigned width, enum cell_style style,
		   const char *text);

/* Gives cells a style, and leaves their letters. */
void cells_paint(struct cells *c, unsigned line, unsigned column, unsigned width, enum cell_style style);

/* Returns how many columns a text takes. */
unsigned cells_width(const struct cells *c, const char *text);

/*
 * Returns the next letter of a text and moves *text behind it. What is no printable letter, and without is_utf8 what is
 * not ASCII, is '?'. *ret_width: 0 (it is left out), 1 or 2 columns.
 */
uint32_t cells_letter(const char **text, bool is_utf8, unsigned *ret_width);

/* Returns a line as text, in UTF-8, without blanks at its end; malloced. NULL: no memory. */
char *cells_line(const struct cells *c, unsigned line);

#endif
