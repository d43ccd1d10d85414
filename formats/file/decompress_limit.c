#include "formats/file/decompress_limit.h"

#include <errno.h>

void decompress_limit_rewind(struct decompress_limit *e)
{
	e->turns_taken = e->turns_ended = e->weight = 0;
	e->stream_left = NULL;
	e->left_noted = false;
}

void decompress_limit_init(struct decompress_limit *e, struct block_shared *shared)
{
	uint64_t max = shared->file->max_expansion;

	*e = (struct decompress_limit){ .shared = shared, .max = max ? max : BLOCKS_MAX_EXPANSION };
}

bool decompress_limit_enough(struct decompress_limit *e, const struct decompress_limit_turn *t)
{
	uint64_t over = e->weight > BLOCKS_WEIGHT_FREE ? e->weight - BLOCKS_WEIGHT_FREE : 0;

	if (t->is_stream && t->part == e->stream_left)
		return true;
	if (over / e->max <= t->taken)
		return false;
	if (t->is_stream)
		e->stream_left = t->part;
	return true;
}

/* Notes the first time that data are skipped. The lock is held. */
static void note_left_out(struct decompress_limit *e, uint64_t offset)
{
	struct error left = ERROR_INIT;

	if (e->left_noted)
		return;
	e->left_noted = true;
	error_at(&left, -E2BIG, offset, PERF_RECORD_COMPRESSED,
		 "the compressed data hold more than %llu samples for each of their bytes, or as much of other "
		 "records: the rest is left out; --max-expansion allows more",
		 (unsigned long long)e->max);
	block_note_damage(e->shared, &left);
}

bool decompress_limit_turn_end(struct decompress_limit *e, const struct decompress_limit_turn *t, uint64_t weight)
{
	bool left_out;

	pthread_mutex_lock(&e->shared->lock);
	while (e->turns_ended != t->number)
		pthread_cond_wait(&e->shared->passed, &e->shared->lock);
	left_out = decompress_limit_enough(e, t);
	if (left_out)
		note_left_out(e, t->offset);
	else
		e->weight += weight;
	e->turns_ended++;
	pthread_cond_broadcast(&e->shared->passed);
	pthread_mutex_unlock(&e->shared->lock);
	return left_out;
}
