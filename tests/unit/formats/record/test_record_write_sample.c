/* A sample that is written, and read again. */
#include "formats/record/record_write.h"

#include "tests/support/test.h"

static const uint64_t chain[] = { CALLCHAIN_KERNEL, 0xffffffff81000010, CALLCHAIN_USER, 0x400100 };
static const uint64_t regs[] = { 0x11, 0x22, 0x33 };

static const struct sample wanted = { .identifier = 1,
				      .ip = 2,
				      .pid = 3,
				      .tid = 4,
				      .time = 5,
				      .addr = 6,
				      .id = 7,
				      .stream_id = 8,
				      .cpu = 9,
				      .period = 10,
				      .callchain = { (const uint8_t *)chain, 4, false },
				      .regs_user = { .abi = 2, .values = { (const uint8_t *)regs, 3, false } },
				      .stack_user = { (const uint8_t *)"stackstackstack", 16 },
				      .stack_dyn_size = 16 };

static void check_lists(const struct sample *s)
{
	if (s->type & PERF_SAMPLE_CALLCHAIN) {
		CHECK_EQ_U64(s->callchain.n, 4);
		CHECK_BYTES(s->callchain.data, chain, sizeof(chain));
	}
	if (s->type & PERF_SAMPLE_REGS_USER) {
		CHECK_EQ_U64(s->regs_user.abi, 2);
		CHECK_BYTES(s->regs_user.values.data, regs, sizeof(regs));
	}
	if (s->type & PERF_SAMPLE_STACK_USER) {
		CHECK_EQ_U64(s->stack_user.size, 16);
		CHECK_EQ_U64(s->stack_dyn_size, 16);
		CHECK_BYTES(s->stack_user.data, wanted.stack_user.data, 16);
	}
	CHECK_EQ_U64(s->raw.size, s->type & PERF_SAMPLE_RAW ? 4 : 0);
	CHECK_EQ_U64(s->branches.n, 0);
	CHECK_EQ_U64(s->regs_intr.abi, 0);
	CHECK_EQ_U64(s->aux.size, 0);
}

#define CHECK_FIELD(bit, field) CHECK_EQ_U64(s.field, type &(bit) ? wanted.field : 0)

static void check_type(uint64_t type, uint64_t read_format)
{
	const struct event_attr attr = { .size = ATTR_SIZE_VER7,
					 .sample_type = type,
					 .read_format = read_format,
					 .branch_sample_type = PERF_SAMPLE_BRANCH_HW_INDEX,
					 .sample_regs_user = 0x7,
					 .sample_regs_intr = 0x7 };
	struct record record;
	struct buffer b;
	struct sample s;

	buffer_init(&b);
	sample_put(&b, &attr, RECORD_MISC_USER, &wanted);
	CHECK(buffer_ok(&b));
	record = (struct record){ .data = b.data, .type = load_u32(b.data), .size = load_u16(b.data + 6) };
	CHECK_EQ_U64(record.size, b.size);
	CHECK_EQ_U64(record.size % 8, 0);
	CHECK_EQ_U64(load_u16(b.data + 4), RECORD_MISC_USER);
	CHECK_EQ_I64(sample_decode(&record, &attr, &s, NULL), 0);
	CHECK_EQ_U64(s.type, type);
	CHECK_EQ_U64(s.rest.size, 0);
	CHECK_FIELD(PERF_SAMPLE_IDENTIFIER, identifier);
	CHECK_FIELD(PERF_SAMPLE_IP, ip);
	CHECK_FIELD(PERF_SAMPLE_TID, pid);
	CHECK_FIELD(PERF_SAMPLE_TID, tid);
	CHECK_FIELD(PERF_SAMPLE_TIME, time);
	CHECK_FIELD(PERF_SAMPLE_ADDR, addr);
	CHECK_FIELD(PERF_SAMPLE_ID, id);
	CHECK_FIELD(PERF_SAMPLE_STREAM_ID, stream_id);
	CHECK_FIELD(PERF_SAMPLE_CPU, cpu);
	CHECK_FIELD(PERF_SAMPLE_PERIOD, period);
	check_lists(&s);
	buffer_fini(&b);
}

/* Each field alone, and beside all others. */
TEST(every_field)
{
	const uint64_t all = PERF_SAMPLE_WEIGHT_STRUCT - 1;

	for (uint64_t bit = 1; bit <= PERF_SAMPLE_WEIGHT_STRUCT; bit <<= 1) {
		check_type(bit, 0);
		check_type(all & ~bit, 0);
	}
	check_type(all, 0);
}

TEST(every_read_format)
{
	for (uint64_t format = 0; format < PERF_FORMAT_LOST << 1; format++)
		check_type(PERF_SAMPLE_READ | PERF_SAMPLE_TID, format);
}

/* Nothing that could be shown of the program. */
TEST(empty)
{
	const struct event_attr attr = { .size = ATTR_SIZE_VER7,
					 .sample_type =
						 PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
					 .sample_regs_user = 0x7 };
	const struct sample nothing = { 0 };
	struct record record;
	struct buffer b;
	struct sample s;

	buffer_init(&b);
	sample_put(&b, &attr, RECORD_MISC_KERNEL, &nothing);
	record = (struct record){ .data = b.data, .type = load_u32(b.data), .size = load_u16(b.data + 6) };
	CHECK_EQ_I64(sample_decode(&record, &attr, &s, NULL), 0);
	CHECK_EQ_U64(record.size, RECORD_HEADER_SIZE + 3 * sizeof(uint64_t));
	CHECK_EQ_U64(s.callchain.n + s.regs_user.abi + s.stack_user.size + s.rest.size, 0);
	buffer_fini(&b);
}
