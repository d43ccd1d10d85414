#include "report/rewrite/rewrite_events.h"

#include "formats/file/blocks.h"
#include "formats/file/file_facts.h"
#include "formats/file/perf_file.h"
#include "report/stream/record_time.h"

#include <errno.h>
#include <stdlib.h>

/* The attr flags for records other than samples: perf_event_open(2). */
#define SIDEBAND_FLAGS                                                                                            \
	(ATTR_MMAP | ATTR_COMM | ATTR_TASK | ATTR_MMAP_DATA | ATTR_MMAP2 | ATTR_COMM_EXEC | ATTR_CONTEXT_SWITCH | \
	 ATTR_NAMESPACES | ATTR_KSYMBOL | ATTR_BPF_EVENT | ATTR_CGROUP | ATTR_TEXT_POKE | ATTR_BUILD_ID)

#define TRAILER_FIELDS 6
#define TRAILER_IDS    (1u << 2 | 1u << 5) /* ID and IDENTIFIER: the same number */

/* --- trailers --------------------------------------------------------------------- */

/* Offsets of the fields from the record's end, in their order; LAYOUT_NONE: absent. */
static void trailer_offsets(const struct event_layout *l, uint16_t ret_offsets[TRAILER_FIELDS])
{
	const uint16_t offsets[TRAILER_FIELDS] = { l->trailer_tid,       l->trailer_time, l->trailer_id,
						   l->trailer_stream_id, l->trailer_cpu,  l->trailer_identifier };

	memcpy(ret_offsets, offsets, sizeof(offsets));
}

static bool trailers_alike(const struct event_layout *a, const struct event_layout *b)
{
	uint16_t x[TRAILER_FIELDS], y[TRAILER_FIELDS];

	trailer_offsets(a, x);
	trailer_offsets(b, y);
	return !memcmp(x, y, sizeof(x));
}

/* Whether the carrier's records have the time and the id, which order records and assign them to events. */
static bool trailer_can_hold(const struct event_layout *to, const struct event_layout *from)
{
	return !to->trailer_time == !from->trailer_time &&
	       !event_layout_trailer_id(to) == !event_layout_trailer_id(from);
}

/* Fields that only the carrier's records have are unknown: all ones, as in pid -1. */
static void put_trailer(struct buffer *b, const uint8_t *end, const struct event_layout *from,
			const struct event_layout *to)
{
	static const uint64_t unknown = UINT64_MAX;
	uint16_t have[TRAILER_FIELDS], want[TRAILER_FIELDS];

	trailer_offsets(from, have);
	trailer_offsets(to, want);
	for (unsigned i = 0; i < TRAILER_FIELDS; i++) {
		uint16_t offset = have[i];

		if (!want[i])
			continue;
		if (!offset && TRAILER_IDS & 1u << i)
			offset = event_layout_trailer_id(from);
		buffer_append(b, offset ? (const void *)(end - offset) : &unknown, 8);
	}
}

bool rewrite_events_put(const struct rewrite_events *e, struct buffer *b, const struct record *r,
			const struct file_event *event)
{
	const struct event_layout *from = &event->layout, *to = &e->carrier->layout;
	size_t body = r->size - from->trailer_size;
	size_t start = b->size;

	if (trailers_alike(from, to)) {
		buffer_append(b, r->data, r->size);
		return true;
	}
	if (r->size < RECORD_HEADER_SIZE + from->trailer_size || body + to->trailer_size > RECORD_SIZE_MAX)
		return false;
	buffer_append(b, r->data, body);
	put_trailer(b, r->data + r->size, from, to);
	if (buffer_ok(b))
		buffer_set_u16(b, start + 6, (uint16_t)(body + to->trailer_size));
	return true;
}

/* --- which events go --------------------------------------------------------------- */

/* NULL: none, or all events do: in a recording of counts a dummy has the times that the recorder counted. */
static const struct file_event *first_that_counts(const struct perf_file *f)
{
	if (perf_file_has_feature(f, FEATURE_STAT))
		return NULL;
	for (uint32_t i = 0; i < f->n_events; i++)
		if (!event_attr_is_dummy(&f->events[i].attr))
			return &f->events[i];
	return NULL;
}

static int group_end(void *context, const struct feature_group *group, struct error *err)
{
	uint64_t end = (uint64_t)group->leader + group->n_members;
	uint32_t *last = context;

	(void)err;
	if (end > *last)
		*last = end < UINT32_MAX ? (uint32_t)end : UINT32_MAX;
	return 0;
}

/* Returns the index after the last member of a group; UINT32_MAX: unknown. */
static int groups_end(const struct perf_file *f, uint32_t *ret_end, struct error *err)
{
	int result;

	*ret_end = 0;
	result = file_groups_each(f, group_end, ret_end, err);
	if (result == -EBADMSG)
		*ret_end = UINT32_MAX;
	return result == -EBADMSG ? 0 : result;
}

struct sampled_search {
	struct rewrite_events *events;
	struct event_finder finder;
};

static int keep_sampled(void *context, const struct record *r, struct error *err)
{
	struct sampled_search *s = context;
	const struct file_event *event = NULL;

	(void)err;
	if (r->type == PERF_RECORD_SAMPLE)
		event = event_finder_find(&s->finder, r);
	if (event)
		s->events->goes[event - s->finder.file->events] = false;
	return 0;
}

