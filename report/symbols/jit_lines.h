/*
 * jit_lines: the source lines of code made at run time, as a jit-PID.dump has them, by where the code lies in the dump.
 *
 * They are read when they are asked for, of one piece of code after the other. V8 counts its addresses from 0x40 bytes
 * before the code, as the files that perf inject made once began; that is undone here. It also writes names of files
 * that were freed before: of a piece whose lines are none, nothing is known.
 *
 * Thread: building in one; jit_lines_find from any number.
 */
#ifndef PREC_REPORT_SYMBOLS_JIT_LINES_H
#define PREC_REPORT_SYMBOLS_JIT_LINES_H

#include "report/symbols/jit_dump.h"

struct jit_lines;

/* None yet. NULL without memory. */
struct jit_lines *jit_lines_new(void);
void jit_lines_free(struct jit_lines *l);

/* A LOAD of the dump, in the order they stand there; one without lines is passed over. False without memory. */
bool jit_lines_add(struct jit_lines *l, const struct jitdump_code *code);

bool jit_lines_any(const struct jit_lines *l);

/* Takes over the dump, when all are added. */
void jit_lines_finish(struct jit_lines *l, const struct jit_dump *dump);

/* The bytes that it takes, without what is mapped; l may be NULL. */
size_t jit_lines_memory(const struct jit_lines *l);

/* The line of an offset in the dump; the file's whole name, valid as long as l. False: not known. */
bool jit_lines_find(struct jit_lines *l, uint64_t offset, const char **ret_file, unsigned *ret_line);

#endif
