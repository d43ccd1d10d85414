#include "report/scan/scan_worker.h"

#include "report/scan/sideband_list.h"
#include "report/stream/record_time.h"

#include <errno.h>
#include <stdlib.h>

/* Limit of a sample's extra fields: its numbers, and raw data, which a record limits to 64 KiB. */
#define EXTRA_BYTES (SAMPLE_VALUES_BYTES + UINT16_MAX)

static int worker_init_stack(struct scan_worker *w, const struct scan *scan)
{
	w->stack = calloc(1, sizeof(*w->stack));
	return w->stack ? stack_chain_init(w->stack, scan->unwind, scan->arch, scan->plan.chain_limit.max) : -ENOMEM;
}

int scan_worker_init(struct scan_worker *w, const struct scan *scan, struct error *err)
{
	int result;

	memset(w, 0, sizeof(*w));
	sideband_list_init(&w->sideband);
	value_table_init(&w->values);
	deferred_chains_init(&w->deferred);
	buffer_init(&w->chain);
	buffer_init(&w->history);
	buffer_init(&w->cut);
	w->event_samples = calloc(scan->file->n_events, sizeof(*w->event_samples));
	w->event_losses = calloc(scan->file->n_events, sizeof(*w->event_losses));
	w->decoders = calloc(scan->file->n_events, sizeof(*w->decoders));
	w->epochs = scan->by_epoch ? calloc(1u << SCAN_EPOCHS_LOG, sizeof(*w->epochs)) : NULL;
	w->extra = scan->plan.values ? malloc(EXTRA_BYTES) : NULL;
	result = block_reader_new(&w->reader, scan->blocks, err);
	if (result)
		return result;
	for (uint32_t i = 0; i < scan->file->n_events && w->decoders; i++)
		sample_decoder_make(&w->decoders[i], scan->file, i, &scan->plan);
	if (!w->event_samples || !w->event_losses || !w->decoders || (scan->plan.values && !w->extra) ||
	    (scan->by_epoch && !w->epochs) || sample_table_init(&w->table) || chain_tree_init(&w->chains) ||
	    (scan->unwind && worker_init_stack(w, scan)) ||
	    ended_counts_init(&w->ends, scan->ends, scan->plan.chain_limit.max))
		return error_nomem(err);
	return 0;
}

void scan_worker_fini(struct scan_worker *w)
{
	block_reader_free(w->reader);
	sample_table_fini(&w->table);
	chain_tree_fini(&w->chains);
	value_table_fini(&w->values);
	sideband_list_fini(&w->sideband);
	free(w->spans);
	free(w->event_samples);
	free(w->event_losses);
	free(w->decoders);
	free(w->epochs);
	free(w->extra);
	deferred_chains_fini(&w->deferred);
	buffer_fini(&w->chain);
	buffer_fini(&w->history);
	buffer_fini(&w->cut);
	if (w->stack)
		stack_chain_fini(w->stack);
	free(w->stack);
	ended_counts_fini(&w->ends);
	memset(w, 0, sizeof(*w));
}

void scan_bad_record(struct scan_worker *w, const struct error *err)
{
	if (!w->counts.bad_records++)
		w->counts.first_bad = *err;
}

void scan_weigh(struct scan *scan, struct scan_worker *w)
{
	uint64_t bytes = sample_table_bytes(&w->table) + chain_tree_bytes(&w->chains) + value_table_bytes(&w->values);

	scan->bytes_used += bytes - w->bytes_used;
	w->bytes_used = bytes;
	if (scan->bytes_allowed && scan->bytes_used > scan->bytes_allowed)
		scan->full = true;
}

static void scan_lost_samples(const struct scan *scan, struct scan_worker *w, const struct record *r, uint64_t lost)
{
	struct event_losses *losses = &w->event_losses[perf_file_event_of(scan->file, r) - scan->file->events];

	if (r->misc & RECORD_MISC_LOST_SAMPLES_BPF) {
		losses->dropped += lost;
	} else {
		losses->lost += lost;
		w->counts.lost_samples += lost;
	}
}

