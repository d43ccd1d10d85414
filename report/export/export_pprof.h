/*
 * export_pprof: a profile for pprof (google/pprof, proto/profile.proto), as gzip. Samples that agree in stack, thread
 * and comm are one; its values are how many samples there are, and what each event counts. Locations of inlined
 * functions have several lines; what has no name has none. Addresses are those of export_mappings.
 */
#ifndef PREC_REPORT_EXPORT_EXPORT_PPROF_H
#define PREC_REPORT_EXPORT_EXPORT_PPROF_H

#include "report/export/stack_samples.h"

#include <stdio.h>

/* As struct export_format has it. */
int export_pprof(FILE *out, struct export *x, const struct stack_samples *samples, struct error *err);

#endif
