/*
 * print_attr: an event's attr in words, in the order and notation of Linux perf.
 */
#ifndef PREC_REPORT_HEADER_PRINT_ATTR_H
#define PREC_REPORT_HEADER_PRINT_ATTR_H

#include "report/header/pmu_names.h"

#include <stdio.h>

/*
 * Writes ", FIELD = VALUE" for each field that is not 0 (type and config always). size: of the attr as its writer knew
 * it. event: the event's name, which says what tracepoint a config is; may be NULL.
 */
void print_attr(FILE *out, const struct event_attr *attr, uint32_t size, const char *event,
		const struct pmu_names *pmus);

#endif
