#include "formats/archive/archive_block.h"

#include "formats/archive/archive_coder.h"
#include "formats/archive/archive_records.h"
#include "formats/file/compressed_walk.h"
#include "formats/file/zframe.h"
#include "formats/record/record.h"

#include <errno.h>
#include <stdlib.h>
#include <zstd.h>

/* Levels that are tried in turn to pack a frame again; the one that the last frame had comes before. */
static const int8_t levels[] = {
	ZFRAME_LEVEL_DEFAULT, ZFRAME_LEVEL_2_FIRST, 1, 3, 5, 9, 12, 15, 19, 22, -1, -3, -5, -7
};

/* Frames are not searched any more after so many that could not be packed again. */
#define FRAMES_FAILED_MAX 3

/* A block is larger than it should be by no more than this, which a frame has. */
#define SURPLUS (ARCHIVE_BLOCK_MAX - ARCHIVE_BLOCK_SIZE)

/* A recording has so many blocks at least, if it is large enough. */
#define BLOCKS 8

/* The pieces of a block. */
enum piece {
	PIECE_END,
	PIECE_PLAIN,
	PIECE_FRAME, /* with its level + FRAME_LEVEL_ZERO */
	FRAME_LEVEL_ZERO = PIECE_FRAME - ZFRAME_LEVEL_MIN,
};

struct archive_block {
	struct archive_coder coder;
	struct archive_records *records;
	struct archive_model no_model;
	struct zframe zframe;
	ZSTD_DCtx *unpacker;
	int level;
	struct buffer raw;    /* the block with its frames unpacked */
	struct buffer frame;  /* of the COMPRESSED records that are looked at */
	struct buffer packed; /* and packed again */
	unsigned n_failed;
};

struct archive_block *archive_block_new(int level)
{
	struct archive_block *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->level = level;
	archive_coder_init(&b->coder);
	buffer_init(&b->raw);
	buffer_init(&b->frame);
	buffer_init(&b->packed);
	b->records = archive_records_new(&b->coder);
	b->unpacker = ZSTD_createDCtx();
	if (!b->records || !b->unpacker || zframe_init(&b->zframe, ZFRAME_LEVEL_DEFAULT, NULL)) {
		archive_block_free(b);
		return NULL;
	}
	return b;
}

void archive_block_free(struct archive_block *b)
{
	if (!b)
		return;
	archive_records_free(b->records);
	archive_coder_fini(&b->coder);
	ZSTD_freeDCtx(b->unpacker);
	if (b->zframe.context)
		zframe_fini(&b->zframe);
	buffer_fini(&b->raw);
	buffer_fini(&b->frame);
	buffer_fini(&b->packed);
	free(b);
}

/* --- frames --------------------------------------------------------------------- */

/* Those that zframe_pack writes are in COMPRESSED records. */
static bool begins_frame(const struct record *r)
{
	return r->type == PERF_RECORD_COMPRESSED && payload_begins_frame(r);
}

/* Returns how many bytes a frame has that begins with the record; 0: not known. */
static uint64_t frame_raw_size(const struct record *r)
{
	unsigned long long n = ZSTD_getFrameContentSize(r->data + RECORD_HEADER_SIZE, r->size - RECORD_HEADER_SIZE);

	return n == ZSTD_CONTENTSIZE_ERROR || n == ZSTD_CONTENTSIZE_UNKNOWN || n > ZFRAME_RAW_MAX ? 0 : n;
}

/* Returns how many bytes a record has with the data that follow it, of those that are left. */
static uint64_t outer_size(const struct record *r, size_t left)
{
	uint64_t trailing;

	if (record_trailing_size(r, &trailing, NULL))
		return r->size;
	return trailing < left - r->size ? r->size + trailing : left;
}

size_t archive_block_size(const struct archive_model *model, const uint8_t *data, size_t size)
{
	uint64_t raw, wanted, n;

	archive_block_cut(model, BLOCKS * (size_t)ARCHIVE_BLOCK_SIZE, data, size, &raw);
	wanted = raw / BLOCKS;
	if (wanted >= ARCHIVE_BLOCK_SIZE)
		return ARCHIVE_BLOCK_SIZE;
	if (wanted < ARCHIVE_BLOCK_MIN)
		wanted = ARCHIVE_BLOCK_MIN;
	n = (raw + wanted / 2) / wanted;
	return n > 1 ? (size_t)(raw / n + 1) : ARCHIVE_BLOCK_SIZE;
}

