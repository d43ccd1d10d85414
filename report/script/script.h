/*
 * script: samples as lines of text, as `perf script` prints them: what the parts of the command share.
 *
 *	blocks -> ordered batches -> worker: text -> written in the order of the batches
 *
 * Workers take batches of records in the order of time (report/stream/ordered.h), each makes text of its own, and
 * writes it when it is its batch's turn. All that changes in a run is the worker's; struct script is set up before and
 * then only read.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_H
#define PREC_REPORT_SCRIPT_SCRIPT_H

#include "common/cpulist.h"
#include "formats/record/regs.h"
#include "report/script/script_fields.h"
#include "report/script/script_names.h"
#include "report/stream/ordered.h"
#include "report/stream/time_ranges.h"

struct trace_fields;

/* Which samples are shown; NULL or empty: all. */
struct script_filter {
	const char *comms, *dsos, *symbols, *pids, *tids;
	const struct cpulist *cpus;
	struct time_ranges times;
};

struct script_event {
	const struct file_event *event;
	uint64_t fields; /* of its type */
	struct script_ip_style style;
	unsigned style_id;
	bool chain; /* its samples have callchains, and these are shown */
	bool lbr;   /* the user part of the callchain is in the branch stack */
	bool stack; /* it is in the user's registers and stack, which are not unwound */
	bool bts;   /* branches recorded one a sample: from, and with bts_target to */
	bool bts_target;
	bool bpf_output;    /* data of a BPF program */
	bool addr_has_name; /* the field addr is an address of the process's */
	bool decode;        /* more is shown than lies at fixed places */
	bool raw_only;      /* that is the raw data, and they begin where the fixed places end */
	char *name;         /* padded, with ": " behind; owned */
	size_t name_size;
};

struct script {
	const struct perf_file *file;
	const struct timeline *timeline;
	const struct strtab *strings;
	struct script_filter filter;
	bool nanoseconds;
	enum script_clock clock;
	bool flags;
	uint32_t max_stack;
	struct script_event *events; /* as in the file */
	enum regs_arch arch;
	struct shared_resolver shared;
	struct trace_fields *trace; /* NULL: tracepoints have no fields to show */
};

/* The comm of a thread and the stretch of time in which it is that. */
struct script_comm {
	uint32_t tid;
	bool used;
	char text[16]; /* ":TID" when none is known */
	const char *comm;
	size_t size;
	struct timeline_stretch stretch;
};

/* The epoch of a process's mappings, likewise. */
struct script_epoch {
	uint32_t pid;
	bool used;
	uint32_t epoch;
	struct timeline_stretch stretch;
};

#define SCRIPT_CACHED 256 /* a power of two */

struct script_worker {
	const struct script *script;
	struct script_names names;
	struct buffer out;
	struct buffer chain; /* one that is put together */
	struct script_comm comms[SCRIPT_CACHED];
	struct script_epoch epochs[SCRIPT_CACHED];
	struct script_epoch kernel;
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

/* All functions below append to w->out; failure to get memory shows in buffer_ok(&w->out). */

/* script_worker.c */
void script_worker_init(struct script_worker *w, const struct script *script);
void script_worker_fini(struct script_worker *w);
/* A line or block for a record of a batch, for each of its shares where it has such; nothing when it is filtered. 0 or
 * -ENOMEM. */
int script_put_record(struct script_worker *w, const struct ordered_batch *batch, const struct ordered_ref *ref,
		      const struct record *r);

/* The comm of a thread at a time. The string lives until the next call. */
const char *script_comm(struct script_worker *w, uint32_t tid, uint64_t time, size_t *ret_size);
void script_snapshot(struct script_worker *w, uint32_t pid, uint64_t time, struct script_snapshot *ret_snapshot);
void script_put_head(struct script_worker *w, const struct script_event *e, const struct script_head *head);

/* script_sample.c: what is shown of a sample of an event; share: as one of an event of the same group, and with its
 * period; NULL: as its own. 0 or -ENOMEM. */
int script_put_sample(struct script_worker *w, const struct script_event *own, const struct record *r, uint64_t time,
		      const struct read_share *share);

/* script_sideband.c: the --show-*-events. */
void script_put_sideband(struct script_worker *w, const struct script_event *e, const struct record *r, uint64_t time);

#endif
