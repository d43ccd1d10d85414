/*
 * rewrite_events: the events of a file that is written from another one (report/rewrite/rewrite.h).
 *
 * Recorders open an event that counts nothing (PERF_COUNT_SW_DUMMY) to get records about processes and mappings in a
 * buffer of their own. Some readers show the last event by default (pprof), or the first (samply), and then nothing.
 * Such an event can go:
 *
 *	cpu-clock  ids 1 2        mmap=0		cpu-clock  ids 1 2 3 4  mmap=1
 *	dummy:u    ids 3 4        mmap=1	-->
 *	records    3: MMAP2 ...				3: MMAP2 ...		as before: id 3 is now of cpu-clock
 *
 * The first event that is none such, the carrier, gets its ids and the flags that say what records there are. Records
 * stay as they are, but where the carrier lays out what follows their fields (sample_id_all) in another way.
 *
 * It stays if it has samples, if there is no other event, if it is or precedes a member of a group (whose description
 * counts events), if the carrier's records could not hold its times and ids, and if samples would be of other events.
 */
#ifndef PREC_REPORT_REWRITE_REWRITE_EVENTS_H
#define PREC_REPORT_REWRITE_REWRITE_EVENTS_H

#include "formats/feature/features_encode.h"
#include "formats/file/perf_file.h"
#include "formats/record/record.h"

struct rewrite_events {
	const struct perf_file *file;
	struct feature_event *list; /* those that are written, attrs all of one size */
	uint32_t n;
	struct event_attr *attrs; /* of the list */
	bool *goes;               /* of each of the file's events */
	struct buffer carrier_ids;
	const struct file_event *carrier; /* among the file's events; NULL: none goes */
	uint32_t carrier_at;              /* in the list */
};

/*
 * merge: events of the kind above go if they can. look: whether they have samples is found out in a pass over the file;
 * otherwise that is taken for granted. Borrows the file. 0 or a negative errno; _fini is due either way.
 */
int rewrite_events_init(struct rewrite_events *e, const struct perf_file *f, bool merge, bool look, struct error *err);
void rewrite_events_fini(struct rewrite_events *e);

/* Whether the event, one of the file's, is left out. */
static inline bool rewrite_event_goes(const struct rewrite_events *e, const struct file_event *event)
{
	return e->carrier && e->goes[event - e->file->events];
}

/* By how many bytes at most a record becomes larger as one of the carrier. */
#define REWRITE_EVENTS_GROWTH 48

/*
 * Appends the record, which is no SAMPLE, of an event that goes, as one of the carrier. False: it would be too large.
 */
bool rewrite_events_put(const struct rewrite_events *e, struct buffer *b, const struct record *r,
			const struct file_event *event);

#endif
