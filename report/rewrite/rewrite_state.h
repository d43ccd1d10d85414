/*
 * rewrite_state: one rewriting under way (report/rewrite/rewrite.h): what its records, features and file share.
 */
#ifndef PREC_REPORT_REWRITE_REWRITE_STATE_H
#define PREC_REPORT_REWRITE_REWRITE_STATE_H

#include "formats/file/block_writer.h"
#include "formats/file/event_finder.h"
#include "report/rewrite/rewrite_events.h"
#include "report/rewrite/rewrite_options.h"
#include "report/stream/record_time.h"

struct rewrite_losses {
	rewrite_loss report;
	void *context;
	uint64_t n;          /* so far */
	uint64_t n_reported; /* before all was begun again */
};

struct rewrite_times {
	uint64_t last_stop;                 /* of options->times; UINT64_MAX: none */
	uint64_t first_sample, last_sample; /* UINT64_MAX and 0: none had a time */
};

struct rewrite {
	const struct perf_file *f;
	const struct rewrite_options *options;
	int fd;
	struct rewrite_losses losses;
	struct rewrite_outcome *outcome;
	struct rewrite_events events;

	struct perf_writer writer;
	struct zframe zframe;
	struct block_index index;
	struct block_writer blocks;
	struct buffer staging;    /* records of the block being filled */
	struct block_entry about; /* of them */
	bool plain;               /* they are not compressed, though others are */
	struct buffer auxtrace;   /* entries of the AUXTRACE feature: where its records are now */
	unsigned rounds;          /* of the input since the last one written: see rewrite_records.c */

	uint64_t feature_bytes; /* of the features that were copied */
	bool has_build_ids;     /* those of the feature BUILD_ID are to come in records of a pipe */

	struct event_finder finder;
	struct rewrite_times times;
	bool sampled; /* an event that was to go has a sample: all has to be begun again */
};

/* What a call that writes returned, with the words of its error. */
static inline int rewrite_written(int result, struct error *err)
{
	if (result)
		error_prefix(err, "the file cannot be written");
	return result;
}

/* Reports a loss, unless it was reported before all was begun again. */
void rewrite_report_loss(struct rewrite *w, const struct error *loss);

#endif
