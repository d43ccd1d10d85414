/*
 * line_cut: lines of text that are longer than a terminal is wide, cut there. A '~' in the last column says so.
 *
 * A character is a column, whatever it is: what East Asian scripts write in two columns makes a line too long.
 */
#ifndef PREC_REPORT_TERMINAL_LINE_CUT_H
#define PREC_REPORT_TERMINAL_LINE_CUT_H

#include <stdbool.h>
#include <stddef.h>

/* The bytes of a character in UTF-8. */
#define LINE_CUT_CHARACTER 4

struct line_cut {
	unsigned columns; /* of the terminal; 0: nothing is cut */
	unsigned column;  /* so many of the line at hand are taken */
	bool full;        /* the rest of it is left out */
	/* The character for the last column, which is not written before it is known whether more comes. */
	char held[LINE_CUT_CHARACTER];
	size_t n_held;
};

/* A line begins. */
void line_cut_init(struct line_cut *c, unsigned columns);

/*
 * The next piece of a text, which ends with a whole character: what is left of it goes to out, of size + 4 bytes.
 * Returns how much that is.
 */
size_t line_cut(struct line_cut *c, const char *text, size_t size, char *out);

/* Where a text ends without a newline: what was held back, into 4 bytes. Returns how much that is. */
size_t line_cut_end(struct line_cut *c, char *out);

/* How many columns a text takes, up to its NUL. */
size_t line_cut_width(const char *text);

/* Where the n-th character (from 0) begins, or the text ends. */
const char *line_cut_at(const char *text, size_t n);

#endif
