/*
 * tar_stream: writes a tar archive, compressed by zstd, to a descriptor.
 *
 * Format: ustar (POSIX.1-1988); names of more than 100 bytes as GNU tar has them, in an entry 'L' or 'K' before. All
 * entries belong to root, were made at time 0, and may be read by everybody, so that equal files make equal archives.
 *
 * Ownership: _open/_fini; the descriptor is borrowed. One thread at a time.
 */
#ifndef PREC_REPORT_OUTPUT_TAR_STREAM_H
#define PREC_REPORT_OUTPUT_TAR_STREAM_H

#include "common/error.h"

#include <stddef.h>
#include <stdint.h>

struct tar_stream {
	int fd;
	void *context; /* ZSTD_CCtx */
	uint8_t *room; /* for compressed bytes */
	size_t room_size;
	uint64_t n_files, n_bytes; /* of contents */
};

/* Begins an archive. 0 or -ENOMEM; tar_stream_fini is due in both cases. */
int tar_stream_open(struct tar_stream *t, int fd);
void tar_stream_fini(struct tar_stream *t);

/* Adds a file, of which `size` bytes are read from `from`. 0, or a negative errno of reading or writing. */
int tar_stream_file(struct tar_stream *t, const char *name, int from, uint64_t size, struct error *err);

/* Adds a symbolic link. 0 or a negative errno. */
int tar_stream_link(struct tar_stream *t, const char *name, const char *target, struct error *err);

/* Ends the archive. 0 or a negative errno. */
int tar_stream_finish(struct tar_stream *t, struct error *err);

#endif
