/*
 * stdout_guard: what is printed to a terminal, without what the terminal would take for commands.
 */
#ifndef PREC_REPORT_STDOUT_GUARD_H
#define PREC_REPORT_STDOUT_GUARD_H

/*
 * From here on what is printed to standard output is masked (common/printable.h) if that is a terminal; elsewhere it
 * stays as it is. Before anything is printed. Without memory nothing changes.
 */
void stdout_guard(void);

#endif
