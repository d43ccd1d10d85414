/*
 * stat_metric_sets: the events that a metric of prec stat is made of (option -M). See record/stat/stat_metrics.h.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_STAT_METRIC_SETS_H
#define PREC_RECORD_COMMAND_STAT_METRIC_SETS_H

#include "common/error.h"

/* The events of the metric of that name, as -e takes them; or NULL, with a message that names one like it. */
const char *stat_metric_set_find(const char *name, struct error *err);

#endif
