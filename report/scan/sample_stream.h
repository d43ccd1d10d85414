/*
 * sample_stream: returns the samples of an analysed file one after the other in the order of time, each with the key
 * and the chain that the analysis counts it by, and other records among them where they are wanted.
 *
 *	ordered batches -> choice, chain (unwound, joined, cut) -> key, whose chain is a node of the stream's own tree
 *
 * Memory follows the number of distinct chains. One thread at a time.
 */
#ifndef PREC_REPORT_SCAN_SAMPLE_STREAM_H
#define PREC_REPORT_SCAN_SAMPLE_STREAM_H

#include "report/scan/analysis_state.h"
#include "report/stream/ordered.h"

struct sample_stream {
	struct analysis *analysis; /* borrowed */
	struct scan scan;
	struct scan_worker worker; /* its chains are those of the keys */
	struct ordered *ordered;
	struct ordered_batch *batch;
	bool has_batch;
	uint32_t ref;         /* of the batch, the next one */
	uint32_t share;       /* of the sample at hand, the next one */
	struct record record; /* at hand */
	struct scan_sample *sample;
};

/* A sample, or another record. */
struct stream_item {
	const struct record *record; /* valid until the next item is asked for */
	uint64_t time;
	uint32_t event;        /* of a sample that counts for its group, the member's */
	struct sample_key key; /* of a sample: all that the analysis's plan distinguishes */
	uint64_t period;       /* likewise */
};

/*
 * Opens a stream over an analysis that was run with want_spans, and is borrowed. types: bit n: records of type n are
 * wanted beside samples. 0 or a negative errno; sample_stream_close is due in any case.
 */
int sample_stream_open(struct sample_stream *s, struct analysis *a, uint64_t types, struct error *err);
void sample_stream_close(struct sample_stream *s);

/* Returns the next item. 1; 0: the end; or a negative errno. Damaged samples are counted and left out. */
int sample_stream_next(struct sample_stream *s, struct stream_item *ret_item, struct error *err);

/* Returns the number of items that came after one of a later time. Call it at the end. */
static inline uint64_t sample_stream_n_late(const struct sample_stream *s)
{
	return ordered_n_late(s->ordered);
}

#endif
