#include "formats/file/zframe.h"

#include "formats/record/abi.h"

#include <endian.h>
#include <errno.h>
#include <zstd.h>

/* The payload of the largest record whose size is a multiple of 8. */
#define ZFRAME_PAYLOAD_MAX      ((RECORD_SIZE_MAX & ~7) - RECORD_HEADER_SIZE)
#define ZFRAME_SKIPPABLE_MAGIC  0x184d2a50u
#define ZFRAME_SKIPPABLE_HEADER 8
#define ZFRAME_CHECKSUM         4 /* after the last block */
#define ZFRAME_BLOCK_HEADER     3

/* Blocks are not larger than the window. A block of 32 KiB fits into half a record, even if it does not compress. */
#define ZFRAME_SMALL_WINDOW_LOG 15
/* Blocks stay small while a frame has more than 1/4 of the bytes of its records. */
#define ZFRAME_SMALL_RATIO 4

/*
 * Level 2 is not that of zstd: it works like zstd's level 3, with tables that fit into the L1 and L2 caches, and with
 * matches of 5 bytes and more: an address in a record of 64-bit fields has no more that differ. Samples with callchains
 * become 4 to 5 % smaller than with zstd's level 2, in the same time; level 3 takes a fifth longer and saves 0.5 %
 * more. What was tried besides, on six kinds of recordings (tests/bench/RESULTS.md): larger tables and frames, lazier
 * searches and long distances make files up to 6 % smaller, in 1.1 to 5 times the time.
 */
static const struct {
	ZSTD_cParameter parameter;
	int value, first; /* of ZFRAME_LEVEL_DEFAULT, of ZFRAME_LEVEL_2_FIRST */
} zframe_own_parameters[] = {
	{ ZSTD_c_strategy, ZSTD_dfast, ZSTD_dfast },
	{ ZSTD_c_windowLog, 20, 20 }, /* ZFRAME_RAW_MAX */
	{ ZSTD_c_hashLog, 16, 16 },
	{ ZSTD_c_chainLog, 16, 16 },
	{ ZSTD_c_minMatch, 5, 6 },
};

/* Of other levels 0: what zstd has. */
static int zframe_own_parameter(size_t i, int level)
{
	return level == ZFRAME_LEVEL_DEFAULT   ? zframe_own_parameters[i].value
	       : level == ZFRAME_LEVEL_2_FIRST ? zframe_own_parameters[i].first
					       : 0;
}

static int zframe_parameter(struct zframe *z, ZSTD_cParameter parameter, int value, struct error *err)
{
	size_t code = ZSTD_CCtx_setParameter(z->context, parameter, value);

	if (ZSTD_isError(code))
		return error_set(err, -EINVAL, "zstd: %s", ZSTD_getErrorName(code));
	return 0;
}

int zframe_init(struct zframe *z, int level, struct error *err)
{
	int result;

	memset(z, 0, sizeof(*z));
	buffer_init(&z->frame);
	z->context = ZSTD_createCCtx();
	if (!z->context)
		return error_nomem(err);
	result = zframe_set_level(z, level, err);
	if (result)
		zframe_fini(z);
	return result;
}

void zframe_fini(struct zframe *z)
{
	ZSTD_freeCCtx(z->context);
	buffer_fini(&z->frame);
	memset(z, 0, sizeof(*z));
}

int zframe_set_level(struct zframe *z, int level, struct error *err)
{
	int result = zframe_parameter(z, ZSTD_c_compressionLevel,
				      level == ZFRAME_LEVEL_2_FIRST ? ZFRAME_LEVEL_DEFAULT : level, err);

	/*
	 * With a checksum, readers notice damage when they decompress; it costs four bytes a frame and next to no time.
	 */
	if (!result)
		result = zframe_parameter(z, ZSTD_c_checksumFlag, 1, err);
	for (size_t i = 0; i < ARRAY_SIZE(zframe_own_parameters) && !result; i++)
		result = zframe_parameter(z, zframe_own_parameters[i].parameter, zframe_own_parameter(i, level), err);
	if (!result) {
		z->level = level;
		z->small_blocks = false;
	}
	return result;
}

/* Sets whether frames have small blocks from the next one on, or those of the level. */
static int zframe_set_small(struct zframe *z, bool small, struct error *err)
{
	int result;

	if (small == z->small_blocks)
		return 0;
	if (!small)
		return zframe_set_level(z, z->level, err);
	result = zframe_parameter(z, ZSTD_c_windowLog, ZFRAME_SMALL_WINDOW_LOG, err);
	if (!result)
		z->small_blocks = true;
	return result;
}

/* Returns how many bytes a last part of size bytes is padded with: none, or a skippable frame. */
static size_t zframe_padding(size_t size)
{
	size_t short_of = align_up(size, 8) - size;

	return short_of ? ZFRAME_SKIPPABLE_HEADER + short_of : 0;
}

