/*
 * stat_advice: explains once why some events have no count, and what to do about it.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_STAT_STAT_ADVICE_H
#define PREC_RECORD_STAT_STAT_ADVICE_H

#include "common/diagnostics.h"
#include "counts/stat_table.h"
#include "record/events/event_list.h"

/* Adds diagnostics. Call after counting. table: the counts of the list's events. sys_root: NULL: "/sys". */
void stat_advise(const struct stat_table *table, const struct event_list *list, const char *sys_root,
		 struct diagnostics *diagnostics);

#endif
