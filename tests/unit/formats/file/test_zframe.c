#include "formats/file/zframe.h"
#include "formats/record/abi.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>
#include <zstd.h>

static void fill_random(uint8_t *data, size_t size)
{
	uint32_t state = 12345;

	for (size_t i = 0; i < size; i++) {
		state = state * 1664525 + 1013904223;
		data[i] = (uint8_t)(state >> 24);
	}
}

/* Takes the records apart as a reader does: what they hold, one after the other, into one stream. */
static size_t count_records(const struct buffer *out, struct buffer *stream)
{
	size_t n = 0;

	for (size_t at = 0; at < out->size; n++) {
		size_t size = load_u16(out->data + at + 6);

		CHECK_EQ_U64(load_u32(out->data + at), PERF_RECORD_COMPRESSED);
		CHECK(size > RECORD_HEADER_SIZE && size % 8 == 0 && size <= out->size - at);
		buffer_append(stream, out->data + at + RECORD_HEADER_SIZE, size - RECORD_HEADER_SIZE);
		at += size;
	}
	return n;
}

/* Linux perf unpacks a record at a time, and refuses one that yields nothing. Returns how many bytes all of them yield.
 */
static size_t unpack_each(const struct buffer *out)
{
	ZSTD_DStream *stream = ZSTD_createDStream();
	uint8_t *back = malloc(2 * ZFRAME_RAW_MAX);
	size_t total = 0;

	for (size_t at = 0, size; at < out->size; at += size) {
		ZSTD_inBuffer in = { .src = out->data + at + RECORD_HEADER_SIZE };
		ZSTD_outBuffer to = { .dst = back, .size = 2 * ZFRAME_RAW_MAX };

		size = load_u16(out->data + at + 6);
		in.size = size - RECORD_HEADER_SIZE;
		while (in.pos < in.size)
			CHECK(!ZSTD_isError(ZSTD_decompressStream(stream, &to, &in)));
		CHECK(to.pos > 0);
		total += to.pos;
	}
	ZSTD_freeDStream(stream);
	free(back);
	return total;
}

static void check_round_trip(const uint8_t *raw, size_t size, size_t want_records)
{
	uint8_t *back = malloc(size + 1);
	struct buffer out, stream;
	struct zframe z;

	buffer_init(&out);
	buffer_init(&stream);
	CHECK_EQ_I64(zframe_init(&z, 1, NULL), 0);
	CHECK_EQ_I64(zframe_pack(&z, raw, size, &out, NULL), 0);
	CHECK_EQ_U64(count_records(&out, &stream), want_records);
	CHECK_EQ_U64(unpack_each(&out), size);
	/* One call takes the frame and the skippable one after it. */
	CHECK_EQ_U64(ZSTD_decompress(back, size + 1, stream.data, stream.size), size);
	CHECK_BYTES(back, raw, size);
	zframe_fini(&z);
	buffer_fini(&out);
	buffer_fini(&stream);
	free(back);
}

TEST(every_remainder_is_padded)
{
	uint8_t raw[512];

	fill_random(raw, sizeof(raw));
	for (size_t size = 8; size <= sizeof(raw); size++)
		check_round_trip(raw, size, 1);
}

TEST(largest_frame_goes_on_in_more_records)
{
	uint8_t *raw = malloc(ZFRAME_RAW_MAX);

	fill_random(raw, ZFRAME_RAW_MAX);
	check_round_trip(raw, ZFRAME_RAW_MAX, 17); /* a little over 16 x 65,520 bytes */
	memset(raw, 7, ZFRAME_RAW_MAX);
	check_round_trip(raw, ZFRAME_RAW_MAX, 1);
	free(raw);
}

