/*
 * aux_info: the record AUXTRACE_INFO, which tells decoders what they need to know of the PMU and the machine.
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

/* Which switches between threads the recording has. */
enum aux_switches {
	AUX_SWITCHES_NONE = 0,
	AUX_SWITCHES_OF_THREADS = 2, /* those of the threads that are recorded */
	AUX_SWITCHES_OF_CPUS = 3,
};

struct aux_info {
	const struct event_list *list;
	const struct event_spec *spec; /* the trace, the first one of the list */
	uint64_t config;               /* of its attr as it was opened */
	const char *sys_root;          /* NULL: "/sys" */
	const struct cpulist *cpus;    /* that are traced, or where threads may run */
	struct time_conv conv;         /* mult 0: not known */
	bool snapshot;
	bool per_cpu; /* the areas are those of CPUs, else of threads */
	enum aux_switches switches;
};

/*
 * Appends the record. 0, or a negative errno with nothing appended: -E2BIG: more CPUs than a record has room for, and
 * others of reading the PMU's files.
 */
int aux_info_put(struct buffer *out, const struct aux_info *info, struct error *err);

/* The words of CoreSight, a part of the above. pmu: that of the trace. */
void aux_info_put_etm(struct buffer *out, const struct aux_info *info, const struct pmu *pmu);

#endif
