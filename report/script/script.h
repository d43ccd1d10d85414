/*
 * script: holds what `prec script` shows of a recording, and how: samples as lines of text, as `perf script` prints
 * them.
 *
 *	blocks -> ordered batches -> worker: text -> written in the order of the batches
 *
 * Workers take batches of records in the order of time (report/stream/ordered.h). Each makes the text of a batch, and
 * writes it when all batches before it are written. Struct script is constant while workers run; what changes is in
 * struct script_worker (report/script/script_worker.h).
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_H
#define PREC_REPORT_SCRIPT_SCRIPT_H

#include "common/cpulist.h"
#include "formats/file/wall_clock.h"
#include "formats/record/regs.h"
#include "report/script/script_fields.h"
#include "report/script/script_names.h"
#include "report/stream/sample_choice.h"

struct deferred_chains;
struct ended_stacks;
struct script_access;
struct trace_fields;
struct unwind_files;

/* Selects samples: lists of names or numbers, separated by commas. NULL: all; choice is never NULL. All borrowed. */
struct script_filter {
	const char *comms, *pids, *tids;
	const char *only_comm; /* a whole name, whatever is in it */
	struct script_code_filter code;
	const struct cpulist *cpus;
	const struct sample_choice *choice;
};

/* How samples of an event are shown. */
struct script_event {
	const struct file_event *event;
	uint64_t fields; /* bits of enum script_field: those of its type */
	struct script_ip_style style;
	bool shows_chain;   /* callchains are shown, and its samples have them */
	bool is_deferred;   /* their user part is in CALLCHAIN_DEFERRED records */
	bool lbr;           /* their user part is in the branch stack */
	bool is_unwound;    /* their user part is unwound from a copy of the stack */
	bool bts;           /* each sample is a branch (branch trace store): from ip to addr */
	bool bts_target;    /* with bts: where it goes is shown */
	bool bpf_output;    /* the raw data are of a BPF program */
	bool addr_has_name; /* addr is an address of code or data, which is shown by name */
	bool decode;        /* fields are shown that are not at a fixed offset */
	bool raw_only;      /* these are the raw data only, which follow the fixed fields */
	char *name;         /* padded to the longest, followed by ": "; owned */
	size_t name_size;
};

struct script {
	const struct perf_file *file;
	const struct timeline *timeline;
	const struct strtab *strings;
	struct script_filter filter;
	bool nanoseconds;
	bool as_latency; /* -L: comms of 8 characters, CPUs without brackets, as ftrace shows them */
	enum script_clock clock;
	struct wall_clock wall;
	bool shows_flags;    /* -F flags: an empty column, since samples do not have them */
	bool in_stacks;      /* a sample without a callchain is written as if it had one, of its address; names are
				escaped (common/escaped.h): none breaks a line */
	bool shows_inlines;  /* callchains show inlined functions */
	uint32_t max_stack;  /* limit of the addresses of a chain (report/unwind/chain_cut.h); 0: none */
	uint64_t max_bytes;  /* of text: what comes after is left out, with -EFBIG; 0: any */
	const char *stop_bt; /* functions at which chains end, separated by commas; NULL: none */
	struct script_event *events; /* by event of the file; owned */
	enum regs_arch arch;
	struct shared_locator shared;
	const struct ended_stacks *ends;        /* how stacks ended that were unwound before; NULL: not known */
	struct unwind_files *unwind;            /* for the events with `stack` */
	const struct deferred_chains *deferred; /* for the events with `deferred` */
	const struct script_access *access;     /* shows samples as accesses to memory; NULL: by their fields */
	struct trace_fields *trace;             /* shows the raw data of tracepoints; NULL: they are not shown */
};

/* Sets s->events: what is shown of each event of s->file. chains: callchains are shown. 0 or -ENOMEM. */
int script_events_make(struct script *s, const struct script_fields *fields, bool chains);
void script_events_free(struct script *s);

#endif
