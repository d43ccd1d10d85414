#include "report/scan/scan.h"

#include "common/list.h"
#include "common/workers.h"
#include "formats/file/perf_file.h"
#include "report/scan/sample_count.h"
#include "report/scan/scan_worker.h"

#include <errno.h>
#include <stdlib.h>

/* Counts any sample. Always inlined with a constant swap, so that each byte order has its own loop. 0 or -ENOMEM. */
SAMPLE_COUNT_INLINE int scan_record(const struct scan *scan, struct scan_worker *w, const struct record *r,
				    const struct file_event *e, uint64_t order, const bool swap)
{
	uint32_t event = (uint32_t)(e - scan->file->events);
	const struct sample_decoder *d = &w->decoders[event];
	struct scan_sample s = { .record = r, .event = e, .decoder = d, .chain.swap = swap };

	if (d->is_ordered || d->is_left_out)
		return 0;
	if (r->size < d->fixed_end) {
		scan_short_sample(w, r);
		return 0;
	}
	s.time = d->has_time ? load_u64_order(r->data + d->time, swap) : order;
	if (scan->plan.choice && !sample_choice_has(scan->plan.choice, event, s.time, r->offset))
		return 0;
	w->event_samples[event]++;
	if (scan->plan.by_chain)
		scan_find_chain(w, &s);
	if (scan->full)
		return 0;
	sample_decoder_key(d, r->data, r->misc, swap, &s.key);
	if (scan_whole_chain(scan, w, &s))
		return -ENOMEM;
	s.period = sample_decoder_period(d, r->data, swap);
	return scan_count(scan, w, &s);
}

/* Samples of one event that follow each other in a block. */
struct sample_run {
	const struct block *block;
	size_t pos; /* of the next sample */
	uint32_t event;
	uint64_t id; /* that of the event, if samples have ids */
};

/*
 * Counts the samples of a run if only their fixed fields matter (scan_is_fixed). A flat profile spends its time in this
 * loop. Returns how many samples it counted, and moves run->pos after them.
 */
SAMPLE_COUNT_INLINE uint64_t scan_fixed_samples(const struct scan *scan, struct scan_worker *w, struct sample_run *run,
						const bool epochs, const bool swap)
{
	const struct sample_decoder d = w->decoders[run->event];
	const uint8_t *p = run->block->data + run->pos;
	const uint8_t *end = run->block->data + run->block->size;
	const uint64_t id = run->id;
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
		if (epochs)
			scan_set_epoch(scan, w, &key, time);
		if (sample_table_count(&w->table, &key, sample_decoder_period(&d, p, swap), time))
			break; /* no memory: the caller takes the same sample, and fails as well */
		p += size;
		n++;
	}
	run->pos = (size_t)(p - run->block->data);
	w->event_samples[run->event] += n;
	w->n_counted += n;
	w->counts.types[PERF_RECORD_SAMPLE] += n;
	return n;
}

/* True if the plan needs the fixed fields of samples only. */
static bool scan_is_fixed(const struct scan *scan)
{
	return scan->file->timed && !scan->plan.by_chain && !scan->plan.values && !scan->plan.choice &&
	       !scan->recount_keys && !scan->n_partitions && !scan->full && scan->plan.every < 2;
}

