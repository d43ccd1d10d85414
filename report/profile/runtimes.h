/*
 * runtimes: of a process, which programs it is that make code while they run, and what lets them say more about it.
 *
 * Known by the files that are mapped: threads of a Java machine have names of their own, and any program may load one.
 */
#ifndef PREC_REPORT_PROFILE_RUNTIMES_H
#define PREC_REPORT_PROFILE_RUNTIMES_H

#include "common/buffer.h"
#include "report/timeline/timeline.h"

/* A set of runtimes: a bit for each row of the table. */
typedef uint32_t runtime_set;

/* Those of a process, by what it had mapped last. */
runtime_set runtimes_of_process(const struct timeline *t, uint32_t pid);

/* What makes each of the set name its code; a line each, beginning with a newline and two spaces. */
void runtimes_put_names(struct buffer *b, runtime_set set);

/* What makes callers of its code known by frame pointers, where that is not so by default; likewise. */
void runtimes_put_callers(struct buffer *b, runtime_set set);

#endif
