/*
 * The compressed kinds of block source: whole frames, and one endless stream. See formats/file/blocks.h.
 */
#include "formats/file/blocks_impl.h"

#include "formats/file/resync.h"

#include <errno.h>
#include <zstd_errors.h>

#define WINDOW_SIZE (1u << 20)

/* Over how many records a frame may be spread: each of them has it looked through from its beginning. */
#define FRAME_RECORDS_MAX 512

/* Plain records between compressed ones are handed on in runs of about this size. */
#define PLAIN_RUN (256u << 10)

/* The bytes of the file at offset, at least `size` of them; NULL with b->first_damage noted when they are not there. */
static const uint8_t *window_at(struct blocks *b, uint64_t offset, size_t size)
{
	ssize_t n;

	if (offset >= b->window_offset && offset + size <= b->window_offset + b->window.size)
		return b->window.data + (offset - b->window_offset);
	buffer_clear(&b->window);
	b->window_offset = offset;
	if (!buffer_reserve(&b->window, WINDOW_SIZE))
		return NULL;
	n = file_part_pread(b->part, b->window.data, WINDOW_SIZE, offset);
	if (n < 0 || (size_t)n < size)
		return NULL;
	b->window.size = n;
	return b->window.data;
}

/* What the window has from offset on. */
static struct resync_bytes window_bytes(const struct blocks *b, uint64_t offset)
{
	size_t at = offset - b->window_offset;
	struct resync_bytes bytes = { .data = b->window.data + at, .size = b->window.size - at };

	bytes.is_end = offset + bytes.size >= file_part_data_end(b->part);
	if (bytes.is_end)
		bytes.size = file_part_data_end(b->part) - offset;
	return bytes;
}

/* The outer record at b->position. 0, or a negative errno when it is damaged. */
static int outer_record_at(struct blocks *b, struct record *ret_record, uint64_t *ret_trailing, struct error *damage)
{
	uint64_t left = file_part_data_end(b->part) - b->position;
	size_t there = left < RECORD_SIZE_MAX ? left : RECORD_SIZE_MAX;
	const uint8_t *p = window_at(b, b->position, there);
	struct resync_bytes bytes;
	int result;

	if (!p)
		return error_at(damage, -EIO, b->position, ERROR_NO_RECORD, "the file cannot be read");
	result = record_at(ret_record, p, there, b->position, b->file->swap, damage);
	bytes = window_bytes(b, b->position);
	if (!result && !resync_type_known(ret_record->type) && !resync_is_unknown(b->file, &bytes, 0))
		result = error_at(damage, -EBADMSG, b->position, ret_record->type,
				  "no record: what would be its type is %u, and no record follows", ret_record->type);
	if (!result)
		result = record_trailing_size(ret_record, ret_trailing, damage);
	return result;
}

/*
 * Whether a compressed record is cut off by the end of the data: what there is of it may still be decompressed. The
 * damage is noted.
 */
static bool outer_record_cut(struct blocks *b, struct record *ret_record, const struct error *damage)
{
	uint64_t left = file_part_data_end(b->part) - b->position;
	struct record r = { .offset = b->position, .size = (uint16_t)left, .swap = b->file->swap };

	if (damage->code != -ENODATA || left <= RECORD_HEADER_SIZE + 8)
		return false;
	r.data = window_at(b, b->position, left);
	if (!r.data)
		return false;
	r.type = load_u32_order(r.data, r.swap);
	r.misc = load_u16_order(r.data + 4, r.swap);
	if (r.type != PERF_RECORD_COMPRESSED && r.type != PERF_RECORD_COMPRESSED2)
		return false;
	if (!b->cut_noted)
		blocks_note_damage(b, damage);
	b->cut_noted = true;
	*ret_record = r;
	return true;
}

/*
 * Moves b->position to the first believable record from `from` on, or to the end of the data. A stream has a gap there,
 * behind which nothing of it can be decompressed.
 */
