/*
 * scan_worker: holds the state of one worker of a scan, and the settings that all workers of a scan share.
 *
 * Workers share only struct scan while they run; report/scan/pass.h merges their results.
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
#include "report/unwind/ended_stacks.h"
#include "report/unwind/stack_chain.h"

/* Numbers of samples of an event that are not in the file, by its LOST_SAMPLES records. */
struct event_losses {
	uint64_t lost;
	uint64_t dropped; /* by a BPF filter, as the user asked for */
};

struct scan_counts {
	uint64_t types[PERF_RECORD_USER_TYPE_END];
	uint64_t simpleperf_types[SIMPLEPERF_RECORD_END - SIMPLEPERF_RECORD_START];
	uint64_t other_types;    /* records of all other types */
	uint64_t unknown_events; /* samples of no known event, which are not counted otherwise */
	uint64_t bad_records;    /* damaged records, which are skipped */
	uint64_t lost;           /* records lost, by LOST records */
	uint64_t lost_samples;   /* samples lost, by LOST_SAMPLES records, without those that a filter dropped */
	struct error first_bad;  /* with bad_records: the first of them */
};

/* A cached coarse epoch of a process and thread, and the time range in which it is valid. */
struct scan_epoch {
	uint64_t thread; /* pid and tid, as in sample_key.w[1] */
	struct time_range range;
	uint32_t epoch;
};

#define SCAN_EPOCHS_LOG 6

struct scan_worker {
	bool is_first; /* this worker reports progress */
	struct block_reader *reader;
	struct sample_table table;
	struct chain_tree chains;
	struct value_table values; /* used with plan.values */
	uint8_t *extra;            /* extra fields of the current sample; with plan.values */
	struct stack_chain *stack; /* used with scan.unwind */
	struct ended_counts ends;  /* used with scan.ends */
	struct branch_tail tail;   /* of the current sample's chain; with plan.stitch */
	struct buffer chain;       /* a chain with the user part that was elsewhere in the file */
	struct buffer history;     /* a chain with its branches; with plan.branch_history */
	struct buffer cut;         /* a shortened chain; with plan.chain_limit */
	struct sideband_list sideband;
	struct deferred_chains deferred; /* used with scan.keep_deferred */
	enum deferred_join join;         /* of the current sample; with scan.deferred */
	struct deferred_counts joined;   /* of the samples counted */
	struct block_span *spans;        /* used with scan.want_spans */
	uint32_t n_spans, spans_capacity;
	struct scan_counts counts;
	struct sample_decoder *decoders;   /* by event */
	struct scan_epoch *epochs;         /* 1 << SCAN_EPOCHS_LOG, by the hash of the thread; with scan.epochs */
	uint64_t *event_samples;           /* numbers of samples, by event */
	struct event_losses *event_losses; /* by event */
	uint64_t n_counted;                /* samples counted before the tables were full */
	uint64_t bytes_used;               /* this worker's tables, as added to scan.bytes_used */
	struct error error;                /* what ended the scan early; code 0: nothing did */
};

/* Receives the progress of all workers. The first worker calls it now and then. */
struct scan_progress {
	void (*show)(void *context, uint64_t bytes_done, uint64_t bytes_all, uint64_t own_samples);
	void *context;
};

enum scan_step {
	SCAN_FIRST,    /* counts all records; keeps sideband records if there is no timeline yet */
	SCAN_SIDEBAND, /* only keeps sideband records, before the first pass */
	SCAN_AGAIN,    /* counts samples only */
};

/* The settings of a scan. Constant while its workers run, but for the atomic members. */
struct scan {
	const struct perf_file *file;
	struct blocks *blocks;
	struct sample_plan plan;
	bool want_spans; /* keep the first time of each block */
	enum scan_step step;
	/* SCAN_SIDEBAND: where the blocks are from. SCAN_FIRST: what the timeline was built by. NULL: no index. */
	const struct sideband_index *index;
	/* Only keys are counted whose hash, modulo n_partitions, is `partition`. n_partitions 0: all keys. */
	uint32_t partition, n_partitions;
	/* Limit of the tables of all workers; 0: none. Above it they are full, and no more keys are counted. */
	uint64_t bytes_allowed;
	_Atomic uint64_t bytes_used;
	_Atomic bool full;
	/* Only samples with one of these keys are counted, under keys with a timeline_thread_epoch; their chains and
	 * extra fields are looked up in all_chains and all_values. NULL: all samples are counted. */
	const struct sample_table *recount_keys;
	const struct chain_tree *all_chains;
	const struct value_table *all_values;
	/* Complete, so that all workers read it without a lock. NULL: it is built after the first pass. */
	const struct timeline *timeline;
	/* User stacks are unwound with these files and replace the user part of chains. NULL: they are not unwound. */
	struct unwind_files *unwind;
	enum regs_arch arch;                    /* of the recording; with `unwind` */
	const struct ended_stacks *ends;        /* how stacks ended that were unwound before; NULL: not known */
	bool keep_deferred;                     /* keep CALLCHAIN_DEFERRED records */
	const struct deferred_chains *deferred; /* sorted; joined to samples; NULL: not joined */
	bool by_epoch;                          /* keys have a timeline_coarse_epoch */
	bool by_comm;                           /* these epochs also depend on the thread's comm */
	const struct scan_progress *progress;   /* NULL: none */
};

/* Sets up a worker. Borrows scan->blocks. 0 or a negative errno; the caller calls _fini in both cases. */
int scan_worker_init(struct scan_worker *w, const struct scan *scan, struct error *err);
void scan_worker_fini(struct scan_worker *w);

/* Counts a damaged record, and keeps the error of the first. */
void scan_bad_record(struct scan_worker *w, const struct error *err);

/* Updates scan->bytes_used and scan->full. Call it after each block or batch. */
void scan_weigh(struct scan *scan, struct scan_worker *w);

/*
 * Handles a record that is not a sample: counts losses, keeps sideband records. order: its number in the file
 * (record_order). 0 or -ENOMEM.
 */
int scan_other(const struct scan *scan, struct scan_worker *w, const struct record *r, uint64_t order);

/*
 * Keeps the sideband records of a block. If it has no other records, by the index, all of them are counted as well,
 * since the block is not read again. 0; -EBADMSG: there are samples in it, the index is wrong; -ENOMEM.
 */
int scan_sideband_block(const struct scan *scan, struct scan_worker *w, const struct block *block);

/* Counts a record by its type. */
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
