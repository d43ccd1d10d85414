/*
 * browser: shows a report on a terminal, and lets a person look around in it.
 *
 *	browser ------- the loop: draw, read a key, do it
 *	  |  |
 *	  |  +--> browse (model) --> row_list, row_graphs, text_page ---> report/rows, callgraph, print (cells of a row)
 *	  |         | keys: browse_keys, browse_prompt, browse_menu, browse_zoom, browse_find
 *	  |         | screen: browse_draw, browse_row --> cells: letters with styles
 *	  |         +--> browse_source: rows of other keys and fewer samples, texts (report/command/report_browse.h)
 *	  |
 *	  +-----> curses_screen (terminal): cells to the screen, keys and mouse to events
 *
 * The model knows no terminal: tests press keys and read cells. The terminal knows nothing of reports.
 */
#ifndef PREC_REPORT_BROWSER_BROWSER_H
#define PREC_REPORT_BROWSER_BROWSER_H

#include "report/browser/browse_source.h"

#include <errno.h>

#ifdef HAVE_NCURSES

/* Whether there is a terminal to browse on. To be asked before the sandbox is entered. */
bool browser_is_possible(void);

/*
 * Shows the rows that the source has, until the user leaves. colored: with colors. 0, or a negative errno with *err
 * filled; -ENOTTY: the terminal could not be taken, and nothing was shown.
 */
int browser_run(struct browse_source *source, bool colored, struct error *err);

#else

/* Without ncursesw. */
static inline bool browser_is_possible(void)
{
	return false;
}

static inline int browser_run(struct browse_source *source, bool colored, struct error *err)
{
	(void)source, (void)colored;
	return error_set(err, -ENOTTY, "prec was built without ncurses");
}

#endif

#endif
