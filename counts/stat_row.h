/*
 * stat_row: what is shown of an event at a place; everything is borrowed.
 */
#ifndef PREC_COUNTS_STAT_ROW_H
#define PREC_COUNTS_STAT_ROW_H

#include "counts/stat_metrics.h"

struct stat_row {
	const struct stat_table *table;
	const struct counted_event *event;
	const char *name; /* of the event */
	const struct stat_place *place;
	enum stat_by by; /* what the place is shown as */
	struct stat_value value;
	struct stat_unit unit;
	const struct stat_metric *metrics;
	int n_metrics;
	int unit_width;     /* of the widest unit, where they are in columns */
	const char *prefix; /* of an interval: its time; or "" */
};

#endif
