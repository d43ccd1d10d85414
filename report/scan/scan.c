#include "report/scan/scan.h"

#include "common/list.h"
#include "report/scan/sample_count.h"
#include "report/scan/scan_other.h"

#include <errno.h>
#include <stdlib.h>

/* Any sample. Always inlined with a constant swap, so that each byte order has its own loop. */
SAMPLE_COUNT_INLINE int scan_sample(const struct scan *scan, struct scan_worker *w, const struct record *r,
				    const struct file_event *e, uint64_t order, const bool swap)
{
	uint32_t event = (uint32_t)(e - scan->file->events);
	const struct sample_decoder *d = &w->decoders[event];
	const uint8_t *addrs = NULL;
	struct sample_key key;
	uint64_t time, n = 0;

	if (d->ordered || d->left_out)
		return 0;
	if (r->size < d->fixed_end) {
		scan_short_sample(w, r);
		return 0;
	}
	time = d->has_time ? load_u64_order(r->data + d->time, swap) : order;
	if (scan->plan.choice && !sample_choice_has(scan->plan.choice, event, time, r->offset))
		return 0;
	w->event_samples[event]++;
	if (scan->plan.by_chain)
		n = scan_find_chain(w, r, e, d, &addrs, swap);
	if (scan->full)
		return 0;
	sample_decoder_key(d, r->data, r->misc, swap, &key);
	if (scan_whole_chain(scan, w, r, e, d, time, &addrs, &n))
		return -ENOMEM;
	return scan_count(scan, w, r, e, &key, addrs, n, sample_decoder_period(d, r->data, swap), time);
}

/*
 * The samples of one event that follow each other in a block from *pos on, where nothing but their fixed fields
 * matters: the loop in which a flat profile spends its time. Returns how many they were, and moves *pos after them.
 */
SAMPLE_COUNT_INLINE uint64_t scan_fixed_samples(const struct scan *scan, struct scan_worker *w,
						const struct block *block, size_t *pos, uint32_t event, uint64_t id,
						const bool phases, const bool swap)
{
	const struct sample_decoder d = w->decoders[event];
	const uint8_t *p = block->data + *pos;
	const uint8_t *end = block->data + block->size;
	uint64_t n = 0;

	while (p < end) {
		unsigned size = load_u16_order(p + 6, swap);
		struct sample_key key;
		uint64_t time;

		if (load_u32_order(p, swap) != PERF_RECORD_SAMPLE || size < d.fixed_end)
			break;
		if (d.id && load_u64_order(p + d.id, swap) != id)
			break;
		sample_decoder_key(&d, p, load_u16_order(p + 4, swap), swap, &key);
		time = load_u64_order(p + d.time, swap);
		if (phases)
			scan_set_phase(scan, w, &key, time);
		if (sample_table_count(&w->table, &key, sample_decoder_period(&d, p, swap), time))
			break; /* the caller comes to the same sample, and to the same end */
		p += size;
		n++;
	}
	*pos = (size_t)(p - block->data);
	w->event_samples[event] += n;
	w->n_counted += n;
	w->counts.types[PERF_RECORD_SAMPLE] += n;
	return n;
}

/* The event of a sample; the last one found is tried first. NULL: none. */
static inline const struct file_event *scan_event(const struct perf_file *f, const struct record *r, uint64_t *last_id,
						  const struct file_event *last)
{
	uint16_t place;
	uint64_t id;

	if (f->n_events == 1 || !f->same_id_place)
		return &f->events[0];
	place = event_layout_sample_id(&f->events[0].layout);
	if (place + 8 > r->size)
		return NULL;
	id = load_u64_order(r->data + place, r->swap);
	if (last && id == *last_id)
		return last;
	*last_id = id;
	return perf_file_event_by_id(f, id);
}

SAMPLE_COUNT_INLINE int scan_block(const struct scan *scan, struct scan_worker *w, const struct block *block,
				   const bool swap)
{
	const struct perf_file *f = scan->file;
	uint64_t order = record_order(block->number, 0);
	const struct file_event *event = NULL;
	uint64_t event_id = 0;
	bool fixed = f->timed && !scan->plan.by_chain && !scan->plan.values && !scan->plan.choice && !scan->only &&
		     !scan->parts && !scan->full;
	struct record r;
	size_t pos = 0;
	int result = 0;

	while (!result && block_next_record(block, swap, &pos, &r)) {
		scan_count_type(w, r.type);
		if (r.type != PERF_RECORD_SAMPLE) {
			result = scan_other(scan, w, &r, order++);
			continue;
		}
		event = scan_event(f, &r, &event_id, event);
		if (event)
			result = scan_sample(scan, w, &r, event, order, swap);
		else
			w->counts.unknown_events++;
		order++;
		if (!event || !fixed || result || w->decoders[event - f->events].ordered)
			continue;
		if (scan->phases)
			order += scan_fixed_samples(scan, w, block, &pos, (uint32_t)(event - f->events), event_id, true,
						    swap);
		else
			order += scan_fixed_samples(scan, w, block, &pos, (uint32_t)(event - f->events), event_id,
						    false, swap);
	}
	return result;
}

static int scan_keep_span(const struct scan *scan, struct scan_worker *w, const struct block *block)
{
	struct block_span *span;

	if (!list_reserve(&w->spans, w->n_spans, &w->spans_capacity, sizeof(*w->spans)))
		return -ENOMEM;
	span = &w->spans[w->n_spans++];
	span->number = block->number;
	span->first = block_first_time(scan->file, block, &span->untimed);
	return 0;
}

/* Between two looks at the progress; a block takes a fraction of a millisecond. */
#define PROGRESS_BLOCKS 16

static void scan_show_progress(const struct scan *scan, const struct scan_worker *w)
{
	scan->progress->show(scan->progress->context, blocks_taken(scan->blocks), perf_file_data_size(scan->file),
			     w->counts.types[PERF_RECORD_SAMPLE]);
}

void scan_run(struct scan *scan, struct scan_worker *w)
{
	bool show = scan->progress && w->first;
	uint64_t n = 0;
	struct block block;
	int result;

	while (!(scan->full && scan->step == SCAN_AGAIN) && block_reader_next(w->reader, &block, &w->error) > 0) {
		if (scan->step == SCAN_SIDEBAND)
			result = scan_sideband_block(scan, w, &block);
		else if (scan->file->swap)
			result = scan_block(scan, w, &block, true);
		else
			result = scan_block(scan, w, &block, false);
		if (!result && scan->want_spans)
			result = scan_keep_span(scan, w, &block);
		if (result) {
			if (result == -ENOMEM)
				error_nomem(&w->error);
			else
				error_set(&w->error, result, "a block holds what the block index does not say");
			return;
		}
		scan_weigh(scan, w);
		if (show && !(++n % PROGRESS_BLOCKS))
			scan_show_progress(scan, w);
	}
}
