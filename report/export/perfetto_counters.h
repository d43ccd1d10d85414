/*
 * perfetto_counters: what events have counted over time, as counter tracks of a Perfetto trace
 * (counter_descriptor.proto, track_event.proto).
 */
#ifndef PREC_REPORT_EXPORT_PERFETTO_COUNTERS_H
#define PREC_REPORT_EXPORT_PERFETTO_COUNTERS_H

#include "report/export/export_counts.h"
#include "report/export/perfetto_packet.h"

/* Writes all counters and their steps. Numbers of other tracks are those of threads. */
void perfetto_put_counters(struct perfetto_output *o, const struct export_counts *c);

#endif
