/* Times off the CPU from records as two rings bring them. */
#include "record/drain/switch_records.h"

#include "formats/record/sample_decode.h"
#include "tests/support/perf_builder.h"
#include "tests/support/test.h"

#define FIELDS (PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_PERIOD)

#define PREEMPTED (RECORD_MISC_SWITCH_OUT | RECORD_MISC_SWITCH_OUT_PREEMPT)

enum { CLOCK, OFF_CPU, N_EVENTS };

struct recording {
	struct perf_builder b; /* the ring that is drained next */
	struct event_spec spec;
	struct set_event events[N_EVENTS];
	struct event_set set;
	struct session_config config;
	struct switch_records switches;
	struct buffer sideband, out;
	size_t at; /* in out */
};

static uint64_t ids[N_EVENTS] = { 7, 8 };

static void recording_init(struct recording *r, uint64_t threshold_ns, bool in_file)
{
	*r = (struct recording){ .config = { .off_cpu_ns = threshold_ns, .wants_switches = in_file },
				 .spec.is_off_cpu = true };
	perf_builder_init(&r->b, 0);
	buffer_init(&r->sideband);
	buffer_init(&r->out);
	r->events[OFF_CPU].spec = &r->spec;
	for (int i = 0; i < N_EVENTS; i++) {
		r->events[i].attr = (struct event_attr){ .size = ATTR_SIZE_VER7,
							 .flags = ATTR_SAMPLE_ID_ALL,
							 .sample_type = FIELDS | PERF_SAMPLE_CALLCHAIN };
		r->events[i].ids = &ids[i];
		r->events[i].n_ids = 1;
		perf_builder_event(&r->b, &r->events[i].attr, "event", &ids[i], 1);
	}
	r->set = (struct event_set){ r->events, N_EVENTS };
	CHECK_EQ_I64(switch_records_init(&r->switches, &r->set, &r->config, NULL), 0);
}

static void recording_fini(struct recording *r)
{
	switch_records_fini(&r->switches);
	perf_builder_fini(&r->b);
	buffer_fini(&r->sideband);
	buffer_fini(&r->out);
}

static void put_at(struct recording *r, int event, uint32_t tid, uint64_t time)
{
	r->b.at = (struct perf_builder_at){ .event = event, .id = ids[event], .pid = 1, .tid = tid, .time = time };
}

/* chain: one caller, below the marker of the user's part, or the kernel's for a thread of its own. */
static void sampled(struct recording *r, int event, uint32_t tid, uint64_t time, uint64_t caller)
{
	const uint64_t chain[] = { caller ? CALLCHAIN_USER : CALLCHAIN_KERNEL, caller };

	put_at(r, event, tid, time);
	perf_builder_sample(&r->b, &(struct perf_builder_sample){ .ip = 5, .period = 1, .chain = chain, .n_chain = 2 });
}

static void switched(struct recording *r, uint32_t tid, uint64_t time, uint16_t misc)
{
	put_at(r, OFF_CPU, tid, time);
	perf_builder_switch(&r->b, misc);
}

/* A thread is blocked from one time on, when it has been sampled. */
static void leaves(struct recording *r, uint32_t tid, uint64_t time, uint64_t caller)
{
	sampled(r, OFF_CPU, tid, time - 1, caller);
	switched(r, tid, time, RECORD_MISC_SWITCH_OUT);
}

static void returns(struct recording *r, uint32_t tid, uint64_t time)
{
	switched(r, tid, time, 0);
}

/* Drains a ring that has what was put since the last one. What is left is in it then. */
static void drain(struct recording *r)
{
	CHECK_EQ_I64(switch_records_take(&r->switches, r->b.records.data, &r->b.records.size, &r->sideband), 0);
}

static void drain_all_of(struct recording *r)
{
	drain(r);
	r->b.records.size = 0;
}

static void flush(struct recording *r, bool at_end)
{
	CHECK_EQ_I64(off_cpu_flush(&r->switches.off_cpu, at_end, &r->out), 0);
}

static void check_sample(struct recording *r, uint32_t tid, uint64_t time, uint64_t period, uint64_t caller)
{
	const uint8_t *data = r->out.data + r->at;
	struct record record;
	struct sample s;

	CHECK(r->at + RECORD_HEADER_SIZE <= r->out.size);
	record = (struct record){ .data = data, .type = load_u32(data), .size = load_u16(data + 6) };
	CHECK_EQ_I64(sample_decode(&record, &r->events[OFF_CPU].attr, &s, NULL), 0);
	CHECK_EQ_U64(s.id, ids[OFF_CPU]);
	CHECK_EQ_U64(s.tid, tid);
	CHECK_EQ_U64(s.time, time);
	CHECK_EQ_U64(s.period, period);
	CHECK_EQ_U64(sample_word(&s.callchain, 1), caller);
	r->at += record.size;
}

