/*
 * filemap: maps a file for reading, so that it may become shorter without harm.
 *
 * If a file becomes shorter, reading a mapped page after its new end raises SIGBUS, which ends the process. Here such a
 * page reads as zeros, and the mapping remembers that. For this the first filemap_open installs a handler of the
 * signal; it passes other faults on to the handler that was there before.
 *
 * The bytes may change between two reads, as the file does.
 *
 * Threads: any. Nobody may use a mapping after it was closed.
 */
#ifndef PREC_COMMON_FILEMAP_H
#define PREC_COMMON_FILEMAP_H

#include <stdbool.h>
#include <stddef.h>

struct filemap;

/* Maps the first size bytes, not 0, of an open file; fd may be closed after that. 0 or a negative errno of mmap(2). */
int filemap_open(struct filemap **ret_map, int fd, size_t size);
void filemap_close(struct filemap *m);

/* Returns the first byte. */
const void *filemap_data(const struct filemap *m);

/* True if bytes were read that the file does not have any more. */
bool filemap_was_cut(const struct filemap *m);

#endif
