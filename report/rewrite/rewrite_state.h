/*
 * rewrite_state: the state of one rewrite (report/rewrite/rewrite.h), shared by rewrite.c, rewrite_changed.c,
 * rewrite_records.c and rewrite_features.c.
 */
#ifndef PREC_REPORT_REWRITE_REWRITE_STATE_H
#define PREC_REPORT_REWRITE_REWRITE_STATE_H

#include "formats/file/block_writer.h"
#include "formats/file/perf_file.h"
#include "formats/file/writer_setup.h"
#include "report/rewrite/rewrite_events.h"
#include "report/rewrite/rewrite_joined.h"
#include "report/rewrite/rewrite_options.h"
#include "report/stream/record_time.h"

struct rewrite_losses {
	rewrite_loss report;
	void *context;
	uint64_t n;          /* so far */
	uint64_t n_reported; /* reported before the rewrite was restarted */
};

struct rewrite_times {
	uint64_t last_stop;                 /* end of the last of options->times; UINT64_MAX: none */
	uint64_t first_sample, last_sample; /* UINT64_MAX and 0: none had a time */
};

struct rewrite {
	const struct perf_file *f; /* where records are read */
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
	struct block_entry about; /* of the staged records */
	bool is_plain;            /* they are not compressed, although the file is */
	struct buffer bundle;     /* records of the input's bundle, or those of the new one */
	struct buffer unwound;    /* a sample with a callchain in place of its stack */
	struct buffer redacted;   /* a record without secrets */
	struct buffer auxtrace;   /* entries of the AUXTRACE feature: the new offsets of its records */
	unsigned rounds;          /* of the input since the last one written: see rewrite_records.c */

	uint64_t feature_bytes; /* of the features that were copied */
	bool has_build_ids;     /* a pipe gets the feature BUILD_ID as records */

	struct event_finder finder;
	struct rewrite_times times;
	struct rewrite_joined joined;
	bool is_sampled; /* a removed event has a sample: restart the rewrite */
};

/* Returns the result of a call that writes, and adds a prefix to its error. */
static inline int rewrite_written(int result, struct error *err)
{
	if (result)
		error_prefix(err, "the file cannot be written");
	return result;
}

/* Reports a loss, unless it was reported before a restart. */
static inline void rewrite_report_loss(struct rewrite *w, const struct error *loss)
{
	if (w->losses.n++ >= w->losses.n_reported)
		w->losses.report(w->losses.context, loss);
}

/* --- features (rewrite_features.c): those that can be read, and those about the layout of the new file --- */

/*
 * Makes the list of features, ascending by bit. A pipe has them before its records, a file after. 0 or a negative
 * errno.
 */
int rewrite_features(struct rewrite *w, struct feature_list *list, struct error *err);

/* Writes the build-ids of a pipe, before all other records. Call it after rewrite_features. 0 or a negative errno. */
int rewrite_pipe_build_ids(struct rewrite *w, struct error *err);

/*
 * --- changed records (rewrite_changed.c). *r: in, as it is in the input; out, as it is to be written, valid until the
 * next call. 1; 0: it is not written; or a negative errno ---
 */

/* Lets the bundle have a sample. What has become too large is reported. */
int rewrite_bundled(struct rewrite *w, struct record *r, const struct file_event *e, struct error *err);

/* Takes secrets out of a record, of that event, if that is asked for. */
int rewrite_redacted(struct rewrite *w, struct record *r, const struct file_event *e, struct error *err);

/*
 * --- records (rewrite_records.c): which are written, and in which blocks ---
 *
 * A FINISHED_ROUND says that all later records are newer than those before the previous round; readers then sort and
 * deliver the records that they hold. So a round may be dropped. It may also be written later than in the input, if the
 * input has had two rounds since the last one that was written:
 *
 *	input	.. r ..... r .. r ..... r		r: FINISHED_ROUND
 *	output	.. r ............. R .........		R: the one before it came after the last r written
 */

/* Writes the records of all parts. 0 or a negative errno; w->sampled: the rewrite must be restarted. */
int rewrite_records(struct rewrite *w, struct error *err);

#endif
