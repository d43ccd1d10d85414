/*
 * analysis_state: what an analysis (report/scan/analysis.h) is asked for, and what it has.
 */
#ifndef PREC_REPORT_SCAN_ANALYSIS_STATE_H
#define PREC_REPORT_SCAN_ANALYSIS_STATE_H

#include "report/scan/pass.h"
#include "report/scan/scan_worker.h"
#include "report/scan/timeline_build.h"
#include "report/unwind/unwind_files.h"

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
	/* What CALLCHAIN_DEFERRED records say is kept, and joined to samples with plan.by_chain: the timeline comes
	 * first then. */
	bool deferred;
	/* The timeline is there before any sample is counted, whatever that takes: scan.timeline. */
	bool timeline_first;
	/* User stacks are unwound, with the files this leads to; the timeline comes first. Borrowed. NULL: they are
	 * not. */
	const struct symbols_config *stacks;
	const struct scan_progress *progress; /* borrowed until analysis_fini; NULL: none */
	struct code_source *code;             /* borrowed while analysis_run runs; NULL: none */
};

/* Keys whose hash, modulo `of`, is `number`. */
struct analysis_part {
	uint32_t number, of;
};

/* What is left to be counted: the last one is next. */
struct analysis_rest {
	struct analysis_part *parts;
	uint32_t n;
};

/* What is known of processes and mappings before the samples are counted. */
struct analysis_sideband {
	bool known; /* the timeline */
	struct sideband_index index;
	uint64_t sum; /* of the records that the walk over all blocks finds again (sideband_list_sum) */
};

/* Damaged places in the file. */
struct analysis_damage {
	uint64_t n;
	struct error first;
};

/* What it took. */
struct analysis_effort {
	uint64_t n_keys;      /* in all parts so far */
	uint64_t n_recounted; /* of these, keys that took a pass of their own */
	uint64_t n_parts;     /* so far; 1: memory was enough */
	uint64_t n_passes;    /* over all blocks of the file */
	uint64_t n_unpacked;  /* frames, each time they were */
};

/* User stacks, where they are unwound. */
struct analysis_unwinding {
	struct unwind_files *files; /* NULL: they are not */
	enum regs_arch arch;
	struct unwind_counts counts; /* of the samples counted so far */
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
	struct analysis_damage damage;
	struct analysis_effort effort;
	struct analysis_options options;
	struct blocks *blocks;
	struct analysis_sideband sideband;
	struct analysis_rest rest;
	struct analysis_unwinding stacks;
	struct deferred_chains deferred; /* with options.deferred, of a file that may have such */
	struct deferred_counts joined;   /* of the samples counted so far */
};

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

/* The raw data of an entry at hand; none: 0 bytes, NULL. */
static inline const uint8_t *analysis_raw(const struct analysis *a, const struct sample_entry *e, uint32_t *ret_size)
{
	const struct extra_fields *tuple = &a->values.list[e->key.w[0]];
	uint32_t numbers = 8 * sample_value_place(a->options.plan.values, SAMPLE_VALUE_NUMBERS);

	*ret_size = tuple->size - numbers;
	return *ret_size ? tuple->data + numbers : NULL;
}

/*
 * analysis_pass: one pass of an analysis over all blocks of its file.
 */

/*
 * analysis_stacks: what an analysis needs to unwind user stacks as it counts their samples.
 */

/* Whether samples of the file have stacks that are to be unwound: the timeline then comes first. */
bool analysis_stacks_wanted(const struct analysis *a);

/* After the timeline is there, before samples are counted. 0 or -ENOMEM. */
int analysis_stacks_open(struct analysis *a, struct error *err);

/* Adds what the workers of a pass counted of stacks, and of chains that came later. */
void analysis_stacks_count(struct analysis *a, const struct pass *p);

/* Forgets the files, which are those of the timeline, and what was counted. */
void analysis_stacks_close(struct analysis *a);

/* What the scans of all passes know of the analysis; the blocks are at the beginning. */
struct scan analysis_scan(struct analysis *a, enum scan_step step);

/*
 * Runs a pass whose scan is set up. The first one has the spans of the blocks, which all need whose samples count what
 * their order says. 0 or a negative errno; pass_fini is called either way.
 */
int analysis_pass(struct analysis *a, struct pass *p, struct error *err);

#endif
