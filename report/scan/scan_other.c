#include "report/scan/scan_other.h"

#include "report/scan/timeline_replay.h"
#include "report/stream/record_time.h"

#include <errno.h>

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

	/* The recorder's own record, which has no trailer. */
	if (r->type == PERF_RECORD_TIME_CONV)
		return sideband_list_add(&w->sideband, r, 0, order);
	if (record_decode_id(r, &perf_file_event_of(scan->file, r)->layout, &id, &err)) {
		scan_bad_record(w, &err);
		return 0;
	}
	return sideband_list_add(&w->sideband, r, scan->file->timed ? id.time : order, order);
}

/* Keeps what a CALLCHAIN_DEFERRED record says. 0 or -ENOMEM. */
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

/* A block that holds nothing but sideband, as the index says, and is not read again. 0, -EBADMSG: it does; -ENOMEM. */
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
