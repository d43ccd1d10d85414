/*
 * sideband_list: keeps copies of sideband records, and tells how each changes the timeline.
 *
 *	scan_other: record -> timeline_replays? -> sideband_list	in any order, by each worker
 *	timeline_build: sideband, sorted by time -> timeline_replay
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_REPORT_SCAN_SIDEBAND_LIST_H
#define PREC_REPORT_SCAN_SIDEBAND_LIST_H

#include "common/memory.h"
#include "formats/record/record.h"
#include "report/scan/sample_decoder.h"
#include "report/timeline/timeline.h"

struct sideband {
	uint64_t time;
	uint64_t order; /* its number in the file (record_order): sorts records of the same time */
	struct record record;
};

struct sideband_list {
	struct arena arena; /* the records' bytes */
	struct sideband *records;
	uint32_t n, capacity;
	uint64_t sum; /* checksum of the records given to sideband_list_sum */
};

void sideband_list_init(struct sideband_list *l);
void sideband_list_fini(struct sideband_list *l);

/* Adds a record, its offset and all its bytes, to the checksum. The order of calls does not matter. */
void sideband_list_sum(struct sideband_list *l, const struct record *r);

/* Adds a copy of a record. 0 or -ENOMEM. */
int sideband_list_add(struct sideband_list *l, const struct record *r, uint64_t time, uint64_t order);

/* True if records of this type change the timeline, as far as the plan needs it. */
bool timeline_replays(const struct sample_plan *plan, uint32_t type);

/*
 * Changes the timeline by a record of which timeline_replays is true. 0; -EBADMSG with *err filled: the record is
 * damaged; or -ENOMEM.
 */
int timeline_replay(struct timeline *t, const struct sideband *s, struct error *err);

#endif
