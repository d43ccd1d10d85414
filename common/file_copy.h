/*
 * file_copy: the contents of one file into another, as cheaply as the file systems can. Holes stay holes.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_FILE_COPY_H
#define PREC_COMMON_FILE_COPY_H

#include <stdint.h>

/*
 * Copies all that `from`, a regular file, has at the beginning of the call into `to`, an empty one. *left: how many
 * bytes may be written; they become fewer by those that were. 0 or a negative errno; -EFBIG: there are more.
 */
int file_copy(int to, int from, uint64_t *left);

/* `most`, or half of what is free where the folder is, if that is less. folder: a descriptor. */
uint64_t file_copy_room(int folder, uint64_t most);

#endif
