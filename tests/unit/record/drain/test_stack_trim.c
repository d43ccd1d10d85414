#include "record/drain/stack_trim.h"

#include "formats/record/sample_decode.h"
#include "tests/support/perf_builder.h"
#include "tests/support/test.h"

#define FIXED (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME)

#define STACK_SIZE 64

enum { WITH_STACK, WITHOUT, N_EVENTS };

/* An event with copies of stacks, and one without; the ids of both. */
struct recording {
	struct perf_builder b;
	struct set_event events[N_EVENTS];
	struct event_set set;
	struct stack_trim trim;
};

static const uint8_t stack[STACK_SIZE] = "0123456789abcdef";
static uint64_t ids[N_EVENTS] = { 7, 8 };

static void recording_init(struct recording *r)
{
	memset(r, 0, sizeof(*r));
	r->events[WITH_STACK].attr = (struct event_attr){
		.size = ATTR_SIZE_VER7,
		.sample_type = FIXED | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER |
			       PERF_SAMPLE_DATA_SRC,
		.sample_regs_user = 3,
		.sample_stack_user = STACK_SIZE,
	};
	r->events[WITHOUT].attr =
		(struct event_attr){ .size = ATTR_SIZE_VER7, .sample_type = FIXED | PERF_SAMPLE_DATA_SRC };
	perf_builder_init(&r->b, 0);
	for (int i = 0; i < N_EVENTS; i++) {
		r->events[i].ids = &ids[i];
		r->events[i].n_ids = 1;
		perf_builder_event(&r->b, &r->events[i].attr, "event", &ids[i], 1);
	}
	r->set = (struct event_set){ r->events, N_EVENTS };
	CHECK_EQ_I64(stack_trim_init(&r->trim, &r->set, NULL), 0);
}

static void recording_fini(struct recording *r)
{
	stack_trim_fini(&r->trim);
	perf_builder_fini(&r->b);
}

static void add_sample(struct recording *r, int event, uint64_t used, uint64_t data_src)
{
	static const uint64_t regs[] = { 11, 12 };
	static const uint64_t chain[] = { 0x1000, 0x2000 };

	r->b.at = (struct perf_builder_at){ .event = event, .id = ids[event], .pid = 1, .tid = 1, .time = 5 };
	perf_builder_sample(&r->b, &(struct perf_builder_sample){ .ip = 0x1000,
								  .chain = chain,
								  .n_chain = 2,
								  .regs_user_abi = 2,
								  .regs_user = regs,
								  .stack = stack,
								  .stack_size = STACK_SIZE,
								  .stack_dyn_size = used,
								  .data_src = data_src });
}

static void apply(struct recording *r)
{
	r->b.records.size = stack_trim_apply(&r->trim, r->b.records.data, r->b.records.size);
}

/* The sample at *at of the event; *at is moved on to the next record. */
static struct sample take_sample(const struct recording *r, int event, size_t *at)
{
	const uint8_t *data = r->b.records.data + *at;
	const struct record record = { .data = data, .type = load_u32(data), .size = load_u16(data + 6) };
	struct sample sample;

	CHECK_EQ_U64(record.type, PERF_RECORD_SAMPLE);
	CHECK_EQ_I64(sample_decode(&record, &r->events[event].attr, &sample, NULL), 0);
	CHECK_EQ_U64(sample.rest.size, 0);
	*at += record.size;
	return sample;
}

/* What is in use stays, up to a multiple of 8, and so does all around it. */
TEST(unused_part_is_cut)
{
	static const struct {
		uint64_t used, size;
	} cases[] = { { 0, 0 }, { 1, 8 }, { 8, 8 }, { 9, 16 }, { 56, 56 }, { 57, 64 }, { 64, 64 } };
	struct recording r;
	size_t at = 0;

	recording_init(&r);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		add_sample(&r, WITH_STACK, cases[i].used, 100 + i);
	apply(&r);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct sample s = take_sample(&r, WITH_STACK, &at);

		CHECK_EQ_U64(s.stack_user.size, cases[i].size);
		CHECK_EQ_U64(s.stack_dyn_size, cases[i].used);
		CHECK_BYTES(s.stack_user.data, stack, cases[i].used);
		CHECK_EQ_U64(sample_word(&s.regs_user.values, 1), 12);
		CHECK_EQ_U64(sample_word(&s.callchain, 1), 0x2000);
		CHECK_EQ_U64(s.data_src, 100 + i);
	}
	CHECK_EQ_U64(at, r.b.records.size);
	recording_fini(&r);
}

TEST(other_records_stay)
{
	struct recording r;
	size_t at = 0, size;

	recording_init(&r);
	add_sample(&r, WITHOUT, 0, 1);
	add_sample(&r, WITH_STACK, 8, 2);
	perf_builder_lost_samples(&r.b, 3, 0);
	add_sample(&r, WITHOUT, 0, 4);
	size = r.b.records.size;
	apply(&r);
	CHECK_EQ_U64(r.b.records.size, size - (STACK_SIZE - 8));
	CHECK_EQ_U64(take_sample(&r, WITHOUT, &at).data_src, 1);
	CHECK_EQ_U64(take_sample(&r, WITH_STACK, &at).data_src, 2);
	CHECK_EQ_U64(load_u32(r.b.records.data + at), PERF_RECORD_LOST_SAMPLES);
	at += load_u16(r.b.records.data + at + 6);
	CHECK_EQ_U64(take_sample(&r, WITHOUT, &at).data_src, 4);
	CHECK_EQ_U64(at, r.b.records.size);
	recording_fini(&r);
}

/* Sizes that cannot be, ids of no event, and half a record: the bytes stay. */
TEST(damage_changes_nothing)
{
	struct recording r;
	struct buffer before;

	recording_init(&r);
	add_sample(&r, WITH_STACK, STACK_SIZE + 8, 1);
	ids[WITH_STACK] = 99;
	add_sample(&r, WITH_STACK, 8, 1);
	ids[WITH_STACK] = 7;
	add_sample(&r, WITHOUT, 0, 1);
	r.b.records.size -= 8;
	buffer_init(&before);
	buffer_append(&before, r.b.records.data, r.b.records.size);
	apply(&r);
	CHECK_EQ_U64(r.b.records.size, before.size);
	CHECK_BYTES(r.b.records.data, before.data, before.size);
	buffer_fini(&before);
	recording_fini(&r);
}

TEST(no_stacks_nothing_to_do)
{
	struct recording r;

	recording_init(&r);
	stack_trim_fini(&r.trim);
	r.events[WITH_STACK].attr.sample_type &= ~PERF_SAMPLE_STACK_USER;
	CHECK_EQ_I64(stack_trim_init(&r.trim, &r.set, NULL), 0);
	CHECK(!r.trim.is_wanted);
	recording_fini(&r);
}
