/*
 * rewrite_events: the events of the output file (report/rewrite/rewrite.h).
 *
 * Recorders open a dummy event (PERF_COUNT_SW_DUMMY) to get records about processes and mappings in a buffer of their
 * own. Some readers show only the last event (pprof) or the first (samply), and so show nothing. The dummy event can be
 * removed:
 *
 *	cpu-clock  ids 1 2        mmap=0		cpu-clock  ids 1 2 3 4  mmap=1
 *	dummy:u    ids 3 4        mmap=1	-->
 *	records    3: MMAP2 ...				3: MMAP2 ...		as before: id 3 is now of cpu-clock
 *
 * The first other event, the carrier, gets its ids and its flags for records. Records are unchanged, unless the carrier
 * has another layout of the sample id after their fields (sample_id_all).
 *
 * It stays if it has samples; if there is no other event; if it is a group member or precedes one (GROUP_DESC counts
 * events); if the carrier's records have no time or id; or if samples would get another event.
 */
#ifndef PREC_REPORT_REWRITE_REWRITE_EVENTS_H
#define PREC_REPORT_REWRITE_REWRITE_EVENTS_H

#include "formats/feature/features_encode.h"
#include "formats/file/perf_file.h"
#include "formats/record/record.h"
#include "report/redact/redact.h"

struct rewrite_events {
	const struct perf_file *file;
	struct feature_event *list; /* the events to write; all attrs have one size */
	uint32_t n;
	struct event_attr *attrs; /* attrs of the list */
	bool *goes;               /* for each event of the file: it is removed */
	struct buffer carrier_ids;
	const struct file_event *carrier; /* an event of the file; NULL: none is removed */
	uint32_t carrier_at;              /* its index in the list */
};

/*
 * Decides which events are removed. merge: dummy events may be. look: find out by a pass over the file whether they
 * have samples; otherwise they are assumed to have none. Borrows the file. 0 or a negative errno; call
 * rewrite_events_fini in either case.
 */
int rewrite_events_init(struct rewrite_events *e, const struct perf_file *f, bool merge, bool look, struct error *err);
void rewrite_events_fini(struct rewrite_events *e);

/* Takes registers and copies of stacks out of an event that has them for callchains. */
void rewrite_attr_drop_stacks(struct event_attr *attr);

/* Takes registers and copies of stacks out of the events that have them for callchains; these have whole chains then.
 */
void rewrite_events_drop_stacks(struct rewrite_events *e);

/* Takes out of attrs and names what the samples and the recording are not to tell. 0 or -ENOMEM. */
int rewrite_events_redact(struct rewrite_events *e, struct redact *redact);

/* Says whether an event of the file is removed. */
static inline bool rewrite_event_goes(const struct rewrite_events *e, const struct file_event *event)
{
	return e->carrier && e->goes[event - e->file->events];
}

/* The most bytes by which a record grows as one of the carrier. */
#define REWRITE_EVENTS_GROWTH 48

/* Appends a record of a removed event, but no SAMPLE, as one of the carrier. False: it would be too large. */
bool rewrite_events_put(const struct rewrite_events *e, struct buffer *b, const struct record *r,
			const struct file_event *event);

#endif
