/*
 * trace_kind: the PMUs that write a hardware trace, beside the ring of records, into an area of their own: the AUX
 * area.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_PMU_TRACE_KIND_H
#define PREC_RECORD_PMU_TRACE_KIND_H

#include <stdbool.h>
#include <stdint.h>

/* As PERF_RECORD_AUXTRACE_INFO numbers them: enum auxtrace_type in tools/perf/util/auxtrace.h. */
enum trace_kind {
	TRACE_NONE = 0,
	TRACE_INTEL_PT = 1,
	TRACE_INTEL_BTS = 2,
	TRACE_CS_ETM = 3,
	TRACE_ARM_SPE = 4,
	TRACE_HISI_PTT = 6,
};

/* What a trace's event asks for that depends on how it is recorded. */
struct event_trace {
	enum trace_kind kind;
	bool leaves_out_guests;  /* of Intel PT: they have a trace of their own */
	uint64_t cpu_config;     /* bits of config that are set where rings are those of CPUs */
	uint64_t sampled_config; /* bits of config that are cleared where samples have pieces of the trace */
	uint64_t times; /* bits of config of which one has the trace hold times; 0: its kind has no such term */
};

/* The kind of a PMU, by its name. */
enum trace_kind trace_kind_of(const char *pmu);

/* The name of the kind's PMU, of several that of their family: "arm_spe". */
const char *trace_kind_name(enum trace_kind kind);

/* Whether a machine can have several PMUs of the kind, each on CPUs of its own. */
static inline bool trace_kind_is_of_several(enum trace_kind kind)
{
	return kind == TRACE_ARM_SPE;
}

/* Whether decoders need to know of each CPU what it is, before its trace. */
static inline bool trace_kind_describes_cpus(enum trace_kind kind)
{
	return kind == TRACE_ARM_SPE || kind == TRACE_CS_ETM;
}

#endif
