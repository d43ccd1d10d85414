#include "formats/blocks_impl.h"

#include "common/fileio.h"

#include <errno.h>
#include <stdlib.h>

int blocks_new(struct blocks **ret_blocks, const struct perf_file *file, struct error *err)
{
	struct blocks *b = calloc(1, sizeof(*b));

	if (!b)
		return error_nomem(err);
	b->file = file;
	b->data_end = file->data.offset + file->data.size;
	b->n_chunks = (file->data.size + BLOCKS_CHUNK - 1) / BLOCKS_CHUNK;
	pthread_mutex_init(&b->lock, NULL);
	pthread_cond_init(&b->passed, NULL);
	buffer_init(&b->window);
	buffer_init(&b->carry);
	blocks_rewind(b);
	*ret_blocks = b;
	return 0;
}

void blocks_free(struct blocks *b)
{
	if (!b)
		return;
	buffer_fini(&b->window);
	buffer_fini(&b->carry);
	ZSTD_freeDCtx(b->stream);
	pthread_cond_destroy(&b->passed);
	pthread_mutex_destroy(&b->lock);
	free(b);
}

void blocks_rewind(struct blocks *b)
{
	b->next_chunk = 0;
	b->walked = 0;
	b->chunk_start = b->file->data.offset;
	b->next_number = 0;
	b->position = b->file->data.offset;
	buffer_clear(&b->window);
	buffer_clear(&b->carry);
	/* Whether records hold frames or a stream is found out anew, the same way. */
	ZSTD_freeDCtx(b->stream);
	b->stream = NULL;
	b->payload_done = 0;
	b->stream_full = b->stream_ended = b->whole_frames = false;
	b->taken = 0;
	b->n_damaged = 0;
	memset(b->n_passed, 0, sizeof(b->n_passed));
}

