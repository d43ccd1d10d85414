/*
 * export_callgrind: a profile in the format of callgrind (valgrind's cl-format.html): costs of functions and of calls,
 * by address and line, with a column of each event, for KCachegrind and callgrind_annotate. Threads are put together:
 * some readers take one part alone.
 *
 * Inlined functions are functions as all others, called from where they are inlined, since readers would show what is
 * inlined by fi= alone as a part of the function around it. fi= is for lines of a function that are of another file.
 * A function "[all]" calls the outermost ones: callgrind_annotate takes what the calls of a function cost for its
 * total.
 */
#ifndef PREC_REPORT_EXPORT_EXPORT_CALLGRIND_H
#define PREC_REPORT_EXPORT_EXPORT_CALLGRIND_H

#include "report/export/stack_samples.h"

#include <stdio.h>

/* As struct export_format has it. */
int export_callgrind(FILE *out, struct export *x, const struct stack_samples *samples, struct error *err);

#endif
