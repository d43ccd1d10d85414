/* fit: makes tables, names and lines fit the width of a terminal. */
#ifndef PREC_REPORT_TERMINAL_FIT_H
#define PREC_REPORT_TERMINAL_FIT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Cuts lines that are longer than the terminal is wide. A '~' in the last column marks a cut. A character counts as one
 * column, so lines with East Asian wide characters are too long.
 */

/* The most bytes of a UTF-8 character. */
#define LINE_CUT_CHARACTER 4

struct line_cut {
	unsigned columns; /* of the terminal; 0: cut nothing */
	unsigned column;  /* columns of the current line that are used */
	bool full;        /* the rest of the line is dropped */
	/* The character for the last column: it is held back until it is known whether more follows. */
	char held[LINE_CUT_CHARACTER];
	size_t n_held;
};

/* Begins a line. */
void line_cut_init(struct line_cut *c, unsigned columns);

/*
 * Cuts the next piece of a text, which must end with a whole character. Writes what is left to out, of size + 4 bytes.
 * Returns the number of bytes written.
 */
size_t line_cut(struct line_cut *c, const char *text, size_t size, char *out);

/* Ends a text without a newline: writes what was held back to out, of 4 bytes. Returns the number of bytes. */
size_t line_cut_end(struct line_cut *c, char *out);

/* Returns the number of columns of a text. */
size_t line_cut_width(const char *text);

/* Returns the start of the n-th character, from 0, or the end of the text. */
const char *line_cut_at(const char *text, size_t n);

/*
 * Narrows the n columns of a table to `room` columns in total, the widest first, in proportion to their shares: of two
 * that are too wide, one with twice the share is left twice as wide. A column is not narrowed below FIT_LEAST times its
 * share, so the total may remain too wide.
 */
#define FIT_LEAST 6
void fit_columns(int *widths, const int *shares, unsigned n, int room);

/*
 * Shortens a name to width columns, in place: first the arguments of templates are removed ("std::map<>::find"), then,
 * with cut, the end, which becomes a '~'.
 */
void fit_name(char *name, int width, bool cut);

#endif
