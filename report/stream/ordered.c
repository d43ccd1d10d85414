#include "report/stream/ordered.h"

#include "common/list.h"
#include "report/stream/held_block.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

/* A file of a directory, or the only file. */
struct source {
	struct blocks *blocks;
	struct block_span *unread; /* earliest time in the blocks from this one on */
	uint64_t n_unread, next_unread;
	bool ended;              /* all blocks are read */
	struct held_block *free; /* free blocks, for reuse */
};

struct ordered {
	const struct perf_file *file;
	uint64_t types;
	pthread_mutex_t lock;
	struct event_finder finder;

	struct block_span *spans; /* of all sources */
	struct source *sources;
	uint32_t n_sources;
	struct source *next; /* the source whose unread blocks begin earliest; NULL: all are read */

	struct held_block **heap; /* a heap by the time of the next record and the block's number */
	uint32_t n_heap, heap_capacity;
	uint64_t held_bytes, held_max;

	bool has_shares; /* some event has read shares */
	struct read_shares shares;
	bool stitches;
	struct branch_stitch stitch;
	uint64_t next_batch;
	uint64_t last_time;
	uint64_t n_late;
};

/* --- the heap -------------------------------------------------------------------- */

static bool held_before(const struct held_block *a, const struct held_block *b)
{
	uint64_t x = a->items[a->next].time, y = b->items[b->next].time;

	return x != y ? x < y : a->block.number < b->block.number;
}

static void heap_swap(struct ordered *o, uint32_t i, uint32_t j)
{
	struct held_block *h = o->heap[i];

	o->heap[i] = o->heap[j];
	o->heap[j] = h;
}

static void heap_down(struct ordered *o)
{
	for (uint32_t i = 0, least = 0;; i = least) {
		for (uint32_t child = 2 * i + 1; child <= 2 * i + 2 && child < o->n_heap; child++)
			if (held_before(o->heap[child], o->heap[least]))
				least = child;
		if (least == i)
			return;
		heap_swap(o, i, least);
	}
}

static int heap_push(struct ordered *o, struct held_block *h)
{
	if (!list_reserve(&o->heap, o->n_heap, &o->heap_capacity, sizeof(h)))
		return -ENOMEM;
	o->heap[o->n_heap++] = h;
	for (uint32_t i = o->n_heap - 1; i && held_before(o->heap[i], o->heap[(i - 1) / 2]); i = (i - 1) / 2)
		heap_swap(o, i, (i - 1) / 2);
	return 0;
}

/* --- blocks ---------------------------------------------------------------------- */

static struct held_block *held_get(struct source *s, struct error *err)
{
	struct held_block *h = s->free;

	if (h) {
		s->free = h->free_next;
		return h;
	}
	h = held_block_new(s->blocks, err);
	if (h)
		h->source = s;
	return h;
}

static void held_put(struct ordered *o, struct held_block *h)
{
	o->held_bytes -= h->block.size;
	h->free_next = h->source->free;
	h->source->free = h;
}

/* Returns a time before which the source has no unread record. */
static uint64_t source_first(const struct source *s)
{
	return s->ended || s->next_unread >= s->n_unread ? UINT64_MAX : s->unread[s->next_unread].first;
}

/* Chooses the source to read from next; of equal ones the first. */
static void source_choose(struct ordered *o)
{
	o->next = NULL;
	for (struct source *s = o->sources; s < o->sources + o->n_sources; s++)
		if (!s->ended && (!o->next || source_first(s) < source_first(o->next)))
			o->next = s;
}

/* Reads one more block. 0 or a negative errno. */
static int ordered_read(struct ordered *o, struct error *err)
{
	struct source *s = o->next;
	struct held_block *h = held_get(s, err);
	int result;

	if (!h)
		return -ENOMEM;
	result = block_reader_next(h->reader, &h->block, err);
	if (result <= 0) {
		s->ended = true;
		source_choose(o);
		h->block.size = 0;
		held_put(o, h);
		return result;
	}
	result = held_block_fill(h, o->file, o->types, &o->finder);
	o->held_bytes += h->block.size;
	while (s->next_unread < s->n_unread && s->unread[s->next_unread].number <= h->last_number)
		s->next_unread++;
	source_choose(o);
	if (!result && h->n)
		result = heap_push(o, h);
	if (result || !h->n)
		held_put(o, h);
	return result ? error_nomem(err) : 0;
}

/* --- batches --------------------------------------------------------------------- */

/* Returns a time before which no record is unread. */
static uint64_t ordered_limit(const struct ordered *o)
{
	return o->next ? source_first(o->next) : UINT64_MAX;
}

