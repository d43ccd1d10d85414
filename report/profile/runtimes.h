/*
 * runtimes: recognizes processes of JIT compilers, and tells which options make them describe their code.
 *
 * Mapped files tell the runtime: threads of a Java VM have names of their own, and any program may load one.
 */
#ifndef PREC_REPORT_PROFILE_RUNTIMES_H
#define PREC_REPORT_PROFILE_RUNTIMES_H

#include "common/buffer.h"
#include "report/timeline/timeline.h"

/* A set of runtimes: a bit for each row of the table. */
typedef uint32_t runtime_set;

/* Returns the runtimes of a process, by its last mappings. */
runtime_set runtimes_of_process(const struct timeline *t, uint32_t pid);

/* Appends for each runtime what makes it name its code: a line, begun by a newline and two spaces. */
void runtimes_put_names(struct buffer *b, runtime_set set);

/* Appends what makes its code have frame pointers, if it has none by default; in the same form. */
void runtimes_put_callers(struct buffer *b, runtime_set set);

#endif
