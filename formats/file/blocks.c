#include "formats/file/blocks.h"

#include "formats/file/block.h"

#include <stdlib.h>

struct blocks {
	struct block_shared shared;
	const struct block_source *source;
	void *state; /* of the source */
};

struct block_reader {
	struct blocks *blocks;
	void *worker; /* of the source */
};

/* The parts of a file that are read, from first up to before end. sideband: only the blocks in this list are. */
struct blocks_range {
	uint32_t first, end;
	struct sideband_index *sideband;
};

static int blocks_make(struct blocks **ret_blocks, const struct block_source *source, const struct perf_file *file,
		       struct blocks_range range, struct error *err)
{
	struct blocks *b = calloc(1, sizeof(*b));

	if (!b)
		return error_nomem(err);
	block_shared_init(&b->shared, file, range.first, range.end);
	b->shared.sideband = range.sideband;
	b->source = source;
	b->state = b->source->new (&b->shared);
	if (!b->state) {
		blocks_free(b);
		return error_nomem(err);
	}
	*ret_blocks = b;
	return 0;
}

static const struct block_source *source_of(const struct perf_file *file)
{
	return file->compressed ? &packed_source : &chunk_source;
}

int blocks_new(struct blocks **ret_blocks, const struct perf_file *file, struct error *err)
{
	return blocks_make(ret_blocks, source_of(file), file, (struct blocks_range){ .end = file->parts.n }, err);
}

int blocks_new_part(struct blocks **ret_blocks, const struct perf_file *file, uint32_t part, struct error *err)
{
	return blocks_make(ret_blocks, source_of(file), file, (struct blocks_range){ part, part + 1, NULL }, err);
}

int blocks_new_sideband(struct blocks **ret_blocks, const struct perf_file *file, struct sideband_index *index,
			struct error *err)
{
	return blocks_make(ret_blocks, &index_source, file, (struct blocks_range){ 0, 1, index }, err);
}

void blocks_free(struct blocks *b)
{
	if (!b)
		return;
	b->source->free(b->state);
	block_shared_fini(&b->shared);
	free(b);
}

void blocks_rewind(struct blocks *b)
{
	block_shared_rewind(&b->shared);
	b->source->rewind(b->state);
}

void blocks_pass_over(struct blocks *b, struct sideband_index *index)
{
	b->shared.sideband = index;
}

int block_reader_new(struct block_reader **ret_reader, struct blocks *b, struct error *err)
{
	struct block_reader *r = calloc(1, sizeof(*r));

	if (!r)
		return error_nomem(err);
	r->blocks = b;
	r->worker = b->source->worker_new(b->state);
	if (!r->worker) {
		block_reader_free(r);
		return error_nomem(err);
	}
	*ret_reader = r;
	return 0;
}

void block_reader_free(struct block_reader *r)
{
	if (!r)
		return;
	r->blocks->source->worker_free(r->worker);
	free(r);
}

int block_reader_next(struct block_reader *r, struct block *ret_block, struct error *err)
{
	return r->blocks->source->next(r->blocks->state, r->worker, ret_block, err);
}

bool block_reader_rest(struct block_reader *r, struct block *ret_block)
{
	return r->blocks->source->rest && r->blocks->source->rest(r->worker, ret_block);
}

void blocks_watch(struct blocks *b, blocks_damaged *damaged, void *context)
{
	b->shared.damaged = damaged;
	b->shared.damaged_context = context;
}

uint64_t blocks_taken(const struct blocks *b)
{
	return __atomic_load_n(&b->shared.taken, __ATOMIC_RELAXED);
}

uint64_t blocks_damage(const struct blocks *b, struct error *ret_first)
{
	if (b->shared.n_damaged)
		*ret_first = b->shared.first_damage;
	return b->shared.n_damaged;
}

uint64_t blocks_n_unpacked(const struct blocks *b)
{
	return b->shared.n_unpacked;
}

uint64_t blocks_n_in_turn(const struct blocks *b)
{
	return b->shared.n_in_turn;
}

uint64_t blocks_n_lost(const struct blocks *b)
{
	return b->shared.n_lost;
}

uint64_t blocks_n_passed(const struct blocks *b, uint32_t type)
{
	return b->shared.n_passed[type];
}

/* 0 at the last block's end, 1 where `take` ended the walk, or a negative errno. */
static int reader_each_record(struct block_reader *reader, bool swap, blocks_take *take, void *context,
			      struct error *err)
{
	struct block block;
	int result;

	while ((result = block_reader_next(reader, &block, err)) > 0) {
		struct record r;
		size_t pos = 0;

		while (block_next_record(&block, swap, &pos, &r)) {
			result = take(context, &r, err);
			if (result)
				return result;
		}
	}
	return result;
}

int blocks_each_record(const struct perf_file *file, blocks_damaged *damaged, blocks_take *take, void *context,
		       struct error *err)
{
	struct block_reader *reader = NULL;
	struct blocks *blocks;
	int result = blocks_new(&blocks, file, err);

	if (result)
		return result;
	if (damaged)
		blocks_watch(blocks, damaged, context);
	result = block_reader_new(&reader, blocks, err);
	if (!result)
		result = reader_each_record(reader, file->swap, take, context, err);
	block_reader_free(reader);
	blocks_free(blocks);
	return result < 0 ? result : 0;
}
