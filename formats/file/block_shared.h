/*
 * block_shared: what all sources of blocks share: which parts of which file they read, their lock, and what is counted.
 */
#ifndef PREC_FORMATS_FILE_BLOCK_SHARED_H
#define PREC_FORMATS_FILE_BLOCK_SHARED_H

#include "formats/file/perf_file.h"
#include "formats/record/record.h"

#include <pthread.h>

struct sideband_index;

struct block_shared {
	const struct perf_file *file;
	struct sideband_index *sideband; /* formats/file/blocks.h; NULL: none. Its blocks change with the lock held */
	uint32_t first_part, end_part;   /* which of the file's are read */
	pthread_mutex_t lock;
	pthread_cond_t passed; /* what workers wait for in the order of the file has moved on */

	/* With the lock held; `taken` is read without it, and chunks are added to it so. */
	uint64_t taken; /* bytes of the data, for progress */
	uint64_t n_damaged;
	uint64_t n_lost;
	struct error first_damage;
	void (*damaged)(void *context, const struct error *damage); /* may be NULL */
	void *damaged_context;
	uint64_t n_passed[PERF_RECORD_USER_TYPE_END]; /* records that no block shows */

	uint64_t n_in_turn; /* chunks that waited for those before them, since the beginning; with the lock held */

	_Atomic uint64_t n_unpacked; /* frames, since the beginning */
};

void block_shared_init(struct block_shared *s, const struct perf_file *file, uint32_t first_part, uint32_t end_part);
void block_shared_fini(struct block_shared *s);
/* Counts from the beginning again. */
void block_shared_rewind(struct block_shared *s);

/* Notes damage. The lock is held. */
void block_note_damage(struct block_shared *s, const struct error *damage);

/* Whether the data after a record reach beyond the part's data; *damage then says so. */
bool block_data_cut_off(const struct file_part *part, const struct record *r, uint64_t trailing, struct error *damage);

#endif
