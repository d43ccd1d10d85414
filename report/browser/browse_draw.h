/*
 * browse_draw: draws the parts of the browser's screen. browse_draw itself is in report/browser/browse.h.
 *
 *	perf.data  31 999 samples of cycles > libc.so.6 > 4711         head: what is shown
 *	     Self   Shared Object  Symbol                              titles
 *	+   12.3%   libc.so.6      [.] memcpy                          rows
 *	-    4.5%   cc1            [.] fold
 *	   - 80.00% main
 *	libc.so.6  [.] memcpy                              1 of 345    the whole name of the line under the cursor
 *	ENTER menu  + callers  a code  / filter  h help  q quit        keys
 */
#ifndef PREC_REPORT_BROWSER_BROWSE_DRAW_H
#define PREC_REPORT_BROWSER_BROWSE_DRAW_H

#include "report/browser/browse.h"

/* Draw a row, or a line of its graph, into a line of the screen. */
void browse_draw_row(struct browse *b, struct cells *c, unsigned line, const struct row *row);
void browse_draw_frame(struct browse *b, struct cells *c, unsigned line, struct browse_place place);

/*
 * Writes the whole name of the line under the cursor: of its function or, where rows have none, all that they have.
 * with_dso: and the file.
 */
void browse_line_name(struct browse *b, char *text, size_t size, bool with_dso);

/* Writes a frame's name as lines show it. */
void browse_frame_name(const struct browse *b, uint32_t number, char *text, size_t size);

/* Returns the name of a frame's file, or its path, as b->detail says. */
const char *browse_frame_file(const struct browse *b, uint32_t number);

/* Puts what b->detail asks for into a cell of a row: the address of the function, or the path of its file. needs: of
 * the cell's column. */
void browse_add_detail(const struct browse *b, uint32_t needs, uint32_t frame, char *text, size_t size);

/* Draws the titles of the columns. */
void browse_draw_titles(const struct browse *b, struct cells *c, unsigned line);

/* Returns the shown column at a column of the screen; columns.n: there is none. */
unsigned browse_column_at(const struct browse *b, unsigned column);

/* Draws the menu above the rest. */
void browse_draw_menu(const struct browse_menu *m, struct cells *c);

#endif
