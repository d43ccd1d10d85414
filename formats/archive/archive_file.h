/*
 * archive_file: an archive: a recording packed so that it comes back bit for bit.
 *
 *	+-----------+-------+-------+-------+-----+-------+-------+-----+
 *	| magic,    | model | bytes | block | ... | bytes | model | end |
 *	| version   |       |       |       |     |       |       |     |
 *	+-----------+-------+-------+-------+-----+-------+-------+-----+
 *
 *	magic	"PRECARCH", u32 version, u32 0
 *	part	u32 "ABLK", u32 kind, u64 offset and u32 size in the recording, u32 packed size, check, packed bytes
 *	model	what the blocks' records are (archive_model.h), twice, since no block is read without it
 *	bytes	what is before and after the records
 *	block	records (archive_block.h)
 *	end	u64 size of the recording, its SHA-256, u32 version of zstd
 *
 * All numbers are little-endian. The check is the first 8 bytes of the SHA-256 of the part but for the check.
 *
 * A part that is damaged costs what it holds: its place in the recording is filled with private records, which readers
 * skip.
 *
 * Threads: jobs of them are started by each function.
 */
#ifndef PREC_FORMATS_ARCHIVE_ARCHIVE_FILE_H
#define PREC_FORMATS_ARCHIVE_ARCHIVE_FILE_H

#include "common/error.h"
#include "common/sha256.h"

#include <stdbool.h>
#include <stdint.h>

struct perf_file;

#define ARCHIVE_MAGIC      "PRECARCH"
#define ARCHIVE_MAGIC_SIZE 8
#define ARCHIVE_VERSION    2

#define ARCHIVE_LEVEL_DEFAULT 9

/* True if a file with these first bytes, ARCHIVE_MAGIC_SIZE of them, is an archive. */
bool archive_is_magic(const uint8_t *bytes);

struct archive_outcome {
	uint64_t size, archive_size; /* bytes of the recording and of the archive */
	uint8_t hash[SHA256_SIZE];   /* of the recording, as sha256sum prints it */
	uint64_t n_lost, bytes_lost; /* restoring: damaged parts, and bytes of the recording that they had */
	uint64_t first_lost;         /* the offset of the first of these bytes */
	bool has_end;                /* restoring: the archive's end is there, with size and hash */
	bool is_exact;               /* restoring: the hash is that of the recording */
	bool other_zstd;             /* restoring: it is not, and another version of zstd packed the recording */
};

/*
 * Packs a recording into the file `to`, at its position. level: zstd's, 1 to 22; 0: it is not
 * compressed. jobs: threads. 0; -ENOTSUP: it is a
 * directory; or a negative errno.
 */
int archive_write(const struct perf_file *file, int to, int level, unsigned jobs, struct archive_outcome *ret,
		  struct error *err);

/*
 * Restores the recording from the archive `from`, a regular file, into the file `to`. 0, also if something is damaged,
 * which *ret says; -EBADMSG: nothing can be restored; or a negative errno.
 */
int archive_restore(int from, int to, unsigned jobs, struct archive_outcome *ret, struct error *err);

#endif
