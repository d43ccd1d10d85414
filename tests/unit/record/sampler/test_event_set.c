#include "record/events/event_parse.h"
#include "record/sampler/event_set.h"

#include "tests/support/test.h"

#define SAME_PLACES                                                                                      \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | \
	 PERF_SAMPLE_CPU)

struct recording {
	struct sampler_config config;
	struct event_list list;
	struct target target;
	struct event_set set;
};

static void recording_init(struct recording *r, const char *events)
{
	memset(r, 0, sizeof(*r));
	event_list_init(&r->list);
	CHECK_EQ_I64(event_list_parse(&r->list, events, NULL, NULL), 0);
}

static void recording_make(struct recording *r)
{
	CHECK_EQ_I64(event_set_init(&r->set, &r->list, &r->config, &r->target, NULL), 0);
}

static void recording_fini(struct recording *r)
{
	event_set_fini(&r->set);
	event_list_fini(&r->list);
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
	r.config.fields.data_addresses = true;
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
	r.config.fields.callchain = true;
	recording_make(&r);
	for (size_t i = 0; i < r.set.n; i++)
		CHECK(r.set.events[i].attr.sample_type & PERF_SAMPLE_CALLCHAIN);
	recording_fini(&r);
}

/* A tracepoint's or breakpoint's period of 1 stands, unless -F was typed. */
TEST(frequency_and_period)
{
	struct recording r;

	recording_init(&r, "cpu-clock,mem:0x1000:w,cpu-clock/period=77/");
	r.config.interval.freq = 99;
	recording_make(&r);
	CHECK_EQ_U64(r.set.events[0].attr.sample_period, 99);
	CHECK(r.set.events[0].attr.flags & ATTR_FREQ);
	CHECK_EQ_U64(r.set.events[1].attr.sample_period, 1);
	CHECK(!(r.set.events[1].attr.flags & ATTR_FREQ));
	CHECK_EQ_U64(r.set.events[2].attr.sample_period, 77);
	event_set_fini(&r.set);
	r.config.interval.freq_of_traces = true;
	recording_make(&r);
	CHECK_EQ_U64(r.set.events[1].attr.sample_period, 99);
	CHECK(r.set.events[1].attr.flags & ATTR_FREQ);
	event_set_fini(&r.set);
	r.config.interval.none = true;
	recording_make(&r);
	for (size_t i = 0; i < 3; i++)
		CHECK_EQ_U64(r.set.events[i].attr.sample_period, 0);
	recording_fini(&r);
}

TEST(period_in_samples)
{
	static const struct {
		enum sample_period period;
		bool with_freq, with_period; /* whether samples of that kind have it */
	} cases[] = {
		{ SAMPLE_PERIOD_VARYING, true, false },
		{ SAMPLE_PERIOD_ALWAYS, true, true },
		{ SAMPLE_PERIOD_NEVER, false, false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct recording r;

		recording_init(&r, "cpu-clock,cpu-clock/period=77/");
		r.config.interval.freq = 99;
		r.config.fields.period = cases[i].period;
		recording_make(&r);
		CHECK_EQ_U64(!!(r.set.events[0].attr.sample_type & PERF_SAMPLE_PERIOD), cases[i].with_freq);
		CHECK_EQ_U64(!!(r.set.events[1].attr.sample_type & PERF_SAMPLE_PERIOD), cases[i].with_period);
		recording_fini(&r);
	}
}

TEST(sideband_fields)
{
	struct recording r;
	uint64_t flags;

	recording_init(&r, "cpu-clock");
	recording_make(&r);
	flags = event_set_sideband(&r.set)->attr.flags;
	CHECK(!(flags & (ATTR_BUILD_ID | ATTR_BPF_EVENT)) && flags & ATTR_DISABLED);
	event_set_fini(&r.set);
	r.config.sideband = (struct sideband_fields){ .build_ids = true, .bpf_programs = true };
	r.config.starts_later = true;
	recording_make(&r);
	flags = event_set_sideband(&r.set)->attr.flags;
	CHECK(flags & ATTR_BUILD_ID && flags & ATTR_BPF_EVENT && !(flags & ATTR_DISABLED));
	CHECK(r.set.events[0].attr.flags & ATTR_DISABLED);
	recording_fini(&r);
}

/* Only a target of threads has anything to inherit. */
TEST(inherited_by_the_target)
{
	struct recording r;

	recording_init(&r, "cpu-clock");
	r.target.inherit = true;
	recording_make(&r);
	CHECK(!(r.set.events[0].attr.flags & ATTR_INHERIT));
	event_set_fini(&r.set);
	r.target.kind = TARGET_THREADS;
	recording_make(&r);
	CHECK(r.set.events[0].attr.flags & ATTR_INHERIT);
	recording_fini(&r);
}
