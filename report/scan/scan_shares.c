#include "report/scan/scan_shares.h"

#include "report/scan/sample_count.h"

#include <stdlib.h>

/* Counts a sample to each of its shares. One whose values are not there counts as any other. */
static int scan_shares(const struct scan *scan, struct scan_worker *w, const struct ordered_batch *batch,
		       const struct ordered_ref *ref, const struct record *r)
{
	const struct sample_decoder *d = &w->decoders[ref->item.event];
	const struct read_share own = { .event = ref->item.event,
					.period = sample_decoder_period(d, r->data, r->swap) };
	struct scan_sample s = { .record = r,
				 .event = &scan->file->events[ref->item.event],
				 .decoder = d,
				 .time = d->has_time ? load_u64_order(r->data + d->time, r->swap) : ref->item.time,
				 .chain.swap = r->swap };
	uint32_t n_shares = ref->read ? ref->n_shares : 1;
	int result = 0;

	if (scan->plan.choice && !sample_choice_has(scan->plan.choice, ref->item.event, s.time, r->offset))
		return 0;
	if (scan->plan.by_chain && n_shares)
		scan_find_chain(w, &s);
	w->tail = branch_tail_of(batch->tails, ref->tail, ref->n_tail);
	if (n_shares && !scan->full)
		result = scan_whole_chain(scan, w, &s);
	for (uint32_t i = 0; i < n_shares && !result; i++) {
		const struct read_share *share = ref->read ? &batch->shares[ref->share + i] : &own;

		if (w->decoders[share->event].left_out)
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

		if (!d->ordered)
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
		result = scan_batch(scan, w, ordered, batch);
		ordered_release(ordered, batch);
		scan_weigh(scan, w);
	}
	if (result)
		error_nomem(&w->error);
	if (batch)
		ordered_batch_fini(batch);
	free(batch);
}
