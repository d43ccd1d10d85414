#include "record/session/session_features.h"

#include "common/clock_ns.h"
#include "formats/feature/features_encode.h"
#include "formats/file/writer_setup.h"
#include "record/events/tracing_gather.h"
#include "record/host/host_features.h"

#include <stdlib.h>

/* The features that are written at the end, when their contents are known. */
#define FEATURES_AT_END (1ull << FEATURE_TRACING_DATA | 1ull << FEATURE_BUILD_ID | 1ull << FEATURE_SAMPLE_TIME)

/* The events as the features describe them. */
struct event_description {
	struct event_attr *attrs;
	struct feature_event *events;
	size_t n_events;
	struct feature_group *groups;
	size_t n_groups;
	bool has_trace_index; /* which is of offsets in a file */
};

/* As they were opened, but for the time off the CPU, whose samples have other periods: as Linux perf describes it. */
static void describe_attrs(const struct event_set *set, struct event_attr *attrs)
{
	for (size_t i = 0; i < set->n; i++) {
		attrs[i] = set->events[i].attr;
		if (set->events[i].spec && set->events[i].spec->is_off_cpu)
			attrs[i].config = PERF_COUNT_SW_BPF_OUTPUT;
	}
}

static void describe_events(const struct event_set *set, const struct event_attr *attrs, struct feature_event *events)
{
	for (size_t i = 0; i < set->n; i++)
		events[i] = (struct feature_event){ .name = set->events[i].name,
						    .attr = &attrs[i],
						    .ids = set->events[i].ids,
						    .n_ids = set->events[i].n_ids };
}

/* Events of one group stand side by side. */
static size_t describe_groups(const struct event_set *set, struct feature_group *groups)
{
	size_t n = 0;

	for (size_t i = 0; i + 1 < set->n; i++) {
		const struct event_spec *spec = set->events[i].spec;

		if (!spec->group)
			continue;
		if (i && set->events[i - 1].spec->group == spec->group)
			groups[n - 1].n_members++;
		else
			groups[n++] = (struct feature_group){ .name = spec->group_name ? spec->group_name
										       : FEATURE_GROUP_UNNAMED,
							      .leader = (uint32_t)i,
							      .n_members = 1 };
	}
	return n;
}

static int event_description_init(struct event_description *d, const struct event_set *set, struct error *err)
{
	d->attrs = calloc(set->n, sizeof(*d->attrs));
	d->events = calloc(set->n, sizeof(*d->events));
	d->groups = calloc(set->n, sizeof(*d->groups));
	if (!d->attrs || !d->events || !d->groups)
		return error_nomem(err);
	describe_attrs(set, d->attrs);
	describe_events(set, d->attrs, d->events);
	d->n_events = set->n;
	d->n_groups = describe_groups(set, d->groups);
	return 0;
}

static void event_description_fini(struct event_description *d)
{
	free(d->attrs);
	free(d->events);
	free(d->groups);
}

/* The kernel's own clock has no resolution that anybody could ask for. */
static bool encode_clockid(const struct clock_note *clock, struct buffer *b)
{
	struct timespec resolution;

	if (!clock || clock->clock == CLOCK_OF_PERF || clock_getres((clockid_t)clock->clock, &resolution))
		return false;
	feature_encode_clockid(b, (uint64_t)resolution.tv_sec * NS_PER_S + (uint64_t)resolution.tv_nsec);
	return true;
}

static bool encode_clock_data(const struct clock_note *clock, struct buffer *b)
{
	if (!clock || !clock->start.wall)
		return false;
	feature_encode_clock_data(b, clock->clock, clock->start.wall, clock->start.time);
	return true;
}

static bool encode_compressed(int level, uint64_t raw_bytes, uint64_t file_bytes, struct buffer *b)
{
	const struct feature_compression compression = block_writer_compression(level, raw_bytes, file_bytes);

	if (!compression.type)
		return false;
	feature_encode_compressed(b, &compression);
	return true;
}

/* The feature has no contents; without it Linux perf shows no branches. Those of callchains are none. */
static bool has_branches(const struct event_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		if (set->events[i].attr.sample_type & PERF_SAMPLE_BRANCH_STACK &&
		    !event_has_call_branches(&set->events[i].attr))
			return true;
	return false;
}

