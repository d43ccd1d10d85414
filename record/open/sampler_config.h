/*
 * sampler_config: how to open events, for every command.
 *
 * All zero: no frequency, no callchains, no build-ids. An event's own terms (struct event_spec) win over the
 * configuration.
 */
#ifndef PREC_RECORD_OPEN_SAMPLER_CONFIG_H
#define PREC_RECORD_OPEN_SAMPLER_CONFIG_H

#include "record/events/callgraph_spec.h"

#include <stdbool.h>
#include <stdint.h>

/* When an event samples. */
struct sample_interval {
	bool none;           /* events count, and take no samples */
	uint64_t period;     /* events from one sample to the next; 0: freq says */
	uint64_t freq;       /* samples a second */
	bool freq_of_traces; /* freq also for tracepoints and breakpoints, which else sample every event */
};

/* Which samples have their period. */
enum sample_period {
	SAMPLE_PERIOD_VARYING = 0, /* if it differs from sample to sample: with a frequency */
	SAMPLE_PERIOD_LIVE,        /* and if it may be changed while events are open, see event_attr_can_change */
	SAMPLE_PERIOD_ALWAYS,
	SAMPLE_PERIOD_NEVER, /* but of tracepoints */
};

/* When mappings without code are recorded. */
enum data_maps {
	DATA_MAPS_WITH_ADDRESSES = 0, /* if samples have data addresses */
	DATA_MAPS_ALWAYS,
	DATA_MAPS_NEVER, /* but for dwarf's stacks, see event_set.c */
};

/* What samples hold. */
struct sample_fields {
	struct callgraph_spec callgraph;
	bool user_callchain, kernel_callchain; /* only that part; each implies a callchain */
	uint64_t regs_user, regs_intr;         /* masks of registers, as formats/record/regs.h numbers them; 0: none */
	uint64_t branches;                     /* bits of PERF_SAMPLE_BRANCH_*; 0: no branches */
	uint64_t more;                         /* bits of PERF_SAMPLE_* that nothing else here sets */
	bool data_addresses;
	bool read_times; /* counts come with the times enabled and running */
	bool wants_cpu;  /* even if the target does not need it */
	enum sample_period period;
};

/* Modes that all events leave out. */
struct sample_modes {
	bool no_kernel, no_user;
};

/* What is recorded besides mappings, comms, tasks and samples. */
struct sideband_fields {
	bool wants_build_ids;
	bool bpf_programs;
	bool wants_cgroups;
	bool wants_switches; /* threads that get and leave a CPU */
	bool text_pokes;     /* changes that the kernel makes to its own code */
	enum data_maps data_maps;
};

/* The clock of all times. */
struct sample_clock {
	bool is_given; /* false: the kernel's own */
	int id;        /* as for clock_gettime(2) */
};

/* How hardware traces are recorded; sizes in bytes, 0: the default. */
struct trace_config {
	uint64_t area_bytes; /* of each AUX area */
	bool snapshot;       /* areas are overwritten, and read on request */
};

struct sampler_config {
	struct sample_interval interval;
	struct sample_fields fields;
	struct sample_modes modes;
	struct sideband_fields sideband;
	struct sample_clock clock;
	struct trace_config trace;
	bool count_threads;    /* READ records with the counts of each thread as it ends */
	bool starts_later;     /* ring_set_enable enables a command's events, not its exec */
	bool attachable;       /* processes may come and go, see record/sampler/live_events.h */
	bool overwrite;        /* new samples replace the oldest ones: rings are read by snapshots */
	bool wakes_each;       /* readers are woken by each sample, not when a ring fills */
	bool without_sideband; /* the sideband event is not opened */
	uint64_t ring_bytes;   /* of each ring of samples; 0: the default */
};

#endif
