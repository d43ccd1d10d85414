/*
 * block_writer: writes blocks of whole records to a file and keeps their index.
 *
 *	records of a block --> [ zstd frame in COMPRESSED records ] --> perf_writer, block_index
 *
 * Which records make a block is the caller's choice: at most block_writer_max bytes.
 *
 * Ownership: file, zframe and index are borrowed; _fini frees the rest. One thread at a time.
 */
#ifndef PREC_FORMATS_FILE_BLOCK_WRITER_H
#define PREC_FORMATS_FILE_BLOCK_WRITER_H

#include "formats/feature/features.h"
#include "formats/file/block_index.h"
#include "formats/file/perf_writer.h"
#include "formats/file/zframe.h"

/* What a full disk or a kill may cost of an uncompressed file: a block is there whole or not at all. */
#define BLOCK_PLAIN_MAX (256 * 1024)

struct block_writer {
	struct perf_writer *file;
	struct zframe *zframe;     /* NULL: blocks are raw */
	struct block_index *index; /* NULL: none is kept */
	struct buffer packed;
	uint64_t raw_bytes, file_bytes; /* of all blocks so far */
};

/* swap: the records are of the other byte order. */
void block_writer_init(struct block_writer *w, struct perf_writer *file, struct zframe *zframe,
		       struct block_index *index, bool swap);
void block_writer_fini(struct block_writer *w);

/* Bytes of records that a block holds at most. */
static inline size_t block_writer_max(const struct block_writer *w)
{
	return w->zframe ? ZFRAME_RAW_MAX : BLOCK_PLAIN_MAX;
}

/*
 * Writes the records at raw as one block. about: its times, n_samples and BLOCK_SIDEBAND, for the index. 0 or a
 * negative errno.
 */
int block_writer_put(struct block_writer *w, const void *raw, size_t size, const struct block_entry *about,
		     struct error *err);

/*
 * Packs the records at raw for block_writer_put_packed, which may be called by another thread: appends to *out, raw
 * records if zframe is NULL. *about: its times, n_samples and flags; gets all but the offset in the file. 0 or a
 * negative errno.
 */
int block_pack(struct zframe *zframe, const void *raw, size_t size, struct block_entry *about, struct buffer *out,
	       struct error *err);

/* Writes a block that was packed. 0 or a negative errno. */
int block_writer_put_packed(struct block_writer *w, const void *data, const struct block_entry *about,
			    struct error *err);

/*
 * Writes the index, after the last block. *ret_offset: where in the file it begins, for perf_writer_finish; 0: there is
 * none, or no blocks. 0 or a negative errno.
 */
int block_writer_put_index(struct block_writer *w, uint64_t *ret_offset, struct error *err);

/*
 * What the feature COMPRESSED says of a file with so many bytes of records in so many bytes of COMPRESSED records; both
 * 0: not known yet. level 0: not compressed.
 */
struct feature_compression block_writer_compression(int level, uint64_t raw_bytes, uint64_t file_bytes);

#endif
