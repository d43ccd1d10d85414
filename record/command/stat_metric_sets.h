/*
 * stat_metric_sets: the events that the metrics of option -M are made of. See counts/stat_metrics.h.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_STAT_METRIC_SETS_H
#define PREC_RECORD_COMMAND_STAT_METRIC_SETS_H

#include "common/error.h"

#include <stdint.h>

#define STAT_METRIC_SETS_MAX 32

/* What several -M have asked for. Zero: nothing. */
struct stat_metric_choice {
	const char *names[STAT_METRIC_SETS_MAX]; /* of the metrics, as those of struct stat_metric */
	uint32_t n;
	uint32_t counted; /* which events, as the table in stat_metric_sets.c has them */
};

/*
 * Adds metrics, "insn_per_cycle,GHz", or those of a group, "Default". ret_events: malloc'ed, what -e is to take for
 * them, without the events that are counted for earlier ones; may be empty. 0, or a negative errno with a message that
 * names metrics like it.
 */
int stat_metric_choose(struct stat_metric_choice *choice, const char *names, char **ret_events, struct error *err);

#endif
