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

/*
 * Sets name to that of the i-th field of an event, from 0, with a NUL. False: it has no more, or is no tracepoint whose
 * format is known.
 */
bool time_walk_field(const struct time_walk *w, uint32_t event, uint32_t i, struct buffer *name);

/*
 * The fields of a tracepoint's sample, one after the other. Other samples have none. _init/_fini; many samples may be
 * begun one after the other.
 */
struct time_fields {
	const struct time_walk *walk;
	uint32_t event, next;
	const void *raw;
	size_t size;
	struct buffer name, text; /* of the last field that was asked for, with a NUL each */
	bool failed;              /* no memory */
};

void time_fields_init(struct time_fields *f);
void time_fields_fini(struct time_fields *f);
void time_fields_begin(struct time_fields *f, const struct time_walk *w, const struct time_item *item);

/* Sets name and text to those of the next field. False: it has no more, or there is no memory. */
bool time_fields_next(struct time_fields *f);

#endif
