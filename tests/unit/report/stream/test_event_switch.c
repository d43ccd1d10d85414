/* Samples between events that begin and end something, against a plain walk in the order of time. */
#include "report/stream/event_switch.h"

#include "formats/file/blocks.h"
#include "tests/support/built_file.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>

#define EVENTS  3
#define SAMPLES 300

struct sample {
	uint64_t time, offset;
	uint32_t event;
};

struct samples {
	struct sample list[SAMPLES];
	unsigned n;
};

/* Of two CPUs, one after the other; some times come twice. */
static void recording_make(struct perf_builder *b, uint64_t sample_type)
{
	perf_builder_init(b, 0);
	for (uint64_t i = 0; i < EVENTS; i++) {
		struct event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					   .config = i,
					   .size = ATTR_SIZE_VER7,
					   .flags = ATTR_SAMPLE_ID_ALL,
					   .sample_type = PERF_SAMPLE_IDENTIFIER | sample_type };

		perf_builder_event(b, &attr, "event", (uint64_t[]){ 10 + i }, 1);
	}
	for (uint64_t i = 0, time = 0; i < SAMPLES; i++) {
		int event = (int)random_below(EVENTS);

		time = i == SAMPLES / 2 ? 1 : time + random_below(3);
		b->at = (struct perf_builder_at){ .event = event, .id = 10 + (uint64_t)event, .time = time };
		perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER });
	}
}

/* IDENTIFIER, TIME. */
static int take(void *context, const struct record *r, struct error *err)
{
	struct samples *s = context;

	(void)err;
	s->list[s->n++] = (struct sample){ .time = load_u64_order(r->data + 16, r->swap),
					   .offset = r->offset,
					   .event = (uint32_t)load_u64_order(r->data + 8, r->swap) - 10 };
	return 0;
}

static void sort(struct samples *s)
{
	for (unsigned i = 1; i < s->n; i++)
		for (unsigned k = i; k && s->list[k - 1].time > s->list[k].time; k--) {
			struct sample other = s->list[k];

			s->list[k] = s->list[k - 1];
			s->list[k - 1] = other;
		}
}

/* on, off: events, -1: none. */
static void check(const struct perf_file *f, const struct samples *s, int on, int off, bool shows)
{
	struct event_switch w = { .shows = shows };
	const struct time_ranges all = { .n = 0 };
	struct error err = ERROR_INIT;
	bool now = on < 0, next = now;
	unsigned n = 0;

	w.begins = on < 0 ? NULL : calloc(EVENTS, sizeof(bool));
	w.ends = off < 0 ? NULL : calloc(EVENTS, sizeof(bool));
	CHECK((on < 0 || w.begins) && (off < 0 || w.ends));
	if (on >= 0)
		w.begins[on] = true;
	if (off >= 0)
		w.ends[off] = true;
	CHECK_EQ_I64(event_switch_read(&w, f, &all, &err), 0);
	for (unsigned i = 0; i < s->n; i++) {
		const struct sample *sample = &s->list[i];
		bool changes = (int)sample->event == (now ? off : on);
		bool wanted = changes ? shows : now;

		now = now != changes;
		CHECK_EQ_I64(event_switch_has(&w, sample->event, sample->time, sample->offset), wanted);
		CHECK_EQ_I64(event_switch_next(&w, &next, sample->event), wanted);
		n += wanted;
	}
	CHECK(n < SAMPLES && (n || on < 0));
	event_switch_fini(&w);
}

TEST(what_lies_between)
{
	static const int events[][2] = { { 1, 2 }, { 1, -1 }, { -1, 2 }, { 1, 1 } };
	struct samples s = { .n = 0 };
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct perf_file *f;

	recording_make(&b, PERF_SAMPLE_TIME);
	f = built_open(&b, &err);
	CHECK(f);
	CHECK_EQ_I64(blocks_each_record(f, NULL, take, &s, &err), 0);
	CHECK_EQ_U64(s.n, SAMPLES);
	sort(&s);
	for (unsigned i = 0; i < ARRAY_SIZE(events); i++) {
		check(f, &s, events[i][0], events[i][1], false);
		if (events[i][1] >= 0)
			check(f, &s, events[i][0], events[i][1], true);
	}
	perf_file_close(f);
	perf_builder_fini(&b);
}

/* Nothing begins or ends outside of them. */
TEST(times_that_are_chosen)
{
	struct time_ranges times = { .ranges = { { 1000000, 1000001 } }, .n = 1 };
	struct event_switch w = { .begins = calloc(EVENTS, sizeof(bool)) };
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct perf_file *f;

	CHECK(w.begins);
	w.begins[1] = true;
	recording_make(&b, PERF_SAMPLE_TIME);
	f = built_open(&b, &err);
	CHECK(f);
	CHECK_EQ_I64(event_switch_read(&w, f, &times, &err), 0);
	CHECK_EQ_U64(w.n, 0);
	CHECK(!event_switch_has(&w, 0, UINT64_MAX, UINT64_MAX));
	event_switch_fini(&w);
	perf_file_close(f);
	perf_builder_fini(&b);
}

TEST(samples_without_times)
{
	struct event_switch w = { .ends = calloc(EVENTS, sizeof(bool)) };
	const struct time_ranges all = { .n = 0 };
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct perf_file *f;

	CHECK(w.ends);
	recording_make(&b, PERF_SAMPLE_IP);
	f = built_open(&b, &err);
	CHECK(f);
	CHECK_EQ_I64(event_switch_read(&w, f, &all, &err), -EINVAL);
	event_switch_fini(&w);
	perf_file_close(f);
	perf_builder_fini(&b);
}