/* Keeps a record about processes, threads or mappings. 0 or -ENOMEM. */
static int scan_keep(const struct scan *scan, struct scan_worker *w, const struct record *r, uint64_t order)
{
	struct error err = ERROR_INIT;
	struct record_id id;

	/* Recorders write it without a trailer. */
	if (r->type == PERF_RECORD_TIME_CONV)
		return sideband_list_add(&w->sideband, r, 0, order);
	if (record_decode_id(r, &perf_file_event_of(scan->file, r)->layout, &id, &err)) {
		scan_bad_record(w, &err);
		return 0;
	}
	return sideband_list_add(&w->sideband, r, scan->file->timed ? id.time : order, order);
}

/* Keeps the chain of a CALLCHAIN_DEFERRED record. 0 or -ENOMEM. */
static int scan_keep_deferred(const struct scan *scan, struct scan_worker *w, const struct record *r, uint64_t order)
{
	struct error err = ERROR_INIT;
	struct record_deferred deferred;
	struct record_id id;

	if (record_decode_deferred(r, &deferred, &err) ||
	    record_decode_id(r, &perf_file_event_of(scan->file, r)->layout, &id, &err)) {
		scan_bad_record(w, &err);
		return 0;
	}
	return deferred_chains_add(&w->deferred, id.tid, scan->file->timed ? id.time : order, &deferred);
}

static void scan_lost(const struct scan *scan, struct scan_worker *w, const struct record *r)
{
	struct error err = ERROR_INIT;
	struct record_lost lost;

	if (record_decode_lost(r, &lost, &err))
		scan_bad_record(w, &err);
	else if (r->type == PERF_RECORD_LOST)
		w->counts.lost += lost.lost;
	else
		scan_lost_samples(scan, w, r, lost.lost);
}

int scan_other(const struct scan *scan, struct scan_worker *w, const struct record *r, uint64_t order)
{
	if (r->type == PERF_RECORD_LOST || r->type == PERF_RECORD_LOST_SAMPLES)
		scan_lost(scan, w, r);
	if (r->type == PERF_RECORD_CALLCHAIN_DEFERRED && scan->keep_deferred)
		return scan_keep_deferred(scan, w, r, order);
	if (scan->step == SCAN_AGAIN || !timeline_replays(&scan->plan, r->type))
		return 0;
	if (!scan->timeline)
		return scan_keep(scan, w, r, order);
	if (scan->index)
		sideband_list_sum(&w->sideband, r);
	return 0;
}

/* Counts and keeps all records of a block that has no samples, by the index. 0; -EBADMSG: it has some; -ENOMEM. */
static int scan_pure_block(const struct scan *scan, struct scan_worker *w, const struct block *block)
{
	uint64_t order = record_order(block->number, 0);
	struct record r;
	size_t pos = 0;
	int result = 0;

	while (!result && block_next_record(block, scan->file->swap, &pos, &r)) {
		scan_count_type(w, r.type);
		result = r.type == PERF_RECORD_SAMPLE ? -EBADMSG : scan_other(scan, w, &r, order++);
	}
	return result;
}

int scan_sideband_block(const struct scan *scan, struct scan_worker *w, const struct block *block)
{
	uint64_t order = record_order(block->number, 0);
	struct record r;
	size_t pos = 0;
	int result = 0;

	if (scan->index && scan->index->blocks[block->number].pure)
		return scan_pure_block(scan, w, block);
	for (; !result && block_next_record(block, scan->file->swap, &pos, &r); order++) {
		if (r.type == PERF_RECORD_CALLCHAIN_DEFERRED && scan->keep_deferred)
			result = scan_keep_deferred(scan, w, &r, order);
		if (!timeline_replays(&scan->plan, r.type))
			continue;
		result = scan_keep(scan, w, &r, order);
		if (scan->index)
			sideband_list_sum(&w->sideband, &r);
	}
	return result;
}
