/*
 * archive_block: packs a range of a perf.data file, and restores it bit for bit.
 *
 *	bytes of the file --> [ zstd frames unpacked ] --> records --> streams (archive_records.h) --> packed
 *
 * Frames that prec wrote are unpacked, if packing the records again gives the same bytes; how, is stored with them.
 * Everything else is kept as it is. What was packed is decoded and compared, so a range always comes back, with the
 * same version of zstd.
 *
 * Ownership: _new/_free. One thread at a time.
 */
#ifndef PREC_FORMATS_ARCHIVE_ARCHIVE_BLOCK_H
#define PREC_FORMATS_ARCHIVE_ARCHIVE_BLOCK_H

#include "common/buffer.h"
#include "common/cursor.h"
#include "common/error.h"
#include "formats/archive/archive_model.h"

/*
 * How many bytes a block has, with its frames unpacked: archive_block_cut ends one as soon as it has so many. Smaller
 * recordings have smaller blocks, of which several threads have one each; that takes 2 % more bytes, and more if they
 * are smaller yet.
 */
#define ARCHIVE_BLOCK_SIZE (16u << 20)
#define ARCHIVE_BLOCK_MIN  (5u << 20)
/* And at most: with the record or frame that ends it. */
#define ARCHIVE_BLOCK_MAX (ARCHIVE_BLOCK_SIZE + (2u << 20))

struct archive_block;

/* level: zstd's; 0: nothing is compressed. NULL: no memory. */
struct archive_block *archive_block_new(int level);
void archive_block_free(struct archive_block *b);

/* Returns how many bytes the blocks of a recording should have that has these records, with its frames unpacked. */
size_t archive_block_size(const struct archive_model *model, const uint8_t *data, size_t size);

/*
 * Returns how many of the `size` bytes of records at data the next block should have, at least 1. wanted: as
 * archive_block_size says. ret_raw: with frames unpacked; NULL: nobody asks.
 */
size_t archive_block_cut(const struct archive_model *model, size_t wanted, const uint8_t *data, size_t size,
			 uint64_t *ret_raw);

/*
 * Packs size bytes of records, and appends the result to *out. model: NULL: they are no records. 0 or a negative errno.
 */
int archive_block_pack(struct archive_block *b, const struct archive_model *model, const uint8_t *data, size_t size,
		       struct buffer *out, struct error *err);

/*
 * Restores what archive_block_pack has packed, and appends it to *out. packed: untrusted. size: of the result. 0;
 * -EBADMSG: it is damaged; -ENOMEM.
 */
int archive_block_restore(struct archive_block *b, const struct archive_model *model, struct cursor *packed,
			  size_t size, struct buffer *out, struct error *err);

#endif
