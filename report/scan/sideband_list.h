/*
 * sideband_list: records that say something about processes, threads or mappings, copied.
 */
#ifndef PREC_REPORT_SCAN_SIDEBAND_LIST_H
#define PREC_REPORT_SCAN_SIDEBAND_LIST_H

#include "common/memory.h"
#include "formats/record/record.h"
#include "report/scan/sample_decoder.h"
#include "report/timeline/timeline.h"

struct sideband {
	uint64_t time;
	uint64_t order; /* its place in the file, for records of the same time */
	struct record record;
};

struct sideband_list {
	struct arena arena; /* of the records' bytes */
	struct sideband *records;
	uint32_t n, capacity;
	uint64_t sum; /* of records that are met twice, kept or not */
};

void sideband_list_init(struct sideband_list *l);
void sideband_list_fini(struct sideband_list *l);

/* Adds a number for the record, its place and all its bytes to the sum, in which order does not matter. */
void sideband_list_sum(struct sideband_list *l, const struct record *r);

/* 0 or -ENOMEM. */
int sideband_list_add(struct sideband_list *l, const struct record *r, uint64_t time, uint64_t order);

/*
 * timeline_replay: which records change the timeline, and how: a table by their type.
 *
 *	scan_other: record -> timeline_replays? -> sideband_list	in any order, by all workers
 *	timeline_build: sideband in the order of time -> timeline_replay
 */

/* Whether the timeline that a plan needs has what records of this type say. */
bool timeline_replays(const struct sample_plan *plan, uint32_t type);

/* Adds what the record says. 0; -EBADMSG with *err filled: it is damaged; or -ENOMEM. */
int timeline_replay(struct timeline *t, const struct sideband *s, struct error *err);

#endif
