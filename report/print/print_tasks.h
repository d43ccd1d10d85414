/*
 * print_tasks: prints the threads of a recording as a tree, and what each had mapped, as `perf report --tasks` and
 * `--mmaps` do.
 */
#ifndef PREC_REPORT_PRINT_PRINT_TASKS_H
#define PREC_REPORT_PRINT_PRINT_TASKS_H

#include "report/profile/tasks.h"

#include <stdio.h>

/* Prints all tasks, with the mappings that t has. 0 or -ENOMEM. */
int print_tasks(FILE *out, const struct tasks *t);

#endif
