/*
 * sample: the fields of a SAMPLE record that have no fixed place.
 *
 * The fields up to PERIOD lie where struct event_layout says; a caller that has checked fixed_end against the record's
 * size loads them directly. Order of the rest: perf_event_open(2), PERF_RECORD_SAMPLE.
 */
#ifndef PREC_FORMATS_RECORD_SAMPLE_H
#define PREC_FORMATS_RECORD_SAMPLE_H

#include "common/buffer.h"
#include "formats/record/record.h"

#include <errno.h>

/* A callchain, the innermost address first, with markers among them (CALLCHAIN_*), unaligned. */
struct chain_words {
	const uint8_t *data;
	uint64_t n;
	bool swap;
};

static inline uint64_t chain_word(const struct chain_words *w, uint64_t i)
{
	return load_u64_order(w->data + 8 * i, w->swap);
}

/* Begins another chain in the place of one: in the buffer, in the same byte order. */
static inline void chain_words_begin(const struct chain_words *w, struct buffer *b)
{
	buffer_clear(b);
	b->swap = w->swap;
}

/* Takes what the buffer has as the chain. 0 or -ENOMEM. */
static inline int chain_words_take(struct chain_words *w, const struct buffer *b)
{
	if (!buffer_ok(b))
		return -ENOMEM;
	w->data = b->data;
	w->n = b->size / 8;
	return 0;
}

/*
 * The callchain of a sample: n addresses (unaligned, in the file's byte order) at *ret_addrs, within the record.
 * n is 0 for events without. 0 or -EBADMSG when the record is too small for what it says it holds.
 */
int sample_find_callchain(const struct record *r, const struct file_event *e, const uint8_t **ret_addrs,
			  uint64_t *ret_n, struct error *err);

#endif
