#include "formats/file/blocks_impl.h"

#include "formats/file/resync.h"

#include <errno.h>
#include <stdlib.h>

static int blocks_make(struct blocks **ret_blocks, const struct perf_file *file, uint32_t first_part, uint32_t end_part,
		       struct error *err)
{
	struct blocks *b = calloc(1, sizeof(*b));

	if (!b)
		return error_nomem(err);
	b->file = file;
	b->first_part = first_part;
	b->end_part = end_part;
	pthread_mutex_init(&b->lock, NULL);
	pthread_cond_init(&b->passed, NULL);
	buffer_init(&b->window);
	buffer_init(&b->carry);
	blocks_rewind(b);
	*ret_blocks = b;
	return 0;
}

int blocks_new(struct blocks **ret_blocks, const struct perf_file *file, struct error *err)
{
	return blocks_make(ret_blocks, file, 0, file->n_parts, err);
}

int blocks_new_part(struct blocks **ret_blocks, const struct perf_file *file, uint32_t part, struct error *err)
{
	return blocks_make(ret_blocks, file, part, part + 1, err);
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
	b->chunk_part = b->first_part;
	b->chunk_in_part = 0;
	b->next_chunk = 0;
	b->walked = 0;
	blocks_begin_part(b, &b->file->parts[b->first_part]);
	b->taken = b->taken_before = 0;
	b->turns_taken = b->turns_ended = b->weight = 0;
	b->stream_left = NULL;
	b->left_noted = false;
	b->n_damaged = 0;
	b->n_lost = 0;
	memset(b->n_passed, 0, sizeof(b->n_passed));
}

/* Frames are at most BLOCKS_RAW_MAX bytes, so that none needs to look further back. NULL without memory. */
static ZSTD_DCtx *reader_dctx(void)
{
	ZSTD_DCtx *d = ZSTD_createDCtx();

	if (d)
		ZSTD_DCtx_setParameter(d, ZSTD_d_windowLogMax, BLOCKS_RAW_MAX_LOG);
	return d;
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
		r->dctx = reader_dctx();
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
	/* A limit is said before anything else: who reads the file can raise it. */
	if (!b->n_damaged++ || damage->code == -E2BIG)
		b->first_damage = *damage;
	if (b->damaged)
		b->damaged(b->damaged_context, damage);
}

void blocks_watch(struct blocks *b, void (*damaged)(void *context, const struct error *damage), void *context)
{
	b->damaged = damaged;
	b->damaged_context = context;
}

bool blocks_data_cut_off(const struct file_part *part, const struct record *r, uint64_t trailing, struct error *damage)
{
	uint64_t there = file_part_data_end(part) - r->offset - r->size;

	if (trailing <= there)
		return false;
	error_at(damage, -ENODATA, r->offset, r->type,
		 "the data behind a record of type %u are cut off: %llu of %llu bytes are there", r->type,
		 (unsigned long long)there, (unsigned long long)trailing);
	return true;
}

/* One run of records within a chunk: from where it begins up to the chunk's end or to damage. */
struct chunk_run {
	size_t begin, end; /* the whole records, within the chunk's bytes */
	uint64_t next;     /* where the first record behind them begins, in the file */
	bool lost;         /* or from where on it has to be searched */
	uint64_t n_lost;   /* bytes passed over, as far as they are in this chunk */
	struct error damage;
};

static struct resync_bytes chunk_bytes(const struct block_reader *r)
{
	return (struct resync_bytes){ .data = r->chunk,
				      .size = r->chunk_left,
				      .is_end = r->chunk_offset + r->chunk_left == file_part_data_end(r->part) };
}

/* From pos on nothing can be taken for granted: the run ends here, and the next begins where records are found again.
 */
static void chunk_search(const struct block_reader *r, size_t pos, struct chunk_run *run)
{
	struct resync_bytes bytes = chunk_bytes(r);
	size_t found = resync_find(r->blocks->file, &bytes, pos, r->chunk_size);

	run->next = r->chunk_offset + found;
	run->lost = found == r->chunk_size;
	run->n_lost += found - pos;
}

