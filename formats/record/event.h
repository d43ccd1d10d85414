/*
 * event: an event of a file: its attr, name, ids, and where the fields of its records lie.
 *
 * The fields of a sample up to PERIOD have a fixed offset, which event_layout works out once (perf_event_open(2),
 * PERF_RECORD_SAMPLE); so have the fields of the sample_id trailer of other records, counted from the record's end.
 */
#ifndef PREC_FORMATS_RECORD_EVENT_H
#define PREC_FORMATS_RECORD_EVENT_H

#include "common/bytes.h"
#include "formats/record/abi.h"

#include <string.h>

#define LAYOUT_NONE 0 /* no such field: offset 0 is the header, so no field lies there */

struct event_layout {
	/* from the start of a SAMPLE record, header included; LAYOUT_NONE: not there */
	uint16_t identifier, ip, tid, time, addr, id, stream_id, cpu, period;
	uint16_t fixed_end; /* where the fields of varying size begin: READ, CALLCHAIN, ... */
	/* from the end of any other record; LAYOUT_NONE: not there */
	uint16_t trailer_tid, trailer_time, trailer_id, trailer_stream_id, trailer_cpu, trailer_identifier;
	uint16_t trailer_size; /* 0 without sample_id_all */
};

struct file_event {
	struct event_attr attr;
	struct event_layout layout;
	char *name; /* as the file says, or made from the attr; owned */
	uint64_t *ids;
	uint32_t n_ids;
};

void event_layout_make(struct event_layout *ret_layout, const struct event_attr *attr);

/* Whether samples have the user's registers and stack in the place of a user callchain, as perf record --call-graph
 * dwarf writes them. */
static inline bool event_has_user_stacks(const struct event_attr *attr)
{
	const uint64_t wanted = PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;

	return (attr->sample_type & wanted) == wanted && attr->flags & ATTR_EXCLUDE_CALLCHAIN_USER;
}

/* Whether the user's part of callchains is in the branches of samples, as perf record --call-graph lbr writes them. */
static inline bool event_has_call_branches(const struct event_attr *attr)
{
	const uint64_t wanted = PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_BRANCH_STACK;

	return (attr->sample_type & wanted) == wanted && attr->branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK;
}

/* Whether samples have a callchain and, for their own sake, the branches before it. */
static inline bool event_has_branch_history(const struct event_attr *attr)
{
	const uint64_t wanted = PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_BRANCH_STACK;

	return (attr->sample_type & wanted) == wanted && !event_has_call_branches(attr);
}

/* Whether it is the event that stands for none: it counts nothing, and is there for the records that come with it. */
static inline bool event_attr_is_dummy(const struct event_attr *attr)
{
	return attr->type == PERF_TYPE_SOFTWARE && attr->config == PERF_COUNT_SW_DUMMY;
}

/* Whether the user's part of callchains may be in CALLCHAIN_DEFERRED records. */
static inline bool event_has_deferred_chains(const struct event_attr *attr)
{
	return attr->sample_type & PERF_SAMPLE_CALLCHAIN && attr->flags & ATTR_DEFER_CALLCHAIN;
}

#define EVENT_OFF_CPU_NAME "offcpu-time" /* as Linux perf has it */

/* Whether periods are ns that threads were off their CPUs. */
static inline bool event_is_off_cpu(const struct file_event *e)
{
	return e->attr.type == PERF_TYPE_SOFTWARE && e->attr.config == PERF_COUNT_SW_BPF_OUTPUT &&
	       !strcmp(e->name, EVENT_OFF_CPU_NAME);
}

/* Where the id of a sample of this event lies, or LAYOUT_NONE. */
static inline uint16_t event_layout_sample_id(const struct event_layout *l)
{
	return l->identifier ? l->identifier : l->id;
}

/* Likewise from the end of other records. */
static inline uint16_t event_layout_trailer_id(const struct event_layout *l)
{
	return l->trailer_identifier ? l->trailer_identifier : l->trailer_id;
}

/* The name Linux perf gives an event that comes without one, without modifiers; into name. */
void event_attr_name(const struct event_attr *attr, char *name, size_t size);

#endif
