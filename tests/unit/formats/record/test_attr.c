#include "formats/record/attr.h"
#include "formats/record/attr_text.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* An attr with another value in every field. */
static struct event_attr full_attr(uint32_t size)
{
	return (struct event_attr){
		.type = PERF_TYPE_SOFTWARE,
		.size = size,
		.config = 0x0102030405060708ull,
		.sample_period = 4000,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_IDENTIFIER,
		.read_format = PERF_FORMAT_ID | PERF_FORMAT_LOST,
		.flags = ATTR_DISABLED | ATTR_FREQ | ATTR_SAMPLE_ID_ALL | ATTR_BUILD_ID | 1ull << ATTR_PRECISE_IP_SHIFT,
		.wakeup_events = 11,
		.bp_type = 12,
		.config1 = 13,
		.config2 = 14,
		.branch_sample_type = 15,
		.sample_regs_user = 16,
		.sample_stack_user = 17,
		.clockid = -1,
		.sample_regs_intr = 18,
		.aux_watermark = 19,
		.sample_max_stack = 20,
		.aux_sample_size = 21,
		.aux_action = 22,
		.sig_data = 23,
		.config3 = 24,
		.config4 = 25,
	};
}

/* What is left of the attr when only size bytes of it are there. */
static struct event_attr cut_attr(uint32_t size)
{
	struct event_attr attr = full_attr(size);
	size_t there = size < sizeof(attr) ? size : sizeof(attr);

	memset((uint8_t *)&attr + there, 0, sizeof(attr) - there);
	return attr;
}

static int decode(struct event_attr *ret_attr, const void *data, size_t size, bool swap, struct error *err)
{
	struct cursor c = cursor_make(data, size, swap);

	return attr_decode(ret_attr, &c, err);
}

/* The bitfields as this machine's compiler lays them out. */
TEST(kernel_layout)
{
	struct event_attr attr = full_attr(sizeof(attr)), own = attr_to_kernel(&attr), back;
	const union {
		struct {
			uint64_t disabled : 1, : 9, freq : 1, : 4, precise_ip : 2, : 1, sample_id_all : 1, : 15,
				build_id : 1;
		};
		uint64_t word;
	} bitfields = { { .disabled = 1, .freq = 1, .precise_ip = 1, .sample_id_all = 1, .build_id = 1 } };
	struct buffer b;

	CHECK_EQ_U64(own.flags, bitfields.word);
	back = attr_from_kernel(&own);
	CHECK_BYTES(&back, &attr, sizeof(attr));
	CHECK_EQ_I64(decode(&back, &own, sizeof(own), false, NULL), 0);
	CHECK_BYTES(&back, &attr, sizeof(attr));
	buffer_init(&b);
	attr_encode(&b, &attr);
	CHECK_EQ_U64(b.size, sizeof(own));
	CHECK_BYTES(b.data, &own, sizeof(own));
	buffer_fini(&b);
}

/* The flags as machines of either order write them, whoever reads them. */
TEST(flags_of_machines)
{
	static const struct {
		bool big_endian;
		uint8_t flags[8];
	} machines[] = { { false, { 0x01, 0x04, 0x05, 0x00, 0x04, 0, 0, 0 } },
			 { true, { 0x80, 0x21, 0x20, 0x00, 0x20, 0, 0, 0 } } };
	static const struct event_attr attr = { .size = ATTR_SIZE_VER0,
						.flags = ATTR_DISABLED | ATTR_FREQ | ATTR_SAMPLE_ID_ALL |
							 ATTR_BUILD_ID | 2ull << ATTR_PRECISE_IP_SHIFT };

	for (size_t i = 0; i < ARRAY_SIZE(machines); i++) {
		bool swap = order_is_swapped(machines[i].big_endian);
		struct event_attr back;
		struct buffer b;

		buffer_init(&b);
		b.swap = swap;
		attr_encode(&b, &attr);
		CHECK_BYTES(b.data + 40, machines[i].flags, 8);
		CHECK_EQ_I64(decode(&back, b.data, b.size, swap, NULL), 0);
		CHECK_BYTES(&back, &attr, sizeof(attr));
		buffer_fini(&b);
	}
}

TEST(round_trip_all_sizes_both_orders)
{
	for (int swap = 0; swap < 2; swap++)
		for (uint32_t size = ATTR_SIZE_VER0; size <= sizeof(struct event_attr); size += 8) {
			struct event_attr attr = full_attr(size), want = cut_attr(size), back;
			struct buffer b;

			buffer_init(&b);
			b.swap = swap;
			attr_encode(&b, &attr);
			CHECK_EQ_U64(b.size, size);
			CHECK_EQ_I64(decode(&back, b.data, b.size, swap, NULL), 0);
			CHECK_BYTES(&back, &want, sizeof(want));
			buffer_fini(&b);
		}
}

/* A big-endian file has its bitfields mirrored within the u64; precise_ip keeps the order of its two bits. */
TEST(mirrored_bits)
{
	struct event_attr attr = full_attr(ATTR_SIZE_VER0), back;
	struct buffer b;
	bool swap = order_is_swapped(true);
	uint64_t raw;

	for (uint64_t precise = 0; precise < 4; precise++) {
		attr.flags = ATTR_DISABLED | ATTR_DEFER_OUTPUT | precise << ATTR_PRECISE_IP_SHIFT;
		buffer_init(&b);
		b.swap = swap;
		attr_encode(&b, &attr);
		raw = load_u64_order(b.data + 40, swap);
		CHECK_EQ_U64(raw, 1ull << 63 | 1ull << (63 - 39) | precise << (63 - 16));
		CHECK_EQ_I64(decode(&back, b.data, b.size, swap, NULL), 0);
		CHECK_EQ_U64(back.flags, attr.flags);
		buffer_fini(&b);
	}
}

