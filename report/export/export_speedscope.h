/*
 * export_speedscope: a profile as JSON for speedscope (speedscope's src/lib/file-format-spec.ts): of each event a
 * `sampled` profile of all threads, and one of each thread. Frames are functions, so that one is one box whatever its
 * lines; an inlined function is a frame as others are.
 */
#ifndef PREC_REPORT_EXPORT_EXPORT_SPEEDSCOPE_H
#define PREC_REPORT_EXPORT_EXPORT_SPEEDSCOPE_H

#include "report/export/stack_samples.h"

#include <stdio.h>

/* As struct export_format has it. */
int export_speedscope(FILE *out, struct export *x, const struct stack_samples *samples, struct error *err);

#endif