static void zframe_put_padding(struct buffer *out, size_t padding)
{
	if (!padding)
		return;
	/* zstd's format is little-endian, whatever the byte order of the file. */
	const uint32_t words[2] = { htole32(ZFRAME_SKIPPABLE_MAGIC),
				    htole32((uint32_t)(padding - ZFRAME_SKIPPABLE_HEADER)) };

	buffer_append(out, words, sizeof(words));
	buffer_append(out, NULL, padding - ZFRAME_SKIPPABLE_HEADER);
}

static void zframe_put_record(struct buffer *out, const uint8_t *part, size_t size, size_t padding)
{
	buffer_put_u32(out, PERF_RECORD_COMPRESSED);
	buffer_put_u16(out, 0);
	buffer_put_u16(out, (uint16_t)(RECORD_HEADER_SIZE + size + padding));
	buffer_append(out, part, size);
	zframe_put_padding(out, padding);
}

/* Returns the size of a frame's header, by the flags in it (RFC 8878, 3.1.1.1). */
static size_t zframe_header_size(const uint8_t *frame)
{
	static const uint8_t dictionary_sizes[] = { 0, 1, 2, 4 }, content_sizes[] = { 0, 2, 4, 8 };
	const uint8_t descriptor = frame[4];
	const bool is_single_segment = descriptor >> 5 & 1;
	const size_t content = is_single_segment && !(descriptor >> 6) ? 1 : content_sizes[descriptor >> 6];

	return 5 + !is_single_segment + dictionary_sizes[descriptor & 3] + content;
}

/* Returns the size of a block with its header; a block of one repeated byte has only this byte (RFC 8878, 3.1.1.2). */
static size_t zframe_block_size(const uint8_t *block)
{
	const uint32_t header = block[0] | (uint32_t)block[1] << 8 | (uint32_t)block[2] << 16;

	return ZFRAME_BLOCK_HEADER + ((header >> 1 & 3) == 1 ? 1 : header >> 3);
}

/*
 * Returns the size of the part that begins at offset `from` of a frame of `size` bytes. All parts but the last have a
 * multiple of 8 bytes, and the last part has the end of the last block. *ret_padding: the bytes of padding after it.
 */
static size_t zframe_part(size_t size, size_t from, size_t *ret_padding)
{
	const size_t left = size - from, blocks_left = left - ZFRAME_CHECKSUM;
	const size_t padding = zframe_padding(left);

	*ret_padding = 0;
	if (left + padding <= ZFRAME_PAYLOAD_MAX) {
		*ret_padding = padding;
		return left;
	}
	return blocks_left > ZFRAME_PAYLOAD_MAX ? ZFRAME_PAYLOAD_MAX : (blocks_left - 1) & ~(size_t)7;
}

/* Appends the COMPRESSED records of a frame. False: a record would complete no block; some records were appended. */
static bool zframe_put_records(struct buffer *out, const uint8_t *frame, size_t size)
{
	size_t block_end = zframe_header_size(frame);

	block_end += zframe_block_size(frame + block_end);
	for (size_t from = 0, part, padding; from < size; from += part) {
		part = zframe_part(size, from, &padding);
		while (block_end <= from)
			block_end += zframe_block_size(frame + block_end);
		if (block_end > from + part)
			return false;
		zframe_put_record(out, frame + from, part, padding);
	}
	return true;
}

/* Compresses size bytes of records into z->frame. */
static int zframe_compress(struct zframe *z, const void *raw, size_t size, struct error *err)
{
	const size_t bound = ZSTD_compressBound(size);
	uint8_t *room;
	size_t n;

	buffer_clear(&z->frame);
	room = buffer_reserve(&z->frame, bound);
	if (!room)
		return error_nomem(err);
	n = ZSTD_compress2(z->context, room, bound, raw, size);
	if (ZSTD_isError(n))
		return error_set(err, -EIO, "zstd: %s", ZSTD_getErrorName(n));
	z->frame.size = n;
	return 0;
}

int zframe_pack(struct zframe *z, const void *raw, size_t size, struct buffer *out, struct error *err)
{
	const size_t before = out->size;
	int result;

	if (size > ZFRAME_RAW_MAX)
		return error_set(err, -E2BIG, "%zu bytes of records for one zstd frame, ZFRAME_RAW_MAX is %d", size,
				 ZFRAME_RAW_MAX);
	result = zframe_compress(z, raw, size, err);
	if (!result && !zframe_put_records(out, z->frame.data, z->frame.size)) {
		out->size = before;
		z->n_repacked++;
		result = zframe_set_small(z, true, err);
		if (!result)
			result = zframe_compress(z, raw, size, err);
		if (!result)
			zframe_put_records(out, z->frame.data, z->frame.size);
	}
	if (!result && !buffer_ok(out))
		result = error_nomem(err);
	if (!result)
		result = zframe_set_small(z, z->small_blocks && z->frame.size > size / ZFRAME_SMALL_RATIO, err);
	if (result)
		out->size = before;
	return result;
}
