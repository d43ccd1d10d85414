/*
 * curses_screen: a terminal by ncursesw: puts cells on it, and has its keys and its mouse as events. The only file that
 * knows of curses.
 *
 * However the program ends, the terminal is as it was: by curses_screen_close, or by a handler of the signals that end
 * a program, which restores it first. What was there before such a handler gets the signal after that. SIGBUS is not
 * among them: readers of files handle it.
 *
 * A process has at most one. One thread.
 */
#ifndef PREC_REPORT_BROWSER_CURSES_SCREEN_H
#define PREC_REPORT_BROWSER_CURSES_SCREEN_H

#include "report/browser/browse_event.h"
#include "report/browser/cells.h"

/* Whether standard input and output are a terminal that curses knows how to draw on. Prints nothing. */
bool curses_screen_is_possible(void);

/* Takes the terminal. colored: with colors, if it has some. False: that cannot be; nothing has changed. */
bool curses_screen_open(bool colored);
void curses_screen_close(void);

/* Whether the terminal shows UTF-8, by the locale of the environment. */
bool curses_screen_is_utf8(void);

void curses_screen_size(unsigned *ret_columns, unsigned *ret_lines);

/* Puts cells on the screen. */
void curses_screen_show(const struct cells *c);

/*
 * Waits for an event; for BROWSE_READY, too, until the descriptor `ready` can be read, -1: there is none, or so many ms
 * have passed, -1: any. False: the terminal is gone.
 */
bool curses_screen_read(struct browse_event *ret_event, int ready, int ms);

/* Gives a text to the terminal's clipboard (OSC 52 of xterm's control sequences), which may refuse it. */
void curses_screen_copy(const char *text);

#endif
