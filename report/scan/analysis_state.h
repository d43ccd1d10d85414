/*
 * analysis_state: declares the options, the state and the results of an analysis (report/scan/analysis.h).
 */
#ifndef PREC_REPORT_SCAN_ANALYSIS_STATE_H
#define PREC_REPORT_SCAN_ANALYSIS_STATE_H

#include "report/scan/pass.h"
#include "report/scan/scan_worker.h"
#include "report/scan/timeline_build.h"
#include "report/unwind/unwind_files.h"

/* The least --max-memory, in bytes: less does not hold the blocks that are being read. */
#define ANALYSIS_MIN_MEMORY (16u << 20)

/*
 * The default limit of memory: a fixed number of bytes, more for each worker, and a multiple of the file's size.
 * Recordings need a tenth of it. A small hostile file, whose chains differ only at their outer ends, could need
 * thousands of times its size.
 */
#define ANALYSIS_MEMORY_FREE       (32u << 20)
#define ANALYSIS_MEMORY_PER_WORKER (1u << 20)
#define ANALYSIS_MEMORY_TIMES      256u

struct analysis_options {
	struct sample_plan plan;
	unsigned workers;    /* 1 to WORKERS_MAX */
	uint64_t max_memory; /* bytes for keys and chains, at least ANALYSIS_MIN_MEMORY; 0: the default */
	bool want_comm;      /* keys are recounted if their thread's comm changed */
	bool want_spans;     /* find the spans of blocks, for report/stream/ordered.h */
	bool keeps_deferred; /* keep CALLCHAIN_DEFERRED records; with plan.by_chain join them to samples */
	/* Build the timeline before any sample is counted, at any cost. The analysis does so too if user stacks are
	 * unwound or deferred chains joined. */
	bool timeline_first;
	/* How files for the unwinding of user stacks are found. Borrowed. NULL: stacks are not unwound. */
	const struct symbols_config *stacks;
	/* With `stacks`: how those ended that were unwound before. Borrowed until analysis_fini. NULL: not known. */
	const struct ended_stacks *ends;
	const struct scan_progress *progress; /* borrowed until analysis_fini; NULL: none */
	struct code_source *code;             /* borrowed while analysis_run runs; NULL: no JIT code */
};

/* The keys whose hash, modulo `of`, is `number`. */
struct analysis_partition {
	uint32_t number, of;
};

/* The partitions that are not counted yet; the last is counted next. */
struct analysis_rest {
	struct analysis_partition *partitions;
	uint32_t n;
};

/* The timeline before the samples are counted. */
struct analysis_sideband {
	bool is_known; /* the timeline is complete */
	struct sideband_index index;
	uint64_t sum; /* checksum of the records that the walk over all blocks must find again (sideband_list_sum) */
};

/* Damaged ranges of the file. */
struct analysis_damage {
	uint64_t n;
	struct error first; /* with n */
};

/* How much work the analysis took. */
struct analysis_effort {
	uint64_t n_keys;       /* distinct keys, in all partitions so far */
	uint64_t n_recounted;  /* those of them that needed a recount */
	uint64_t n_partitions; /* counted so far; 1: memory was enough */
	uint64_t n_passes;     /* over all blocks of the file */
	uint64_t n_unpacked;   /* decompressed frames; one that is decompressed again counts again */
};

/* Unwinding of user stacks. */
struct analysis_unwinding {
	struct unwind_files *files; /* NULL: stacks are not unwound */
	enum regs_arch arch;
	struct unwind_counts counts; /* of the samples counted so far */
};

struct analysis {
	const struct perf_file *file; /* borrowed */
	struct strtab *strings;       /* borrowed */
	struct timeline timeline;
	struct chain_tree chains;     /* those of the entries */
	struct value_table values;    /* extra fields of the entries; with plan.values */
	struct sample_entry *entries; /* those of the current partition, or all */
	uint64_t n_entries, entries_capacity;
	struct scan_counts counts;
	uint64_t *event_samples;           /* numbers of samples, by event */
	struct event_losses *event_losses; /* by event */
	struct block_span *spans;          /* of every block, in the order of the file; with want_spans */
	uint64_t n_spans;
	struct analysis_damage damage;
	struct analysis_effort effort;
	struct analysis_options options;
	struct blocks *blocks;
	struct analysis_sideband sideband;
	struct analysis_rest rest;
	struct analysis_unwinding stacks;
	struct deferred_chains deferred; /* used with options.deferred, if the file has such chains */
	struct deferred_counts joined;   /* of the samples counted so far */
};

/* Returns how many samples were read, of all events: those of plan.choice, before any other filter. */
static inline uint64_t analysis_samples(const struct analysis *a)
{
	uint64_t n = 0;

	for (uint32_t event = 0; event < a->file->n_events; event++)
		n += a->event_samples[event];
	return n;
}

/* Returns the address of an entry; of a branch the one it went to. */
static inline uint64_t analysis_ip(const struct analysis *a, const struct sample_entry *e)
{
	return a->options.plan.values ? a->values.list[e->key.w[0]].ip : e->key.w[0];
}

/* Returns an extra field of an entry; 0 if the plan does not ask for it. */
static inline uint64_t analysis_value(const struct analysis *a, const struct sample_entry *e, enum sample_value value)
{
	uint64_t values = a->options.plan.values, number;

	if (!(values & SAMPLE_VALUE_BIT(value)))
		return 0;
	memcpy(&number, a->values.list[e->key.w[0]].data + 8 * sample_value_index(values, value), sizeof(number));
	return number;
}

/* Returns the raw data of an entry, of a plan with values; NULL with a size of 0: it has none. */
static inline const uint8_t *analysis_raw(const struct analysis *a, const struct sample_entry *e, uint32_t *ret_size)
{
	const struct extra_fields *extra = &a->values.list[e->key.w[0]];
	uint32_t numbers = 8 * sample_value_index(a->options.plan.values, SAMPLE_VALUE_NUMBERS);

	*ret_size = extra->size - numbers;
	return *ret_size ? extra->data + numbers : NULL;
}

/* True if user stacks of this file are to be unwound. */
bool analysis_stacks_wanted(const struct analysis *a);

/* Prepares unwinding, if it is wanted. Call it between the timeline and the first sample. 0 or -ENOMEM. */
int analysis_stacks_open(struct analysis *a, struct error *err);

/* Adds a pass's counts of unwound stacks, when the timeline is complete, and of joined deferred chains; those of a
 * recount were added before. */
void analysis_stacks_count(struct analysis *a, const struct pass *p);

/* Frees the files and the counts of unwinding. */
void analysis_stacks_close(struct analysis *a);

/* Returns the settings of another pass, and makes the blocks begin anew. */
struct scan analysis_scan(struct analysis *a, enum scan_step step);

/*
 * Runs a pass with p->scan as it is set; with plan.by_shares or plan.stitch the walk in the order of time, too. The
 * first pass sets the spans. 0 or a negative errno; the caller calls pass_fini in both cases.
 */
int analysis_pass(struct analysis *a, struct pass *p, struct error *err);

#endif
