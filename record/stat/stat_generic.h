/*
 * stat_generic: which events of PMUs are generic ones, too: what sysfs names "instructions" is what perf_event_open(2)
 * has as PERF_COUNT_HW_INSTRUCTIONS, and so is a raw event of the same code.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_STAT_STAT_GENERIC_H
#define PREC_RECORD_STAT_STAT_GENERIC_H

#include "record/events/event_list.h"

#include "counts/counted.h"

/* Sets the kinds of events that are those of the list. sys_root: NULL: "/sys". */
void stat_generic_find(struct counted_event *events, const struct event_list *list, const char *sys_root);

#endif
