/*
 * What the builder writes is looked at byte by byte here, and by Linux perf in tests/interop: a builder that shared
 * a misunderstanding with the readers would prove nothing.
 */
#include "common/cursor.h"
#include "formats/record/attr.h"
#include "tests/support/perf_builder.h"
#include "tests/support/test.h"

#include <zstd.h>

/* Flags that make the file of that order. */
#define BIG_ENDIAN_FILE    (order_is_swapped(true) ? PERF_BUILDER_SWAP : 0)
#define LITTLE_ENDIAN_FILE (order_is_swapped(false) ? PERF_BUILDER_SWAP : 0)

static const struct event_attr sampled = {
	.type = PERF_TYPE_SOFTWARE,
	.size = ATTR_SIZE_VER7,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |
		       PERF_SAMPLE_IDENTIFIER,
	.flags = ATTR_SAMPLE_ID_ALL,
};

static void build_small(struct perf_builder *b, unsigned flags)
{
	perf_builder_init(b, flags);
	perf_builder_event(b, &sampled, "cpu-clock", (uint64_t[]){ 7, 8 }, 2);
	b->at = (struct perf_builder_at){ .id = 7, .pid = 10, .tid = 11, .time = 1000, .cpu = 1 };
	perf_builder_comm(b, 10, 11, "cat", 0);
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = 0x400100, .period = 5 });
	perf_builder_feature_string(b, FEATURE_HOSTNAME, "host");
}

/* header 104, ids 16, attr and its section 144: the data begin at 264. */
TEST(file_layout_both_orders)
{
	for (int swap = 0; swap < 2; swap++) {
		struct perf_builder b;
		const struct buffer *file;
		struct cursor c;

		build_small(&b, swap ? PERF_BUILDER_SWAP : 0);
		file = perf_builder_finish(&b);
		CHECK(file);
		CHECK_BYTES(file->data, order_is_big(swap) ? "2ELIFREP" : "PERFILE2", 8);
		c = cursor_make(file->data, file->size, swap);
		CHECK_EQ_U64(cursor_u64(&c), FILE_MAGIC_V2);
		CHECK_EQ_U64(cursor_u64(&c), 104);
		CHECK_EQ_U64(cursor_u64(&c), 144);
		CHECK_EQ_U64(cursor_u64(&c), 120);
		CHECK_EQ_U64(cursor_u64(&c), 144);
		CHECK_EQ_U64(cursor_u64(&c), 264);
		CHECK_EQ_U64(cursor_u64(&c), 56 + 56);
		cursor_skip(&c, 16);
		CHECK_EQ_U64(cursor_u64(&c), 1 << FEATURE_HOSTNAME);
		cursor_skip(&c, 24);
		CHECK_EQ_U64(cursor_u64(&c), 7);
		CHECK_EQ_U64(cursor_u64(&c), 8);
		cursor_skip(&c, 128);
		CHECK_EQ_U64(cursor_u64(&c), 104);
		CHECK_EQ_U64(cursor_u64(&c), 16);
		CHECK_EQ_U64(cursor_offset(&c), 264);
		perf_builder_fini(&b);
	}
}

TEST(comm_with_trailer)
{
	struct perf_builder b;
	struct cursor c;

	build_small(&b, BIG_ENDIAN_FILE);
	c = cursor_make(b.records.data, b.records.size, order_is_swapped(true));
	CHECK_EQ_U64(cursor_u32(&c), PERF_RECORD_COMM);
	CHECK_EQ_U64(cursor_u16(&c), 0);
	CHECK_EQ_U64(cursor_u16(&c), 8 + 8 + 8 + 32);
	CHECK_EQ_U64(cursor_u32(&c), 10);
	CHECK_EQ_U64(cursor_u32(&c), 11);
	CHECK_STR((const char *)cursor_bytes(&c, 8), "cat");
	CHECK_EQ_U64(cursor_u32(&c), 10);
	CHECK_EQ_U64(cursor_u32(&c), 11);
	CHECK_EQ_U64(cursor_u64(&c), 1000);
	CHECK_EQ_U64(cursor_u64(&c) >> 32, 1);
	CHECK_EQ_U64(cursor_u64(&c), 7);
	perf_builder_fini(&b);
}