/* A record that is not plainly one of the kernel's. *ret_trailing: the bytes behind it that belong to it. */
static int chunk_record(const struct block_reader *r, size_t pos, struct record *ret_record, uint64_t *ret_trailing,
			struct error *damage)
{
	const struct perf_file *f = r->blocks->file;
	struct resync_bytes bytes = chunk_bytes(r);
	int result = record_at(ret_record, r->chunk + pos, r->chunk_left - pos, r->chunk_offset + pos, f->swap, damage);

	if (!result && !resync_type_known(ret_record->type) && !resync_is_unknown(f, &bytes, pos))
		result = error_at(damage, -EBADMSG, r->chunk_offset + pos, ret_record->type,
				  "no record: what would be its type is %u, and no record follows", ret_record->type);
	if (!result)
		result = record_trailing_size(ret_record, ret_trailing, damage);
	return result;
}

/* Walks records of the reader's chunk from file offset `start` on. */
static void chunk_walk(const struct block_reader *r, uint64_t start, struct chunk_run *run)
{
	const bool swap = r->blocks->file->swap;
	size_t pos = start - r->chunk_offset;

	run->begin = pos;
	run->lost = false;
	run->n_lost = 0;
	run->damage.code = 0;
	while (pos < r->chunk_size) {
		uint64_t trailing = 0;
		struct record rec;

		/* The plain case first, without a call: a whole record of the kernel's. */
		if (r->chunk_left - pos >= RECORD_HEADER_SIZE) {
			uint32_t record_size = load_u16_order(r->chunk + pos + 6, swap);
			uint32_t type = load_u32_order(r->chunk + pos, swap);

			if (type - 1 < PERF_RECORD_KERNEL_MAX - 1 && record_size >= RECORD_HEADER_SIZE &&
			    record_size <= r->chunk_left - pos) {
				pos += record_size;
				continue;
			}
		}
		if (chunk_record(r, pos, &rec, &trailing, &run->damage)) {
			run->end = pos;
			chunk_search(r, pos + 1, run);
			run->n_lost++;
			return;
		}
		pos += rec.size;
		if (trailing > r->chunk_left - pos) {
			/* The data behind the record reach beyond what is here: the run ends with the record. */
			run->end = pos;
			run->next = r->chunk_offset + pos + trailing;
			if (blocks_data_cut_off(r->part, &rec, trailing, &run->damage) && pos < r->chunk_size)
				chunk_search(r, pos, run);
			return;
		}
		pos += trailing;
	}
	run->end = pos;
	run->next = r->chunk_offset + pos;
}

/* Which chunk is next, and where it is. False when there is none. The lock is held. */
static bool chunk_choose(struct block_reader *r, uint64_t *ret_number)
{
	struct blocks *b = r->blocks;

	while (b->chunk_part < b->end_part) {
		const struct file_part *part = &b->file->parts[b->chunk_part];

		if (b->chunk_in_part * BLOCKS_CHUNK < part->data.size) {
			r->part = part;
			r->chunk_offset = part->data.offset + b->chunk_in_part++ * BLOCKS_CHUNK;
			*ret_number = b->next_chunk++;
			return true;
		}
		b->chunk_part++;
		b->chunk_in_part = 0;
	}
	return false;
}

/* Takes the next chunk and reads its bytes: 1, 0 when there is none, or a negative errno. */
static int chunk_take(struct block_reader *r, uint64_t *ret_number)
{
	struct blocks *b = r->blocks;
	uint64_t left;
	bool there;
	ssize_t n;

	pthread_mutex_lock(&b->lock);
	there = chunk_choose(r, ret_number);
	pthread_mutex_unlock(&b->lock);
	if (!there)
		return 0;
	left = file_part_data_end(r->part) - r->chunk_offset;
	r->chunk_size = left < BLOCKS_CHUNK ? left : BLOCKS_CHUNK;
	left = left < BLOCKS_CHUNK + RECORD_SIZE_MAX ? left : BLOCKS_CHUNK + RECORD_SIZE_MAX;
	n = file_part_pread(r->part, r->chunk, left, r->chunk_offset);
	r->chunk_left = n < 0 ? 0 : n;
	if (r->chunk_size > r->chunk_left)
		r->chunk_size = r->chunk_left;
	return n < 0 ? (int)n : 1;
}

