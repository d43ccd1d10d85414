/* frame_packing: decompresses whole frames, as prec writes them (formats/file/packing.h). */
#include "formats/file/packing.h"

#include "formats/file/compressed_walk.h"

#include <errno.h>
#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

/* The largest raw size of a frame. */
#define FRAME_RAW_MAX_LOG 24
#define FRAME_RAW_MAX     (1u << FRAME_RAW_MAX_LOG)

/* How many records a frame may be in; with each of them it is searched again from its beginning. */
#define FRAME_RECORDS_MAX 512

struct frames {
	struct compressed_walk *walk;
	bool met; /* in this part: there is no stream */
};

struct frame_worker {
	struct frames *frames;
	struct buffer input; /* compressed bytes of one frame */
	bool is_cut;         /* it is not whole: as far as it is there, */
	uint64_t raw;        /* it decompresses to so many bytes */
	struct buffer output;
	ZSTD_DCtx *dctx;
};

static void *frames_new(struct compressed_walk *walk)
{
	struct frames *f = calloc(1, sizeof(*f));

	if (f)
		f->walk = walk;
	return f;
}

static void frame_worker_free(void *worker)
{
	struct frame_worker *w = worker;

	if (!w)
		return;
	buffer_fini(&w->input);
	buffer_fini(&w->output);
	ZSTD_freeDCtx(w->dctx);
	free(w);
}

static void *frame_worker_new(void *packing)
{
	struct frame_worker *w = calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	w->frames = packing;
	buffer_init(&w->input);
	buffer_init(&w->output);
	w->dctx = ZSTD_createDCtx();
	if (!w->dctx) {
		frame_worker_free(w);
		return NULL;
	}
	/* Frames have at most FRAME_RAW_MAX bytes, so none needs a larger window. */
	ZSTD_DCtx_setParameter(w->dctx, ZSTD_d_windowLogMax, FRAME_RAW_MAX_LOG);
	return w;
}

static void frames_begin_part(void *packing)
{
	struct frames *f = packing;

	f->met = false;
}

static void frames_nothing(void *packing)
{
	(void)packing;
}

/* If a part of the file has frames, it has nothing else: a record that begins no frame is the rest of one. */
static int frames_bid(const void *packing, const struct record *r)
{
	const struct frames *f = packing;

	return f->met || payload_begins_frame(r) ? PACKING_LIKELY : PACKING_NO;
}

enum frames_state {
	FRAMES_WHOLE,
	FRAMES_CUT, /* the last one goes on */
	FRAMES_DAMAGED,
};

/* Finds out whether the bytes are whole frames. *ret_raw: how many bytes they decompress to. */
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
 * Gathers one frame from record r and those after it into w->input. 1; with w->cut: the frame is not whole, which is
 * noted, and the position is at the first record that cannot belong to it; 0: it is damaged, which is noted. The lock
 * is held.
 */
static int frame_gather(struct frame_worker *w, struct record *r, struct error *err)
{
	struct compressed_walk *walk = w->frames->walk;
	enum frames_state state;
	uint64_t first = walk->position;
	uint64_t trailing = 0;
	unsigned n = 0;
	int result;

	w->frames->met = true;
	buffer_clear(&w->input);
	do {
		struct cursor payload = compressed_payload(r);

		if (!buffer_append(&w->input, payload.pos, cursor_left(&payload)))
			return error_nomem(err);
		walk->shared->n_passed[r->type]++;
		outer_step(walk, r, 0);
		state = frames_look(&w->input, &w->raw);
		if (state == FRAMES_WHOLE)
			return 1;
		if (state == FRAMES_DAMAGED || w->input.size > FRAME_RAW_MAX || ++n == FRAME_RECORDS_MAX)
			break;
		result = outer_record(walk, r, &trailing);
		if (result < 0)
			return error_at(err, result, walk->position, ERROR_NO_RECORD, "%s", strerror(-result));
	} while (result && record_is_compressed(r) && !payload_begins_frame(r));
	w->is_cut = state == FRAMES_CUT;
	if (state == FRAMES_DAMAGED)
		outer_damage_at(walk, first, -EBADMSG, "a compressed frame is damaged");
	else
		outer_damage_at(walk, first, -ENODATA, "a compressed frame is not whole");
	return state == FRAMES_CUT;
}

