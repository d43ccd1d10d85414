/*
 * block_writer: writes blocks of whole records to a file, compressed or not, and adds them to the block index.
 *
 *	records of a block --> [ zstd frame in COMPRESSED records ] --> perf_writer, block_index
 *
 * The caller chooses the records of a block, at most block_writer_max bytes.
 *
 * Ownership: file, zframe and index are borrowed; _fini frees the rest. One thread at a time.
 */
#ifndef PREC_FORMATS_FILE_BLOCK_WRITER_H
#define PREC_FORMATS_FILE_BLOCK_WRITER_H

#include "formats/feature/features.h"
#include "formats/file/block_index.h"
#include "formats/file/perf_writer.h"
#include "formats/file/zframe.h"

/* The largest uncompressed block in bytes. A full disk or a kill may cost a whole block: it is small for that. */
#define BLOCK_PLAIN_MAX (256 * 1024)

struct block_writer {
	struct perf_writer *file;
	struct zframe *zframe;     /* NULL: blocks are not compressed */
	struct block_index *index; /* NULL: no index */
	struct buffer packed;
	uint64_t raw_bytes, file_bytes; /* of all blocks so far: uncompressed, and in the file */
};

/* Sets up *w. swap: the records have the other byte order. */
void block_writer_init(struct block_writer *w, struct perf_writer *file, struct zframe *zframe,
		       struct block_index *index, bool swap);
void block_writer_fini(struct block_writer *w);

/* Returns how many bytes of uncompressed records a block may have. */
static inline size_t block_writer_max(const struct block_writer *w)
{
	return w->zframe ? ZFRAME_RAW_MAX : BLOCK_PLAIN_MAX;
}

/*
 * Writes the records at raw as one block. about: for the index; its times, n_samples and BLOCK_SIDEBAND are set. 0 or a
 * negative errno.
 */
int block_writer_put(struct block_writer *w, const void *raw, size_t size, const struct block_entry *about,
		     struct error *err);

/*
 * Packs the records at raw for block_writer_put_packed, which another thread may call: appends COMPRESSED records to
 * *out, or the records as they are if zframe is NULL. *about: has the block's times, n_samples and flags, and gets the
 * rest but the offset. 0 or a negative errno.
 */
int block_pack(struct zframe *zframe, const void *raw, size_t size, struct block_entry *about, struct buffer *out,
	       struct error *err);

/* Writes a block that block_pack has packed. 0 or a negative errno. */
int block_writer_put_packed(struct block_writer *w, const void *data, const struct block_entry *about,
			    struct error *err);

/*
 * Writes the index. Call after the last block. *ret_offset: the index's offset in the file, for perf_writer_finish; 0:
 * there is no index, or it is empty. 0 or a negative errno.
 */
int block_writer_put_index(struct block_writer *w, uint64_t *ret_offset, struct error *err);

/*
 * Returns the contents of the feature COMPRESSED. level: 0: not compressed. raw_bytes, file_bytes: the size of the
 * records, uncompressed and in the file; both 0: not known yet.
 */
struct feature_compression block_writer_compression(int level, uint64_t raw_bytes, uint64_t file_bytes);

#endif
