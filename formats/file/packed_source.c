/* packed_source: makes the blocks of compressed files (formats/file/block.h). */
#include "formats/file/block.h"

#include "formats/file/compressed_walk.h"
#include "formats/file/decompress_limit.h"
#include "formats/file/packing.h"
#include "formats/file/sideband_index.h"

#include <stdlib.h>

/* About how many bytes of uncompressed records between compressed ones become one block. */
#define PLAIN_RUN (256u << 10)

static const struct packing *const packings[] = { &stream_packing, &frame_packing };

#define N_PACKINGS ARRAY_SIZE(packings)

struct packed {
	struct block_shared *shared;
	struct compressed_walk walk;
	struct decompress_limit decompress_limit;
	uint32_t next_sideband; /* of the blocks in shared->sideband */
	void *states[N_PACKINGS];
};

struct packed_worker {
	struct packed *source;
	struct buffer plain; /* records */
	void *workers[N_PACKINGS];
};

static void packed_gap(void *context)
{
	struct packed *p = context;

	for (unsigned i = 0; i < N_PACKINGS; i++)
		packings[i]->gap(p->states[i]);
}

static void begin_part(struct packed *p)
{
	for (unsigned i = 0; i < N_PACKINGS; i++)
		packings[i]->begin_part(p->states[i]);
}

static void packed_rewind(void *source)
{
	struct packed *p = source;

	compressed_walk_rewind(&p->walk);
	decompress_limit_rewind(&p->decompress_limit);
	p->next_sideband = 0;
	begin_part(p);
}

static void packed_free(void *source)
{
	struct packed *p = source;

	if (!p)
		return;
	for (unsigned i = 0; i < N_PACKINGS; i++)
		packings[i]->free(p->states[i]);
	compressed_walk_fini(&p->walk);
	free(p);
}

static void *packed_new(struct block_shared *shared)
{
	struct packed *p = calloc(1, sizeof(*p));
	bool failed = false;

	if (!p)
		return NULL;
	p->shared = shared;
	compressed_walk_init(&p->walk, shared, packed_gap, p);
	decompress_limit_init(&p->decompress_limit, shared);
	for (unsigned i = 0; i < N_PACKINGS; i++) {
		p->states[i] = packings[i]->new (&p->walk);
		failed = failed || !p->states[i];
	}
	if (failed) {
		packed_free(p);
		return NULL;
	}
	packed_rewind(p);
	return p;
}

static void packed_worker_free(void *worker)
{
	struct packed_worker *w = worker;

	if (!w)
		return;
	for (unsigned i = 0; i < N_PACKINGS; i++)
		packings[i]->worker_free(w->workers[i]);
	buffer_fini(&w->plain);
	free(w);
}

static void *packed_worker_new(void *source)
{
	struct packed_worker *w = calloc(1, sizeof(*w));
	struct packed *p = source;
	bool failed = false;

	if (!w)
		return NULL;
	w->source = p;
	buffer_init(&w->plain);
	for (unsigned i = 0; i < N_PACKINGS; i++) {
		w->workers[i] = packings[i]->worker_new(p->states[i]);
		failed = failed || !w->workers[i];
	}
	if (failed) {
		packed_worker_free(w);
		return NULL;
	}
	return w;
}

/* Gathers uncompressed records from the position on. The lock is held. */
static int plain_run(struct packed_worker *w, struct record *r, uint64_t trailing, struct block *ret_block,
		     struct error *err)
{
	struct compressed_walk *walk = &w->source->walk;

	buffer_clear(&w->plain);
	*ret_block = (struct block){ .number = walk->next_number++, .offset = walk->position };
	for (;;) {
		uint64_t next;

		if (!buffer_append(&w->plain, r->data, r->size))
			return error_nomem(err);
		outer_step(walk, r, trailing);
		/* Data after a record are not gathered, so only the last record may have some. */
		if (trailing || w->plain.size >= PLAIN_RUN)
			break;
		next = walk->position;
		if (outer_record(walk, r, &trailing) <= 0 || record_is_compressed(r) || walk->position != next)
			break;
	}
	ret_block->data = w->plain.data;
	ret_block->size = w->plain.size;
	return 1;
}

