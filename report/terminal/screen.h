/*
 * screen: the terminal that standard output may be: its width, colors, pager. Output to a file or a pipe is not
 * affected.
 */
#ifndef PREC_REPORT_TERMINAL_SCREEN_H
#define PREC_REPORT_TERMINAL_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

/* --stdio-color */
enum screen_color {
	SCREEN_COLOR_AUTO, /* on a terminal with colors, unless NO_COLOR is set */
	SCREEN_COLOR_ALWAYS,
	SCREEN_COLOR_NEVER,
};

struct screen {
	bool is_on;       /* standard output is a terminal, perhaps through a pager */
	unsigned columns; /* its width */
	bool cuts_lines;  /* cut longer lines; false: the pager does, and can show the rest */
	bool colored;
};

/* Parses the argument of --stdio-color. False: it is no such word. */
bool screen_color_parse(enum screen_color *ret_color, const char *text);

/*
 * Sets up the screen. Call it before the sandbox is entered and before any output. page: use a pager if standard output
 * is the controlling terminal and this process is in its foreground. Messages are then held until the pager has ended.
 */
void screen_open(struct screen *s, bool page, enum screen_color color);

/* Ends the output: waits for the pager, and prints the held messages. Returns status. */
int screen_close(int status);

/* --- the colors of percentages in Linux perf (tools/perf/util/color.c) --- */

/*
 * Print the color before and after the text of a percentage: red from 5 percent on, green above 0.5; nothing if color
 * is false.
 */
void percent_color_begin(FILE *out, bool color, double percent);
void percent_color_end(FILE *out, bool color, double percent);

#endif