size_t archive_block_cut(const struct archive_model *model, size_t wanted, const uint8_t *data, size_t size,
			 uint64_t *ret_raw)
{
	bool is_full = false, begins;
	uint64_t raw = 0, n;
	struct record r;
	size_t at = 0;

	while (at < size && !record_at(&r, data + at, size - at, 0, model->swap, NULL)) {
		begins = begins_frame(&r);
		n = outer_size(&r, size - at);
		is_full = raw >= wanted && (begins || r.type != PERF_RECORD_COMPRESSED);
		is_full |= at && n > SURPLUS && raw + n > wanted;
		if (is_full)
			break;
		raw += begins ? frame_raw_size(&r) : n;
		at += n;
	}
	if (ret_raw)
		*ret_raw = raw;
	/* What is no record goes with those before it. */
	if (!is_full)
		at = size;
	return at <= ARCHIVE_BLOCK_MAX ? at : ARCHIVE_BLOCK_SIZE;
}

/* Gathers the frame that begins with record r into b->frame. Returns how many bytes its records have; 0: none. */
static size_t frame_gather(struct archive_block *b, struct record r, size_t left)
{
	const bool swap = r.swap;
	const uint8_t *start = r.data;
	size_t at = 0, n;

	buffer_clear(&b->frame);
	do {
		buffer_append(&b->frame, r.data + RECORD_HEADER_SIZE, r.size - RECORD_HEADER_SIZE);
		at += r.size;
		n = ZSTD_findFrameCompressedSize(b->frame.data, b->frame.size);
		if (!ZSTD_isError(n))
			return at;
	} while (b->frame.size <= 2 * ZFRAME_RAW_MAX && at < left &&
		 !record_at(&r, start + at, left - at, 0, swap, NULL) && r.type == PERF_RECORD_COMPRESSED &&
		 !begins_frame(&r));
	return 0;
}

/* Unpacks b->frame to the end of b->raw. Returns the number of bytes; 0: it is damaged. */
static size_t frame_unpack(struct archive_block *b, const struct record *r)
{
	const size_t size = frame_raw_size(r);
	uint8_t *room = buffer_reserve(&b->raw, size);
	size_t n;

	if (!room || !size)
		return 0;
	n = ZSTD_decompressDCtx(b->unpacker, room, size, b->frame.data, b->frame.size);
	return n == size ? size : 0;
}

/* True if the records at the end of b->raw, packed at the level, are the bytes at data. */
static bool level_restores(struct archive_block *b, int level, size_t raw, const uint8_t *data, size_t size)
{
	if (zframe_set_level(&b->zframe, level, NULL))
		return false;
	buffer_clear(&b->packed);
	return !zframe_pack(&b->zframe, b->raw.data + b->raw.size, raw, &b->packed, NULL) && b->packed.size == size &&
	       !memcmp(b->packed.data, data, size);
}

/* Finds the level at which a frame was packed. False: none of those that are tried. */
static bool level_find(struct archive_block *b, size_t raw, const uint8_t *data, size_t size)
{
	if (level_restores(b, b->zframe.level, raw, data, size))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(levels); i++)
		if (level_restores(b, levels[i], raw, data, size))
			return true;
	return false;
}

/*
 * Appends the records of a frame to b->raw if packing them again restores it. Returns how many bytes of the file it
 * has; 0: it is left as it is.
 */
static size_t frame_take(struct archive_block *b, const struct record *r, size_t left, size_t *ret_raw)
{
	const size_t size = b->n_failed < FRAMES_FAILED_MAX ? frame_gather(b, *r, left) : 0;

	*ret_raw = size ? frame_unpack(b, r) : 0;
	b->packed.swap = r->swap;
	if (*ret_raw && level_find(b, *ret_raw, r->data, size)) {
		b->raw.size += *ret_raw;
		return size;
	}
	b->n_failed++;
	return 0;
}

/* --- pieces --------------------------------------------------------------------- */

static void piece_put(struct archive_block *b, uint8_t kind, uint64_t size)
{
	if (!size && kind != PIECE_END)
		return;
	archive_code_byte(&b->coder, STREAM_PIECE, &kind);
	if (size)
		archive_code_number(&b->coder, STREAM_PIECE_SIZE, 0, &size);
}

/* Fills b->raw, and codes of which pieces it is. */
static void pieces_encode(struct archive_block *b, const uint8_t *data, size_t size, bool swap)
{
	uint64_t trailing = 0;
	size_t at = 0, plain = 0, frame, raw;
	struct record r;

	while (at < size && !record_at(&r, data + at, size - at, 0, swap, NULL)) {
		frame = begins_frame(&r) ? frame_take(b, &r, size - at, &raw) : 0;
		if (frame) {
			/* What was before it was appended as it was met. */
			piece_put(b, PIECE_PLAIN, plain);
			piece_put(b, (uint8_t)(b->zframe.level + FRAME_LEVEL_ZERO), raw);
			plain = 0;
			at += frame;
			continue;
		}
		if (record_trailing_size(&r, &trailing, NULL) || trailing > size - at - r.size)
			trailing = 0;
		buffer_append(&b->raw, r.data, r.size + trailing);
		plain += r.size + trailing;
		at += r.size + trailing;
	}
	buffer_append(&b->raw, data + at, size - at);
	piece_put(b, PIECE_PLAIN, plain + (size - at));
	piece_put(b, PIECE_END, 0);
}

