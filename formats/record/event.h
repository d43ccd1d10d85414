/*
 * event: an event of a file: its attr, name, ids, and the offsets of the fields in its records.
 *
 * The fields of a sample up to PERIOD have the same offsets in all samples of an event (perf_event_open(2),
 * PERF_RECORD_SAMPLE). So have the fields of the sample_id trailer of its other records, from the record's end.
 * event_layout_make computes these offsets once.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_RECORD_EVENT_H
#define PREC_FORMATS_RECORD_EVENT_H

#include "common/bytes.h"
#include "formats/record/abi.h"

#include <string.h>

#define LAYOUT_NONE 0 /* there is no such field; no field has offset 0, which is that of the header */

/* Offsets in bytes; LAYOUT_NONE: there is no such field. */
struct event_layout {
	/* from the start of a SAMPLE record, whose header is first */
	uint16_t identifier, ip, tid, time, addr, id, stream_id, cpu, period;
	uint16_t fixed_end; /* where the fields without a fixed offset begin: READ, CALLCHAIN, ... */
	/* from the end of any other record, backwards */
	uint16_t trailer_tid, trailer_time, trailer_id, trailer_stream_id, trailer_cpu, trailer_identifier;
	uint16_t trailer_size; /* 0: no sample_id_all */
};

struct file_event {
	struct event_attr attr;
	struct event_layout layout;
	char *name;    /* from the file, or made from the attr; owned */
	uint64_t *ids; /* owned */
	uint32_t n_ids;
};

/* Computes the offsets for the records of an event. */
void event_layout_make(struct event_layout *ret_layout, const struct event_attr *attr);

/* True if samples have the user's registers and stack in place of a user callchain: perf record --call-graph dwarf. */
static inline bool event_has_user_stacks(const struct event_attr *attr)
{
	const uint64_t wanted = PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;

	return (attr->sample_type & wanted) == wanted && attr->flags & ATTR_EXCLUDE_CALLCHAIN_USER;
}

/* True if the user part of a callchain is in the sample's branches: perf record --call-graph lbr. */
static inline bool event_has_call_branches(const struct event_attr *attr)
{
	const uint64_t wanted = PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_BRANCH_STACK;

	return (attr->sample_type & wanted) == wanted && attr->branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK;
}

/* True if samples have a callchain, and branches that are not a part of it. */
static inline bool event_has_branch_history(const struct event_attr *attr)
{
	const uint64_t wanted = PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_BRANCH_STACK;

	return (attr->sample_type & wanted) == wanted && !event_has_call_branches(attr);
}

/* True if the branches of samples are all that there were, so that code between two of them ran from end to end. */
static inline bool event_has_blocks(const struct event_attr *attr)
{
	const uint64_t wanted = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_CALL_STACK;

	return attr->sample_type & PERF_SAMPLE_BRANCH_STACK &&
	       (attr->branch_sample_type & wanted) == PERF_SAMPLE_BRANCH_ANY;
}

/* True for the event that counts nothing, and is opened for its sideband records. */
static inline bool event_attr_is_dummy(const struct event_attr *attr)
{
	return attr->type == PERF_TYPE_SOFTWARE && attr->config == PERF_COUNT_SW_DUMMY;
}

/* True if the user part of callchains may be in CALLCHAIN_DEFERRED records. */
static inline bool event_has_deferred_chains(const struct event_attr *attr)
{
	return attr->sample_type & PERF_SAMPLE_CALLCHAIN && attr->flags & ATTR_DEFER_CALLCHAIN;
}

#define EVENT_OFF_CPU_NAME "offcpu-time" /* as in Linux perf */

/* True for the event of off-CPU samples, whose periods are the ns that the thread was blocked. */
static inline bool event_is_off_cpu(const struct file_event *e)
{
	return e->attr.type == PERF_TYPE_SOFTWARE && e->attr.config == PERF_COUNT_SW_BPF_OUTPUT &&
	       !strcmp(e->name, EVENT_OFF_CPU_NAME);
}

/* Returns the offset of the event's id in its samples; LAYOUT_NONE: they have none. */
static inline uint16_t event_layout_sample_id(const struct event_layout *l)
{
	return l->identifier ? l->identifier : l->id;
}

/* Returns the offset of the event's id from the end of other records; LAYOUT_NONE: they have none. */
static inline uint16_t event_layout_trailer_id(const struct event_layout *l)
{
	return l->trailer_identifier ? l->trailer_identifier : l->trailer_id;
}

/* Writes the name that Linux perf 7 gives an event without a name, with its modifiers. size: of the buffer `name`. */
void event_attr_name(const struct event_attr *attr, char *name, size_t size);

#endif
