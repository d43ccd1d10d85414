#include "formats/file/bundle_parts.h"

#include "formats/record/private_record.h"

#include <errno.h>
#include <stdlib.h>
#include <zstd.h>

#define PIECE_HEADER 24
#define PIECE_MAX    (PRIVATE_RECORD_CONTENT_MAX - PIECE_HEADER)

/* Before a part's bytes in its frame: its kind and version. */
#define PART_HEADER 2

/* Bundles are written once, and are small. */
#define BUNDLE_LEVEL 19

/* --- writing ---------------------------------------------------------------------- */

static void put_pieces(struct buffer *records, uint32_t number, const struct bundle_part *part,
		       const struct buffer *frame)
{
	uint32_t n_pieces = (uint32_t)((frame->size + PIECE_MAX - 1) / PIECE_MAX);

	for (uint32_t piece = 0; piece < n_pieces; piece++) {
		size_t at = (size_t)piece * PIECE_MAX, left = frame->size - at;
		uint32_t size = (uint32_t)(left < PIECE_MAX ? left : PIECE_MAX);
		size_t start = private_record_begin(records, PRIVATE_RECORD_BUNDLE);

		buffer_put_u32(records, part->kind);
		buffer_put_u32(records, part->version);
		buffer_put_u32(records, number);
		buffer_put_u32(records, piece);
		buffer_put_u32(records, n_pieces);
		buffer_put_u32(records, size);
		buffer_append(records, frame->data + at, size);
		private_record_end(records, start);
	}
}

/* Makes the zstd frame of a part. */
static int pack(struct buffer *frame, const struct bundle_part *part, struct error *err)
{
	size_t bound = ZSTD_compressBound(part->size + PART_HEADER);
	uint8_t *room = buffer_reserve(frame, bound);
	ZSTD_CCtx *context = ZSTD_createCCtx();
	struct buffer bytes;
	size_t size;

	buffer_init(&bytes);
	buffer_put_u8(&bytes, (uint8_t)part->kind);
	buffer_put_u8(&bytes, (uint8_t)part->version);
	buffer_append(&bytes, part->data, part->size);
	if (!room || !context || !buffer_ok(&bytes)) {
		buffer_fini(&bytes);
		ZSTD_freeCCtx(context);
		return error_nomem(err);
	}
	ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, BUNDLE_LEVEL);
	ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
	size = ZSTD_compress2(context, room, bound, bytes.data, bytes.size);
	ZSTD_freeCCtx(context);
	buffer_fini(&bytes);
	if (ZSTD_isError(size))
		return error_set(err, -EINVAL, "zstd: %s", ZSTD_getErrorName(size));
	frame->size = size;
	return 0;
}

int bundle_part_put(struct buffer *records, uint32_t number, const struct bundle_part *part, struct error *err)
{
	struct buffer frame;
	int result;

	if (part->size > BUNDLE_PART_MAX - PART_HEADER)
		return error_set(err, -E2BIG, "a part of the bundle would have more than %u MiB",
				 BUNDLE_PART_MAX >> 20);
	buffer_init(&frame);
	result = pack(&frame, part, err);
	if (!result)
		put_pieces(records, number, part, &frame);
	buffer_fini(&frame);
	return !result && !buffer_ok(records) ? error_nomem(err) : result;
}

/* --- reading ---------------------------------------------------------------------- */

/* A piece, whose bytes are those of its record. */
struct piece {
	uint32_t kind, version, number, piece, n_pieces;
	const uint8_t *data;
	uint32_t size;
};

struct parts_walk {
	const struct file_part *file;
	const struct buffer *records; /* in place of the file, or NULL */
	uint64_t end;                 /* of the pieces */
	bool swap;
	bundle_take take;
	void *context;
	struct error *damage;
	struct piece last;   /* the piece before, of the part whose frame this is; n_pieces 0: none */
	struct buffer frame; /* of its pieces so far */
	uint64_t room;       /* bytes that parts may still unpack to */
};

