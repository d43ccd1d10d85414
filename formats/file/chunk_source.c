/* chunk_source: makes the blocks of uncompressed files (formats/file/block.h). */
#include "formats/file/block.h"

#include "common/list.h"
#include "formats/file/resync.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Small enough that a chunk's bytes are still in the L2 cache when its records are read. */
#define CHUNK_SIZE (256u << 10)

/* Record starts are cached for at most this many chunks (256 GiB of data, 8 MiB of memory). */
#define STARTS_MAX (1u << 20)

struct chunks {
	struct block_shared *shared;
	uint32_t part;    /* of the next chunk */
	uint64_t in_part; /* number of the next chunk in its part */
	uint64_t next;    /* number of the next chunk in all parts */
	uint64_t walked;  /* chunks that were walked, in order, so that their ends are known */
	uint64_t start;   /* offset of the first record of chunk number `walked` */
	bool is_lost;     /* damage came before: that is where to search for it */
	uint64_t *starts; /* as `start` was, of the chunks up to the first that had to be searched */
	uint32_t n_starts, starts_capacity;
	bool are_known; /* starts are those of all chunks: nobody waits for a chunk before */
};

struct chunk_worker {
	struct chunks *chunks;
	const struct file_part *part; /* that the chunk is of */
	uint8_t *bytes;               /* CHUNK_SIZE + RECORD_SIZE_MAX of them */
	uint64_t offset;              /* of them in the file */
	size_t size;                  /* records that begin in these bytes are the chunk's */
	size_t left;                  /* bytes there are, so that the last of the records is whole */
	uint64_t next;                /* where, after damage, the next run of the chunk's records begins */
};

/* Goes back to the beginning. If all chunks were walked, and no record was searched for, all starts are known now. */
static void chunks_rewind(void *source)
{
	struct chunks *c = source;
	const bool are_known = c->part == c->shared->end_part && c->n_starts == c->next;

	*c = (struct chunks){ .shared = c->shared,
			      .part = c->shared->first_part,
			      .starts = c->starts,
			      .n_starts = are_known ? c->n_starts : 0,
			      .starts_capacity = c->starts_capacity,
			      .are_known = are_known };
}

static void *chunks_new(struct block_shared *shared)
{
	struct chunks *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->shared = shared;
	c->part = shared->first_part;
	return c;
}

static void chunks_free(void *source)
{
	struct chunks *c = source;

	if (!c)
		return;
	free(c->starts);
	free(c);
}

static void *chunk_worker_new(void *source)
{
	struct chunk_worker *w = calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	w->chunks = source;
	w->bytes = malloc(CHUNK_SIZE + RECORD_SIZE_MAX);
	if (!w->bytes) {
		free(w);
		return NULL;
	}
	return w;
}

static void chunk_worker_free(void *worker)
{
	struct chunk_worker *w = worker;

	if (!w)
		return;
	free(w->bytes);
	free(w);
}

/* Records of a chunk that follow each other, up to the end of the chunk or to damage. */
struct chunk_run {
	size_t begin, end; /* the whole records, within the chunk's bytes */
	uint64_t next;     /* where the first record after them begins, in the file */
	bool is_lost;      /* or from where on it has to be searched */
	uint64_t n_lost;   /* bytes passed over, as far as they are in this chunk */
	struct error damage;
};

static struct resync_bytes chunk_bytes(const struct chunk_worker *w)
{
	return (struct resync_bytes){ .data = w->bytes,
				      .size = w->left,
				      .is_end = w->offset + w->left == file_part_data_end(w->part) };
}

/* Ends the run at pos, where the data are damaged, and searches for the next record, where the next run begins. */
static void chunk_search(const struct chunk_worker *w, size_t pos, struct chunk_run *run)
{
	struct resync_bytes bytes = chunk_bytes(w);
	size_t found = resync_find(w->chunks->shared->file, &bytes, pos, w->size);

	run->next = w->offset + found;
	run->is_lost = found == w->size;
	run->n_lost += found - pos;
}

/* Checks a record that chunk_walk has not recognized. *ret_trailing: how many bytes after it belong to it. */
static int chunk_record(const struct chunk_worker *w, size_t pos, struct record *ret_record, uint64_t *ret_trailing,
			struct error *damage)
{
	const struct perf_file *f = w->chunks->shared->file;
	struct resync_bytes bytes = chunk_bytes(w);
	int result = record_at(ret_record, w->bytes + pos, w->left - pos, w->offset + pos, f->swap, damage);