static void outer_search(struct blocks *b, uint64_t from)
{
	b->position = file_part_data_end(b->part);
	if (b->stream) {
		b->stream_ended = true;
		buffer_clear(&b->carry);
	}
	while (from < file_part_data_end(b->part)) {
		size_t want = file_part_data_end(b->part) - from < WINDOW_SIZE ? file_part_data_end(b->part) - from
									       : WINDOW_SIZE;
		struct resync_bytes bytes;
		size_t to, found;

		if (!window_at(b, from, want))
			return;
		bytes = window_bytes(b, from);
		/* Candidates need bytes behind them, for what follows them to be looked at. */
		to = bytes.is_end ? bytes.size : WINDOW_SIZE / 2;
		found = resync_find(b->file, &bytes, 0, to);
		if (found < to) {
			b->position = from + found;
			return;
		}
		from += to;
	}
}

/*
 * The outer record at b->position and the data behind it. 1, or 0 at the end of the data. Damage is noted and passed
 * over. The record's bytes live until the window moves.
 */
static int outer_record(struct blocks *b, struct record *ret_record, uint64_t *ret_trailing)
{
	while (b->position < file_part_data_end(b->part)) {
		struct error damage; /* filled when something is wrong: clearing it for each record takes time */
		uint64_t position = b->position;

		if (!outer_record_at(b, ret_record, ret_trailing, &damage))
			return 1;
		if (outer_record_cut(b, ret_record, &damage)) {
			*ret_trailing = 0;
			return 1;
		}
		blocks_note_damage(b, &damage);
		outer_search(b, position + 1);
		b->n_lost += b->position - position;
	}
	return 0;
}

/* Moves to the next outer record. */
static void outer_step(struct blocks *b, const struct record *r, uint64_t trailing)
{
	struct error damage;

	if (blocks_data_cut_off(b->part, r, trailing, &damage)) {
		blocks_note_damage(b, &damage);
		outer_search(b, b->position + r->size);
		b->n_lost += b->position - r->offset - r->size;
	} else {
		b->position += r->size + trailing;
	}
	b->taken = b->taken_before + b->position - b->part->data.offset;
}

static bool record_is_compressed(const struct record *r)
{
	return r->type == PERF_RECORD_COMPRESSED || r->type == PERF_RECORD_COMPRESSED2;
}

/* The compressed bytes: behind the header, in COMPRESSED2 behind their size, which does not count padding. */
static struct cursor compressed_payload(const struct record *r)
{
	struct cursor c = cursor_make(r->data, r->size, r->swap);

	cursor_skip(&c, RECORD_HEADER_SIZE);
	if (r->type == PERF_RECORD_COMPRESSED2) {
		uint64_t size = cursor_u64(&c);

		if (size < cursor_left(&c))
			c.end = c.pos + size;
	}
	return c;
}

static void damage_at(struct blocks *b, uint64_t offset, int code, const char *what)
{
	struct error damage = ERROR_INIT;

	error_at(&damage, code, offset, PERF_RECORD_COMPRESSED, "%s", what);
	blocks_note_damage(b, &damage);
}

/*
 * How many bytes at the beginning of data are whole records, and what these weigh (BLOCKS_MAX_EXPANSION). *ret_broken:
 * an impossible header follows.
 */
static size_t whole_records(const struct blocks *b, const uint8_t *data, size_t size, uint64_t *ret_weight,
			    bool *ret_broken)
{
	uint64_t n = 0, n_samples = 0;
	size_t pos = 0;

	*ret_broken = false;
	while (size - pos >= RECORD_HEADER_SIZE) {
		uint16_t record_size = load_u16_order(data + pos + 6, b->file->swap);

		if (record_size < RECORD_HEADER_SIZE) {
			*ret_broken = true;
			break;
		}
		if (record_size > size - pos)
			break;
		n++;
		n_samples += load_u32_order(data + pos, b->file->swap) == PERF_RECORD_SAMPLE &&
			     record_size >= BLOCKS_SAMPLE_LEAST;
		pos += record_size;
	}
	*ret_weight = n_samples + (n - n_samples) * BLOCKS_WEIGHT_OTHER;
	return pos;
}

/* --- plain records among the compressed ones ------------------------------- */

/* Gathers a run of plain records from the position on. The lock is held. */
static int plain_run(struct block_reader *r, struct record *rec, uint64_t trailing, struct block *ret_block,
		     struct error *err)
{
	struct blocks *b = r->blocks;

