/*
 * sampler_config: how events are opened, whatever command wants them.
 *
 * Everything zero samples nothing but times and places: no frequency, no callchains, no build-ids. What an event's own
 * terms say (struct event_spec) wins over the configuration.
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

/* Whether samples have their period. */
enum sample_period {
	SAMPLE_PERIOD_VARYING = 0, /* where it differs from sample to sample: with a frequency */
	SAMPLE_PERIOD_LIVE,        /* and where it may be changed while events are open, see event_attr_can_change */
	SAMPLE_PERIOD_ALWAYS,
	SAMPLE_PERIOD_NEVER, /* but of tracepoints */
};

/* Whether mappings without code are recorded. */
enum data_maps {
	DATA_MAPS_WITH_ADDRESSES = 0, /* where samples have addresses of data */
	DATA_MAPS_ALWAYS,
	DATA_MAPS_NEVER, /* but for dwarf's stacks, see event_set.c */
};

/* What a sample holds. */
struct sample_fields {
	struct callgraph_spec callgraph;
	bool user_callchain, kernel_callchain; /* only that part of it; each implies a callchain */
	uint64_t regs_user, regs_intr;         /* masks of registers, as formats/record/regs.h numbers them; 0: none */
	uint64_t branches;                     /* bits of PERF_SAMPLE_BRANCH_*; 0: no branches */
	uint64_t more; /* bits of PERF_SAMPLE_*: what has an option of its own, and no other setting here */
	bool data_addresses;
	bool read_times; /* with counts the times that events were enabled and running */
	bool cpu;        /* also where the target does not need it */
	enum sample_period period;
};

/* Which modes are left out of all events. */
struct sample_modes {
	bool no_kernel, no_user;
};

/* What is recorded beside mappings, comms, tasks and samples. */
struct sideband_fields {
	bool build_ids;
	bool bpf_programs;
	bool cgroups;
	bool switches;   /* of threads, in and out of CPUs */
	bool text_pokes; /* changes that the kernel makes to its own code */
	enum data_maps data_maps;
};

/* The clock of all times. */
struct sample_clock {
	bool is_given; /* else the kernel's own */
	int id;        /* as for clock_gettime(2) */
};

/* How hardware traces are recorded; sizes in bytes, 0: the default. */
struct trace_config {
	uint64_t area_bytes; /* of each AUX area */
	bool snapshot;       /* the areas are overwritten, and read when asked for */
};

struct sampler_config {
	struct sample_interval interval;
	struct sample_fields fields;
	struct sample_modes modes;
	struct sideband_fields sideband;
	struct sample_clock clock;
	struct trace_config trace;
	bool count_threads;    /* READ records with the counts of each thread as it ends */
	bool starts_later;     /* a command's events are enabled by ring_set_enable, not by its exec */
	bool attachable;       /* processes may come and go, see record/sampler/live_events.h */
	bool overwrite;        /* new samples replace the oldest ones: rings are read by snapshots */
	bool wakes_each;       /* readers are woken by each sample, not when a ring fills */
	bool without_sideband; /* the sideband event is not opened: nobody reads it */
	uint64_t ring_bytes;   /* of each ring of samples; 0: the default */
};

#endif
