/* stream_packing: decompresses an endless stream, as Linux perf writes it (formats/file/packing.h). */
#include "formats/file/packing.h"

#include "formats/file/compressed_walk.h"

#include <errno.h>
#include <stdlib.h>
#include <zstd.h>

/* How much of a stream is decompressed at once. */
#define STREAM_STEP (1u << 20)

struct stream {
	struct compressed_walk *walk;
	ZSTD_DCtx *dctx;     /* NULL: the part's stream has not begun */
	struct buffer carry; /* the beginning of a record that goes on in what is decompressed next */
	size_t payload_done; /* bytes of the outer record at the position that are decompressed already */
	bool full;           /* the decompressor may hold more than the last output had room for */
	bool ended;          /* it is damaged: no more of it */
};

struct stream_worker {
	struct stream *stream;
	struct buffer output;
};

static void *stream_new(struct compressed_walk *walk)
{
	struct stream *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->walk = walk;
	buffer_init(&s->carry);
	return s;
}

static void stream_free(void *packing)
{
	struct stream *s = packing;

	if (!s)
		return;
	buffer_fini(&s->carry);
	ZSTD_freeDCtx(s->dctx);
	free(s);
}

static void *stream_worker_new(void *packing)
{
	struct stream_worker *w = calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	w->stream = packing;
	buffer_init(&w->output);
	return w;
}

static void stream_worker_free(void *worker)
{
	struct stream_worker *w = worker;

	if (!w)
		return;
	buffer_fini(&w->output);
	free(w);
}

static void stream_begin_part(void *packing)
{
	struct stream *s = packing;

	buffer_clear(&s->carry);
	ZSTD_freeDCtx(s->dctx);
	s->dctx = NULL;
	s->payload_done = 0;
	s->full = s->ended = false;
}

/* Ends the stream: after a gap the rest cannot be decompressed. */
static void stream_gap(void *packing)
{
	struct stream *s = packing;

	if (!s->dctx)
		return;
	s->ended = true;
	buffer_clear(&s->carry);
}

/* Notes damage if the stream ends within a record. */
static void stream_end_part(void *packing)
{
	struct stream *s = packing;

	if (!s->carry.size)
		return;
	outer_damage_at(s->walk, file_part_data_end(s->walk->part), -ENODATA,
			"the compressed data end within a record");
	buffer_clear(&s->carry);
}

/* A stream that has begun goes on in the record; otherwise any bytes may begin one. */
static int stream_bid(const void *packing, const struct record *r)
{
	const struct stream *s = packing;

	(void)r;
	return s->dctx && !s->ended ? PACKING_SURE : PACKING_MAYBE;
}

static void stream_leave(void *packing, const struct record *r)
{
	struct stream *s = packing;

	s->ended = true;
	s->payload_done = 0;
	buffer_clear(&s->carry);
	s->walk->shared->n_passed[r->type]++;
	outer_step(s->walk, r, 0);
}

/*
 * Begins the output with the part of a record that was left from the last block, and makes room for the next data. The
 * room is always the same, so that any number of workers cuts the stream into the same blocks.
 */
static int stream_output_begin(struct stream_worker *w, struct error *err)
{
	struct stream *s = w->stream;

	buffer_clear(&w->output);
	if (!buffer_reserve(&w->output, s->carry.size + STREAM_STEP) ||
	    !buffer_append(&w->output, s->carry.data ? s->carry.data : (const uint8_t *)"", s->carry.size))
		return error_nomem(err);
	buffer_clear(&s->carry);
	return 0;
}

/*
 * True if the next outer record is compressed, too. Linux perf writes a FINISHED_ROUND after every few of them; these
 * are skipped and counted, so that blocks do not become small.
 */
static bool stream_goes_on(struct compressed_walk *walk, struct record *r, struct block *block)
{
	uint64_t trailing;

	while (outer_record(walk, r, &trailing) > 0) {
		if (r->type != PERF_RECORD_FINISHED_ROUND)
			return record_is_compressed(r);
		walk->shared->n_passed[r->type]++;
		block->n_rounds++;
		outer_step(walk, r, 0);
	}
	return false;
}

/* Decompresses as much of a record as the output has room for. 0 or -ENOMEM. */
static int stream_decompress(struct stream *s, const struct record *r, ZSTD_outBuffer *out)
{
	struct cursor payload = compressed_payload(r);
	ZSTD_inBuffer in = { .src = payload.pos, .size = cursor_left(&payload), .pos = s->payload_done };
	size_t result = 0;

	if (in.pos > in.size)
		in.pos = in.size;
	while (!s->ended && (in.pos < in.size || s->full) && out->pos < out->size && !ZSTD_isError(result)) {
		result = ZSTD_decompressStream(s->dctx, out, &in);
		s->full = out->pos == out->size;
	}
	if (zstd_lacks_memory(result))
		return -ENOMEM;
	if (ZSTD_isError(result)) {
		outer_damage_at(s->walk, s->walk->position, -EBADMSG, "the compressed data are damaged from here on");
		s->ended = true;
	}
	s->payload_done = in.pos;
	return 0;
}

/*
 * Decompresses the record at the position and the compressed ones after it, as much as the output has room for. The
 * lock is held.
 */
static int stream_fill(struct stream_worker *w, struct record *r, struct block *block, struct error *err)
{
	struct stream *s = w->stream;
	ZSTD_outBuffer out = { .dst = w->output.data, .size = w->output.size + STREAM_STEP, .pos = w->output.size };

	if (!s->dctx)
		s->dctx = ZSTD_createDCtx();
	if (!s->dctx)
		return error_nomem(err);
	do {
		if (stream_decompress(s, r, &out))
			return error_nomem(err);
		if (!s->ended && out.pos == out.size)
			break; /* more may be left in the record, or inside the decompressor (s->full) */
		s->walk->shared->n_passed[r->type]++;
		s->payload_done = 0;
		outer_step(s->walk, r, 0);
	} while (stream_goes_on(s->walk, r, block) && !(s->ended && payload_begins_frame(r)));
	w->output.size = out.pos;
	return 0;
}

static int stream_take(void *packing, void *worker, struct record *r, struct compressed_block *b, struct error *err)
{
	struct stream_worker *w = worker;
	struct stream *s = packing;
	struct block *block = &b->block;
	bool broken = false;
	int result;

	block->offset = s->walk->position;
	result = stream_output_begin(w, err);
	if (!result)
		result = stream_fill(w, r, block, err);
	if (result)
		return result;
	block->number = s->walk->next_number++;
	block->decompressed = true;
	block->data = w->output.data;
	block->size = whole_records(w->output.data, w->output.size, s->walk->shared->file->swap, &b->weight, &broken);
	if (broken) {
		outer_damage_at(s->walk, block->offset, -EBADMSG,
				"the compressed data hold a record of impossible size");
		s->ended = true;
	} else if (block->size < w->output.size) {
		if (!buffer_append(&s->carry, block->data + block->size, w->output.size - block->size))
			return error_nomem(err);
	}
	return block->size > 0;
}

const struct packing stream_packing = {
	.new = stream_new,
	.free = stream_free,
	.worker_new = stream_worker_new,
	.worker_free = stream_worker_free,
	.begin_part = stream_begin_part,
	.gap = stream_gap,
	.end_part = stream_end_part,
	.bid = stream_bid,
	.take = stream_take,
	.leave = stream_leave,
};