	buffer_clear(&r->input);
	*ret_block = (struct block){ .number = b->next_number++, .offset = b->position };
	for (;;) {
		uint64_t next;

		if (!buffer_append(&r->input, rec->data, rec->size))
			return error_nomem(err);
		outer_step(b, rec, trailing);
		/* The data behind a record are left out, so only the last may have such. */
		if (trailing || r->input.size >= PLAIN_RUN)
			break;
		next = b->position;
		if (outer_record(b, rec, &trailing) <= 0 || record_is_compressed(rec) || b->position != next)
			break;
	}
	ret_block->data = r->input.data;
	ret_block->size = r->input.size;
	return 1;
}

/* --- how much is held ------------------------------------------------------ */

/* A compressed block on its way: what it holds is counted in its turn, so that any number of workers ends alike. */
struct turn {
	uint64_t number;
	uint64_t offset; /* of the record it begins in */
	uint64_t taken;  /* bytes of the data before that record */
	const struct file_part *part;
	bool stream;
};

/* At the position. The lock is held. */
static struct turn turn_here(const struct blocks *b, bool stream)
{
	return (struct turn){ .offset = b->position,
			      .taken = b->taken_before + b->position - b->part->data.offset,
			      .part = b->part,
			      .stream = stream };
}

static uint64_t blocks_max_expansion(const struct blocks *b)
{
	return b->file->max_expansion ? b->file->max_expansion : BLOCKS_MAX_EXPANSION;
}

/*
 * Whether the compressed data before a block held so much that it is left out. What is asked before all of them had
 * their turn may become true later, never false. The lock is held.
 */
static bool enough_held(struct blocks *b, const struct turn *t)
{
	uint64_t over = b->weight > BLOCKS_WEIGHT_FREE ? b->weight - BLOCKS_WEIGHT_FREE : 0;

	if (t->stream && t->part == b->stream_left)
		return true;
	if (over / blocks_max_expansion(b) <= t->taken)
		return false;
	if (t->stream)
		b->stream_left = t->part;
	return true;
}

/* Notes that data are left out, the first time. The lock is held. */
static void note_left_out(struct blocks *b, uint64_t offset)
{
	struct error left = ERROR_INIT;

	if (b->left_noted)
		return;
	b->left_noted = true;
	error_at(&left, -E2BIG, offset, PERF_RECORD_COMPRESSED,
		 "the compressed data hold more than %llu samples for each of their bytes, or as much of other "
		 "records: the rest is left out; --max-expansion allows more",
		 (unsigned long long)blocks_max_expansion(b));
	blocks_note_damage(b, &left);
}

/* Ends a turn, when those before it are over: true when the block is left out, which is noted. The lock is not held. */
static bool turn_end(struct blocks *b, const struct turn *t, uint64_t weight)
{
	bool left_out;

	pthread_mutex_lock(&b->lock);
	while (b->turns_ended != t->number)
		pthread_cond_wait(&b->passed, &b->lock);
	left_out = enough_held(b, t);
	if (left_out)
		note_left_out(b, t->offset);
	else
		b->weight += weight;
	b->turns_ended++;
	pthread_cond_broadcast(&b->passed);
	pthread_mutex_unlock(&b->lock);
	return left_out;
}

/* --- whole frames ---------------------------------------------------------- */

enum frames_state {
	FRAMES_WHOLE,
	FRAMES_CUT, /* the last one goes on */
	FRAMES_DAMAGED,
};

/* What the bytes are: frames, each of them whole, or not. *ret_raw: what they decompress to. */
static enum frames_state frames_look(const struct buffer *in, uint64_t *ret_raw)
{
	size_t pos = 0;

	*ret_raw = 0;
	while (pos < in->size) {
		size_t size = ZSTD_findFrameCompressedSize(in->data + pos, in->size - pos);
		unsigned long long raw;

		if (ZSTD_isError(size))
			return ZSTD_getErrorCode(size) == ZSTD_error_srcSize_wrong ? FRAMES_CUT : FRAMES_DAMAGED;
		raw = ZSTD_getFrameContentSize(in->data + pos, size);
		if (raw == ZSTD_CONTENTSIZE_ERROR || raw == ZSTD_CONTENTSIZE_UNKNOWN)
			raw = 0;
		*ret_raw += raw;
		pos += size;
	}
	return FRAMES_WHOLE;
}

/*
 * A frame that says how much it holds is whole; an endless stream cannot say. Within a frame's later parts, or within a
 * stream, four bytes that look like a frame's first are a matter of chance: one in four billion.
 */
