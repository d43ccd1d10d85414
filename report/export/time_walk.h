/*
 * time_walk: the second of the two walks of an export: samples in the order of time, with their stacks, and what else
 * happened between them. Memory follows the number of distinct stacks.
 */
#ifndef PREC_REPORT_EXPORT_TIME_WALK_H
#define PREC_REPORT_EXPORT_TIME_WALK_H

#include "report/export/export.h"
#include "report/scan/sample_stream.h"
#include "report/tracepoint/trace_fields.h"

struct time_walk {
	struct export *export; /* borrowed */
	struct sample_stream stream;
	struct trace_fields *trace; /* NULL: no event has fields */
	struct shared_locator locator;
};

/* A sample, or another record. */
struct time_item {
	const struct record *record; /* valid until the next item is asked for */
	bool is_sample;              /* false: only record, time and id are set */
	uint64_t time;               /* ns of the recording's clock; without times the order in the file */
	struct record_id id;         /* of another record: whose it is */
	uint32_t event;              /* as in the file */
	uint32_t thread;             /* of the export's threads */
	uint32_t comm;               /* string id: what the thread was called then */
	uint32_t cpu;                /* -1: the sample did not say */
	uint32_t stack;              /* of the export's stacks */
	unsigned mode;               /* RECORD_MISC_KERNEL ... */
	uint64_t period;
};

/*
 * Opens a walk over samples that pass the export's filter. types: bit n: records of type n are wanted, too, of the
 * times of --time and of threads that pass it. The analysis was run with export_plan and want_spans. 0 or a negative
 * errno; time_walk_close is due in any case.
 */
int time_walk_open(struct time_walk *w, struct export *x, uint64_t types, struct error *err);
void time_walk_close(struct time_walk *w);

/* Returns the next item. 1; 0: the end; or a negative errno. */
int time_walk_next(struct time_walk *w, struct time_item *ret_item, struct error *err);

/* Returns the data of a tracepoint's sample. NULL: it has none, or their format is not known. */
const void *time_walk_raw(const struct time_walk *w, const struct time_item *item, size_t *ret_size);

/*
 * Sets name to that of the i-th field of an event, from 0, with a NUL. False: it has no more, or is no tracepoint whose
 * format is known.
 */
bool time_walk_field(const struct time_walk *w, uint32_t event, uint32_t i, struct buffer *name);

/* Appends a field of raw data as text. */
static inline void time_walk_put_field(const struct time_walk *w, const void *raw, size_t size, const char *field,
				       struct buffer *b)
{
	trace_fields_put_field(w->trace, raw, size, field, false, b);
}

/*
 * Appends what a tracepoint's sample says, as its print format shows it; nothing of other events, or where the format
 * is not known.
 */
void time_walk_put_fields(const struct time_walk *w, const struct time_item *item, struct buffer *b);

#endif
