#include "formats/file/block.h"

#include <errno.h>
#include <string.h>

uint64_t block_trailing_size(const struct record *r, uint64_t left)
{
	uint64_t size;

	if (record_trailing_size(r, &size, NULL))
		return 0;
	return size < left ? size : left;
}

void block_shared_init(struct block_shared *s, const struct perf_file *file, uint32_t first_part, uint32_t end_part)
{
	*s = (struct block_shared){ .file = file, .first_part = first_part, .end_part = end_part };
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->passed, NULL);
}

void block_shared_fini(struct block_shared *s)
{
	pthread_cond_destroy(&s->passed);
	pthread_mutex_destroy(&s->lock);
}

void block_shared_rewind(struct block_shared *s)
{
	s->taken = 0;
	s->n_damaged = 0;
	s->n_lost = 0;
	memset(s->n_passed, 0, sizeof(s->n_passed));
}

void block_note_damage(struct block_shared *s, const struct error *damage)
{
	/* A limit is reported before anything else: who reads the file can raise it. */
	if (!s->n_damaged++ || damage->code == -E2BIG)
		s->first_damage = *damage;
	if (s->damaged)
		s->damaged(s->damaged_context, damage);
}

bool block_data_cut_off(const struct file_part *part, const struct record *r, uint64_t trailing, struct error *damage)
{
	uint64_t available = file_part_data_end(part) - r->offset - r->size;

	if (trailing <= available)
		return false;
	error_at(damage, -ENODATA, r->offset, r->type,
		 "the data after a record of type %u are cut off: %llu of %llu bytes are there", r->type,
		 (unsigned long long)available, (unsigned long long)trailing);
	return true;
}
