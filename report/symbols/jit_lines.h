/*
 * jit_lines: the source lines of JIT code in a jit-PID.dump, by the offset of the code in the dump.
 *
 * The lines of a piece of code are parsed when they are first asked for. V8 counts addresses from 0x40 bytes before the
 * code, as files of an old perf inject began; that is undone here. V8 also writes file names from freed memory: a piece
 * with damaged lines has none.
 *
 * Thread: one builds; then any number may call jit_lines_find.
 */
#ifndef PREC_REPORT_SYMBOLS_JIT_LINES_H
#define PREC_REPORT_SYMBOLS_JIT_LINES_H

#include "report/symbols/jit_file.h"

struct jit_lines;

/* Makes an empty list. NULL without memory. */
struct jit_lines *jit_lines_new(void);
void jit_lines_free(struct jit_lines *l);

/* Adds a LOAD of the dump, in the order of the dump. One without lines is skipped. False without memory. */
bool jit_lines_add(struct jit_lines *l, const struct jitdump_code *code);

bool jit_lines_any(const struct jit_lines *l);

/* Ends building: takes over the dump. */
void jit_lines_finish(struct jit_lines *l, const struct jit_dump *dump);

/* Returns the memory that it takes in bytes, without mapped pages. l may be NULL. */
size_t jit_lines_memory(const struct jit_lines *l);

/* Finds the line of an offset in the dump. *ret_file: the full file name, valid as long as l. False: unknown. */
bool jit_lines_find(struct jit_lines *l, uint64_t offset, const char **ret_file, unsigned *ret_line);

#endif