/* Keeps the events that have samples. */
static int keep_all_sampled(struct rewrite_events *e, struct error *err)
{
	struct sampled_search search = { .events = e, .finder = { .file = e->file } };

	return blocks_each_record(e->file, NULL, keep_sampled, &search, err);
}

static uint32_t n_going(const struct rewrite_events *e)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < e->file->n_events; i++)
		n += e->goes[i];
	return n;
}

/*
 * If events have their ids at different offsets, readers take all samples for the first event. If the remaining events
 * had one offset, samples would get events by ids that were ignored before.
 */
static bool samples_stay(const struct rewrite_events *e)
{
	return e->file->same_id_offset || e->file->n_events - n_going(e) == 1;
}

static int choose(struct rewrite_events *e, bool look, struct error *err)
{
	const struct perf_file *f = e->file;
	const struct file_event *carrier = first_that_counts(f);
	uint32_t from;
	int result = groups_end(f, &from, err);

	if (result || !carrier)
		return result;
	for (uint32_t i = from; i < f->n_events; i++)
		e->goes[i] = event_attr_is_dummy(&f->events[i].attr) &&
			     trailer_can_hold(&carrier->layout, &f->events[i].layout);
	if (look && n_going(e))
		result = keep_all_sampled(e, err);
	if (!result && n_going(e) && samples_stay(e))
		e->carrier = carrier;
	return result;
}

/* --- what is written ---------------------------------------------------------------- */

/* All attrs of a file have one size. */
static uint32_t common_attr_size(const struct perf_file *f)
{
	uint32_t size = ATTR_SIZE_VER0;

	for (uint32_t i = 0; i < f->n_events; i++)
		if (f->events[i].attr.size > size)
			size = f->events[i].attr.size;
	return size < sizeof(struct event_attr) ? size : sizeof(struct event_attr);
}

static int list_make(struct rewrite_events *e, struct error *err)
{
	const struct perf_file *f = e->file;
	uint32_t attr_size = common_attr_size(f);

	for (uint32_t i = 0; i < f->n_events; i++) {
		const struct file_event *event = &f->events[i];
		struct event_attr *attr = &e->attrs[e->n];

		if (e->carrier && e->goes[i])
			continue;
		if (event == e->carrier)
			e->carrier_at = e->n;
		*attr = event->attr;
		attr->size = attr_size;
		e->list[e->n++] = (struct feature_event){
			.name = event->name, .attr = attr, .ids = event->ids, .n_ids = event->n_ids
		};
	}
	return e->n ? 0 : error_set(err, -EBADMSG, "the file has no events");
}

/* Gives the carrier the ids and flags of the removed events. */
static int carrier_make(struct rewrite_events *e, struct error *err)
{
	const struct perf_file *f = e->file;
	struct feature_event *to = &e->list[e->carrier_at];
	struct buffer *ids = &e->carrier_ids;

	buffer_append(ids, e->carrier->ids, e->carrier->n_ids * sizeof(uint64_t));
	for (uint32_t i = 0; i < f->n_events; i++) {
		const struct file_event *event = &f->events[i];

		if (!e->goes[i])
			continue;
		buffer_append(ids, event->ids, event->n_ids * sizeof(uint64_t));
		e->attrs[e->carrier_at].flags |= event->attr.flags & SIDEBAND_FLAGS;
	}
	to->ids = (const uint64_t *)ids->data;
	to->n_ids = ids->size / sizeof(uint64_t);
	return buffer_ok(ids) ? 0 : error_nomem(err);
}

int rewrite_events_init(struct rewrite_events *e, const struct perf_file *f, bool merge, bool look, struct error *err)
{
	int result = 0;

	*e = (struct rewrite_events){ .file = f };
	buffer_init(&e->carrier_ids);
	e->list = calloc(f->n_events, sizeof(*e->list));
	e->attrs = calloc(f->n_events, sizeof(*e->attrs));
	e->goes = calloc(f->n_events, sizeof(*e->goes));
	if (!e->list || !e->attrs || !e->goes)
		return error_nomem(err);
	if (merge)
		result = choose(e, look, err);
	if (!result)
		result = list_make(e, err);
	return result || !e->carrier ? result : carrier_make(e, err);
}

void rewrite_attr_drop_stacks(struct event_attr *attr)
{
	attr->sample_type &= ~(uint64_t)(PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER);
	attr->flags &= ~ATTR_EXCLUDE_CALLCHAIN_USER;
	attr->sample_regs_user = 0;
	attr->sample_stack_user = 0;
}

void rewrite_events_drop_stacks(struct rewrite_events *e)
{
	for (uint32_t i = 0; i < e->n; i++)
		if (event_has_user_stacks(&e->attrs[i]))
			rewrite_attr_drop_stacks(&e->attrs[i]);
}

int rewrite_events_redact(struct rewrite_events *e, struct redact *redact)
{
	for (uint32_t i = 0; i < e->n; i++) {
		redact_attr(redact, &e->attrs[i]);
		e->list[i].name = redact_event_name(redact, &e->attrs[i], e->list[i].name);
		if (!e->list[i].name)
			return -ENOMEM;
	}
	return 0;
}

void rewrite_events_fini(struct rewrite_events *e)
{
	free(e->list);
	free(e->attrs);
	free(e->goes);
	buffer_fini(&e->carrier_ids);
	*e = (struct rewrite_events){ 0 };
}
