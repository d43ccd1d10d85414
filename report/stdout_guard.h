/*
 * stdout_guard: what is printed to a terminal, without what the terminal would take for commands.
 */
#ifndef PREC_REPORT_STDOUT_GUARD_H
#define PREC_REPORT_STDOUT_GUARD_H

#include <stddef.h>

/*
 * From here on what is printed to standard output is masked (common/printable.h) if that is a terminal; elsewhere it
 * stays as it is. Before anything is printed. Without memory nothing changes.
 */
void stdout_guard(void);

/*
 * Writes all of a text to where standard output goes, by those who do without stdio: masked likewise if that is a
 * terminal. By one thread at a time. 0 or a negative errno.
 */
int stdout_write(int fd, const void *text, size_t size);

#endif