int block_reader_new(struct block_reader **ret_reader, struct blocks *b, struct error *err)
{
	struct block_reader *r = calloc(1, sizeof(*r));

	if (!r)
		return error_nomem(err);
	r->blocks = b;
	buffer_init(&r->input);
	buffer_init(&r->output);
	if (b->file->compressed)
		r->dctx = ZSTD_createDCtx();
	else
		r->chunk = malloc(BLOCKS_CHUNK + RECORD_SIZE_MAX);
	if (!r->dctx && !r->chunk) {
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
	buffer_fini(&r->input);
	buffer_fini(&r->output);
	free(r->chunk);
	ZSTD_freeDCtx(r->dctx);
	free(r);
}

void blocks_note_damage(struct blocks *b, const struct error *damage)
{
	if (!b->n_damaged++)
		b->first_damage = *damage;
	if (b->damaged)
		b->damaged(b->damaged_context, damage);
}

void blocks_watch(struct blocks *b, void (*damaged)(void *context, const struct error *damage), void *context)
{
	b->damaged = damaged;
	b->damaged_context = context;
}

bool blocks_data_cut_off(const struct blocks *b, const struct record *r, uint64_t trailing, struct error *damage)
{
	uint64_t there = b->data_end - r->offset - r->size;

	if (trailing <= there)
		return false;
	error_at(damage, -ENODATA, r->offset, r->type,
		 "the data behind a record of type %u are cut off: %llu of %llu bytes are there", r->type,
		 (unsigned long long)there, (unsigned long long)trailing);
	return true;
}

/* Where the walk over a chunk's records came to an end, and why. */
struct chunk_walk {
	size_t begin, end; /* the whole records, within the chunk's bytes */
	uint64_t next;     /* where the next chunk's first record begins, in the file */
	struct error damage;
};

/*
 * Walks the records that begin in the chunk, whose bytes from file offset `offset` on are at r->chunk; the first begins
 * at `start`.
 */
static void chunk_walk(const struct block_reader *r, uint64_t offset, uint64_t start, size_t size, size_t n,
		       struct chunk_walk *w)
{
	const struct perf_file *f = r->blocks->file;
	size_t pos = start - offset;

	w->begin = w->end = pos;
	w->next = start;
	w->damage.code = 0;
	while (pos < size) {
		uint64_t trailing = 0;
		struct record rec;
		int result;

		/* The plain case first, without a call: a whole record of the kernel's. */
		if (n - pos >= RECORD_HEADER_SIZE) {
			uint32_t record_size = load_u16_order(r->chunk + pos + 6, f->swap);
			uint32_t type = load_u32_order(r->chunk + pos, f->swap);

			if (type < PERF_RECORD_USER_TYPE_START && record_size >= RECORD_HEADER_SIZE &&
			    record_size <= n - pos) {
				pos += record_size;
				continue;
			}
		}
		result = record_at(&rec, r->chunk + pos, n - pos, offset + pos, f->swap, &w->damage);
		if (!result)
			result = record_trailing_size(&rec, &trailing, &w->damage);
		if (result) {
			w->next = r->blocks->data_end;
			w->end = pos;
			return;
		}
		pos += rec.size;
		if (trailing > n - pos) {
			/* The data behind the record reach beyond what is here: the block ends with the record. */
			w->end = pos;
			w->next = offset + pos + trailing;
			blocks_data_cut_off(r->blocks, &rec, trailing, &w->damage);
			return;
		}
		pos += trailing;
	}
	w->end = pos;
	w->next = offset + pos;
}

/* Waits until the walk has come to the chunk; returns where its first record begins. The lock is held. */
static uint64_t chunk_wait(struct blocks *b, uint64_t number)
{
	while (b->walked != number)
		pthread_cond_wait(&b->passed, &b->lock);
	return b->chunk_start;
}

int blocks_next_chunk(struct block_reader *r, struct block *ret_block, struct error *err)
{
	struct blocks *b = r->blocks;

	for (;;) {
		struct chunk_walk w = { .damage = ERROR_INIT };
		uint64_t number, offset, start;
		size_t size, want;
		ssize_t n;

		pthread_mutex_lock(&b->lock);
		number = b->next_chunk;
		if (number < b->n_chunks)
			b->next_chunk++;
		pthread_mutex_unlock(&b->lock);
		if (number >= b->n_chunks)
			return 0;
		offset = b->file->data.offset + number * BLOCKS_CHUNK;
		size = b->data_end - offset < BLOCKS_CHUNK ? b->data_end - offset : BLOCKS_CHUNK;
		want = b->data_end - offset < BLOCKS_CHUNK + RECORD_SIZE_MAX ? b->data_end - offset
									     : BLOCKS_CHUNK + RECORD_SIZE_MAX;
		n = fileio_pread(b->file->fd, r->chunk, want, offset);
		pthread_mutex_lock(&b->lock);
		start = chunk_wait(b, number);
		pthread_mutex_unlock(&b->lock);
		if (n >= 0 && start < offset + size) {
			if ((size_t)n < size)
				size = n;
			chunk_walk(r, offset, start, size, n, &w);
		} else {
			w.next = start;
		}
		pthread_mutex_lock(&b->lock);
		b->walked = number + 1;
		b->chunk_start = w.next;
		b->taken += size;
		if (w.damage.code)
			blocks_note_damage(b, &w.damage);
		pthread_cond_broadcast(&b->passed);
		pthread_mutex_unlock(&b->lock);
		if (n < 0)
			return error_at(err, (int)n, offset, ERROR_NO_RECORD, "%s", strerror((int)-n));
		if (w.end == w.begin)
			continue;
		*ret_block = (struct block){ .number = number,
					     .offset = offset + w.begin,
					     .data = r->chunk + w.begin,
					     .size = w.end - w.begin };
		return 1;
	}
}

int block_reader_next(struct block_reader *r, struct block *ret_block, struct error *err)
{
	if (r->blocks->file->compressed)
		return blocks_next_compressed(r, ret_block, err);
	return blocks_next_chunk(r, ret_block, err);
}

uint64_t block_trailing_size(const struct record *r, uint64_t left)
{
	uint64_t size;

	if (record_trailing_size(r, &size, NULL))
		return 0;
	return size < left ? size : left;
}

uint64_t blocks_taken(const struct blocks *b)
{
	return __atomic_load_n(&b->taken, __ATOMIC_RELAXED);
}

uint64_t blocks_damage(const struct blocks *b, struct error *ret_first)
{
	if (b->n_damaged)
		*ret_first = b->first_damage;
	return b->n_damaged;
}

uint64_t blocks_n_passed(const struct blocks *b, uint32_t type)
{
	return b->n_passed[type];
}