static void note_damage(struct parts_walk *w, int code, const char *what)
{
	if (!w->damage->code)
		error_set(w->damage, code, "of what the recording carries to be read elsewhere, %s; the rest is used",
			  what);
}

/* Where the pieces begin, and where they end; 0: there are none. */
static uint64_t find_pieces(const struct perf_file *f, const struct file_part **ret_part, uint64_t *ret_end)
{
	const struct file_part *part = &f->parts.list[0];
	uint64_t end = file_part_data_end(part);
	uint8_t bytes[FOOTER_SIZE];
	struct footer footer;

	*ret_part = part;
	if (f->pipe || f->parts.n > 1 || part->data.size < FOOTER_SIZE ||
	    file_part_pread(part, bytes, sizeof(bytes), end - FOOTER_SIZE) != FOOTER_SIZE ||
	    !private_record_parse_footer(bytes, f->swap, &footer) || footer.bundle < part->data.offset ||
	    footer.bundle >= end - FOOTER_SIZE)
		return 0;
	*ret_end = footer.index > footer.bundle && footer.index < end ? footer.index : end - FOOTER_SIZE;
	return footer.bundle;
}

bool bundle_parts_any(const struct perf_file *f)
{
	const struct file_part *part;
	uint64_t end;

	return find_pieces(f, &part, &end) != 0;
}

/* Reads what a record may have at most. Returns the number of bytes, or a negative errno. */
static ssize_t read_bytes(const struct parts_walk *w, uint64_t offset, uint8_t bytes[static RECORD_SIZE_MAX + 1])
{
	uint64_t left = w->end - offset;
	size_t want = left < RECORD_SIZE_MAX ? (size_t)left : RECORD_SIZE_MAX;

	if (!w->records)
		return file_part_pread(w->file, bytes, want, offset);
	if (want)
		memcpy(bytes, w->records->data + offset, want);
	return (ssize_t)want;
}

/*
 * Reads the record at an offset into bytes. 1: it is a piece; 0: it is none; or a negative errno of reading.
 */
static int read_piece(const struct parts_walk *w, uint64_t offset, uint8_t bytes[static RECORD_SIZE_MAX + 1],
		      struct record *ret_record, struct piece *ret_piece)
{
	ssize_t n = read_bytes(w, offset, bytes);
	struct private_record private;

	if (n < RECORD_HEADER_SIZE)
		return n < 0 ? (int)n : 0;
	*ret_record = (struct record){ .data = bytes,
				       .type = load_u32_order(bytes, w->swap),
				       .size = load_u16_order(bytes + 6, w->swap),
				       .swap = w->swap };
	if (ret_record->size < RECORD_HEADER_SIZE || ret_record->size > n ||
	    !private_record_parse(ret_record, &private) || private.kind != PRIVATE_RECORD_BUNDLE ||
	    private.version != PRIVATE_RECORD_VERSION)
		return 0;
	ret_piece->kind = cursor_u32(&private.content);
	ret_piece->version = cursor_u32(&private.content);
	ret_piece->number = cursor_u32(&private.content);
	ret_piece->piece = cursor_u32(&private.content);
	ret_piece->n_pieces = cursor_u32(&private.content);
	ret_piece->size = cursor_u32(&private.content);
	ret_piece->data = cursor_bytes(&private.content, ret_piece->size);
	return ret_piece->data && ret_piece->piece < ret_piece->n_pieces ? 1 : 0;
}

static int unpack_part(struct parts_walk *w, size_t size, struct error *err)
{
	struct bundle_part part = { .kind = w->last.kind, .version = w->last.version };
	uint8_t *raw = malloc(size + 1);
	size_t n;
	int result = 0;

	if (!raw)
		return error_nomem(err);
	n = ZSTD_decompress(raw, size, w->frame.data, w->frame.size);
	part.data = raw + PART_HEADER;
	part.size = size - PART_HEADER;
	if (ZSTD_isError(n) || n != size || raw[0] != part.kind || raw[1] != part.version)
		note_damage(w, -EBADMSG, "a part is damaged");
	else
		result = w->take(w->context, &part, err);
	free(raw);
	return result;
}