TEST(sample_fields_in_order)
{
	struct event_attr attr = { .size = ATTR_SIZE_VER7, .sample_regs_user = 5, .sample_regs_intr = 1 };
	static const uint64_t chain[] = { CALLCHAIN_USER, 0x10 }, regs[] = { 21, 22 }, intr[] = { 23 };
	static const struct perf_builder_branch branch = { 31, 32, 33 };
	struct perf_builder b;
	struct cursor c;

	attr.sample_type = (1ull << 25) - 1 - PERF_SAMPLE_READ - PERF_SAMPLE_WEIGHT;
	perf_builder_init(&b, LITTLE_ENDIAN_FILE);
	perf_builder_event(&b, &attr, "all", NULL, 0);
	b.at = (struct perf_builder_at){ .id = 1, .pid = 2, .tid = 3, .time = 4, .stream_id = 6, .cpu = 7 };
	perf_builder_sample(&b, &(struct perf_builder_sample){ .ip = 1,
							       .addr = 5,
							       .period = 8,
							       .chain = chain,
							       .n_chain = 2,
							       .raw = "raw",
							       .raw_size = 3,
							       .branches = &branch,
							       .n_branches = 1,
							       .regs_user_abi = 2,
							       .regs_user = regs,
							       .stack = "12345678",
							       .stack_size = 8,
							       .stack_dyn_size = 4,
							       .weight = 9,
							       .data_src = 10,
							       .transaction = 11,
							       .regs_intr_abi = 2,
							       .regs_intr = intr,
							       .phys_addr = 12,
							       .cgroup = 13,
							       .data_page_size = 14,
							       .code_page_size = 15,
							       .aux = "auxauxau",
							       .aux_size = 8 });
	c = cursor_make(b.records.data, b.records.size, order_is_swapped(false));
	CHECK_EQ_U64(cursor_u64(&c) >> 48, b.records.size);
	static const uint64_t want[] = { 1,
					 1,
					 2 | 3ull << 32,
					 4,
					 5,
					 1,
					 6,
					 7,
					 8,
					 2,
					 CALLCHAIN_USER,
					 0x10,
					 4 | (uint64_t)'r' << 32 | (uint64_t)'a' << 40 | (uint64_t)'w' << 48,
					 1,
					 31,
					 32,
					 33,
					 2,
					 21,
					 22,
					 8,
					 0x3837363534333231ull,
					 4,
					 9,
					 10,
					 11,
					 2,
					 23,
					 12,
					 13,
					 14,
					 15,
					 8,
					 0x7561787561787561ull };
	for (size_t i = 0; i < ARRAY_SIZE(want); i++)
		CHECK_EQ_U64(cursor_u64(&c), want[i]);
	CHECK_EQ_U64(cursor_left(&c), 0);
	perf_builder_fini(&b);
}

TEST(pipe_mode)
{
	struct perf_builder b;
	const struct buffer *file;
	struct cursor c;
	struct cursor body;
	struct event_attr attr;

	build_small(&b, PERF_BUILDER_PIPE | BIG_ENDIAN_FILE);
	file = perf_builder_finish(&b);
	CHECK(file);
	c = cursor_make(file->data, file->size, order_is_swapped(true));
	CHECK_EQ_U64(cursor_u64(&c), FILE_MAGIC_V2);
	CHECK_EQ_U64(cursor_u64(&c), 16);
	CHECK_EQ_U64(cursor_u32(&c), PERF_RECORD_HEADER_ATTR);
	CHECK_EQ_U64(cursor_u32(&c), 8 + 128 + 16);
	body = cursor_sub(&c, 128);
	CHECK_EQ_I64(attr_decode(&attr, &body, NULL), 0);
	CHECK_EQ_U64(attr.sample_type, sampled.sample_type);
	CHECK_EQ_U64(attr.flags, sampled.flags);
	CHECK_EQ_U64(cursor_u64(&c), 7);
	CHECK_EQ_U64(cursor_u64(&c), 8);
	CHECK_EQ_U64(cursor_u32(&c), PERF_RECORD_HEADER_FEATURE);
	CHECK_EQ_U64(cursor_u32(&c) & 0xffff, 8 + 8 + 72);
	CHECK_EQ_U64(cursor_u64(&c), FEATURE_HOSTNAME);
	perf_builder_fini(&b);
}

