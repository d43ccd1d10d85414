#include "record/events/event_parse.h"
#include "record/sampler/event_set.h"

#include "tests/support/test.h"

#define SAME_PLACES                                                                                      \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | \
	 PERF_SAMPLE_CPU)

struct recording {
	struct record_options options;
	struct event_list list;
	struct target target;
	struct event_set set;
};

static void recording_init(struct recording *r, const char *events)
{
	memset(r, 0, sizeof(*r));
	CHECK_EQ_I64(record_options_init(&r->options), 0);
	event_list_init(&r->list);
	CHECK_EQ_I64(event_list_parse(&r->list, events, NULL, NULL), 0);
}

static void recording_make(struct recording *r)
{
	CHECK_EQ_I64(event_set_init(&r->set, &r->list, &r->options, &r->target, NULL), 0);
}

static void recording_fini(struct recording *r)
{
	event_set_fini(&r->set);
	event_list_fini(&r->list);
	record_options_fini(&r->options);
}

TEST(fields_at_the_same_places)
{
	struct recording r;

	recording_init(&r, "cpu-clock,page-faults");
	recording_make(&r);
	CHECK_EQ_U64(r.set.n, 3);
	for (size_t i = 0; i < r.set.n; i++)
		CHECK_EQ_U64(r.set.events[i].attr.sample_type & SAME_PLACES,
			     PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_CPU);
	recording_fini(&r);
}

/* ADDR comes before ID, and the sideband event has none. */
TEST(identifier_beside_addresses)
{
	struct recording r;

	recording_init(&r, "cpu-clock");
	r.options.data_addresses = true;
	recording_make(&r);
	for (size_t i = 0; i < r.set.n; i++)
		CHECK_EQ_U64(r.set.events[i].attr.sample_type & (PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER),
			     PERF_SAMPLE_IDENTIFIER);
	CHECK(r.set.events[0].attr.sample_type & PERF_SAMPLE_ADDR);
	recording_fini(&r);
}

TEST(callchains_in_all_events)
{
	struct recording r;

	recording_init(&r, "cpu-clock,page-faults");
	recording_make(&r);
	CHECK(!(event_set_sideband(&r.set)->attr.sample_type & PERF_SAMPLE_CALLCHAIN));
	event_set_fini(&r.set);
	r.options.callgraph = true;
	recording_make(&r);
	for (size_t i = 0; i < r.set.n; i++)
		CHECK(r.set.events[i].attr.sample_type & PERF_SAMPLE_CALLCHAIN);
	recording_fini(&r);
}