/* A feature that says what was asked for. False where there is nothing to say, or it is none of these. */
static bool encode_request(struct buffer *b, unsigned feature, const struct recording_facts *facts,
			   const struct event_description *d)
{
	switch (feature) {
	case FEATURE_CMDLINE: feature_encode_cmdline(b, facts->argv, (size_t)facts->argc); return true;
	case FEATURE_EVENT_DESC:
		feature_encode_event_desc(b, d->events, d->n_events, facts->set->events[0].attr.size);
		return true;
	case FEATURE_GROUP_DESC:
		if (d->n_groups)
			feature_encode_group_desc(b, d->groups, d->n_groups);
		return d->n_groups;
	case FEATURE_AUXTRACE:
		if (d->has_trace_index)
			buffer_put_u64(b, 0);
		return d->has_trace_index;
	case FEATURE_BRANCH_STACK: return has_branches(facts->set);
	case FEATURE_STAT: return facts->is_counts;
	/* The times of counts are those since the start. */
	case FEATURE_CLOCKID: return !facts->is_counts && encode_clockid(facts->clock, b);
	case FEATURE_CLOCK_DATA: return !facts->is_counts && encode_clock_data(facts->clock, b);
	case FEATURE_COMPRESSED: return encode_compressed(facts->level, 0, 0, b);
	default: return false;
	}
}

static int add_tracing(struct feature_list *list, const struct recording_facts *facts, struct error *err)
{
	size_t start = list->bytes.size;
	int result;

	if (!event_list_has_tracepoints(facts->list))
		return 0;
	result = tracing_gather(&list->bytes, facts->list, NULL, err);
	if (!result)
		feature_list_add(list, FEATURE_TRACING_DATA, start);
	return result;
}

static int add_feature(struct feature_list *list, unsigned feature, const struct recording_facts *facts,
		       const struct event_description *d, struct error *err)
{
	static const struct host_roots roots = { 0 };
	size_t start = list->bytes.size;
	int result = encode_request(&list->bytes, feature, facts, d);

	if (!result)
		result = host_feature_encode(&list->bytes, feature, &roots, err);
	if (result > 0)
		feature_list_add(list, feature, start);
	return result < 0 ? result : 0;
}

static int gather_start(struct feature_list *list, const struct recording_facts *facts,
			const struct event_description *d, struct error *err)
{
	int result = add_tracing(list, facts, err);

	for (unsigned bit = 1; bit <= FEATURE_LAST_KNOWN && !result; bit++)
		if (!(FEATURES_AT_END >> bit & 1))
			result = add_feature(list, bit, facts, d, err);
	if (!result && !buffer_ok(&list->bytes))
		result = error_nomem(err);
	return result;
}

int file_features_start(const struct output *out, struct perf_writer *w, const struct recording_facts *facts,
			struct error *err)
{
	struct perf_writer_feature features[FILE_FEATURE_BITS];
	struct event_description d = { 0 };
	struct feature_list list;
	int result = event_description_init(&d, facts->set, err);

	d.has_trace_index = !out->is_pipe && event_set_trace(facts->set);
	feature_list_init(&list, false);
	if (!result)
		result = gather_start(&list, facts, &d, err);
	if (!result) {
		const struct perf_writer_setup setup = { .events = d.events,
							 .n_events = d.n_events,
							 .features = features,
							 .n_features = feature_list_pointers(&list, features),
							 .clock = facts->clock,
							 .stall = out->stall };

		result = perf_writer_start(w, out->fd, out->is_pipe, &setup, err);
		if (result)
			error_prefix(err, "%s", out->path);
	}
	feature_list_fini(&list);
	event_description_fini(&d);
	return result;
}

static int gather_end(struct feature_list *list, const struct recording_facts *facts, const struct recording_end *end,
		      struct error *err)
{
	size_t start = list->bytes.size;

	if (end->ids && end->ids->n) {
		build_id_set_encode(end->ids, &list->bytes);
		feature_list_add(list, FEATURE_BUILD_ID, start);
	}
	start = list->bytes.size;
	if (end->traces) {
		trace_stream_put_index(end->traces, &list->bytes);
		feature_list_add(list, FEATURE_AUXTRACE, start);
	}
	start = list->bytes.size;
	if (end->last_sample) {
		feature_encode_sample_time(&list->bytes, end->first_sample, end->last_sample);
		feature_list_add(list, FEATURE_SAMPLE_TIME, start);
	}
	start = list->bytes.size;
	if (encode_compressed(facts->level, end->blocks->raw_bytes, end->blocks->file_bytes, &list->bytes))
		feature_list_add(list, FEATURE_COMPRESSED, start);
	return buffer_ok(&list->bytes) ? 0 : error_nomem(err);
}

int file_features_finish(struct perf_writer *w, const struct recording_facts *facts, const struct recording_end *end,
			 struct error *err)
{
	struct perf_writer_feature features[FILE_FEATURE_BITS];
	struct feature_list list;
	struct perf_writer_notes notes = { .clock = end->clock };
	int result;

	feature_list_init(&list, false);
	result = gather_end(&list, facts, end, err);
	if (!result)
		result = block_writer_put_index(end->blocks, &notes.index, err);
	if (!result)
		result = perf_writer_finish(w, features, feature_list_pointers(&list, features), &notes, err);
	feature_list_fini(&list);
	return result;
}
