/*
 * filemap: a file mapped for reading that may be cut short meanwhile without harm.
 *
 * When a file is cut short, touching a mapped page after its new end raises SIGBUS, which ends the process. Here such a
 * page reads as zeros instead, and the mapping remembers it. For that, the first filemap_open installs a handler of the
 * signal; faults elsewhere go to the handler that was there before.
 *
 * What the mapping shows is the file as it is when looked at: it may change between two looks.
 *
 * Thread: any. A mapping's users must be done before it is closed.
 */
#ifndef PREC_COMMON_FILEMAP_H
#define PREC_COMMON_FILEMAP_H

#include <stdbool.h>
#include <stddef.h>

struct filemap;

/* Maps the first size bytes (not 0) of the open file, which may then be closed. 0 or a negative errno of mmap(2). */
int filemap_open(struct filemap **ret_map, int fd, size_t size);
void filemap_close(struct filemap *m);

const void *filemap_data(const struct filemap *m);

/* Some of what was looked at was not there any more. */
bool filemap_was_cut(const struct filemap *m);

#endif
