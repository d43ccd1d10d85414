#include "report/scan/sample_stream.h"

#include "report/scan/sample_count.h"

#include <errno.h>
#include <stdlib.h>

int sample_stream_open(struct sample_stream *s, struct analysis *a, uint64_t types, struct error *err)
{
	int result;

	*s = (struct sample_stream){ .analysis = a, .scan = analysis_scan(a, SCAN_AGAIN) };
	s->scan.timeline = &a->timeline;
	s->batch = malloc(sizeof(*s->batch));
	s->sample = calloc(1, sizeof(*s->sample));
	if (!s->batch || !s->sample)
		return error_nomem(err);
	ordered_batch_init(s->batch);
	result = scan_worker_init(&s->worker, &s->scan, err);
	if (!result)
		result = ordered_new(&s->ordered, a->file, a->spans, a->n_spans, types | 1ull << PERF_RECORD_SAMPLE,
				     err);
	if (!result && a->options.plan.stitch)
		ordered_stitch(s->ordered, a->options.plan.stitch);
	return result;
}

void sample_stream_close(struct sample_stream *s)
{
	if (s->has_batch)
		ordered_release(s->ordered, s->batch);
	if (s->batch)
		ordered_batch_fini(s->batch);
	ordered_free(s->ordered);
	scan_worker_fini(&s->worker);
	free(s->batch);
	free(s->sample);
	memset(s, 0, sizeof(*s));
}

/* Moves to the next record. 1; 0: the end; or a negative errno. */
static int next_record(struct sample_stream *s, struct error *err)
{
	int result;

	s->share = 0;
	if (s->has_batch && ++s->ref < s->batch->n)
		return 1;
	if (s->has_batch)
		ordered_release(s->ordered, s->batch);
	s->has_batch = false;
	do {
		result = ordered_next(s->ordered, s->batch, err);
		if (result <= 0)
			return result;
		s->has_batch = s->batch->n > 0;
		if (!s->has_batch)
			ordered_release(s->ordered, s->batch);
	} while (!s->has_batch);
	s->ref = 0;
	return 1;
}

/* Makes the key of the current sample, with its chain. 1; 0: it is damaged or not wanted; or -ENOMEM. */
static int read_sample(struct sample_stream *s, const struct ordered_ref *ref)
{
	const struct scan *scan = &s->scan;
	struct scan_worker *w = &s->worker;
	const struct sample_decoder *d = &w->decoders[ref->item.event];
	const struct record *r = &s->record;
	struct scan_sample *sample = s->sample;
	uint32_t chain = CHAIN_EMPTY;

	if (r->size < d->fixed_end) {
		scan_short_sample(w, r);
		return 0;
	}
	if (!scan_begin_ordered(scan, w, s->batch, ref, r, sample))
		return 0;
	sample_decoder_key(d, r->data, r->misc, r->swap, &sample->key);
	if (scan->plan.by_chain) {
		scan_find_chain(w, sample);
		if (scan_whole_chain(scan, w, sample) || scan_chain(scan, w, sample, &chain))
			return -ENOMEM;
	}
	sample_key_set_chain(&sample->key, chain);
	return 1;
}

/* Returns the next wanted share of the current sample. False: there is none. */
static bool next_share(struct sample_stream *s, const struct ordered_ref *ref, struct stream_item *ret_item)
{
	const struct sample_decoder *d = s->sample->decoder;
	const struct read_share own = { .event = ref->item.event,
					.period = sample_decoder_period(d, s->record.data, s->record.swap) };
	uint32_t n_shares = ref->by_shares ? ref->n_shares : 1;

	while (s->share < n_shares) {
		const struct read_share *share = ref->by_shares ? &s->batch->shares[ref->share + s->share] : &own;

		s->share++;
		if (s->worker.decoders[share->event].is_left_out)
			continue;
		*ret_item = (struct stream_item){ .record = &s->record,
						  .time = s->sample->time,
						  .event = share->event,
						  .key = s->sample->key,
						  .period = share->period };
		sample_key_set_event(&ret_item->key, share->event);
		return true;
	}
	return false;
}

int sample_stream_next(struct sample_stream *s, struct stream_item *ret_item, struct error *err)
{
	int result = 1;

	if (s->has_batch && s->share && next_share(s, &s->batch->refs[s->ref], ret_item))
		return 1;
	while (result >= 0 && (result = next_record(s, err)) > 0) {
		const struct ordered_ref *ref = &s->batch->refs[s->ref];

		ordered_record(s->ordered, ref, &s->record);
		if (s->record.type != PERF_RECORD_SAMPLE) {
			*ret_item = (struct stream_item){ .record = &s->record,
							  .time = ref->item.time,
							  .event = ref->item.event };
			return 1;
		}
		result = read_sample(s, ref);
		if (result > 0 && next_share(s, ref, ret_item))
			return 1;
		if (result < 0)
			return error_nomem(err);
	}
	return result;
}