	if (!result && !resync_type_known(ret_record->type) && !resync_is_unknown(f, &bytes, pos))
		result = error_at(damage, -EBADMSG, w->offset + pos, ret_record->type,
				  "no record: what would be its type is %u, and no record follows", ret_record->type);
	if (!result)
		result = record_trailing_size(ret_record, ret_trailing, damage);
	return result;
}

/* Walks over records of the worker's chunk from file offset `start` on. */
static void chunk_walk(const struct chunk_worker *w, uint64_t start, struct chunk_run *run)
{
	const bool swap = w->chunks->shared->file->swap;
	size_t pos = start - w->offset;

	run->begin = pos;
	run->is_lost = false;
	run->n_lost = 0;
	run->damage.code = 0;
	while (pos < w->size) {
		uint64_t trailing = 0;
		struct record rec;

		/* The usual case, without a call: a whole record of the kernel's. */
		if (w->left - pos >= RECORD_HEADER_SIZE) {
			uint32_t record_size = load_u16_order(w->bytes + pos + 6, swap);
			uint32_t type = load_u32_order(w->bytes + pos, swap);

			if (type - 1 < PERF_RECORD_KERNEL_MAX - 1 && record_size >= RECORD_HEADER_SIZE &&
			    record_size <= w->left - pos) {
				pos += record_size;
				continue;
			}
		}
		if (chunk_record(w, pos, &rec, &trailing, &run->damage)) {
			run->end = pos;
			chunk_search(w, pos + 1, run);
			run->n_lost++;
			return;
		}
		pos += rec.size;
		if (trailing > w->left - pos) {
			/* The data after the record reach beyond what is here: the run ends with the record. */
			run->end = pos;
			run->next = w->offset + pos + trailing;
			if (block_data_cut_off(w->part, &rec, trailing, &run->damage) && pos < w->size)
				chunk_search(w, pos, run);
			return;
		}
		pos += trailing;
	}
	run->end = pos;
	run->next = w->offset + pos;
}

/* Chooses the next chunk, and sets where it is. False: there is none. The lock is held. */
static bool chunk_choose(struct chunk_worker *w, uint64_t *ret_number)
{
	struct chunks *c = w->chunks;

	while (c->part < c->shared->end_part) {
		const struct file_part *part = &c->shared->file->parts.list[c->part];

		if (c->in_part * CHUNK_SIZE < part->data.size) {
			w->part = part;
			w->offset = part->data.offset + c->in_part++ * CHUNK_SIZE;
			*ret_number = c->next++;
			return true;
		}
		c->part++;
		c->in_part = 0;
	}
	return false;
}

/* Takes the next chunk, and reads its bytes. 1; 0: there is none; or a negative errno. */
static int chunk_take(struct chunk_worker *w, uint64_t *ret_number)
{
	struct block_shared *shared = w->chunks->shared;
	uint64_t left;
	bool found;
	ssize_t n;

	pthread_mutex_lock(&shared->lock);
	found = chunk_choose(w, ret_number);
	pthread_mutex_unlock(&shared->lock);
	if (!found)
		return 0;
	left = file_part_data_end(w->part) - w->offset;
	w->size = left < CHUNK_SIZE ? left : CHUNK_SIZE;
	left = left < CHUNK_SIZE + RECORD_SIZE_MAX ? left : CHUNK_SIZE + RECORD_SIZE_MAX;
	n = file_part_pread(w->part, w->bytes, left, w->offset);
	w->left = n < 0 ? 0 : n;
	if (w->size > w->left)
		w->size = w->left;
	return n < 0 ? (int)n : 1;
}

/* What a chunk passes on: where the next one's records begin, or from where on they have to be searched for. */
struct chunk_start {
	uint64_t offset;
	bool is_lost;
};

/* Waits until the walk has come to the chunk. The lock is held. */
static struct chunk_start chunk_wait(const struct chunk_worker *w, uint64_t number)
{
	struct chunks *c = w->chunks;

	while (c->walked != number)
		pthread_cond_wait(&c->shared->passed, &c->shared->lock);
	if (w->offset == w->part->data.offset)
		return (struct chunk_start){ .offset = w->offset };
	return (struct chunk_start){ .offset = c->start, .is_lost = c->is_lost };
}

/* Keeps the start of a chunk. Without memory, or after STARTS_MAX chunks, no more are kept. The lock is held. */
static void chunk_keep_start(struct chunks *c, uint64_t number, const struct chunk_start *start)
{
	if (c->n_starts != number || start->is_lost || number >= STARTS_MAX ||
	    !list_reserve(&c->starts, c->n_starts, &c->starts_capacity, sizeof(*c->starts)))
		return;
	c->starts[c->n_starts++] = start->offset;
}

static struct chunk_start chunk_find_start(const struct chunk_worker *w, uint64_t number)
{
	struct chunks *c = w->chunks;
	struct chunk_start start;

