/*
 * scan_worker: what one worker has on its way through the blocks of a file, and what all workers of a scan know alike.
 *
 * Each worker has its own of everything, so that nothing is shared while it runs; report/scan/pass.h puts the workers'
 * parts together.
 */
#ifndef PREC_REPORT_SCAN_SCAN_WORKER_H
#define PREC_REPORT_SCAN_SCAN_WORKER_H

#include "formats/file/blocks.h"
#include "report/scan/chain_tree.h"
#include "report/scan/sample_decoder.h"
#include "report/scan/sample_table.h"
#include "report/scan/sideband_list.h"
#include "report/scan/value_table.h"
#include "report/stream/record_time.h"
#include "report/timeline/timeline.h"
#include "report/unwind/branch_chain.h"
#include "report/unwind/deferred_chains.h"
#include "report/unwind/stack_chain.h"

/* What LOST_SAMPLES records say of an event. */
struct event_losses {
	uint64_t lost;
	uint64_t dropped; /* by a BPF filter, as was asked for */
};

struct scan_counts {
	uint64_t types[PERF_RECORD_USER_TYPE_END];
	uint64_t simpleperf_types[SIMPLEPERF_RECORD_END - SIMPLEPERF_RECORD_START];
	uint64_t other_types;    /* beyond those */
	uint64_t unknown_events; /* samples of no known event: left out */
	uint64_t bad_records;    /* damaged ones: left out */
	uint64_t lost;           /* events, by LOST records */
	uint64_t lost_samples;   /* by LOST_SAMPLES records; those that a filter dropped are not lost */
	struct error first_bad;
};

/* A cached coarse epoch of a process and thread, and the time range in which it is valid. */
struct scan_epoch {
	uint64_t thread; /* as in a key */
	struct time_range range;
	uint32_t epoch;
};

#define SCAN_EPOCHS_LOG 6

struct scan_worker {
	bool first; /* the one that shows progress */
	struct block_reader *reader;
	struct sample_table table;
	struct chain_tree chains;
	struct value_table values; /* with plan.values */
	uint8_t *tuple;            /* of the sample at hand; likewise */
	struct stack_chain *stack; /* with scan.unwind */
	struct branch_tail tail;   /* of the sample at hand, with plan.stitch */
	struct buffer chain;       /* of a sample that has the user's part elsewhere */
	struct buffer history;     /* with plan.branch_history: a chain with its branches */
	struct buffer cut;         /* with plan.chain_limit: what is kept of a chain */
	struct sideband_list sideband;
	struct deferred_chains deferred; /* with scan.keep_deferred */
	enum deferred_join join;         /* of the sample at hand, with scan.deferred */
	struct deferred_counts joined;   /* of those counted */
	struct block_span *spans;
	uint32_t n_spans, spans_capacity;
	struct scan_counts counts;
	struct sample_decoder *decoders; /* by event */
	struct scan_epoch *epochs;       /* 1 << SCAN_EPOCHS_LOG, by the hash of the thread; with scan.epochs */
	uint64_t *event_samples;         /* how many samples each event has */
	struct event_losses *event_losses;
	uint64_t n_counted;  /* samples before the tables were full */
	uint64_t bytes_used; /* by the tables, as told in scan.bytes_used */
	struct error error;  /* what ended the scan early; code 0: nothing did */
};

/* Called now and then while the scan goes on, by the first worker's thread: how far all of them have come. */
struct scan_progress {
	void (*show)(void *context, uint64_t bytes_done, uint64_t bytes_all, uint64_t own_samples);
	void *context;
};

enum scan_step {
	SCAN_FIRST, /* all is counted; records about processes and mappings are kept, where there is no timeline yet */
	SCAN_SIDEBAND, /* only such records, before the first pass */
	SCAN_AGAIN,    /* samples alone */
};

/* What all workers of a scan know alike. */
struct scan {
	const struct perf_file *file;
	struct blocks *blocks;
	struct sample_plan plan;
	bool want_spans; /* keep the time each block begins with */
	enum scan_step step;
	/* SCAN_SIDEBAND: the blocks are those of an index. SCAN_FIRST: the timeline was made by it. NULL: neither. */
	const struct sideband_index *index;
	/* Of the keys those whose hash, modulo `parts`, is `part`; parts 0: all. */
	uint32_t part, parts;
	/* What the tables of all workers may take, 0: any. When it is more they are full: no more keys are counted. */
	uint64_t bytes_allowed;
	_Atomic uint64_t bytes_used;
	_Atomic bool full;
	/* Only samples whose key is in `only` are counted, under keys that hold the epoch. Chains are looked up in
	 * all_chains, tuples in all_values. */
	const struct sample_table *only;
	const struct chain_tree *all_chains;
	const struct value_table *all_values;
	/* Complete, and looked up by all workers without a lock; NULL: it comes after the first pass. */
	const struct timeline *timeline;
	/* User stacks take the place of chains, unwound with these files; NULL: they do not. */
	struct unwind_files *unwind;
	enum regs_arch arch;
	bool keep_deferred;                     /* CALLCHAIN_DEFERRED records are kept */
	const struct deferred_chains *deferred; /* in order; NULL: they are not joined to samples */
	bool epochs;                            /* keys hold a timeline_coarse_epoch */
	bool comms;                             /* likewise by the comms of its threads */
	const struct scan_progress *progress;   /* NULL: none */
};

/* 0 or a negative errno. */
int scan_worker_init(struct scan_worker *w, const struct scan *scan, struct error *err);
void scan_worker_fini(struct scan_worker *w);

/* Counts a damaged record. */
void scan_bad_record(struct scan_worker *w, const struct error *err);

/* After each block or batch: whether the tables of all workers have become too large. */
void scan_weigh(struct scan *scan, struct scan_worker *w);

/*
 * scan_other: what a scan does with records that are no samples: those about processes and mappings are kept, losses
 * are counted.
 */

/* order: the record's place in the file. 0 or -ENOMEM. */
int scan_other(const struct scan *scan, struct scan_worker *w, const struct record *r, uint64_t order);

/*
 * Keeps the sideband records of a block (SCAN_SIDEBAND). Of one that the index says holds nothing else, all records are
 * counted, as it is not read again. 0, -EBADMSG: it has samples, -ENOMEM.
 */
int scan_sideband_block(const struct scan *scan, struct scan_worker *w, const struct block *block);

/* Counts the record by its type. */
static inline void scan_count_type(struct scan_worker *w, uint32_t type)
{
	if (type < PERF_RECORD_USER_TYPE_END)
		w->counts.types[type]++;
	else if (type - SIMPLEPERF_RECORD_START < ARRAY_SIZE(w->counts.simpleperf_types))
		w->counts.simpleperf_types[type - SIMPLEPERF_RECORD_START]++;
	else
		w->counts.other_types++;
}

#endif