/* What chunks pass on: where the records of the next one begin, or from where on they have to be searched. */
struct chunk_start {
	uint64_t offset;
	bool lost;
};

/* Waits until the walk has come to the chunk. The lock is held. */
static struct chunk_start chunk_wait(const struct block_reader *r, uint64_t number)
{
	struct blocks *b = r->blocks;

	while (b->walked != number)
		pthread_cond_wait(&b->passed, &b->lock);
	if (r->chunk_offset == r->part->data.offset)
		return (struct chunk_start){ .offset = r->chunk_offset };
	return (struct chunk_start){ .offset = b->chunk_start, .lost = b->chunk_lost };
}

static void chunk_note_damage(struct blocks *b, const struct chunk_run *run)
{
	pthread_mutex_lock(&b->lock);
	b->n_lost += run->n_lost;
	if (run->damage.code)
		blocks_note_damage(b, &run->damage);
	pthread_mutex_unlock(&b->lock);
}

/*
 * Walks all runs of the chunk, so that the next chunk knows where to begin; *ret_first is the first. The runs behind
 * damage are walked again when their turn comes: they are rare.
 */
static struct chunk_start chunk_walk_all(struct block_reader *r, struct chunk_start start, struct chunk_run *ret_first)
{
	struct chunk_run run = { .next = start.offset, .lost = start.lost, .damage = ERROR_INIT };
	uint64_t end = r->chunk_offset + r->chunk_size;
	bool first = true;

	if (run.next < r->chunk_offset) {
		/* The file became shorter, and longer again. */
		run.next = r->chunk_offset;
		run.lost = true;
	}
	if (run.lost && run.next < end) {
		chunk_search(r, run.next - r->chunk_offset, &run);
		chunk_note_damage(r->blocks, &run);
	}
	*ret_first = run;
	while (run.next < end) {
		chunk_walk(r, run.next, &run);
		if (run.damage.code)
			chunk_note_damage(r->blocks, &run);
		if (first)
			*ret_first = run;
		first = false;
	}
	return (struct chunk_start){ .offset = run.next, .lost = run.lost };
}

/* The run as a block; numbers tell the order, and are apart because no record is smaller than 8 bytes. */
static void run_block(struct block_reader *r, const struct chunk_run *run, struct block *ret_block)
{
	uint64_t offset = r->chunk_offset + run->begin;

	r->chunk_next = run->next;
	*ret_block = (struct block){
		.number = offset / 8, .offset = offset, .data = r->chunk + run->begin, .size = run->end - run->begin
	};
}

int blocks_next_chunk(struct block_reader *r, struct block *ret_block, struct error *err)
{
	struct chunk_run run = { .damage = ERROR_INIT };
	struct blocks *b = r->blocks;

	/* What stands behind damage in the chunk taken last. */
	while (r->chunk_next < r->chunk_offset + r->chunk_size) {
		chunk_walk(r, r->chunk_next, &run);
		run_block(r, &run, ret_block);
		if (ret_block->size)
			return 1;
	}
	for (;;) {
		struct chunk_start start;
		uint64_t number;
		int result = chunk_take(r, &number);

		if (!result)
			return 0;
		pthread_mutex_lock(&b->lock);
		start = chunk_wait(r, number);
		pthread_mutex_unlock(&b->lock);
		start = chunk_walk_all(r, start, &run);
		pthread_mutex_lock(&b->lock);
		b->walked = number + 1;
		b->chunk_start = start.offset;
		b->chunk_lost = start.lost;
		b->taken += r->chunk_size;
		pthread_cond_broadcast(&b->passed);
		pthread_mutex_unlock(&b->lock);
		if (result < 0)
			return error_at(err, result, r->chunk_offset, ERROR_NO_RECORD, "%s", strerror(-result));
		run_block(r, &run, ret_block);
		if (ret_block->size)
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

uint64_t blocks_n_lost(const struct blocks *b)
{
	return b->n_lost;
}

uint64_t blocks_n_passed(const struct blocks *b, uint32_t type)
{
	return b->n_passed[type];
}
