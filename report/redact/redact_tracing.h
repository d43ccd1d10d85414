/*
 * redact_tracing: what descriptions of tracepoints (formats/feature/tracing_data.h) tell beside those of the kernel:
 * the fields of probes, names of threads, addresses of functions, texts.
 */
#ifndef PREC_REPORT_REDACT_REDACT_TRACING_H
#define PREC_REPORT_REDACT_REDACT_TRACING_H

#include "report/redact/redact.h"

/* Says whether a system of tracepoints is one of the kernel's source, whose names everybody knows. */
bool redact_is_kernels(const char *system, size_t size);

/* Says whether the recorded machine's PMU of a type has that name. */
bool redact_pmu_is(const struct redact *r, uint32_t type, const char *name, size_t size);

/*
 * Appends the section as it is written. Formats of other systems keep their id, without which perf reads no samples of
 * theirs, and have no fields of their own. 0, or a negative errno: it is damaged.
 */
int redact_tracing(struct redact *r, const struct buffer *section, struct buffer *b);

#endif
