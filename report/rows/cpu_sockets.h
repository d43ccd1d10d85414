/*
 * cpu_sockets: reads in which socket each CPU of the recorded machine was (FEATURE_CPU_TOPOLOGY).
 */
#ifndef PREC_REPORT_ROWS_CPU_SOCKETS_H
#define PREC_REPORT_ROWS_CPU_SOCKETS_H

#include "formats/file/perf_file.h"

struct cpu_sockets {
	int32_t *list; /* by CPU */
	uint32_t n;    /* 0: the file has no topology */
};

/* Reads them; of a damaged feature the part before the damage. 0 or -ENOMEM. */
int cpu_sockets_read(struct cpu_sockets *ret_sockets, const struct perf_file *f);
void cpu_sockets_fini(struct cpu_sockets *s);

/* Returns the socket of a CPU; -1: not known. */
static inline int32_t cpu_sockets_of(const struct cpu_sockets *s, uint32_t cpu)
{
	return cpu < s->n ? s->list[cpu] : -1;
}

#endif
