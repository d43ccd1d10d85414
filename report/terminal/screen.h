/*
 * screen: the terminal that standard output is, if it is one: how wide, with colors or not, read through a pager or
 * not. What is printed to a file or a pipe knows nothing of it.
 */
#ifndef PREC_REPORT_TERMINAL_SCREEN_H
#define PREC_REPORT_TERMINAL_SCREEN_H

#include <stdbool.h>

/* --stdio-color */
enum screen_color {
	SCREEN_COLOR_AUTO, /* on a terminal that has them, unless NO_COLOR is set */
	SCREEN_COLOR_ALWAYS,
	SCREEN_COLOR_NEVER,
};

struct screen {
	bool on;          /* standard output is a terminal, perhaps through a pager */
	unsigned columns; /* its width */
	bool cut;         /* longer lines are for us to cut: there is no pager that does it and shows their rest */
	bool colored;
};

/* The words of --stdio-color. False: it is none of them. */
bool screen_color_parse(enum screen_color *ret_color, const char *text);

/*
 * Before the sandbox is entered and before anything is printed. page: through a pager, where there is a person to read:
 * standard output is the terminal of this process and the process is in its foreground. Messages then wait until that
 * pager has ended.
 */
void screen_open(struct screen *s, bool page, enum screen_color color);

/* Nothing more is printed: waits for the pager, and shows the messages that waited. Returns status. */
int screen_close(int status);

#endif