/*
 * Decompresses a frame that is cut off into w->output, as far as its blocks are whole. 0 or -ENOMEM.
 */
static int frame_salvage(struct frame_worker *w, size_t *ret_size, struct error *err)
{
	ZSTD_inBuffer in = { .src = w->input.data, .size = w->input.size };
	ZSTD_outBuffer out = { .size = FRAME_RAW_MAX };
	size_t before, result;

	out.dst = buffer_reserve(&w->output, out.size);
	if (!out.dst)
		return error_nomem(err);
	ZSTD_DCtx_reset(w->dctx, ZSTD_reset_session_only);
	do {
		before = out.pos + in.pos;
		result = ZSTD_decompressStream(w->dctx, &out, &in);
	} while (!ZSTD_isError(result) && out.pos < out.size && out.pos + in.pos > before);
	ZSTD_DCtx_reset(w->dctx, ZSTD_reset_session_only);
	*ret_size = out.pos;
	return zstd_lacks_memory(result) ? error_nomem(err) : 0;
}

/* Skips the rest of a frame whose beginning is damaged. The lock is held. */
static void frame_remnant_skip(struct compressed_walk *walk, const struct record *r)
{
	outer_damage_at(walk, walk->position, -EBADMSG,
			"a compressed record holds a part of a frame without its beginning");
	walk->shared->n_passed[r->type]++;
	outer_step(walk, r, 0);
}

static int frames_take(void *packing, void *worker, struct record *r, struct compressed_block *b, struct error *err)
{
	struct frame_worker *w = worker;
	struct frames *f = packing;

	w->is_cut = false;
	if (!payload_begins_frame(r)) {
		frame_remnant_skip(f->walk, r);
		b->is_skipped = true;
		return 0;
	}
	b->block.number = f->walk->next_number++;
	b->block.offset = f->walk->position;
	return frame_gather(w, r, err);
}

/* Decompresses w->input into w->output. 0, or a negative errno; *ret_what: what is wrong with it. */
static int frame_decompress(struct frame_worker *w, size_t *ret_size, const char **ret_what, struct error *err)
{
	size_t size;

	buffer_clear(&w->output);
	*ret_size = 0;
	if (w->is_cut)
		return frame_salvage(w, ret_size, err);
	if (w->raw > FRAME_RAW_MAX)
		*ret_what = "a compressed frame is larger than 16 MiB";
	if (!w->raw || *ret_what)
		return 0;
	if (!buffer_reserve(&w->output, w->raw))
		return error_nomem(err);
	size = ZSTD_decompressDCtx(w->dctx, w->output.data, w->raw, w->input.data, w->input.size);
	if (zstd_lacks_memory(size))
		return error_nomem(err);
	if (ZSTD_isError(size))
		*ret_what = "a compressed frame is damaged";
	else
		*ret_size = size;
	return 0;
}

static int frames_unpack(void *worker, struct compressed_block *b, struct error *err)
{
	struct frame_worker *w = worker;
	struct compressed_walk *walk = w->frames->walk;
	const char *what = NULL;
	bool broken = false;
	size_t size;
	int result = frame_decompress(w, &size, &what, err);

	walk->shared->n_unpacked++;
	if (result)
		return result;
	b->block.data = w->output.data;
	b->block.size = whole_records(w->output.data, size, walk->shared->file->swap, &b->weight, &broken);
	b->block.decompressed = true;
	if (!what && !w->is_cut && b->block.size < size)
		what = broken ? "a compressed frame holds a record of impossible size"
			      : "a compressed frame ends within a record";
	if (what) {
		pthread_mutex_lock(&walk->shared->lock);
		outer_damage_at(walk, b->block.offset, -EBADMSG, what);
		pthread_mutex_unlock(&walk->shared->lock);
	}
	return b->block.size > 0;
}

const struct packing frame_packing = {
	.new = frames_new,
	.free = free,
	.worker_new = frame_worker_new,
	.worker_free = frame_worker_free,
	.begin_part = frames_begin_part,
	.gap = frames_nothing,
	.end_part = frames_nothing,
	.bid = frames_bid,
	.take = frames_take,
	.unpack = frames_unpack,
};