/* Where the padding does not fit after the last part, that part is cut once more. */
TEST(sizes_about_a_full_record)
{
	uint8_t *raw = malloc(66000);

	fill_random(raw, 66000);
	for (size_t size = 65460; size <= 65530; size++) {
		struct buffer out, stream;
		struct zframe z;

		buffer_init(&out);
		buffer_init(&stream);
		CHECK_EQ_I64(zframe_init(&z, 1, NULL), 0);
		CHECK_EQ_I64(zframe_pack(&z, raw, size, &out, NULL), 0);
		CHECK(count_records(&out, &stream) <= 2);
		CHECK_EQ_U64(unpack_each(&out), size);
		CHECK_EQ_U64(ZSTD_getFrameContentSize(stream.data, stream.size), size);
		zframe_fini(&z);
		buffer_fini(&out);
		buffer_fini(&stream);
	}
	free(raw);
}

/* Data that pack by this much: noise, and zeros after each piece of it. */
static void fill_partly(uint8_t *data, size_t size, size_t percent_of_noise)
{
	fill_random(data, size);
	for (size_t at = 0; at < size; at += 4096)
		memset(data + at + 4096 * percent_of_noise / 100, 0, 4096 - 4096 * percent_of_noise / 100);
}

TEST(every_record_completes_a_block)
{
	uint8_t *raw = malloc(ZFRAME_RAW_MAX);

	for (int level = ZFRAME_LEVEL_MIN; level <= 9; level++) {
		for (size_t percent = 0; percent <= 100; percent += 25) {
			struct buffer out;
			struct zframe z;

			fill_partly(raw, ZFRAME_RAW_MAX, percent);
			buffer_init(&out);
			CHECK_EQ_I64(zframe_init(&z, level, NULL), 0);
			CHECK_EQ_I64(zframe_pack(&z, raw, ZFRAME_RAW_MAX - 64 * percent, &out, NULL), 0);
			CHECK_EQ_U64(unpack_each(&out), ZFRAME_RAW_MAX - 64 * percent);
			buffer_fini(&out);
			zframe_fini(&z);
		}
	}
	free(raw);
}

/* The work is done twice for the first frame of data that do not pack, and the usual blocks come back with those that
 * do. */
TEST(small_blocks_stay_while_data_pack_badly)
{
	uint8_t *noise = malloc(ZFRAME_RAW_MAX), *zeros = calloc(1, ZFRAME_RAW_MAX);
	struct buffer out;
	struct zframe z;

	fill_random(noise, ZFRAME_RAW_MAX);
	buffer_init(&out);
	CHECK_EQ_I64(zframe_init(&z, 1, NULL), 0);
	for (int i = 0; i < 3; i++)
		CHECK_EQ_I64(zframe_pack(&z, noise, ZFRAME_RAW_MAX, &out, NULL), 0);
	CHECK_EQ_U64(z.n_repacked, 1);
	CHECK(z.small_blocks);
	CHECK_EQ_I64(zframe_pack(&z, zeros, ZFRAME_RAW_MAX, &out, NULL), 0);
	CHECK(!z.small_blocks);
	CHECK_EQ_U64(unpack_each(&out), 4 * (uint64_t)ZFRAME_RAW_MAX);
	buffer_fini(&out);
	zframe_fini(&z);
	free(noise);
	free(zeros);
}

TEST(frames_are_independent)
{
	uint8_t raw[4096], back[4096];
	struct buffer out, stream;
	struct zframe z;
	size_t first;

	fill_random(raw, sizeof(raw));
	buffer_init(&out);
	buffer_init(&stream);
	CHECK_EQ_I64(zframe_init(&z, 3, NULL), 0);
	CHECK_EQ_I64(zframe_pack(&z, raw, sizeof(raw), &out, NULL), 0);
	first = out.size;
	CHECK_EQ_I64(zframe_set_level(&z, ZFRAME_LEVEL_MIN, NULL), 0);
	CHECK_EQ_I64(zframe_pack(&z, raw, sizeof(raw), &out, NULL), 0);
	memmove(out.data, out.data + first, out.size - first);
	out.size -= first;
	CHECK_EQ_U64(count_records(&out, &stream), 1);
	CHECK_EQ_U64(ZSTD_decompress(back, sizeof(back), stream.data, stream.size), sizeof(raw));
	CHECK_BYTES(back, raw, sizeof(raw));
	zframe_fini(&z);
	buffer_fini(&out);
	buffer_fini(&stream);
}