static bool payload_begins_frame(const struct record *rec)
{
	struct cursor payload = compressed_payload(rec);
	unsigned long long raw = ZSTD_getFrameContentSize(payload.pos, cursor_left(&payload));

	return raw != ZSTD_CONTENTSIZE_UNKNOWN && raw != ZSTD_CONTENTSIZE_ERROR;
}

/*
 * Gathers the records that hold one frame, the first of which is rec, into r->input. 1; *ret_cut: the frame is not
 * whole (noted), and the position is at the first record that cannot be a part of it. 0 when it is damaged (noted). The
 * lock is held.
 */
static int frame_gather(struct block_reader *r, struct record *rec, uint64_t *ret_raw, bool *ret_cut, struct error *err)
{
	struct blocks *b = r->blocks;
	enum frames_state state;
	uint64_t first = b->position;
	uint64_t trailing = 0;
	unsigned n = 0;

	b->whole_frames = true;
	buffer_clear(&r->input);
	do {
		struct cursor payload = compressed_payload(rec);

		if (!buffer_append(&r->input, payload.pos, cursor_left(&payload)))
			return error_nomem(err);
		b->n_passed[rec->type]++;
		outer_step(b, rec, 0);
		state = frames_look(&r->input, ret_raw);
		if (state == FRAMES_WHOLE)
			return 1;
		if (state == FRAMES_DAMAGED || r->input.size > BLOCKS_RAW_MAX || ++n == FRAME_RECORDS_MAX)
			break;
	} while (outer_record(b, rec, &trailing) > 0 && record_is_compressed(rec) && !payload_begins_frame(rec));
	*ret_cut = state == FRAMES_CUT;
	if (state == FRAMES_DAMAGED)
		damage_at(b, first, -EBADMSG, "a compressed frame is damaged");
	else
		damage_at(b, first, -ENODATA, "a compressed frame is not whole");
	return state == FRAMES_CUT;
}

/* What there is of a frame that is cut off: zstd hands out the blocks that are whole. The bytes are in r->output. */
static size_t frame_salvage(struct block_reader *r, struct error *err)
{
	ZSTD_inBuffer in = { .src = r->input.data, .size = r->input.size };
	ZSTD_outBuffer out = { .size = BLOCKS_RAW_MAX };
	size_t before;

	out.dst = buffer_reserve(&r->output, out.size);
	if (!out.dst) {
		error_nomem(err);
		return 0;
	}
	ZSTD_DCtx_reset(r->dctx, ZSTD_reset_session_only);
	do {
		before = out.pos + in.pos;
		if (ZSTD_isError(ZSTD_decompressStream(r->dctx, &out, &in)))
			break;
	} while (out.pos < out.size && out.pos + in.pos > before);
	ZSTD_DCtx_reset(r->dctx, ZSTD_reset_session_only);
	return out.pos;
}

/* Passes over what can only be a part of a frame whose beginning is damaged. The lock is held. */
static void frame_remnant_skip(struct blocks *b, const struct record *rec)
{
	damage_at(b, b->position, -EBADMSG, "a compressed record holds a part of a frame without its beginning");
	b->n_passed[rec->type]++;
	outer_step(b, rec, 0);
}

/* Decompresses r->input. 1, or 0 when it is damaged (noted). The lock is not held. */
static int frame_decompress(struct block_reader *r, uint64_t raw, bool cut, struct block *block, uint64_t *ret_weight,
			    struct error *err)
{
	struct blocks *b = r->blocks;
	const char *what = NULL;
	bool broken = false;
	size_t size = 0;

	buffer_clear(&r->output);
	if (cut) {
		size = frame_salvage(r, err);
	} else if (raw > BLOCKS_RAW_MAX) {
		what = "a compressed frame is larger than 16 MiB";
	} else if (raw) {
		if (!buffer_reserve(&r->output, raw))
			return error_nomem(err);
		size = ZSTD_decompressDCtx(r->dctx, r->output.data, raw, r->input.data, r->input.size);
		if (ZSTD_isError(size)) {
			what = "a compressed frame is damaged";
			size = 0;
		}
	}
	block->data = r->output.data;
	block->size = whole_records(b, r->output.data, size, ret_weight, &broken);
	block->decompressed = true;
	if (!what && !cut && block->size < size)
		what = broken ? "a compressed frame holds a record of impossible size"
			      : "a compressed frame ends within a record";
	if (what) {
		pthread_mutex_lock(&b->lock);
		damage_at(b, block->offset, -EBADMSG, what);
		pthread_mutex_unlock(&b->lock);
	}
	return block->size > 0;
}

