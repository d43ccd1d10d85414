/*
 * fileio: whole reads and writes, over interrupted and short system calls.
 */
#ifndef PREC_COMMON_FILEIO_H
#define PREC_COMMON_FILEIO_H

#include "common/buffer.h"

#include <stdint.h>
#include <sys/types.h>

/* Reads size bytes at offset, fewer only at the end of the file. Returns the count, or a negative errno. */
ssize_t fileio_pread(int fd, void *data, size_t size, uint64_t offset);

/*
 * Reads size bytes from the position of fd or from a pipe, fewer only at its end. Returns the count, or a negative
 * errno.
 */
ssize_t fileio_read(int fd, void *data, size_t size);

/*
 * Writes size bytes. 0 or a negative errno; *ret_written (may be NULL) says how many are written either way.
 */
int fileio_pwrite(int fd, const void *data, size_t size, uint64_t offset, size_t *ret_written);
int fileio_write(int fd, const void *data, size_t size, size_t *ret_written);

/*
 * Writes to a pipe or a socket what it takes without waiting, whether or not it has O_NONBLOCK: that flag is shared
 * with every process that has the same open file. The count, at least 1, or a negative errno; -EAGAIN: nothing for now.
 */
ssize_t fileio_write_now(int fd, const void *data, size_t size);

/*
 * Appends a whole small file (/proc, /sys) to b, and a NUL that the size does not include. At most limit bytes, else
 * -E2BIG. 0 or a negative errno.
 */
int fileio_read_file(int dirfd, const char *path, struct buffer *b, size_t limit);

/* Reads a file that holds one number (/proc/sys). Returns `fallback` where it cannot be read. */
int fileio_read_number(const char *path, int fallback);

/*
 * file_copy: the contents of one file into another, as cheaply as the file systems can. Holes stay holes.
 *
 * Threads: no state, any thread.
 */

/*
 * Copies all that `from`, a regular file, has at the beginning of the call into `to`, an empty one. *left: how many
 * bytes may be written; they become fewer by those that were. 0 or a negative errno; -EFBIG: there are more.
 */
int file_copy(int to, int from, uint64_t *left);

/* `most`, or half of what is free where the folder is, if that is less. folder: a descriptor. */
uint64_t file_copy_room(int folder, uint64_t most);

#endif
