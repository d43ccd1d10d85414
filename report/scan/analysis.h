/*
 * analysis: a file's samples counted by what tells them apart, and the timeline to say what they mean.
 *
 *	blocks -> workers (scan) -> merged table + chains + sideband -> timeline -> entries
 *
 * One pass counts samples by raw key (address, process, ...) with the first and last time of each. When it is over all
 * sideband records are known, whatever order the file has them in. A key whose address or comm meant one thing from its
 * first to its last time is done. Only keys that meant several things are counted again, in a second pass, apart for
 * each stretch of time (timeline_epoch). So attribution is exact, nothing is ever sorted but the sideband records and
 * the rows, and memory follows the number of distinct keys.
 *
 * Where even these are too many for the memory the user allows, or for the size of the file, the keys are counted in
 * parts: by a hash, in as many more passes as it takes. The entries of one part are there at a time (analysis_next).
 *
 * The result does not depend on the number of workers or parts, but for the order of the entries and the numbers of the
 * chains.
 */
#ifndef PREC_REPORT_SCAN_ANALYSIS_H
#define PREC_REPORT_SCAN_ANALYSIS_H

#include "report/scan/scan.h"

/* The least --max-memory: less does not hold the blocks that are read and what is loaded for them. */
#define ANALYSIS_MIN_MEMORY (16u << 20)

/*
 * What is used by default: so much, and so many times the size of the file. Recordings take a tenth of it;
 * a small file made of chains that differ at their outer ends only could ask for thousands of times its size.
 */
#define ANALYSIS_MEMORY_FREE       (32u << 20)
#define ANALYSIS_MEMORY_PER_WORKER (1u << 20)
#define ANALYSIS_MEMORY_TIMES      256u

struct analysis_options {
	struct sample_plan plan;
	unsigned workers;    /* 1 to WORKERS_MAX */
	uint64_t max_memory; /* bytes, ANALYSIS_MIN_MEMORY or more, for keys and chains; 0: what is used by default */
	bool want_comm;      /* a thread's comm matters */
	bool want_spans;     /* for report/stream/ordered.h */
	const struct scan_progress *progress; /* borrowed until analysis_fini; NULL: none */
};

/* Keys whose hash, modulo `of`, is `number`. */
struct analysis_part {
	uint32_t number, of;
};

struct analysis {
	const struct perf_file *file; /* borrowed */
	struct strtab *strings;       /* borrowed */
	struct timeline timeline;
	struct chain_tree chains;  /* of the entries at hand */
	struct value_table values; /* likewise, with plan.values */
	struct sample_entry *entries;
	uint64_t n_entries, entries_capacity;
	struct scan_counts counts;
	uint64_t *event_samples;
	struct event_losses *event_losses; /* by event, too */
	struct block_span *spans;          /* with want_spans: every block, in the order of the file */
	uint64_t n_spans;
	uint64_t n_keys;      /* in all parts so far */
	uint64_t n_recounted; /* of these, keys that took a pass of their own */
	uint64_t n_parts;     /* so far; 1: memory was enough */
	uint64_t n_damaged;   /* damaged places in the file */
	struct error first_damage;
	/* For the parts to come. */
	struct analysis_options options;
	struct blocks *blocks;
	struct analysis_part *parts; /* the last one is next */
	uint32_t n_left;
};

/* Borrows file and strings. The first entries are then there. 0 or a negative errno; damage is no failure. */
int analysis_run(struct analysis *a, const struct perf_file *file, struct strtab *strings,
		 const struct analysis_options *options, struct error *err);

/* Replaces the entries and their chains by those of the next part: 1, 0 when there is none, or a negative errno. */
int analysis_next(struct analysis *a, struct error *err);

void analysis_fini(struct analysis *a);

/* Of all events, those that filters leave out too. */
static inline uint64_t analysis_samples(const struct analysis *a)
{
	uint64_t n = 0;

	for (uint32_t event = 0; event < a->file->n_events; event++)
		n += a->event_samples[event];
	return n;
}

/* The address of an entry at hand: of a branch the one it went to. */
static inline uint64_t analysis_ip(const struct analysis *a, const struct sample_entry *e)
{
	return a->options.plan.values ? a->values.list[e->key.w[0]].ip : e->key.w[0];
}

/* One of the numbers the plan asks for, of an entry at hand; 0 of one it does not ask for. */
static inline uint64_t analysis_value(const struct analysis *a, const struct sample_entry *e, enum sample_value value)
{
	uint64_t values = a->options.plan.values, number;

	if (!(values & SAMPLE_VALUE_BIT(value)))
		return 0;
	memcpy(&number, a->values.list[e->key.w[0]].data + 8 * sample_value_place(values, value), sizeof(number));
	return number;
}

/* The raw data of an entry at hand; none: 0 bytes. */
static inline const uint8_t *analysis_raw(const struct analysis *a, const struct sample_entry *e, uint32_t *ret_size)
{
	const struct value_tuple *tuple = &a->values.list[e->key.w[0]];
	uint32_t numbers = 8 * sample_value_place(a->options.plan.values, SAMPLE_VALUE_NUMBERS);

	*ret_size = tuple->size - numbers;
	return tuple->data + numbers;
}

#endif
