/*
 * source_go: the source code of a Go program by the table of its functions (report/elf/gopclntab_code.h), where it has
 * no debug information.
 *
 * Runs in a worker only.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_GO_H
#define PREC_REPORT_SOURCE_SOURCE_GO_H

#include "report/source/source_file.h"

struct source_go;

/* Opens a file. NULL: it is not there, is none of Go, or there is no memory. */
struct source_go *source_go_open(const struct source_file_spec *spec);
void source_go_close(struct source_go *go);

/* Finds the function at an address, [*ret_begin, *ret_end). False: there is none. */
bool source_go_find(const struct source_go *go, uint64_t address, uint64_t *ret_begin, uint64_t *ret_end);

/*
 * Encodes a window around an address: its function, or in a very large one a part of it. want_lines: as in
 * source_unit_window. *ret_end: its end. 0; -ENODATA: nothing is known; -ENOMEM.
 */
int source_go_window(struct source_go *go, uint64_t address, bool want_lines, struct buffer *b, uint64_t *ret_end);

#endif