SAMPLE_COUNT_INLINE int scan_block(const struct scan *scan, struct scan_worker *w, const struct block *block,
				   const bool swap)
{
	struct event_finder finder = { .file = scan->file };
	uint64_t order = record_order(block->number, 0);
	struct sample_run run = { .block = block };
	const bool is_fixed = scan_is_fixed(scan);
	struct record r;
	int result = 0;

	while (!result && block_next_record(block, swap, &run.pos, &r)) {
		const struct file_event *event;

		scan_count_type(w, r.type);
		if (r.type != PERF_RECORD_SAMPLE) {
			result = scan_other(scan, w, &r, order++);
			continue;
		}
		if (scan->plan.every > 1 && order % scan->plan.every) {
			order++;
			continue;
		}
		event = event_finder_find(&finder, &r);
		if (event)
			result = scan_record(scan, w, &r, event, order, swap);
		else
			w->counts.unknown_events++;
		order++;
		if (!event || !is_fixed || result)
			continue;
		run.event = (uint32_t)(event - scan->file->events);
		run.id = finder.last_id;
		if (w->decoders[run.event].is_ordered)
			continue;
		order += scan->by_epoch ? scan_fixed_samples(scan, w, &run, true, swap)
					: scan_fixed_samples(scan, w, &run, false, swap);
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

/* Blocks between two reports of progress; a block takes a fraction of a millisecond. */
#define PROGRESS_BLOCKS 16

static void scan_show_progress(const struct scan *scan, const struct scan_worker *w)
{
	scan->progress->show(scan->progress->context, blocks_taken(scan->blocks), perf_file_data_size(scan->file),
			     w->counts.types[PERF_RECORD_SAMPLE]);
}

void scan_run(struct scan *scan, struct scan_worker *w)
{
	bool show = scan->progress && w->is_first;
	uint64_t n = 0;
	struct block block;
	int result;

	while (!(scan->full && scan->step == SCAN_AGAIN) && block_reader_next(w->reader, &block, &w->error) > 0) {
		if (workers_are_stopped()) {
			error_set(&w->error, -ECANCELED, "the recording was not read to its end");
			return;
		}
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

/* Counts each share of a sample. A sample without the values of its group counts as any other. 0 or -ENOMEM. */
static int scan_shares(const struct scan *scan, struct scan_worker *w, const struct ordered_batch *batch,
		       const struct ordered_ref *ref, const struct record *r)
{
	const struct sample_decoder *d = &w->decoders[ref->item.event];
	const struct read_share own = { .event = ref->item.event,
					.period = sample_decoder_period(d, r->data, r->swap) };
	struct scan_sample s;
	uint32_t n_shares = ref->by_shares ? ref->n_shares : 1;
	int result = 0;

	if (!scan_begin_ordered(scan, w, batch, ref, r, &s))
		return 0;
	if (scan->plan.by_chain && n_shares)
		scan_find_chain(w, &s);
	if (n_shares && !scan->full)
		result = scan_whole_chain(scan, w, &s);
	for (uint32_t i = 0; i < n_shares && !result; i++) {
		const struct read_share *share = ref->by_shares ? &batch->shares[ref->share + i] : &own;

		if (w->decoders[share->event].is_left_out)
			continue;
		w->event_samples[share->event]++;
		if (scan->full)
			continue;
		s.period = share->period;
		sample_decoder_key(d, r->data, r->misc, r->swap, &s.key);
		sample_key_set_event(&s.key, share->event);
		result = scan_count(scan, w, &s);
	}
	return result;
}

static int scan_batch(const struct scan *scan, struct scan_worker *w, const struct ordered *ordered,
		      const struct ordered_batch *batch)
{
	int result = 0;

	for (uint32_t i = 0; i < batch->n && !result; i++) {
		const struct sample_decoder *d = &w->decoders[batch->refs[i].item.event];
		struct record r;

		if (!d->is_ordered)
			continue;
		ordered_record(ordered, &batch->refs[i], &r);
		if (r.size < d->fixed_end)
			scan_short_sample(w, &r);
		else
			result = scan_shares(scan, w, batch, &batch->refs[i], &r);
	}
	return result;
}

void scan_run_shares(struct scan *scan, struct scan_worker *w, struct ordered *ordered)
{
	struct ordered_batch *batch = malloc(sizeof(*batch));
	int result = batch ? 0 : -ENOMEM;

	if (batch)
		ordered_batch_init(batch);
	while (!result && !(scan->full && scan->step == SCAN_AGAIN) && ordered_next(ordered, batch, &w->error) > 0) {
		result = workers_are_stopped() ? -ECANCELED : scan_batch(scan, w, ordered, batch);
		ordered_release(ordered, batch);
		scan_weigh(scan, w);
	}
	if (result)
		error_nomem(&w->error);
	if (batch)
		ordered_batch_fini(batch);
	free(batch);
}