/* A block that was taken, and its turn. */
struct under_way {
	struct compressed_block packed;
	struct decompress_limit_turn turn;
	bool has_turn;
	unsigned packing; /* that is to unpack it, N_PACKINGS: none */
};

/* Returns the packing that a compressed record belongs to. */
static unsigned packing_of(const struct packed *p, const struct record *r)
{
	unsigned best = 0;
	int best_bid = -1;

	for (unsigned i = 0; i < N_PACKINGS; i++) {
		int bid = packings[i]->bid(p->states[i], r);

		if (bid > best_bid) {
			best_bid = bid;
			best = i;
		}
	}
	return best;
}

/* Returns the turn of the block that begins at the position. The lock is held. */
static struct decompress_limit_turn turn_here(const struct packed *p, bool stream)
{
	const struct compressed_walk *walk = &p->walk;

	return (struct decompress_limit_turn){ .offset = walk->position,
					       .taken = walk->taken_before + walk->position - walk->part->data.offset,
					       .part = walk->part,
					       .is_stream = stream };
}

/* True if the block was read before all others, and need not be decompressed again. The lock is held. */
static bool is_done(struct packed *p, struct compressed_block *b)
{
	const struct sideband_block *done = NULL;

	if (p->shared->sideband)
		done = sideband_index_meet(p->shared->sideband, &p->next_sideband, b->block.offset, p->walk.position);
	if (done)
		b->weight = done->weight;
	return done;
}

/* Takes the block that begins with a compressed record. 1; 0: no block; or a negative errno. The lock is held. */
static int take_compressed(struct packed *p, struct packed_worker *w, struct record *r, struct under_way *u,
			   struct error *err)
{
	unsigned i = packing_of(p, r);
	bool enough;
	int result = 0;

	u->turn = turn_here(p, packings[i]->leave != NULL);
	enough = decompress_limit_enough(&p->decompress_limit, &u->turn);
	if (enough && packings[i]->leave)
		packings[i]->leave(p->states[i], r);
	else
		result = packings[i]->take(p->states[i], w->workers[i], r, &u->packed, err);
	if (result < 0 || u->packed.is_skipped)
		return result;
	u->packing = i;
	u->has_turn = true;
	u->turn.number = p->decompress_limit.turns_taken++;
	return enough || (result > 0 && is_done(p, &u->packed)) ? 0 : result;
}

/* Takes the next block of any kind, likewise. *ret_end: the end of the file. The lock is held. */
static int take_next(struct packed *p, struct packed_worker *w, struct under_way *u, bool *ret_end, struct error *err)
{
	struct record r;
	uint64_t trailing;
	int result = outer_record(&p->walk, &r, &trailing);

	if (result < 0)
		return error_at(err, result, p->walk.position, ERROR_NO_RECORD, "%s", strerror(-result));
	if (!result) {
		for (unsigned i = 0; i < N_PACKINGS; i++)
			packings[i]->end_part(p->states[i]);
		*ret_end = !compressed_walk_next_part(&p->walk);
		if (!*ret_end)
			begin_part(p);
		return 0;
	}
	if (!record_is_compressed(&r))
		return plain_run(w, &r, trailing, &u->packed.block, err);
	return take_compressed(p, w, &r, u, err);
}

static int packed_next(void *source, void *worker, struct block *ret_block, struct error *err)
{
	struct packed_worker *w = worker;
	struct packed *p = source;
	bool end = false;
	int result = 0;

	while (!result && !end) {
		struct under_way u = { .packing = N_PACKINGS };

		pthread_mutex_lock(&p->shared->lock);
		result = take_next(p, w, &u, &end, err);
		pthread_mutex_unlock(&p->shared->lock);
		if (result > 0 && u.packing < N_PACKINGS && packings[u.packing]->unpack)
			result = packings[u.packing]->unpack(w->workers[u.packing], &u.packed, err);
		if (u.has_turn && decompress_limit_turn_end(&p->decompress_limit, &u.turn, u.packed.weight) &&
		    result > 0)
			result = 0;
		if (result > 0)
			*ret_block = u.packed.block;
	}
	return result;
}

const struct block_source packed_source = {
	.new = packed_new,
	.free = packed_free,
	.rewind = packed_rewind,
	.worker_new = packed_worker_new,
	.worker_free = packed_worker_free,
	.next = packed_next,
};