static void check_no_more(const struct recording *r)
{
	CHECK_EQ_U64(r->at, r->out.size);
}

/* It comes back on another CPU, whose ring was drained before. */
TEST(across_rings)
{
	struct recording r;

	recording_init(&r, 0, false);
	returns(&r, 3, 150);
	drain_all_of(&r);
	leaves(&r, 3, 100, 0x1000);
	drain_all_of(&r);
	flush(&r, false);
	check_no_more(&r);
	flush(&r, false);
	check_sample(&r, 3, 150, 50, 0x1000);
	check_no_more(&r);
	recording_fini(&r);
}

/* Only what is as old as the latest of the round before is complete. */
TEST(what_may_still_come)
{
	struct recording r;

	recording_init(&r, 0, false);
	leaves(&r, 3, 100, 0x1000);
	returns(&r, 3, 200);
	drain_all_of(&r);
	flush(&r, false);
	leaves(&r, 3, 300, 0x2000);
	returns(&r, 3, 310);
	/* Of another ring: before the return at 200, the thread came and went once more. */
	returns(&r, 3, 120);
	leaves(&r, 3, 130, 0x3000);
	drain_all_of(&r);
	flush(&r, false);
	check_sample(&r, 3, 120, 20, 0x1000);
	check_sample(&r, 3, 200, 70, 0x3000);
	check_no_more(&r);
	flush(&r, true);
	check_sample(&r, 3, 310, 10, 0x2000);
	check_no_more(&r);
	recording_fini(&r);
}

TEST(who_is_not_blocked)
{
	struct recording r;

	recording_init(&r, 0, false);
	/* Another thread gets its turn. */
	sampled(&r, OFF_CPU, 3, 100, 0x1000);
	switched(&r, 3, 100, PREEMPTED);
	returns(&r, 3, 110);
	/* An idle CPU, a thread of the kernel, one that was away before, one that does not return. */
	leaves(&r, 0, 120, 0x1000);
	returns(&r, 0, 130);
	leaves(&r, 4, 140, 0);
	returns(&r, 4, 150);
	returns(&r, 5, 160);
	leaves(&r, 6, 170, 0x1000);
	drain_all_of(&r);
	flush(&r, true);
	check_no_more(&r);
	recording_fini(&r);
}

/* What is made of a thread that is found away: its sample says since when. */
static void found(struct recording *r, uint32_t tid, uint64_t since, uint64_t at, uint64_t caller)
{
	const size_t before = r->b.records.size;

	sampled(r, OFF_CPU, tid, since, caller);
	CHECK_EQ_I64(
		off_cpu_take_found(&r->switches.off_cpu, r->b.records.data + before, r->b.records.size - before, at),
		0);
	r->b.records.size = before;
}

/* One returns, one is seen to come and go before it is found, one leaves again, and one stays. */
TEST(found_away)
{
	struct recording r;
	struct off_cpu *o = &r.switches.off_cpu;

	recording_init(&r, 0, false);
	leaves(&r, 4, 120, 0x2000);
	returns(&r, 4, 130);
	leaves(&r, 4, 140, 0x2000);
	returns(&r, 3, 210);
	returns(&r, 5, 220);
	leaves(&r, 5, 230, 0x3000);
	drain_all_of(&r);
	for (uint32_t tid = 3; tid < 7; tid++)
		found(&r, tid, 100, 200, 0x1000);
	flush(&r, true);
	check_sample(&r, 4, 130, 10, 0x2000);
	check_sample(&r, 3, 210, 110, 0x1000);
	check_sample(&r, 5, 220, 120, 0x1000);
	check_no_more(&r);
	for (uint32_t i = 0; i < o->n_threads; i++)
		if (off_cpu_is_away(o, &o->threads[i], 1))
			CHECK_EQ_I64(off_cpu_return(o, &o->threads[i], 300, &r.out), 0);
	check_sample(&r, 4, 300, 160, 0x2000);
	check_sample(&r, 5, 300, 70, 0x3000);
	check_sample(&r, 6, 300, 200, 0x1000);
	check_no_more(&r);
	recording_fini(&r);
}

/* Sampling was off: who left before that was away for no known time, and who left after it for the time since. */
TEST(sampling_switched_off)
{
	for (uint32_t pid = 0; pid < 3; pid++) {
		struct recording r;

		recording_init(&r, 0, false);
		leaves(&r, 3, 100, 0x1000);
		leaves(&r, 4, 101, 0x1000);
		returns(&r, 4, 110);
		drain_all_of(&r);
		flush(&r, true);
		off_cpu_forget(&r.switches.off_cpu, pid);
		check_sample(&r, 4, 110, 9, 0x1000);
		returns(&r, 3, 500);
		leaves(&r, 3, 510, 0x2000);
		returns(&r, 3, 520);
		drain_all_of(&r);
		flush(&r, true);
		if (pid == 2) /* another process was detached */
			check_sample(&r, 3, 500, 400, 0x1000);
		check_sample(&r, 3, 520, 10, 0x2000);
		check_no_more(&r);
		recording_fini(&r);
	}
}

