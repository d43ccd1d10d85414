/*
 * trace_kind: the PMUs that write a hardware trace into an AUX area beside the ring of records.
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

/* Settings of a trace's event that depend on how it is recorded. */
struct event_trace {
	enum trace_kind kind;
	bool leaves_out_guests;  /* Intel PT: guests have their own trace */
	uint64_t cpu_config;     /* bits of config to set if rings belong to CPUs */
	uint64_t sampled_config; /* bits of config to clear if samples have parts of the trace */
	uint64_t times;          /* bits of config of which one puts times into the trace; 0: the kind has none */
};

/* Returns the kind of a PMU, by its name. */
enum trace_kind trace_kind_of(const char *pmu);

/* Returns the name of the kind's PMU; if there may be several, that of the family: "arm_spe". */
const char *trace_kind_name(enum trace_kind kind);

/* True if a machine may have several PMUs of the kind, each for some of its CPUs. */
static inline bool trace_kind_is_of_several(enum trace_kind kind)
{
	return kind == TRACE_ARM_SPE;
}

/* True if decoders need a description of each CPU before its trace. */
static inline bool trace_kind_describes_cpus(enum trace_kind kind)
{
	return kind == TRACE_ARM_SPE || kind == TRACE_CS_ETM;
}

#endif
