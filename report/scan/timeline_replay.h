/*
 * timeline_replay: which records change the timeline, and how: a table by their type.
 *
 *	scan_other: record -> timeline_replays? -> sideband_list	in any order, by all workers
 *	timeline_build: sideband in the order of time -> timeline_replay
 */
#ifndef PREC_REPORT_SCAN_TIMELINE_REPLAY_H
#define PREC_REPORT_SCAN_TIMELINE_REPLAY_H

#include "report/scan/sample_decoder.h"
#include "report/scan/sideband_list.h"
#include "report/timeline/timeline.h"

/* Whether the timeline that a plan needs has what records of this type say. */
bool timeline_replays(const struct sample_plan *plan, uint32_t type);

/* Adds what the record says. 0; -EBADMSG with *err filled: it is damaged; or -ENOMEM. */
int timeline_replay(struct timeline *t, const struct sideband *s, struct error *err);

#endif