/* Where a record was lost, no time reaches over more than one absence. */
TEST(lost_returns)
{
	struct recording r;

	recording_init(&r, 0, false);
	leaves(&r, 3, 100, 0x1000);
	leaves(&r, 3, 500, 0x2000);
	returns(&r, 3, 520);
	returns(&r, 3, 600);
	drain_all_of(&r);
	flush(&r, true);
	check_sample(&r, 3, 520, 20, 0x2000);
	check_no_more(&r);
	recording_fini(&r);
}

/* Per thread and stack; the sum has the time of the last. */
TEST(short_ones_are_added_up)
{
	struct recording r;

	recording_init(&r, 50, false);
	for (uint64_t at = 100; at < 500; at += 100) {
		leaves(&r, 3, at, at == 300 ? 0x2000 : 0x1000);
		returns(&r, 3, at + 10);
		leaves(&r, 4, at + 1, 0x1000);
		returns(&r, 4, at + 5);
	}
	leaves(&r, 3, 500, 0x1000);
	returns(&r, 3, 550);
	drain_all_of(&r);
	flush(&r, true);
	check_sample(&r, 3, 550, 50, 0x1000);
	check_sample(&r, 4, 405, 16, 0x1000);
	check_sample(&r, 3, 410, 30, 0x1000);
	check_sample(&r, 3, 310, 10, 0x2000);
	check_no_more(&r);
	/* Of the next round nothing is added to these. */
	leaves(&r, 3, 600, 0x1000);
	returns(&r, 3, 601);
	drain_all_of(&r);
	flush(&r, true);
	check_sample(&r, 3, 601, 1, 0x1000);
	check_no_more(&r);
	recording_fini(&r);
}

/* Other samples stay where they are; the file has the records of switches where it was asked for them. */
TEST(what_is_taken_out)
{
	for (int in_file = 0; in_file < 2; in_file++) {
		struct recording r;
		size_t kept;

		recording_init(&r, 0, in_file);
		sampled(&r, CLOCK, 3, 90, 0x1000);
		kept = r.b.records.size;
		leaves(&r, 3, 100, 0x1000);
		sampled(&r, CLOCK, 4, 105, 0x1000);
		returns(&r, 3, 110);
		drain(&r);
		CHECK_EQ_U64(r.b.records.size, 2 * kept);
		CHECK_EQ_U64(load_u16(r.b.records.data + kept + 6), kept);
		CHECK_EQ_U64(load_u64(r.b.records.data + kept + r.switches.sample_id), ids[CLOCK]);
		CHECK_EQ_I64(r.sideband.size > 0, in_file);
		if (in_file)
			CHECK_EQ_U64(load_u32(r.sideband.data), PERF_RECORD_SWITCH);
		recording_fini(&r);
	}
}

/* The rest of a damaged ring is whoever's comes after. */
TEST(damaged_records_stay)
{
	struct recording r;
	size_t size;

	recording_init(&r, 0, false);
	returns(&r, 3, 110);
	sampled(&r, CLOCK, 3, 90, 0x1000);
	size = r.b.records.size;
	perf_builder_header(&r.b, PERF_RECORD_SAMPLE, 0, 4);
	leaves(&r, 3, 120, 0x1000);
	size = r.b.records.size - size;
	drain(&r);
	CHECK(r.b.records.size > size);
	CHECK_EQ_U64(load_u16(r.b.records.data + r.b.records.size - size + 6), 4);
	recording_fini(&r);
}

/* Threads come and go: memory is that of those that are away. */
TEST(many_threads)
{
	struct recording r;
	struct off_cpu *o = &r.switches.off_cpu;

	recording_init(&r, 0, false);
	leaves(&r, 1, 100, 0x1000);
	for (uint32_t i = 0; i < 20; i++) {
		for (uint32_t tid = 2 + i * 1000; tid < 1002 + i * 1000; tid++) {
			leaves(&r, tid, 100 + 2 * tid, 0x1000);
			returns(&r, tid, 101 + 2 * tid);
		}
		drain_all_of(&r);
		flush(&r, false);
		CHECK(o->n_threads <= 10000);
	}
	flush(&r, true);
	/* One that was away all the time. */
	returns(&r, 1, 100000);
	drain_all_of(&r);
	r.at = r.out.size;
	flush(&r, true);
	check_sample(&r, 1, 100000, 99900, 0x1000);
	check_no_more(&r);
	recording_fini(&r);
}
