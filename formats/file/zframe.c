#include "formats/file/zframe.h"

#include "formats/record/abi.h"

#include <endian.h>
#include <errno.h>
#include <zstd.h>

/* The largest record that is a multiple of 8 long, less its header. */
#define ZFRAME_PAYLOAD_MAX      ((RECORD_SIZE_MAX & ~7) - RECORD_HEADER_SIZE)
#define ZFRAME_SKIPPABLE_MAGIC  0x184d2a50u
#define ZFRAME_SKIPPABLE_HEADER 8

/*
 * Level 2 is not zstd's, which looks for matches in one table and takes less time than it saves: it is the way of
 * zstd's level 3 with tables that stay in the L1 and L2 caches, and matches of 6 bytes and more, as records of 64-bit
 * fields have them. Of samples with callchains, in frames of 1 MiB: 4 % smaller than zstd's level 2 in the same time;
 * level 3 takes a fifth longer and gains less than 0.5 %.
 */
static const struct {
	ZSTD_cParameter parameter;
	int value;
} zframe_own_parameters[] = {
	{ ZSTD_c_strategy, ZSTD_dfast }, { ZSTD_c_windowLog, 20 }, /* ZFRAME_RAW_MAX */
	{ ZSTD_c_hashLog, 16 },          { ZSTD_c_chainLog, 16 },  { ZSTD_c_minMatch, 6 },
};

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
	int result = zframe_parameter(z, ZSTD_c_compressionLevel, level, err);

	/* With a checksum, readers notice damage when they decompress; it costs four bytes a frame and next to no time.
	 */
	if (!result)
		result = zframe_parameter(z, ZSTD_c_checksumFlag, 1, err);
	/* 0 is what the level has. */
	for (size_t i = 0; i < ARRAY_SIZE(zframe_own_parameters) && !result; i++)
		result = zframe_parameter(z, zframe_own_parameters[i].parameter,
					  level == ZFRAME_LEVEL_DEFAULT ? zframe_own_parameters[i].value : 0, err);
	if (!result)
		z->level = level;
	return result;
}

/* How many bytes a last part of size bytes is padded with: none, or a skippable frame. */
static size_t zframe_padding(size_t size)
{
	size_t short_of = align_up(size, 8) - size;

	return short_of ? ZFRAME_SKIPPABLE_HEADER + short_of : 0;
}

static void zframe_put_padding(struct buffer *out, size_t padding)
{
	if (!padding)
		return;
	/* zstd is little-endian whatever the file is. */
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

static void zframe_put_records(struct buffer *out, const uint8_t *frame, size_t size)
{
	while (size) {
		size_t part = size;
		size_t padding = zframe_padding(size);

		if (size + padding > ZFRAME_PAYLOAD_MAX) {
			/* A part that goes on is a multiple of 8; it leaves the last part at least a byte. */
			part = size > ZFRAME_PAYLOAD_MAX ? ZFRAME_PAYLOAD_MAX : (size - 1) & ~(size_t)7;
			padding = 0;
		}
		zframe_put_record(out, frame, part, padding);
		frame += part;
		size -= part;
	}
}

int zframe_pack(struct zframe *z, const void *raw, size_t size, struct buffer *out, struct error *err)
{
	size_t bound = ZSTD_compressBound(size);
	size_t before = out->size;
	uint8_t *room;
	size_t n;

	if (size > ZFRAME_RAW_MAX)
		return error_set(err, -E2BIG, "%zu bytes of records for one zstd frame, ZFRAME_RAW_MAX is %d", size,
				 ZFRAME_RAW_MAX);
	buffer_clear(&z->frame);
	room = buffer_reserve(&z->frame, bound);
	if (!room)
		return error_nomem(err);
	n = ZSTD_compress2(z->context, room, bound, raw, size);
	if (ZSTD_isError(n))
		return error_set(err, -EIO, "zstd: %s", ZSTD_getErrorName(n));
	zframe_put_records(out, room, n);
	if (!buffer_ok(out)) {
		out->size = before;
		return error_nomem(err);
	}
	return 0;
}
