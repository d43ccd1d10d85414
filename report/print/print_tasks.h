/*
 * print_tasks: the threads of a recording as a tree, and what each had mapped, as `perf report --tasks` and `--mmaps`
 * print them.
 */
#ifndef PREC_REPORT_PRINT_PRINT_TASKS_H
#define PREC_REPORT_PRINT_PRINT_TASKS_H

#include "report/profile/tasks.h"

#include <stdio.h>

/* 0 or -ENOMEM. */
int print_tasks(FILE *out, const struct tasks *t);

#endif
