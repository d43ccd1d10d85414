/* index_source: reads the blocks with sideband records, according to the file's index (formats/file/block.h). */
#include "formats/file/block.h"

#include "formats/file/compressed_walk.h"
#include "formats/file/decompress_limit.h"
#include "formats/file/packing.h"
#include "formats/file/sideband_index.h"

#include <errno.h>
#include <stdlib.h>

/* Recorders write plain blocks of a quarter of a megabyte. */
#define PLAIN_BLOCK_MAX (16u << 20)

struct indexed {
	struct block_shared *shared;
	struct compressed_walk walk;
	void *frames;
	uint32_t next;   /* of the index's blocks */
	uint64_t taken;  /* bytes of the file */
	uint64_t weight; /* of the records in compressed blocks so far */
};

struct indexed_worker {
	struct indexed *source;
	struct buffer plain; /* records */
	void *frame;
};

static void indexed_gap(void *context)
{
	(void)context;
}

static void indexed_rewind(void *source)
{
	struct indexed *x = source;

	compressed_walk_rewind(&x->walk);
	frame_packing.begin_part(x->frames);
	x->next = 0;
	x->taken = x->weight = 0;
}

static void indexed_free(void *source)
{
	struct indexed *x = source;

	if (!x)
		return;
	frame_packing.free(x->frames);
	compressed_walk_fini(&x->walk);
	free(x);
}

static void *indexed_new(struct block_shared *shared)
{
	struct indexed *x = calloc(1, sizeof(*x));

	if (!x)
		return NULL;
	x->shared = shared;
	compressed_walk_init(&x->walk, shared, indexed_gap, x);
	x->frames = frame_packing.new(&x->walk);
	if (!x->frames) {
		indexed_free(x);
		return NULL;
	}
	indexed_rewind(x);
	return x;
}

static void indexed_worker_free(void *worker)
{
	struct indexed_worker *w = worker;

	if (!w)
		return;
	frame_packing.worker_free(w->frame);
	buffer_fini(&w->plain);
	free(w);
}

static void *indexed_worker_new(void *source)
{
	struct indexed_worker *w = calloc(1, sizeof(*w));
	struct indexed *x = source;

	if (!w)
		return NULL;
	w->source = x;
	buffer_init(&w->plain);
	w->frame = frame_packing.worker_new(x->frames);
	if (!w->frame) {
		indexed_worker_free(w);
		return NULL;
	}
	return w;
}

/* Ends the reading, because the file contradicts its index. The lock is held. Returns 0. */
static int indexed_lie(struct indexed *x, const struct sideband_block *about)
{
	outer_damage_at(&x->walk, about->offset, -EBADMSG, "the block index does not say what the file holds");
	x->next = x->shared->sideband->n;
	return 0;
}

/* Takes the frame that is the block. 1; 0: there is none; or a negative errno. The lock is held. */
static int frame_take(struct indexed *x, struct indexed_worker *w, const struct sideband_block *about,
		      struct compressed_block *b, struct error *err)
{
	struct compressed_walk *walk = &x->walk;
	uint64_t trailing;
	struct record r;
	int result;

	walk->position = about->offset;
	result = outer_record(walk, &r, &trailing);
	if (result < 0)
		return error_at(err, result, about->offset, ERROR_NO_RECORD, "%s", strerror(-result));
	if (!result || walk->position != about->offset || !record_is_compressed(&r) || !payload_begins_frame(&r))
		return indexed_lie(x, about);
	result = frame_packing.take(x->frames, w->frame, &r, b, err);
	if (result >= 0 && (!result || walk->position != about->end))
		return indexed_lie(x, about);
	return result;
}

/* Takes the records of an uncompressed block, which have to fill it. 1, 0 or a negative errno. The lock is held. */
static int plain_take(struct indexed *x, struct indexed_worker *w, const struct sideband_block *about,
		      struct compressed_block *b, struct error *err)
{
	const struct file_part *part = &x->shared->file->parts.list[0];
	uint64_t size = about->end - about->offset;
	bool broken;

	buffer_clear(&w->plain);
	if (size > PLAIN_BLOCK_MAX)
		return indexed_lie(x, about);
	if (!buffer_reserve(&w->plain, size))
		return error_nomem(err);
	if (file_part_pread(part, w->plain.data, size, about->offset) != (ssize_t)size ||
	    whole_records(w->plain.data, size, x->shared->file->swap, &b->weight, &broken) != size)
		return indexed_lie(x, about);
	b->block = (struct block){ .offset = about->offset, .data = w->plain.data, .size = size };
	return 1;
}

/* Adds the weight of a block. True: the blocks have more than the decompress limit allows. The lock is held. */
static bool indexed_too_much(struct indexed *x, struct sideband_block *about, uint64_t weight)
{
	uint64_t max = x->shared->file->max_expansion ? x->shared->file->max_expansion : BLOCKS_MAX_EXPANSION;

	about->weight = weight;
	x->weight += weight;
	return x->weight > BLOCKS_WEIGHT_FREE && (x->weight - BLOCKS_WEIGHT_FREE) / max > x->taken;
}

/* Takes the next block; *ret_number: its number. 1; 0: there is none; or a negative errno. */
static int indexed_take(struct indexed *x, struct indexed_worker *w, uint32_t *ret_number, struct compressed_block *b,
			struct error *err)
{
	const struct sideband_block *about;
	int result = 0;

	pthread_mutex_lock(&x->shared->lock);
	if (x->next < x->shared->sideband->n) {
		*ret_number = x->next++;
		about = &x->shared->sideband->blocks[*ret_number];
		x->taken += about->end - about->offset;
		result = about->compressed ? frame_take(x, w, about, b, err) : plain_take(x, w, about, b, err);
	}
	pthread_mutex_unlock(&x->shared->lock);
	return result;
}

static int indexed_next(void *source, void *worker, struct block *ret_block, struct error *err)
{
	struct indexed_worker *w = worker;
	struct indexed *x = source;
	struct compressed_block b = { 0 };
	struct sideband_block *about;
	uint32_t number = 0;
	int result = indexed_take(x, w, &number, &b, err);

	if (result <= 0)
		return result;
	about = &x->shared->sideband->blocks[number];
	if (about->compressed)
		result = frame_packing.unpack(w->frame, &b, err);
	pthread_mutex_lock(&x->shared->lock);
	if (!result || (result > 0 && indexed_too_much(x, about, b.weight)))
		result = indexed_lie(x, about);
	pthread_mutex_unlock(&x->shared->lock);
	b.block.number = number;
	if (result > 0)
		*ret_block = b.block;
	return result;
}

const struct block_source index_source = {
	.new = indexed_new,
	.free = indexed_free,
	.rewind = indexed_rewind,
	.worker_new = indexed_worker_new,
	.worker_free = indexed_worker_free,
	.next = indexed_next,
};
