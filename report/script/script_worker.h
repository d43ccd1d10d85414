/*
 * script_worker: holds the state of one worker of prec script, and writes the beginning of lines.
 *
 * Functions script_put_* append to w->out; if they get no memory, buffer_ok(&w->out) is false.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_WORKER_H
#define PREC_REPORT_SCRIPT_SCRIPT_WORKER_H

#include "common/buffer.h"
#include "report/script/script.h"
#include "report/unwind/branch_chain.h"
#include "report/unwind/chain_cut.h"
#include "report/unwind/deferred_chains.h"
#include "report/unwind/ended_stacks.h"
#include "report/unwind/stack_chain.h"

/* A cached comm of a thread, and the time range in which it is valid. */
struct script_comm {
	uint32_t tid;
	bool is_used;
	char text[16]; /* ":TID", shown if the comm is unknown */
	const char *comm;
	size_t size;
	struct time_range range;
};

/* A cached mapping epoch of a process, and the time range in which it is valid. */
struct script_epoch {
	uint32_t pid;
	bool is_used;
	uint32_t epoch;
	struct time_range range;
};

#define SCRIPT_CACHED 256 /* a power of two */

struct script_worker {
	const struct script *script;
	struct script_names names;
	struct buffer out;
	struct branch_tail tail;  /* of the current sample's callchain */
	struct buffer chain;      /* a callchain with the user part that was elsewhere */
	struct buffer cut;        /* a shortened callchain */
	struct stack_chain stack; /* used with script->unwind */
	struct ended_counts ends; /* used with script->ends */
	struct deferred_counts joined;
	struct script_comm comms[SCRIPT_CACHED];   /* by tid % SCRIPT_CACHED */
	struct script_epoch epochs[SCRIPT_CACHED]; /* by pid % SCRIPT_CACHED */
	struct script_epoch kernel;
	bool is_on;            /* samples are selected now (report/stream/event_switch.h) */
	uint64_t clock;        /* the recorded time that times are relative to; 0: none yet */
	uint64_t second;       /* the last second that was shown, in ns */
	char second_text[32];  /* its text */
	size_t second_size;    /* 0: no second was shown yet */
	size_t data_src_width; /* width of the column data_src: that of its widest text so far */
	uint64_t n_bad;        /* records that could not be shown in full */
	struct error first_bad;
	bool has_text; /* some record was shown */
};

/* The beginning of a line. */
struct script_head {
	uint32_t pid, tid, cpu;
	uint64_t time; /* ns, as recorded */
	const char *comm;
	size_t comm_size;
	uint32_t type; /* that of the record */
	uint16_t misc; /* that of the record */
};

/* Sets up a worker. Borrows script. 0 or -ENOMEM; the caller calls script_worker_fini in both cases. */
int script_worker_init(struct script_worker *w, const struct script *script);
void script_worker_fini(struct script_worker *w);

/* Returns the comm of a thread at a time; ":TID": unknown. Valid until the next call. */
const char *script_comm(struct script_worker *w, uint32_t tid, uint64_t time, size_t *ret_size);

/* Makes the snapshot of a process at a time, in ns. */
void script_snapshot(struct script_worker *w, uint32_t pid, uint64_t time, struct script_snapshot *ret_snapshot);

/* Appends the beginning of a line: comm, pid, tid, CPU, misc and times, as far as the event shows them. */
void script_put_head(struct script_worker *w, const struct script_event *e, const struct script_head *head);

/* Counts a record that could not be shown in full, and keeps the error of the first. */
void script_count_bad(struct script_worker *w, const struct error *err);

#endif