/* --- one stream ------------------------------------------------------------ */

/*
 * Takes the carried beginning of a record and makes room for what is decompressed next: as much each time, so that a
 * stream falls into the same blocks whoever reads them.
 */
static int stream_output_begin(struct block_reader *r, struct error *err)
{
	struct blocks *b = r->blocks;

	buffer_clear(&r->output);
	if (!buffer_reserve(&r->output, b->carry.size + BLOCKS_STREAM_STEP) ||
	    !buffer_append(&r->output, b->carry.data ? b->carry.data : (const uint8_t *)"", b->carry.size))
		return error_nomem(err);
	buffer_clear(&b->carry);
	return 0;
}

/*
 * Whether the next outer record is compressed too. Linux perf writes a FINISHED_ROUND behind every few of them; these
 * are passed over so that blocks do not become small, and counted.
 */
static bool stream_goes_on(struct blocks *b, struct record *rec, struct block *block)
{
	uint64_t trailing;

	while (outer_record(b, rec, &trailing) > 0) {
		if (rec->type != PERF_RECORD_FINISHED_ROUND)
			return record_is_compressed(rec);
		b->n_passed[rec->type]++;
		block->n_rounds++;
		outer_step(b, rec, 0);
	}
	return false;
}

/*
 * Decompresses what the output has room for from the record at the position, and goes on to the records behind it that
 * are compressed too. The lock is held.
 */
static int stream_fill(struct block_reader *r, struct record *rec, struct block *block, struct error *err)
{
	struct blocks *b = r->blocks;
	ZSTD_outBuffer out = { .dst = r->output.data,
			       .size = r->output.size + BLOCKS_STREAM_STEP,
			       .pos = r->output.size };

	if (!b->stream)
		b->stream = ZSTD_createDCtx();
	if (!b->stream)
		return error_nomem(err);
	do {
		struct cursor payload = compressed_payload(rec);
		ZSTD_inBuffer in = { .src = payload.pos, .size = cursor_left(&payload), .pos = b->payload_done };
		size_t result = 0;

		if (in.pos > in.size)
			in.pos = in.size;
		while (!b->stream_ended && (in.pos < in.size || b->stream_full) && out.pos < out.size &&
		       !ZSTD_isError(result)) {
			result = ZSTD_decompressStream(b->stream, &out, &in);
			b->stream_full = out.pos == out.size;
		}
		if (ZSTD_isError(result)) {
			damage_at(b, b->position, -EBADMSG, "the compressed data are damaged from here on");
			b->stream_ended = true;
		}
		b->payload_done = in.pos;
		if (!b->stream_ended && out.pos == out.size)
			break; /* more may be left in the record, or inside the decompressor (stream_full) */
		b->n_passed[rec->type]++;
		b->payload_done = 0;
		outer_step(b, rec, 0);
	} while (stream_goes_on(b, rec, block) && !(b->stream_ended && payload_begins_frame(rec)));
	r->output.size = out.pos;
	return 0;
}

/* The next stretch of the stream. 1, or 0 when it holds no whole record. The lock is held. */
static int stream_next(struct block_reader *r, struct record *rec, struct block *block, uint64_t *ret_weight,
		       struct error *err)
{
	struct blocks *b = r->blocks;
	bool broken = false;
	int result;

	block->offset = b->position;
	result = stream_output_begin(r, err);
	if (!result)
		result = stream_fill(r, rec, block, err);
	if (result)
		return result;
	block->number = b->next_number++;
	block->decompressed = true;
	block->data = r->output.data;
	block->size = whole_records(b, r->output.data, r->output.size, ret_weight, &broken);
	if (broken) {
		damage_at(b, block->offset, -EBADMSG, "the compressed data hold a record of impossible size");
		b->stream_ended = true;
	} else if (block->size < r->output.size) {
		if (!buffer_append(&b->carry, block->data + block->size, r->output.size - block->size))
			return error_nomem(err);
	}
	return block->size > 0;
}