static int batch_use(struct ordered_batch *batch, struct held_block *h)
{
	if (h->last_batch == batch->number)
		return 0;
	if (!list_reserve(&batch->blocks, batch->n_blocks, &batch->blocks_capacity, sizeof(h)))
		return -ENOMEM;
	h->last_batch = batch->number;
	h->users++;
	batch->blocks[batch->n_blocks++] = h;
	return 0;
}

static bool batch_has_room(const struct ordered_batch *batch)
{
	return batch->n < ORDERED_BATCH && batch->bytes < ORDERED_BATCH_BYTES;
}

/* Computes the shares of a sample of a group; all samples before it are delivered. */
static int batch_take_shares(struct ordered *o, struct ordered_batch *batch, struct ordered_ref *ref)
{
	const struct file_event *e = &o->file->events[ref->item.event];
	struct record r;
	int result;

	ref->share = batch->n_shares;
	if (!event_has_read_shares(&e->attr))
		return 0;
	ordered_record(o, ref, &r);
	if (r.type != PERF_RECORD_SAMPLE)
		return 0;
	result = read_shares_take(&o->shares, e, &r);
	if (result <= 0)
		return result;
	ref->by_shares = true;
	for (uint32_t i = 0; i < o->shares.n_list; i++) {
		if (!list_reserve(&batch->shares, batch->n_shares, &batch->shares_capacity, sizeof(*batch->shares)))
			return -ENOMEM;
		batch->shares[batch->n_shares++] = o->shares.list[i];
	}
	ref->n_shares = o->shares.n_list;
	return 0;
}

/* Computes the tail of a sample; all samples before it are delivered. */
static int batch_take_tail(struct ordered *o, struct ordered_batch *batch, struct ordered_ref *ref)
{
	const struct file_event *e = &o->file->events[ref->item.event];
	const uint64_t *tail;
	struct record r;
	int64_t n;

	if (!event_has_call_branches(&e->attr))
		return 0;
	ordered_record(o, ref, &r);
	if (r.type != PERF_RECORD_SAMPLE)
		return 0;
	n = branch_stitch_take(&o->stitch, e, &r, &tail);
	if (n < 0)
		return (int)n;
	ref->tail = batch->n_tails;
	for (int64_t i = 0; i < n; i++) {
		if (!list_reserve(&batch->tails, batch->n_tails, &batch->tails_capacity, sizeof(*batch->tails)))
			return -ENOMEM;
		batch->tails[batch->n_tails++] = tail[i];
	}
	ref->n_tail = (uint32_t)n;
	return 0;
}

/*
 * Takes from the first block the records before the limit and before the next records of other blocks; at least one if
 * `force`.
 */
static int batch_take(struct ordered *o, struct ordered_batch *batch, uint64_t limit, bool force)
{
	struct held_block *h = o->heap[0];
	const struct held_block *other = o->n_heap > 1 ? o->heap[1] : NULL;

	if (o->n_heap > 2 && held_before(o->heap[2], o->heap[1]))
		other = o->heap[2];
	if (batch_use(batch, h))
		return -ENOMEM;
	do {
		struct ordered_ref *ref = &batch->refs[batch->n++];

		ref->block = h;
		ref->item = h->items[h->next++];
		ref->by_shares = false;
		if (o->has_shares && batch_take_shares(o, batch, ref))
			return -ENOMEM;
		ref->n_tail = 0;
		if (o->stitches && batch_take_tail(o, batch, ref))
			return -ENOMEM;
		batch->bytes += load_u16_order(h->block.data + ref->item.offset + 6, o->file->swap);
		o->n_late += ref->item.time < o->last_time && ref->item.time;
		o->last_time = ref->item.time > o->last_time ? ref->item.time : o->last_time;
	} while (h->next < h->n && batch_has_room(batch) && (force || h->items[h->next].time <= limit) &&
		 (!other || held_before(h, other)));
	if (h->next == h->n) {
		batch->spent += h->block.size;
		o->heap[0] = o->heap[--o->n_heap];
	}
	heap_down(o);
	return 0;
}

static int batch_fill(struct ordered *o, struct ordered_batch *batch, struct error *err)
{
	int result = 0;

	while (!result && batch_has_room(batch) && batch->spent < ORDERED_SPENT_MAX) {
		uint64_t limit = ordered_limit(o);
		bool full = o->held_bytes > o->held_max;

		if (o->n_heap && (full || o->heap[0]->items[o->heap[0]->next].time <= limit))
			result = batch_take(o, batch, limit, full) ? error_nomem(err) : 0;
		else if (!o->next)
			break;
		else
			result = ordered_read(o, err);
	}
	return result;
}

int ordered_next(struct ordered *o, struct ordered_batch *batch, struct error *err)
{
	int result;

	batch->n = batch->n_blocks = batch->bytes = batch->n_shares = batch->n_tails = 0;
	batch->spent = 0;
	pthread_mutex_lock(&o->lock);
	batch->number = o->next_batch;
	result = batch_fill(o, batch, err);
	if (!result && batch->n) {
		o->next_batch++;
		result = 1;
	}
	pthread_mutex_unlock(&o->lock);
	if (result < 0)
		ordered_release(o, batch);
	return result;
}

