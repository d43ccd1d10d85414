/*
 * aux_info: writes the record AUXTRACE_INFO, which tells decoders about the PMU and the machine.
 *
 * Its words are those that Linux perf 7.3 writes: tools/perf/arch/x86/util/intel-pt.c and intel-bts.c,
 * arch/arm64/util/arm-spe.c, arch/arm/util/cs-etm.c, and the headers of these names in tools/perf/util.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_AUX_AUX_INFO_H
#define PREC_RECORD_AUX_AUX_INFO_H

#include "common/buffer.h"
#include "formats/record/time_conv.h"
#include "record/events/event_list.h"
#include "record/pmu/pmu.h"

/* Which SWITCH records the recording has. */
enum aux_switches {
	AUX_SWITCHES_NONE = 0,
	AUX_SWITCHES_OF_THREADS = 2, /* those of the recorded threads */
	AUX_SWITCHES_OF_CPUS = 3,
};

struct aux_info {
	const struct event_list *list;
	const struct event_spec *spec; /* the trace, the first one of the list */
	uint64_t config;               /* the config of its attr as it was opened */
	const char *sys_root;          /* NULL: "/sys" */
	const struct cpulist *cpus;    /* the traced CPUs, or those where threads may run */
	struct time_conv conv;         /* mult 0: not known */
	bool snapshot;
	bool per_cpu; /* areas belong to CPUs; false: to threads */
	enum aux_switches switches;
};

/*
 * Appends the record. 0 or a negative errno, with nothing appended: -E2BIG: too many CPUs for a record; others of
 * reading the PMU's files.
 */
int aux_info_put(struct buffer *out, const struct aux_info *info, struct error *err);

/* Appends the words of CoreSight, a part of the record. pmu: that of the trace. */
void aux_info_put_etm(struct buffer *out, const struct aux_info *info, const struct pmu *pmu);

#endif