/* The end of the data: a record that never came to its end is told. The lock is held. */
static void stream_end(struct blocks *b)
{
	if (!b->carry.size)
		return;
	damage_at(b, file_part_data_end(b->part), -ENODATA, "the compressed data end within a record");
	buffer_clear(&b->carry);
}

/* --- parts ----------------------------------------------------------------- */

void blocks_begin_part(struct blocks *b, const struct file_part *part)
{
	b->part = part;
	b->position = part->data.offset;
	/* A block takes at least 8 bytes, so that no part reaches the next one's numbers: see struct block. */
	b->next_number = part->start / 8;
	buffer_clear(&b->window);
	buffer_clear(&b->carry);
	/* Whether records hold frames or a stream is found out for each part, and the same way each time. */
	ZSTD_freeDCtx(b->stream);
	b->stream = NULL;
	b->payload_done = 0;
	b->stream_full = b->stream_ended = b->whole_frames = b->cut_noted = false;
}

/* Moves on from the end of a part. False when it was the last. The lock is held. */
static bool part_next(struct blocks *b)
{
	if (b->part + 1 == &b->file->parts[b->end_part])
		return false;
	b->taken_before += b->part->data.size;
	blocks_begin_part(b, b->part + 1);
	return true;
}

/* A block on its way out. */
struct under_way {
	struct block block;
	struct turn turn;
	bool has_turn;
	bool frame;      /* still to be decompressed, */
	bool cut;        /* as far as it is there, */
	uint64_t raw;    /* to so many bytes */
	uint64_t weight; /* of its records */
};

/* The stream is left out from the position to the end of the part. The lock is held. */
static void stream_leave(struct blocks *b, const struct record *rec)
{
	b->stream_ended = true;
	b->payload_done = 0;
	buffer_clear(&b->carry);
	b->n_passed[rec->type]++;
	outer_step(b, rec, 0);
}

/* The block that begins with a compressed record: 1, 0 to go on without one, a negative errno. The lock is held. */
static int take_compressed(struct block_reader *r, struct record *rec, struct under_way *w, struct error *err)
{
	struct blocks *b = r->blocks;
	bool enough;
	int result;

	w->frame = (!b->stream || b->stream_ended) && payload_begins_frame(rec);
	if (!w->frame && b->whole_frames) {
		frame_remnant_skip(b, rec);
		return 0;
	}
	w->turn = turn_here(b, !w->frame);
	enough = enough_held(b, &w->turn);
	if (w->frame) {
		w->block.number = b->next_number++;
		w->block.offset = b->position;
		result = frame_gather(r, rec, &w->raw, &w->cut, err);
	} else if (enough) {
		stream_leave(b, rec);
		result = 0;
	} else {
		result = stream_next(r, rec, &w->block, &w->weight, err);
	}
	if (result < 0)
		return result;
	w->has_turn = true;
	w->turn.number = b->turns_taken++;
	return enough ? 0 : result;
}

/* The next block of any kind, likewise. *ret_end: there is none. The lock is held. */
static int take_next(struct block_reader *r, struct under_way *w, bool *ret_end, struct error *err)
{
	struct blocks *b = r->blocks;
	struct record rec;
	uint64_t trailing;

	if (outer_record(b, &rec, &trailing) <= 0) {
		stream_end(b);
		*ret_end = !part_next(b);
		return 0;
	}
	if (!record_is_compressed(&rec))
		return plain_run(r, &rec, trailing, &w->block, err);
	return take_compressed(r, &rec, w, err);
}

int blocks_next_compressed(struct block_reader *r, struct block *ret_block, struct error *err)
{
	struct blocks *b = r->blocks;
	bool end = false;
	int result = 0;

	while (!result && !end) {
		struct under_way w = { 0 };

		pthread_mutex_lock(&b->lock);
		result = take_next(r, &w, &end, err);
		pthread_mutex_unlock(&b->lock);
		if (result > 0 && w.frame)
			result = frame_decompress(r, w.raw, w.cut, &w.block, &w.weight, err);
		if (w.has_turn && turn_end(b, &w.turn, w.weight) && result > 0)
			result = 0;
		if (result > 0)
			*ret_block = w.block;
	}
	return result;
}
