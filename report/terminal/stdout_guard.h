/*
 * stdout_guard: what is printed to a terminal, without what the terminal would take for commands.
 *
 *	stdio, stdout_write -> masked (common/masked.h) -> cut (report/terminal/line_cut.h) -> the terminal, or its
 * pager
 *
 * Elsewhere (a file, a pipe to another program) every byte stays as it is.
 */
#ifndef PREC_REPORT_TERMINAL_STDOUT_GUARD_H
#define PREC_REPORT_TERMINAL_STDOUT_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Looks whether standard output is a terminal; from here on what is printed to one is masked, also when it goes there
 * through a pager started later. Before anything is printed. Without memory nothing changes.
 */
void stdout_guard(void);

/* Standard output is a terminal, or a pager's pipe to it. */
bool stdout_is_screen(void);

/*
 * Writes all of a text to where standard output goes, by those who do without stdio: masked likewise if that is a
 * terminal. By one thread at a time. 0 or a negative errno.
 */
int stdout_write(int fd, const void *text, size_t size);

/*
 * Prints size bytes of the program's own with control characters in them that are meant: colors. They take no columns.
 * To any stream; one that is not standard output gets them like all else, and who prints later what is in it has to
 * know where they are (struct own_places).
 */
void stdout_own(FILE *out, const char *text, size_t size);

/* On a terminal, lines are cut at so many columns from here on; 0: they are not. At the beginning of a line. */
void stdout_cut(unsigned columns);

#endif
