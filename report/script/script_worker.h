/*
 * script_worker: what one worker of prec script has of its own: its text, the comms and epochs it asked for last; and
 * what begins every line.
 *
 * All functions that make text append to the worker's `out`; failure to get memory shows in buffer_ok of it.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_WORKER_H
#define PREC_REPORT_SCRIPT_SCRIPT_WORKER_H

#include "common/buffer.h"
#include "report/script/script.h"
#include "report/unwind/branch_chain.h"
#include "report/unwind/chain_cut.h"
#include "report/unwind/deferred_chains.h"
#include "report/unwind/stack_chain.h"

/* The comm of a thread, and the time range in which it is valid. */
struct script_comm {
	uint32_t tid;
	bool used;
	char text[16]; /* ":TID" when none is known */
	const char *comm;
	size_t size;
	struct time_range range;
};

/* The epoch of a process's mappings, and the time range in which it is valid. */
struct script_epoch {
	uint32_t pid;
	bool used;
	uint32_t epoch;
	struct time_range range;
};

#define SCRIPT_CACHED 256 /* a power of two */

struct script_worker {
	const struct script *script;
	struct script_names names;
	struct buffer out;
	struct branch_tail tail;  /* of the sample at hand's callchain */
	struct buffer chain;      /* one that is put together */
	struct buffer cut;        /* the part of one that is shown */
	struct stack_chain stack; /* one that is unwound; with script->unwind */
	struct deferred_counts joined;
	struct script_comm comms[SCRIPT_CACHED];
	struct script_epoch epochs[SCRIPT_CACHED];
	struct script_epoch kernel;
	bool on;         /* see report/stream/event_switch.h */
	uint64_t clock;  /* the recorded time that shown ones are counted from; 0: none yet */
	uint64_t second; /* the last one shown, in nanoseconds, and its text; size 0: none yet */
	char second_text[32];
	size_t second_size;
	size_t data_src_width; /* of the widest text so far: the column is that wide */
	uint64_t n_bad;        /* samples that could not be decoded to the end */
	struct error first_bad;
};

/* What stands in front of every line. */
struct script_head {
	uint32_t pid, tid, cpu;
	uint64_t time; /* shown */
	const char *comm;
	size_t comm_size;
	uint32_t type; /* of the record, and its misc */
	uint16_t misc;
};

/* 0 or -ENOMEM; script_worker_fini is due in any case. */
int script_worker_init(struct script_worker *w, const struct script *script);
void script_worker_fini(struct script_worker *w);

/* The comm of a thread at a time. The string lives until the next call. */
const char *script_comm(struct script_worker *w, uint32_t tid, uint64_t time, size_t *ret_size);
void script_snapshot(struct script_worker *w, uint32_t pid, uint64_t time, struct script_snapshot *ret_snapshot);
void script_put_head(struct script_worker *w, const struct script_event *e, const struct script_head *head);

/* Counts a record that could not be shown in full; the first one's error is kept. */
void script_count_bad(struct script_worker *w, const struct error *err);

#endif