TEST(truncated_at_every_byte)
{
	struct event_attr attr = full_attr(sizeof(attr)), own = attr_to_kernel(&attr);

	for (size_t size = 0; size < sizeof(attr); size++) {
		struct event_attr back = { .type = 77 }, want = attr;
		struct error err = ERROR_INIT;
		int result = decode(&back, &own, size, false, &err);

		if (size < ATTR_SIZE_VER0) {
			CHECK_EQ_I64(result, -ENODATA);
			CHECK_EQ_I64(err.code, -ENODATA);
			CHECK_EQ_U64(back.type, 77);
			continue;
		}
		CHECK_EQ_I64(result, 0);
		memset((uint8_t *)&want + size, 0, sizeof(want) - size);
		want.size = size;
		CHECK_BYTES(&back, &want, sizeof(want));
	}
}

/* A newer writer's attr: what is beyond the known fields is passed over, to the end of the cursor. */
TEST(larger_than_known)
{
	uint8_t bytes[200];
	struct event_attr attr = full_attr(sizeof(bytes)), back;
	struct cursor c = cursor_make(bytes, sizeof(bytes), false);

	memset(bytes, 0xee, sizeof(bytes));
	memcpy(bytes, &attr, sizeof(attr));
	CHECK_EQ_I64(attr_decode(&back, &c, NULL), 0);
	CHECK_EQ_U64(cursor_left(&c), 0);
	CHECK_EQ_U64(back.size, sizeof(attr));
	CHECK_EQ_U64(back.config3, 24);
	CHECK_EQ_U64(back.config4, 25);
}

/* The size an attr claims says nothing about the bytes that are there. */
TEST(size_that_lies)
{
	struct event_attr attr = full_attr(4096), back;

	CHECK_EQ_I64(decode(&back, &attr, 96, false, NULL), 0);
	CHECK_EQ_U64(back.size, 96);
	CHECK_EQ_U64(back.sample_regs_intr, 0);
	attr.size = 0;
	CHECK_EQ_I64(decode(&back, &attr, sizeof(attr), false, NULL), 0);
	CHECK_EQ_U64(back.size, sizeof(attr));
}

TEST(what_stands_after_its_size_is_not_of_it)
{
	static const uint32_t says[] = { ATTR_SIZE_VER0, 80, 1 };

	for (size_t i = 0; i < ARRAY_SIZE(says); i++) {
		struct event_attr attr = full_attr(ATTR_SIZE_VER7), have;
		struct cursor c;
		struct buffer b;

		buffer_init(&b);
		attr_encode(&b, &attr);
		buffer_set_u32(&b, 4, says[i]);
		c = cursor_make(b.data, b.size, false);
		CHECK(!attr_decode(&have, &c, NULL));
		CHECK_EQ_U64(have.size, says[i]);
		CHECK_EQ_U64(have.config1, 13);
		CHECK_EQ_U64(have.branch_sample_type, says[i] == 80 ? 15 : 0);
		CHECK_EQ_U64(have.sample_regs_intr, 0);
		buffer_fini(&b);
	}
}

/* --- as text ---------------------------------------------------------------------- */

static void put_text(void *context, const char *field, const char *value)
{
	FILE *out = context;

	fprintf(out, "%s=%s\n", field, value);
}

/* Each field has its own value, so that one that is left out or in another's place is seen. */
TEST(every_field_as_text)
{
	struct event_attr attr = full_attr(sizeof(attr));
	struct attr_text_sink sink = { .put = put_text };
	char *text;
	size_t size;

	attr.config = PERF_COUNT_SW_TASK_CLOCK;
	sink.context = open_memstream(&text, &size);
	CHECK(sink.context);
	attr_text(&attr, attr.size, &(struct attr_text_names){ 0 }, &sink);
	fclose(sink.context);
	CHECK_STR(text, "type=1 (PERF_TYPE_SOFTWARE)\n"
			"size=144\n"
			"config=0x1 (PERF_COUNT_SW_TASK_CLOCK)\n"
			"{ sample_period, sample_freq }=4000\n"
			"sample_type=IP|TID|IDENTIFIER\n"
			"read_format=ID|LOST\n"
			"disabled=1\n"
			"freq=1\n"
			"precise_ip=1\n"
			"sample_id_all=1\n"
			"build_id=1\n"
			"{ wakeup_events, wakeup_watermark }=11\n"
			"bp_type=12\n"
			"{ bp_addr, config1 }=0xd\n"
			"{ bp_len, config2 }=0xe\n"
			"branch_sample_type=USER|KERNEL|HV|ANY\n"
			"sample_regs_user=0x10\n"
			"sample_stack_user=17\n"
			"clockid=-1\n"
			"sample_regs_intr=0x12\n"
			"aux_watermark=19\n"
			"sample_max_stack=20\n"
			"aux_sample_size=21\n"
			"sig_data=23\n"
			"aux_pause=1\n"
			"aux_resume=1\n"
			"config3=0x18\n"
			"config4=0x19\n");
	free(text);
}
