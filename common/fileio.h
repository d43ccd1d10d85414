/*
 * fileio: reads, writes and copies files, and repeats system calls that are interrupted or do only a part.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_FILEIO_H
#define PREC_COMMON_FILEIO_H

#include "common/buffer.h"

#include <stdint.h>
#include <sys/types.h>

/* Reads size bytes at offset, fewer only at the end of the file. Returns the number of bytes, or a negative errno. */
ssize_t fileio_pread(int fd, void *data, size_t size, uint64_t offset);

/*
 * Reads size bytes from the file position of fd, or from a pipe, fewer only at the end. Returns the number of bytes, or
 * a negative errno.
 */
ssize_t fileio_read(int fd, void *data, size_t size);

/* Write size bytes. *ret_written (may be NULL): how many were written, also after an error. 0 or a negative errno. */
int fileio_pwrite(int fd, const void *data, size_t size, uint64_t offset, size_t *ret_written);
int fileio_write(int fd, const void *data, size_t size, size_t *ret_written);

/*
 * Writes as many bytes to a pipe or socket as fit without waiting. The descriptor need not have O_NONBLOCK, which would
 * affect every process that shares the open file. Returns the number of bytes, at least 1, or a negative errno;
 * -EAGAIN: nothing fits now.
 */
ssize_t fileio_write_now(int fd, const void *data, size_t size);

/*
 * Appends the contents of a small file (/proc, /sys), and a NUL that the size does not include. path: relative to
 * dirfd. 0 or a negative errno; -E2BIG: it has more than `limit` bytes.
 */
int fileio_read_file(int dirfd, const char *path, struct buffer *b, size_t limit);

/* Reads a file with one number (/proc/sys). Returns `fallback` if it cannot be read. */
int fileio_read_number(const char *path, int fallback);

/*
 * Copies the regular file `from`, as it is when the call begins, to the empty file `to`. The copy shares the blocks of
 * the file if the file system can do that; holes stay holes. *left: how many bytes may be written; what was written is
 * subtracted. 0 or a negative errno; -EFBIG: there are more than *left bytes.
 */
int file_copy(int to, int from, uint64_t *left);

/* Returns the smaller of `most` and half of the bytes that are free on the file system of the folder, a descriptor. */
uint64_t file_copy_room(int folder, uint64_t most);

#endif
