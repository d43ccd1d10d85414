/*
 * stdout_guard: removes control sequences from what is printed to a terminal.
 *
 *	stdio, stdout_write -> masked (common/printable.h) -> cut (report/terminal/fit.h) -> terminal or pager
 *
 * Output to a file or to another program is unchanged.
 */
#ifndef PREC_REPORT_TERMINAL_STDOUT_GUARD_H
#define PREC_REPORT_TERMINAL_STDOUT_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Installs the guard if standard output is a terminal, also for a pager that is started later. Call it before any
 * output. Without memory nothing changes.
 */
void stdout_guard(void);

/* Says whether standard output is a terminal, or the pipe to a pager. */
bool stdout_is_screen(void);

/*
 * Writes a whole text to fd, which is standard output, for callers that do not use stdio; guarded likewise. Thread: one
 * at a time. 0 or a negative errno.
 */
int stdout_write(int fd, const void *text, size_t size);

/*
 * Prints size bytes of the program's own with intended control characters: colors. They take no columns. On a stream
 * other than standard output they are printed like any text; who copies it to standard output later must know where
 * they are (struct own_spans).
 */
void stdout_own(FILE *out, const char *text, size_t size);

/* Makes lines on a terminal be cut at that many columns; 0: not. Call it at the beginning of a line. */
void stdout_cut(unsigned columns);

#endif