	if (c->are_known)
		return (struct chunk_start){ .offset = c->starts[number] };
	pthread_mutex_lock(&c->shared->lock);
	start = chunk_wait(w, number);
	chunk_keep_start(c, number, &start);
	pthread_mutex_unlock(&c->shared->lock);
	return start;
}

/* Tells the others that the chunk was walked, and that the next one's records begin at `next`. */
static void chunk_pass_on(const struct chunk_worker *w, uint64_t number, const struct chunk_start *next)
{
	struct chunks *c = w->chunks;

	if (c->are_known)
		return;
	pthread_mutex_lock(&c->shared->lock);
	c->walked = number + 1;
	c->start = next->offset;
	c->is_lost = next->is_lost;
	c->shared->n_in_turn++;
	pthread_mutex_unlock(&c->shared->lock);
	pthread_cond_broadcast(&c->shared->passed);
}

static void chunk_note_damage(struct block_shared *shared, const struct chunk_run *run)
{
	pthread_mutex_lock(&shared->lock);
	shared->n_lost += run->n_lost;
	if (run->damage.code)
		block_note_damage(shared, &run->damage);
	pthread_mutex_unlock(&shared->lock);
}

/*
 * Walks over all runs of the chunk, and returns where the next chunk begins; *ret_first: the first run. Runs after
 * damage will be walked again in their turn; they are rare.
 */
static struct chunk_start chunk_walk_all(struct chunk_worker *w, struct chunk_start start, struct chunk_run *ret_first)
{
	struct chunk_run run = { .next = start.offset, .is_lost = start.is_lost, .damage = ERROR_INIT };
	uint64_t end = w->offset + w->size;
	bool first = true;

	if (run.next < w->offset) {
		/* The file became shorter, and longer again. */
		run.next = w->offset;
		run.is_lost = true;
	}
	if (run.is_lost && run.next < end) {
		chunk_search(w, run.next - w->offset, &run);
		chunk_note_damage(w->chunks->shared, &run);
	}
	*ret_first = run;
	while (run.next < end) {
		chunk_walk(w, run.next, &run);
		if (run.damage.code)
			chunk_note_damage(w->chunks->shared, &run);
		if (first)
			*ret_first = run;
		first = false;
	}
	return (struct chunk_start){ .offset = run.next, .is_lost = run.is_lost };
}

/* Makes a block of a run. Its number is its offset / 8; no two are the same, since records have at least 8 bytes. */
static void run_block(struct chunk_worker *w, const struct chunk_run *run, struct block *ret_block)
{
	uint64_t offset = w->offset + run->begin;

	w->next = run->next;
	*ret_block = (struct block){
		.number = offset / 8, .offset = offset, .data = w->bytes + run->begin, .size = run->end - run->begin
	};
}

/* Reads and walks the next chunk; its first run becomes the block. 1; 0: there is no chunk; or a negative errno. */
static int chunk_next(struct chunk_worker *w, struct block *ret_block, struct error *err)
{
	struct chunk_run run = { .damage = ERROR_INIT };
	struct chunk_start next;
	uint64_t number;
	int result = chunk_take(w, &number);

	if (!result)
		return 0;
	next = chunk_walk_all(w, chunk_find_start(w, number), &run);
	chunk_pass_on(w, number, &next);
	__atomic_fetch_add(&w->chunks->shared->taken, w->size, __ATOMIC_RELAXED);
	if (result < 0)
		return error_at(err, result, w->offset, ERROR_NO_RECORD, "%s", strerror(-result));
	run_block(w, &run, ret_block);
	return 1;
}

/* Makes a block of the next run after damage in the chunk that was taken last. False: there is none. */
static bool chunk_rest(void *worker, struct block *ret_block)
{
	struct chunk_run run = { .damage = ERROR_INIT };
	struct chunk_worker *w = worker;

	while (w->next < w->offset + w->size) {
		chunk_walk(w, w->next, &run);
		run_block(w, &run, ret_block);
		if (ret_block->size)
			return true;
	}
	return false;
}

static int chunks_next(void *source, void *worker, struct block *ret_block, struct error *err)
{
	struct chunk_worker *w = worker;
	int result;

	(void)source;
	if (chunk_rest(w, ret_block))
		return 1;
	do
		result = chunk_next(w, ret_block, err);
	while (result > 0 && !ret_block->size);
	return result;
}

const struct block_source chunk_source = {
	.new = chunks_new,
	.free = chunks_free,
	.rewind = chunks_rewind,
	.worker_new = chunk_worker_new,
	.worker_free = chunk_worker_free,
	.next = chunks_next,
	.rest = chunk_rest,
};