/* Appends the bytes of one piece. Returns how many bytes of b->raw it has; 0: it is damaged. */
static size_t piece_restore(struct archive_block *b, uint8_t kind, size_t at, struct buffer *out)
{
	uint64_t size = 0;

	archive_code_number(&b->coder, STREAM_PIECE_SIZE, 0, &size);
	if (!size || size > b->raw.size - at)
		return 0;
	if (kind == PIECE_PLAIN) {
		buffer_append(out, b->raw.data + at, size);
		return size;
	}
	if (kind > FRAME_LEVEL_ZERO + ZFRAME_LEVEL_2_FIRST || size > ZFRAME_RAW_MAX ||
	    zframe_set_level(&b->zframe, kind - FRAME_LEVEL_ZERO, NULL) ||
	    zframe_pack(&b->zframe, b->raw.data + at, size, out, NULL))
		return 0;
	return size;
}

/* --- blocks --------------------------------------------------------------------- */

static void block_begin(struct archive_block *b, const struct archive_model *model)
{
	archive_records_begin(b->records, model ? model : &b->no_model);
	buffer_clear(&b->raw);
	b->n_failed = 0;
}

/* Decodes b->raw again, and compares. */
static bool records_come_back(struct archive_block *b, const struct archive_model *model)
{
	bool same;
	uint8_t *again = malloc(b->raw.size);

	if (!again)
		return false;
	archive_coder_rewind(&b->coder);
	archive_records_begin(b->records, model);
	same = archive_records_decode(b->records, again, b->raw.size) && !memcmp(again, b->raw.data, b->raw.size);
	free(again);
	return same;
}

/* Codes the bytes of a block as nothing but bytes. */
static void encode_bytes(struct archive_block *b, const uint8_t *data, size_t size)
{
	archive_coder_begin(&b->coder);
	buffer_clear(&b->raw);
	buffer_append(&b->raw, data, size);
	piece_put(b, PIECE_PLAIN, size);
	piece_put(b, PIECE_END, 0);
	archive_records_encode_bytes(b->records, data, size);
}

int archive_block_pack(struct archive_block *b, const struct archive_model *model, const uint8_t *data, size_t size,
		       struct buffer *out, struct error *err)
{
	if (model) {
		archive_coder_begin(&b->coder);
		block_begin(b, model);
		pieces_encode(b, data, size, model->swap);
		archive_records_encode(b->records, b->raw.data, b->raw.size);
		if (!buffer_ok(&b->raw))
			return error_nomem(err);
	}
	if (!model || !records_come_back(b, model))
		encode_bytes(b, data, size);
	buffer_put_u32(out, (uint32_t)b->raw.size);
	return archive_coder_pack(&b->coder, b->level, out, err);
}

int archive_block_restore(struct archive_block *b, const struct archive_model *model, struct cursor *packed,
			  size_t size, struct buffer *out, struct error *err)
{
	const size_t before = out->size;
	const uint32_t raw = cursor_u32(packed);
	uint8_t kind = PIECE_END;
	uint8_t *room;
	size_t at = 0, n;
	int result;

	if (!cursor_ok(packed) || raw > 2 * ARCHIVE_BLOCK_MAX)
		return error_set(err, -EBADMSG, "its size is impossible");
	result = archive_coder_unpack(&b->coder, packed, 4 * (uint64_t)ARCHIVE_BLOCK_MAX, err);
	if (result)
		return result;
	block_begin(b, model);
	room = buffer_reserve(&b->raw, raw);
	if (!room)
		return error_nomem(err);
	b->raw.size = raw;
	if (!archive_records_decode(b->records, room, raw))
		return error_set(err, -EBADMSG, "its records are damaged");
	for (archive_code_byte(&b->coder, STREAM_PIECE, &kind); kind != PIECE_END && out->size - before <= size;
	     archive_code_byte(&b->coder, STREAM_PIECE, &kind), at += n) {
		n = piece_restore(b, kind, at, out);
		if (!n)
			return error_set(err, -EBADMSG, "its pieces are damaged");
	}
	if (!buffer_ok(out))
		return error_nomem(err);
	if (out->size - before != size || at != raw || !archive_coder_is_done(&b->coder))
		return error_set(err, -EBADMSG, "its size is another one");
	return 0;
}