void ordered_release(struct ordered *o, struct ordered_batch *batch)
{
	pthread_mutex_lock(&o->lock);
	for (uint32_t i = 0; i < batch->n_blocks; i++) {
		struct held_block *h = batch->blocks[i];

		if (!--h->users && h->next == h->n)
			held_put(o, h);
	}
	batch->n = batch->n_blocks = 0;
	pthread_mutex_unlock(&o->lock);
}

void ordered_record(const struct ordered *o, const struct ordered_ref *ref, struct record *ret_record)
{
	size_t pos = ref->item.offset;

	block_next_record(&ref->block->block, o->file->swap, &pos, ret_record);
}

/* --- all of it ------------------------------------------------------------------- */

/*
 * Fills the times of a source from the spans of its part, from *i on. untimed_first: records without a time come first.
 */
static void source_take_spans(struct source *s, struct block_span *spans, uint64_t n_spans, uint64_t *i,
			      uint64_t end_number, bool untimed_first)
{
	uint64_t first = UINT64_MAX;

	s->unread = spans + *i;
	while (*i < n_spans && spans[*i].number < end_number)
		(*i)++;
	s->n_unread = (uint64_t)(spans + *i - s->unread);
	for (uint64_t k = s->n_unread; k-- > 0;) {
		first = s->unread[k].first < first ? s->unread[k].first : first;
		first = s->unread[k].untimed && untimed_first ? 0 : first;
		s->unread[k].first = first;
	}
}

static int sources_make(struct ordered *o, const struct block_span *spans, uint64_t n_spans, struct error *err)
{
	const struct perf_file *f = o->file;
	uint64_t taken = 0;
	int result = 0;

	o->spans = malloc((n_spans + 1) * sizeof(*o->spans));
	o->sources = calloc(f->parts.n, sizeof(*o->sources));
	if (!o->spans || !o->sources)
		return error_nomem(err);
	if (n_spans)
		memcpy(o->spans, spans, n_spans * sizeof(*o->spans));
	for (uint32_t i = 0; i < f->parts.n && !result; i++) {
		uint64_t end = i + 1 < f->parts.n ? f->parts.list[i + 1].start / 8 : UINT64_MAX;

		source_take_spans(&o->sources[i], o->spans, n_spans, &taken, end, f->parts.n > 1);
		result = blocks_new_part(&o->sources[i].blocks, f, i, err);
		o->n_sources++;
	}
	source_choose(o);
	return result;
}

int ordered_new(struct ordered **ret_ordered, const struct perf_file *file, const struct block_span *spans,
		uint64_t n_spans, uint64_t types, struct error *err)
{
	struct ordered *o = calloc(1, sizeof(*o));
	int result;

	if (!o)
		return error_nomem(err);
	pthread_mutex_init(&o->lock, NULL);
	o->file = file;
	o->types = types;
	o->finder.file = file;
	o->has_shares = file_has_read_shares(file);
	read_shares_init(&o->shares, file);
	o->held_max = ORDERED_HELD_MAX + (file->parts.n - 1) * ORDERED_HELD_PART;
	result = sources_make(o, spans, n_spans, err);
	if (result) {
		ordered_free(o);
		return result;
	}
	*ret_ordered = o;
	return 0;
}

void ordered_stitch(struct ordered *o, uint32_t registers)
{
	o->stitches = true;
	branch_stitch_init(&o->stitch, registers);
}

void ordered_free(struct ordered *o)
{
	if (!o)
		return;
	for (uint32_t i = 0; i < o->n_heap; i++)
		held_block_free(o->heap[i]);
	for (struct source *s = o->sources; s < o->sources + o->n_sources; s++) {
		while (s->free) {
			struct held_block *next = s->free->free_next;

			held_block_free(s->free);
			s->free = next;
		}
		blocks_free(s->blocks);
	}
	read_shares_fini(&o->shares);
	branch_stitch_fini(&o->stitch);
	free(o->sources);
	free(o->heap);
	free(o->spans);
	pthread_mutex_destroy(&o->lock);
	free(o);
}

void ordered_batch_init(struct ordered_batch *batch)
{
	memset(batch, 0, sizeof(*batch));
}

void ordered_batch_fini(struct ordered_batch *batch)
{
	free(batch->blocks);
	free(batch->shares);
	free(batch->tails);
	memset(batch, 0, sizeof(*batch));
}

uint64_t ordered_n_unknown(const struct ordered *o)
{
	return o->shares.n_unknown;
}

uint64_t ordered_n_late(const struct ordered *o)
{
	return o->n_late;
}