TEST(too_large)
{
	struct error err = ERROR_INIT;
	struct buffer out;
	struct zframe z;

	buffer_init(&out);
	CHECK_EQ_I64(zframe_init(&z, 1, NULL), 0);
	CHECK_EQ_I64(zframe_pack(&z, "", ZFRAME_RAW_MAX + 1, &out, &err), -E2BIG);
	CHECK_EQ_U64(out.size, 0);
	CHECK(strstr(err.message, "ZFRAME_RAW_MAX"));
	zframe_fini(&z);
	buffer_fini(&out);
}

/* Records that look like samples: some words that change little, some that come again. */
/* Words like those of samples with callchains: a time that goes on, and one of 300 chains of some 20 addresses. */
static void fill_samples(uint64_t *words, size_t n)
{
	uint32_t random = 1;
	uint64_t time = 1000000000;

	for (size_t i = 0; i < n;) {
		uint32_t chain;

		random = random * 1664525 + 1013904223;
		chain = (random >> 16) % 300;
		time += 50000 + (random >> 24);
		for (size_t k = 0; k < 14 + chain % 13 && i < n; k++)
			words[i++] = k == 0   ? 0x00c8000200000009
				     : k == 1 ? time
				     : k == 2 ? 250000
					      : 0x7f0000400000 + (uint64_t)(chain >> k % 8) * 0x1357 + k * 0x2468;
	}
}

static size_t packed_size(int level, size_t size)
{
	uint64_t *raw = malloc(size);
	struct buffer out;
	struct zframe z;
	size_t packed;

	fill_samples(raw, size / 8);
	/* How well they are packed depends on the order. */
	for (size_t i = 0; i < size / 8; i++)
		raw[i] = load_u64_order(&raw[i], order_is_swapped(false));
	buffer_init(&out);
	CHECK_EQ_I64(zframe_init(&z, level, NULL), 0);
	CHECK_EQ_I64(zframe_pack(&z, raw, size, &out, NULL), 0);
	packed = out.size;
	zframe_fini(&z);
	buffer_fini(&out);
	free(raw);
	return packed;
}

/* Literals take most of a frame of random bytes: any of them is another byte without a checksum. */
TEST(damage_is_noticed)
{
	uint8_t raw[1000], back[1000];
	struct buffer out, stream;
	struct zframe z;

	fill_random(raw, sizeof(raw));
	buffer_init(&out);
	buffer_init(&stream);
	CHECK_EQ_I64(zframe_init(&z, ZFRAME_LEVEL_DEFAULT, NULL), 0);
	CHECK_EQ_I64(zframe_pack(&z, raw, sizeof(raw), &out, NULL), 0);
	count_records(&out, &stream);
	CHECK_EQ_U64(ZSTD_decompress(back, sizeof(back), stream.data, stream.size), sizeof(raw));
	stream.data[500] ^= 1;
	CHECK(ZSTD_isError(ZSTD_decompress(back, sizeof(back), stream.data, stream.size)));
	zframe_fini(&z);
	buffer_fini(&out);
	buffer_fini(&stream);
}

/* For the time of zstd's level 2 the default level packs as well as its level 3, to a hundredth, in frames of any size.
 */
TEST(the_default_level)
{
	static const size_t sizes[] = { 16 * 1024, 256 * 1024, ZFRAME_RAW_MAX };

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		size_t packed = packed_size(ZFRAME_LEVEL_DEFAULT, sizes[i]), best = packed_size(3, sizes[i]);

		CHECK(packed < packed_size(1, sizes[i]));
		CHECK(packed * 100 < best * 101);
		CHECK(best * 100 < packed * 101);
	}
}
