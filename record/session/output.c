#include "record/session/output.h"

#include "record/events/tracepoint.h"
#include "record/host/host_features.h"

#include "formats/file/feature_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int feature_add_host(struct feature_list *list, unsigned bit, const struct host_features *host,
			    struct error *err)
{
	size_t start = list->bytes.size;
	int result = host_feature_encode(&list->bytes, bit, host, err);

	if (result > 0)
		feature_list_add(list, bit, start);
	return result < 0 ? result : 0;
}

static int feature_add_tracing(struct feature_list *list, const struct output_facts *facts, struct error *err)
{
	size_t start = list->bytes.size;
	int result;

	if (!event_list_has_tracepoints(facts->list))
		return 0;
	result = tracepoint_tracing_data(&list->bytes, facts->list, NULL, err);
	if (!result)
		feature_list_add(list, FEATURE_TRACING_DATA, start);
	return result;
}

static void describe_clock(struct host_features *host, const struct output_facts *facts)
{
	struct timespec wall, clock;

	if (!facts->use_clockid)
		return;
	host->use_clockid = true;
	host->clockid = (uint32_t)facts->clockid;
	if (clock_gettime(CLOCK_REALTIME, &wall) || clock_gettime(facts->clockid, &clock))
		return;
	host->clock_wall_time = (uint64_t)wall.tv_sec * 1000000000u + (uint64_t)wall.tv_nsec;
	host->clock_time = (uint64_t)clock.tv_sec * 1000000000u + (uint64_t)clock.tv_nsec;
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
			groups[n++] =
				(struct feature_group){ .name = spec->group_name ? spec->group_name : "{anon_group}",
							.leader = (uint32_t)i,
							.n_members = 1 };
	}
	return n;
}

static int gather_start(struct feature_list *list, const struct output_facts *facts, struct host_features *host,
			struct error *err)
{
	static const uint64_t at_end =
		1ull << FEATURE_TRACING_DATA | 1ull << FEATURE_BUILD_ID | 1ull << FEATURE_SAMPLE_TIME;
	int result = feature_add_tracing(list, facts, err);

	for (unsigned bit = 1; bit <= FEATURE_LAST_KNOWN && !result; bit++)
		if (!(at_end >> bit & 1))
			result = feature_add_host(list, bit, host, err);
	if (!result && !buffer_ok(&list->bytes))
		result = error_nomem(err);
	return result;
}

static void describe_events(const struct event_set *set, struct feature_event *events)
{
	for (size_t i = 0; i < set->n; i++)
		events[i] = (struct feature_event){ .name = set->events[i].name,
						    .attr = &set->events[i].attr,
						    .ids = set->events[i].ids,
						    .n_ids = set->events[i].n_ids };
}

int output_start(struct output *out, struct perf_writer *w, const struct output_facts *facts, struct error *err)
{
	struct feature_event *events = calloc(facts->set->n, sizeof(*events));
	struct feature_group *groups = calloc(facts->set->n, sizeof(*groups));
	struct host_features host = { .argv = facts->argv,
				      .argc = facts->argc,
				      .events = events,
				      .n_events = facts->set->n,
				      .attr_size = facts->set->events[0].attr.size,
				      .groups = groups,
				      .compression = block_writer_compression(facts->level, 0, 0) };
	struct perf_writer_feature features[FILE_FEATURE_BITS];
	struct feature_list list;
	int result;

	feature_list_init(&list, false);
	if (!events || !groups) {
		result = error_nomem(err);
		goto out;
	}
	describe_events(facts->set, events);
	describe_clock(&host, facts);
	host.n_groups = describe_groups(facts->set, groups);
	result = gather_start(&list, facts, &host, err);
	if (!result) {
		const struct perf_writer_setup setup = { .events = events,
							 .n_events = facts->set->n,
							 .features = features,
							 .n_features = feature_list_pointers(&list, features),
							 .stall = out->stall };

		result = perf_writer_start(w, out->fd, out->is_pipe, &setup, err);
		if (result)
			error_prefix(err, "%s", out->path);
	}
out:
	feature_list_fini(&list);
	free(events);
	free(groups);
	return result;
}

static int gather_end(struct feature_list *list, const struct output_facts *facts, const struct output_end *end,
		      struct error *err)
{
	const struct host_features host = { .first_sample = end->first_sample,
					    .last_sample = end->last_sample,
					    .compression = block_writer_compression(
						    facts->level, end->blocks->raw_bytes, end->blocks->file_bytes) };
	size_t start = list->bytes.size;
	int result = 0;

	if (end->ids && end->ids->n) {
		build_id_set_encode(end->ids, &list->bytes);
		feature_list_add(list, FEATURE_BUILD_ID, start);
	}
	if (end->last_sample)
		result = feature_add_host(list, FEATURE_SAMPLE_TIME, &host, err);
	if (!result && facts->level)
		result = feature_add_host(list, FEATURE_COMPRESSED, &host, err);
	if (!result && !buffer_ok(&list->bytes))
		result = error_nomem(err);
	return result;
}

int output_finish(struct perf_writer *w, const struct output_facts *facts, const struct output_end *end,
		  struct error *err)
{
	struct perf_writer_feature features[FILE_FEATURE_BITS];
	struct feature_list list;
	uint64_t index = 0;
	int result;

	feature_list_init(&list, false);
	result = gather_end(&list, facts, end, err);
	if (!result)
		result = block_writer_put_index(end->blocks, &index, err);
	if (!result)
		result = perf_writer_finish(w, features, feature_list_pointers(&list, features), index, err);
	feature_list_fini(&list);
	return result;
}