/* All pieces of a part are there. */
static int take_part(struct parts_walk *w, struct error *err)
{
	unsigned long long size = ZSTD_getFrameContentSize(w->frame.data, w->frame.size);

	if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size < PART_HEADER) {
		note_damage(w, -EBADMSG, "a part is damaged");
		return 0;
	}
	if (size > BUNDLE_PART_MAX || size > w->room ||
	    size > BUNDLE_FREE + (uint64_t)BUNDLE_EXPANSION_MAX * w->frame.size) {
		note_damage(w, -E2BIG, "a part is larger than any that is written");
		return 0;
	}
	w->room -= size;
	return unpack_part(w, (size_t)size, err);
}

/* Whether a piece goes on where the last one ended, or begins a part. */
static bool is_next(const struct piece *last, const struct piece *p)
{
	if (!p->piece)
		return true;
	return last->n_pieces == p->n_pieces && last->number == p->number && last->kind == p->kind &&
	       last->version == p->version && last->piece + 1 == p->piece;
}

static int take_piece(struct parts_walk *w, const struct piece *p, struct error *err)
{
	bool is_lost = (w->last.n_pieces && !p->piece) || !is_next(&w->last, p);
	int result = 0;

	if (is_lost)
		note_damage(w, -ENODATA, "a part lacks pieces");
	if (!p->piece || !is_next(&w->last, p))
		buffer_clear(&w->frame);
	if (!is_next(&w->last, p)) {
		w->last = (struct piece){ 0 };
		return 0;
	}
	if (w->frame.size + p->size > BUNDLE_PART_MAX) {
		note_damage(w, -E2BIG, "a part is larger than any that is written");
		w->last = (struct piece){ 0 };
		return 0;
	}
	w->last = *p;
	if (!buffer_append(&w->frame, p->data, p->size) && p->size)
		return error_nomem(err);
	if (p->piece + 1 < p->n_pieces)
		return 0;
	result = take_part(w, err);
	w->last = (struct piece){ 0 };
	return result;
}

static int walk_pieces(struct parts_walk *w, uint64_t offset, struct error *err)
{
	uint8_t *bytes = malloc(RECORD_SIZE_MAX + 1);
	struct record r;
	struct piece p;
	int result = bytes ? 1 : error_nomem(err);

	while (result > 0 && offset < w->end) {
		result = read_piece(w, offset, bytes, &r, &p);
		if (result < 0)
			error_set(err, result, "%s", strerror(-result));
		if (result <= 0)
			break;
		result = take_piece(w, &p, err);
		offset += r.size;
		result = result ? result : 1;
	}
	result = result > 0 ? 0 : result;
	if (!result && (offset != w->end || w->last.n_pieces))
		note_damage(w, -ENODATA, "a part is cut off");
	free(bytes);
	return result;
}

int bundle_parts_read(const struct perf_file *f, bundle_take take, void *context, struct error *ret_damage,
		      struct error *err)
{
	struct parts_walk w = {
		.swap = f->swap, .take = take, .context = context, .damage = ret_damage, .room = BUNDLE_MAX
	};
	uint64_t offset = find_pieces(f, &w.file, &w.end);
	int result;

	*ret_damage = (struct error)ERROR_INIT;
	if (!offset)
		return 0;
	buffer_init(&w.frame);
	result = walk_pieces(&w, offset, err);
	buffer_fini(&w.frame);
	return result;
}

int bundle_records_read(const struct buffer *records, bundle_take take, void *context, struct error *ret_damage,
			struct error *err)
{
	struct parts_walk w = { .records = records,
				.end = records->size,
				.swap = records->swap,
				.take = take,
				.context = context,
				.damage = ret_damage,
				.room = BUNDLE_MAX };
	int result;

	*ret_damage = (struct error)ERROR_INIT;
	buffer_init(&w.frame);
	result = records->size ? walk_pieces(&w, 0, err) : 0;
	buffer_fini(&w.frame);
	return result;
}
