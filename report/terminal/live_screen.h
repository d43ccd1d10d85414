/*
 * live_screen: a terminal on which a text is drawn again and again, and keys are read as they are typed.
 *
 * The alternate screen is used, so that what stood there before is seen again at the end. In the sandbox a terminal's
 * modes cannot be changed: they are set by live_screen_open before, and live_screen_close has to be called by another
 * process, one that lives longer, too.
 */
#ifndef PREC_REPORT_TERMINAL_LIVE_SCREEN_H
#define PREC_REPORT_TERMINAL_LIVE_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

/* A smaller terminal has no room for headings and rows. */
#define LIVE_SCREEN_LINES   6u
#define LIVE_SCREEN_COLUMNS 20u

struct live_screen {
	bool is_on;    /* standard output is a terminal that can be drawn on */
	bool has_keys; /* standard input is one, too, and its modes are changed */
	bool is_drawn; /* something was drawn */
	int terminal;  /* standard output, for live_screen_close */
	struct termios before;
};

struct live_screen_size {
	unsigned lines, columns;
};

/* Says whether standard output is a terminal whose cursor can be moved. */
bool live_screen_possible(void);

/* Has keys come as they are typed, unseen. */
void live_screen_open(struct live_screen *s);

/* Notes what live_screen_close needs, where others draw on the terminal. */
void live_screen_note(struct live_screen *s);

/* Returns the size of the terminal now. */
struct live_screen_size live_screen_size(void);

/*
 * Draws the first lines of a text, as many as there is room for, from the upper left corner on. Control characters in
 * it are masked (report/terminal/stdout_guard.h).
 */
void live_screen_draw(struct live_screen *s, const char *text, size_t size);

/* Returns the next key that was typed; 0: none was. */
char live_screen_key(const struct live_screen *s);

/* Puts the terminal's modes back and, if is_drawn, what stood there. By any process that has the terminal. */
void live_screen_close(const struct live_screen *s, bool is_drawn);

#endif
