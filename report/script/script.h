/*
 * script: samples as lines of text, as `perf script` prints them: what is shown, and how.
 *
 *	blocks -> ordered batches -> worker: text -> written in the order of the batches
 *
 * Workers take batches of records in the order of time (report/stream/ordered.h), each makes text of its own, and
 * writes it when it is its batch's turn. All that changes in a run is the worker's (report/script/script_worker.h);
 * struct script is set up before and then only read.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_H
#define PREC_REPORT_SCRIPT_SCRIPT_H

#include "common/cpulist.h"
#include "formats/record/regs.h"
#include "report/script/script_fields.h"
#include "report/script/script_names.h"
#include "report/stream/sample_choice.h"

struct deferred_chains;
struct script_access;
struct trace_fields;
struct unwind_files;

/* Which samples are shown; NULL or empty: all. choice is always there. */
struct script_filter {
	const char *comms, *dsos, *symbols, *pids, *tids;
	const struct cpulist *cpus;
	const struct sample_choice *choice;
};

struct script_event {
	const struct file_event *event;
	uint64_t fields; /* of its type */
	struct script_ip_style style;
	bool chain;    /* its samples have callchains, and these are shown */
	bool deferred; /* the user part of the callchain is in a record of its own */
	bool lbr;      /* it is in the branch stack */
	bool stack;    /* it is unwound from the user's registers and stack */
	bool bts;      /* branches recorded one a sample: from, and with bts_target to */
	bool bts_target;
	bool bpf_output;    /* data of a BPF program */
	bool addr_has_name; /* the field addr is an address of the process's */
	bool decode;        /* more is shown than lies at fixed places */
	bool raw_only;      /* that is the raw data, and they begin where the fixed places end */
	char *name;         /* padded, followed by ": "; owned */
	size_t name_size;
};

struct script {
	const struct perf_file *file;
	const struct timeline *timeline;
	const struct strtab *strings;
	struct script_filter filter;
	bool nanoseconds;
	bool latency; /* comms and CPUs as ftrace shows them: 8 characters, no brackets */
	enum script_clock clock;
	uint64_t tod; /* the time of day, from 1970 on, minus the recorded time: ns, modulo 2 to the power of 64 */
	bool flags;
	bool inlines;                /* callchains show functions that were inlined */
	uint32_t max_stack;          /* addresses of a chain at most, see report/unwind/chain_cut.h; 0: any number */
	const char *stop_bt;         /* functions at which chains end, comma-separated; NULL: none */
	struct script_event *events; /* as in the file */
	enum regs_arch arch;
	struct shared_locator shared;
	struct unwind_files *unwind;            /* for the events with `stack` */
	const struct deferred_chains *deferred; /* for those with `deferred` */
	const struct script_access *access;     /* samples as accesses to memory; NULL: by their fields */
	struct trace_fields *trace;             /* NULL: tracepoints have no fields to show */
};

/* For each event what is shown of it. chains: callchains are shown. 0 or -ENOMEM. */
int script_events_make(struct script *s, const struct script_fields *fields, bool chains);
void script_events_free(struct script *s);

#endif
