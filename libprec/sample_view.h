/*
 * sample_view: makes a struct prec_sample of a SAMPLE record.
 *
 * Fields with a fixed offset are read directly. The whole record is decoded (formats/record/sample_decode.h) only if
 * the event's samples have other fields, too.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_LIBPREC_SAMPLE_VIEW_H
#define PREC_LIBPREC_SAMPLE_VIEW_H

#include "formats/record/event.h"
#include "formats/record/record.h"
#include <prec/sample.h>

#include <errno.h>

/* The fields that have the same offset in all samples of an event. */
#define SAMPLE_VIEW_FIXED                                                                                     \
	(PREC_IDENTIFIER | PREC_IP | PREC_TID | PREC_TIME | PREC_ADDR | PREC_ID | PREC_STREAM_ID | PREC_CPU | \
	 PREC_PERIOD)

/* Decodes the record, and fills the members of the other fields. 0 or -EBADMSG. */
int sample_view_rest(const struct record *r, const struct event_attr *attr, struct prec_sample *ret_sample,
		     struct error *err);

/* Marks a condition that is true for most samples, so that its code is reached without a jump. */
#define SAMPLE_VIEW_USUAL(has) __builtin_expect(!!(has), 1)

/* Fills the members of those of ret_sample->fields that have a fixed offset. data: the record, of a checked size. */
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
 * Fills *ret_sample except `event`. Members of fields that the event's samples do not have stay as they are, so
 * *ret_sample has to be zero or filled from another sample of the event. 0; -EBADMSG: the record is too small.
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
