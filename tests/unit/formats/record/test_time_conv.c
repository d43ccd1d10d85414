#include "formats/record/time_conv.h"

#include "formats/record/record_write.h"
#include "tests/support/test.h"

#include <errno.h>

#define BODY 48

/* A record with the fields, of which the last `cut` bytes are left out. */
static struct record make(uint8_t *data, bool swap, const struct time_conv *c, size_t cut)
{
	const uint64_t words[] = { c->shift, c->mult, c->zero, c->cycles, c->mask };

	memset(data, 0, 8 + BODY);
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		uint64_t word = swap ? __builtin_bswap64(words[i]) : words[i];

		memcpy(data + 8 + 8 * i, &word, sizeof(word));
	}
	data[8 + 40] = 1;
	data[8 + 41] = c->is_short;
	return (struct record){
		.data = data, .type = PERF_RECORD_TIME_CONV, .size = (uint16_t)(8 + BODY - cut), .swap = swap
	};
}

/* What the recorder writes is what readers read. */
TEST(written)
{
	const struct time_conv c = {
		.shift = 31, .mult = 0xabcdef01, .zero = 1ull << 60, .cycles = 9, .mask = 0xffffff, .is_short = true
	};
	struct time_conv have = { 0 };
	struct record r = { .type = PERF_RECORD_TIME_CONV };
	struct buffer b;

	buffer_init(&b);
	record_put_time_conv(&b, &c);
	CHECK(buffer_ok(&b));
	CHECK_EQ_U64(b.size, 8 + BODY);
	r.data = b.data;
	r.size = (uint16_t)b.size;
	CHECK_EQ_I64(record_decode_time_conv(&r, &have, NULL), 0);
	CHECK_EQ_U64(have.shift, c.shift);
	CHECK_EQ_U64(have.mult, c.mult);
	CHECK_EQ_U64(have.zero, c.zero);
	CHECK_EQ_U64(have.cycles, c.cycles);
	CHECK_EQ_U64(have.mask, c.mask);
	CHECK(have.is_short);
	buffer_fini(&b);
}

TEST(both_byte_orders_and_every_truncation)
{
	const struct time_conv c = {
		.shift = 32, .mult = 3000, .zero = 77, .cycles = 5, .mask = 0xff, .is_short = true
	};
	uint8_t data[8 + BODY];

	for (int swap = 0; swap < 2; swap++) {
		for (size_t cut = 0; cut <= BODY; cut++) {
			struct record r = make(data, swap, &c, cut);
			struct time_conv have = { 0 };
			int result = record_decode_time_conv(&r, &have, NULL);

			CHECK_EQ_I64(result, BODY - cut < 24 ? -EBADMSG : 0);
			if (result)
				continue;
			CHECK_EQ_U64(have.shift, 32);
			CHECK_EQ_U64(have.mult, 3000);
			CHECK_EQ_U64(have.zero, 77);
			/* The fields of newer kernels are there to the end, or not used. */
			CHECK_EQ_U64(have.is_short, BODY - cut >= 42);
		}
	}
}

TEST(times)
{
	/* 2.5 GHz: 0.4 ns a tick */
	const struct time_conv c = { .shift = 10, .mult = 410, .zero = 1000 };
	const struct time_conv narrow = { .mult = 1, .cycles = 0x1fe, .mask = 0xff, .is_short = true };

	CHECK_EQ_U64(time_conv_apply(&c, 0), 1000);
	CHECK_EQ_U64(time_conv_apply(&c, 1024), 1410);
	CHECK_EQ_U64(time_conv_apply(&c, 1536), 1615);
	/* no overflow on the way: 2^40 ticks */
	CHECK_EQ_U64(time_conv_apply(&c, 1ull << 40), 1000 + (410ull << 30));
	CHECK_EQ_U64(time_conv_apply(&narrow, 0xff), 0x1ff);
	CHECK_EQ_U64(time_conv_apply(&narrow, 0x01), 0x201);
}

TEST(a_shift_that_is_none)
{
	const struct time_conv c = { .shift = 64, .mult = 1 };
	uint8_t data[8 + BODY];
	struct record r = make(data, false, &c, 0);
	struct time_conv have;

	CHECK_EQ_I64(record_decode_time_conv(&r, &have, NULL), -EBADMSG);
}
