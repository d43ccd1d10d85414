/*
 * stat_finder: the metrics of one event at one place, while they are found: what other events of its cores, modes and
 * cgroup have counted there. For counts/stat_metrics.c and the files beside it.
 *
 * Ownership: everything is borrowed. One thread at a time.
 */
#ifndef PREC_COUNTS_STAT_FINDER_H
#define PREC_COUNTS_STAT_FINDER_H

#include "counts/stat_metric.h"
#include "counts/stat_table.h"

struct stat_finder {
	const struct stat_table *table;
	uint32_t place;
	uint32_t event;           /* its number */
	struct counted_kind kind; /* of it */
	bool in_columns;          /* as of stat_metrics_find */
	struct stat_metric *metrics;
	int n;
};

bool stat_finder_is(const struct stat_finder *f, uint32_t type, uint64_t config);

/* The mean count of another event in its unit; 0: there is none. */
double stat_finder_count(const struct stat_finder *f, uint32_t type, uint64_t config);

/* ns of the clock that counts beside it; 0: there is none. */
double stat_finder_clock(const struct stat_finder *f);

/* At most STAT_METRICS_MAX. */
void stat_finder_add(struct stat_finder *f, struct stat_metric metric);

#endif