TEST(unfinished_and_version_1)
{
	struct perf_builder b;
	const struct buffer *file;

	build_small(&b, PERF_BUILDER_UNFINISHED | PERF_BUILDER_V1 | LITTLE_ENDIAN_FILE);
	file = perf_builder_finish(&b);
	CHECK(file);
	CHECK_BYTES(file->data, "PERFFILE", 8);
	CHECK(!memcmp(file->data + 48, (uint8_t[8]){ 0 }, 8));
	CHECK_EQ_U64(file->size, 264 + b.records.size);
	perf_builder_fini(&b);
}

/* Joins the bytes of all COMPRESSED or COMPRESSED2 records. */
static struct buffer joined_frames(const struct buffer *records, uint32_t type)
{
	struct cursor c = cursor_make(records->data, records->size, false);
	struct buffer joined;

	buffer_init(&joined);
	while (cursor_left(&c)) {
		uint64_t size;

		CHECK_EQ_U64(cursor_u32(&c), type);
		cursor_u16(&c);
		size = cursor_u16(&c) - 8;
		if (type == PERF_RECORD_COMPRESSED2) {
			uint64_t used = cursor_u64(&c);

			CHECK_EQ_U64(size % 8, 0);
			buffer_append(&joined, cursor_bytes(&c, used), used);
			cursor_skip(&c, size - 8 - used);
		} else {
			buffer_append(&joined, cursor_bytes(&c, size), size);
		}
		CHECK(cursor_ok(&c));
	}
	return joined;
}

static void check_compressed(uint32_t type, size_t record_max, size_t every)
{
	struct perf_builder plain, packed;
	struct buffer joined, back;
	ZSTD_DStream *stream = ZSTD_createDStream();
	ZSTD_inBuffer in;
	ZSTD_outBuffer out;

	perf_builder_init(&plain, 0);
	perf_builder_init(&packed, 0);
	perf_builder_event(&plain, &sampled, "e", NULL, 0);
	perf_builder_event(&packed, &sampled, "e", NULL, 0);
	perf_builder_compress_begin(&packed);
	for (uint64_t i = 0; i < 5000; i++) {
		struct perf_builder_sample sample = { .ip = i * i * 2654435761u, .period = i };

		plain.at.time = packed.at.time = i * 1000;
		perf_builder_sample(&plain, &sample);
		perf_builder_sample(&packed, &sample);
	}
	if (every)
		perf_builder_compress_stream_end(&packed, 1, every);
	else
		perf_builder_compress_end(&packed, type, 1, record_max);
	joined = joined_frames(&packed.records, type);
	buffer_init(&back);
	buffer_reserve(&back, plain.records.size + 1);
	in = (ZSTD_inBuffer){ joined.data, joined.size, 0 };
	out = (ZSTD_outBuffer){ back.data, back.capacity, 0 };
	while (in.pos < in.size)
		CHECK(!ZSTD_isError(ZSTD_decompressStream(stream, &out, &in)));
	CHECK_EQ_U64(out.pos, plain.records.size);
	CHECK_BYTES(back.data, plain.records.data, plain.records.size);
	ZSTD_freeDStream(stream);
	buffer_fini(&back);
	buffer_fini(&joined);
	perf_builder_fini(&plain);
	perf_builder_fini(&packed);
}

TEST(compressed_frame)
{
	check_compressed(PERF_RECORD_COMPRESSED, 0, 0);
	check_compressed(PERF_RECORD_COMPRESSED, 1001, 0);
}

TEST(compressed2_frame)
{
	check_compressed(PERF_RECORD_COMPRESSED2, 0, 0);
	check_compressed(PERF_RECORD_COMPRESSED2, 1001, 0);
}

TEST(compressed_stream)
{
	check_compressed(PERF_RECORD_COMPRESSED, 0, 777);
}
