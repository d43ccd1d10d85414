/*
 * sample_view: a SAMPLE record as a struct prec_sample.
 *
 * What has a fixed place is taken from there; only events whose samples hold more are decoded (formats/record/
 * sample_decode.h).
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_LIBPREC_SAMPLE_VIEW_H
#define PREC_LIBPREC_SAMPLE_VIEW_H

#include "formats/record/event.h"
#include "formats/record/record.h"

#include <errno.h>
#include <prec/sample.h>

/* The fields with a fixed place in records. */
#define SAMPLE_VIEW_FIXED                                                                                     \
	(PREC_IDENTIFIER | PREC_IP | PREC_TID | PREC_TIME | PREC_ADDR | PREC_ID | PREC_STREAM_ID | PREC_CPU | \
	 PREC_PERIOD)

/* Fills all of *ret_sample but `event` from what is no fixed field. 0 or -EBADMSG. */
int sample_view_rest(const struct record *r, const struct event_attr *attr, struct prec_sample *ret_sample,
		     struct error *err);

/* For what most samples have: its code stands on the straight way, and is not jumped to. */
#define SAMPLE_VIEW_USUAL(has) __builtin_expect(!!(has), 1)

/* Fills those of ret_sample->fields that have a fixed place. */
static inline __attribute__((always_inline)) void sample_view_fixed(const uint8_t *data, const struct event_layout *l,
								    bool swap, struct prec_sample *ret_sample)
{
	struct prec_sample *s = ret_sample;
	const uint64_t fields = s->fields;

	if (SAMPLE_VIEW_USUAL(fields & (PREC_IDENTIFIER | PREC_ID)))
		s->id = load_u64_order(data + event_layout_sample_id(l), swap);
	if (SAMPLE_VIEW_USUAL(fields & PREC_IP))
		s->ip = load_u64_order(data + l->ip, swap);
	if (SAMPLE_VIEW_USUAL(fields & PREC_TID)) {
		const uint8_t *ids = data + l->tid;

		s->pid = load_u32_order(ids, swap);
		s->tid = load_u32_order(ids + 4, swap);
	}
	if (SAMPLE_VIEW_USUAL(fields & PREC_TIME))
		s->time = load_u64_order(data + l->time, swap);
	if (SAMPLE_VIEW_USUAL(fields & PREC_CPU))
		s->cpu = load_u32_order(data + l->cpu, swap);
	if (SAMPLE_VIEW_USUAL(fields & PREC_PERIOD))
		s->period = load_u64_order(data + l->period, swap);
	if (SAMPLE_VIEW_USUAL(!(fields & (PREC_ADDR | PREC_STREAM_ID))))
		return;
	if (fields & PREC_ADDR)
		s->addr = load_u64_order(data + l->addr, swap);
	if (fields & PREC_STREAM_ID)
		s->stream_id = load_u64_order(data + l->stream_id, swap);
}

/*
 * Fills all but `event`; fields that are not there keep what they had, so *ret_sample is to be zero or the
 * one of another sample of the event. 0 or -EBADMSG where the record is too small for what it holds.
 */
static inline __attribute__((always_inline)) int sample_view_take(const struct record *r, const struct event_attr *attr,
								  const struct event_layout *layout,
								  struct prec_sample *ret_sample, struct error *err)
{
	if (r->size < layout->fixed_end)
		return error_at(err, -EBADMSG, r->offset, r->type, "a sample of %u bytes, %u expected", r->size,
				layout->fixed_end);
	ret_sample->fields = attr->sample_type;
	sample_view_fixed(r->data, layout, r->swap, ret_sample);
	return attr->sample_type & ~SAMPLE_VIEW_FIXED ? sample_view_rest(r, attr, ret_sample, err) : 0;
}

#endif
