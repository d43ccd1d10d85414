/*
 * sample_stream: returns the samples of an analysed file in the order of time, each with the key and the chain that the
 * analysis counts it by, and other wanted records among them.
 *
 *	ordered batches -> choice, chain (unwound, joined, cut) -> key, whose chain is a node of the stream's own tree
 *
 * Memory grows with the number of distinct chains. One thread at a time.
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
	uint32_t ref;         /* index of the current record in the batch */
	uint32_t share;       /* index of the current sample's next share */
	struct record record; /* the current one */
	struct scan_sample *sample;
};

/* A sample, or another record. */
struct stream_item {
	const struct record *record; /* valid until the next item is asked for */
	uint64_t time;
	uint32_t event;        /* of a share of a group's sample: the member */
	struct sample_key key; /* of a sample: what the plan of the analysis distinguishes, with the chain */
	uint64_t period;       /* of a sample */
};

/*
 * Opens a stream over an analysis that was run with want_spans. Borrows it. types: bit n: records of type n, below 64,
 * are wanted, too. 0 or a negative errno; the caller calls sample_stream_close in both cases.
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
