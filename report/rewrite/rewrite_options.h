/* rewrite_options: the options and the result of report/rewrite/rewrite.h. */
#ifndef PREC_REPORT_REWRITE_REWRITE_OPTIONS_H
#define PREC_REPORT_REWRITE_REWRITE_OPTIONS_H

#include "report/redact/redact.h"
#include "report/scan/scan.h"
#include "report/stream/time_ranges.h"

/*
 * What is made of the records beside the copy, for readers on other machines (report/bundle/bundle_maker.h). Calls
 * return 0, or a negative errno with *err filled that ends the rewrite.
 */
struct rewrite_bundle {
	void *context;
	bool unwinds; /* samples with a copy of the user stack (event_has_user_stacks) get callchains in place of it */
	bool is_beside; /* what the input carries of that kind is copied, too */
	/* Called before the first record, and again if the rewrite is restarted. */
	void (*begin)(void *context);
	/* Called for each sample that is written. With `unwinds`, of such events: appends the sample to write to b. */
	int (*sample)(void *context, const struct record *r, const struct file_event *e, struct buffer *b,
		      struct error *err);
	/* Called for each other record of the kernel that is written. */
	int (*other)(void *context, const struct record *r, const struct file_event *e, struct error *err);
	/* Called after the last record: appends the bundle's records to b. */
	int (*finish)(void *context, struct buffer *b, struct error *err);
};

struct rewrite_options {
	/*
	 * Dummy events (PERF_COUNT_SW_DUMMY) without samples are removed, and their records become the first event's:
	 * see report/rewrite/rewrite_events.h.
	 */
	bool merge_dummies;
	bool to_pipe;                         /* the output is a stream of pipe mode */
	int level;                            /* of zstd, 0: none */
	const struct time_ranges *times;      /* only samples in these times; NULL: all */
	uint64_t time_unit;                   /* ns: times of records are rounded down to multiples of it; 0: none is */
	const struct scan_progress *progress; /* NULL: none */
	const struct rewrite_bundle *bundle;  /* in place of one that the input has; NULL: that is copied */
	struct redact *redact; /* takes secrets out of all that is written, and has learned the input; NULL: none */
	/*
	 * Recordings that go on where this one, and each of them, ends, which are written behind it; they have the same
	 * events, with the same ids. merge_dummies and to_pipe are not for them.
	 */
	const struct perf_file *const *more;
	unsigned n_more;
};

struct rewrite_outcome {
	uint64_t n_records, n_samples; /* written */
	uint64_t n_outside;            /* samples and later records outside of the times: left out */
	uint64_t n_damaged;            /* records that end before their fields do: left out */
	uint64_t n_eventless;          /* samples of no known event: left out */
	uint64_t n_unknown;            /* records of types not known here: left out */
	uint64_t n_features, n_features_lost;
	uint64_t n_damages;    /* damages that the reader found */
	uint64_t n_bytes_lost; /* skipped between damage and the next record, or after a sample's fields */
	bool cut_off;          /* the recording did not finish, and the only damage is at the end of its data */
};

static inline bool rewrite_lost_something(const struct rewrite_outcome *o)
{
	return o->n_damages || o->n_bytes_lost || o->n_damaged || o->n_eventless || o->n_unknown || o->n_features_lost;
}

/* Reports a loss when it is found: what is wrong and where. */
typedef void (*rewrite_loss)(void *context, const struct error *loss);

#endif
