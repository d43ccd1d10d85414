#include "formats/archive/archive_coder.h"

#include <errno.h>
#include <zstd.h>
#include <zstd_errors.h>

/* Streams of fewer bytes are stored: a zstd frame has a dozen bytes of its own. */
#define STORED_BELOW 24

/* From this level on numbers are packed at it, too. */
#define LEVEL_NUMBERS      10
#define LEVEL_NUMBERS_FAST 1

void archive_coder_init(struct archive_coder *c)
{
	memset(c, 0, sizeof(*c));
	for (unsigned i = 0; i < ARCHIVE_STREAMS; i++)
		buffer_init(&c->streams[i].bytes);
}

void archive_coder_fini(struct archive_coder *c)
{
	for (unsigned i = 0; i < ARCHIVE_STREAMS; i++)
		buffer_fini(&c->streams[i].bytes);
}

void archive_coder_begin(struct archive_coder *c)
{
	c->decodes = c->failed = c->has_choice = false;
	for (unsigned i = 0; i < ARCHIVE_STREAMS; i++) {
		struct archive_coder_stream *s = &c->streams[i];

		buffer_clear(&s->bytes);
		s->at = 0;
		s->run = s->pending = 0;
		s->n_pending = 0;
		s->has_run = false;
	}
}

static inline uint8_t byte_take(struct archive_coder *c, struct archive_coder_stream *s)
{
	if (s->at < s->bytes.size)
		return s->bytes.data[s->at++];
	c->failed = true;
	return 0;
}

void archive_code_byte(struct archive_coder *c, unsigned stream, uint8_t *value)
{
	struct archive_coder_stream *s = &c->streams[stream];

	if (c->decodes)
		*value = byte_take(c, s);
	else
		buffer_put_u8(&s->bytes, *value);
}

void archive_code_bytes(struct archive_coder *c, unsigned stream, void *data, size_t n)
{
	struct archive_coder_stream *s = &c->streams[stream];

	if (!n)
		return;
	if (!c->decodes) {
		buffer_append(&s->bytes, data, n);
	} else if (n <= s->bytes.size - s->at) {
		memcpy(data, s->bytes.data + s->at, n);
		s->at += n;
	} else {
		memset(data, 0, n);
		c->failed = true;
	}
}

/* Appends the n low bits of a value, at most 32. */
static void bits_put(struct archive_coder_stream *s, uint64_t value, unsigned n)
{
	s->pending |= (value & ((1ull << n) - 1)) << s->n_pending;
	for (s->n_pending += n; s->n_pending >= 8; s->n_pending -= 8) {
		buffer_put_u8(&s->bytes, (uint8_t)s->pending);
		s->pending >>= 8;
	}
}

static uint64_t bits_take(struct archive_coder *c, struct archive_coder_stream *s, unsigned n)
{
	uint64_t value;

	for (; s->n_pending < n; s->n_pending += 8)
		s->pending |= (uint64_t)byte_take(c, s) << s->n_pending;
	value = s->pending & ((1ull << n) - 1);
	s->pending >>= n;
	s->n_pending -= n;
	return value;
}

static void code_bits(struct archive_coder *c, struct archive_coder_stream *s, unsigned n, uint64_t *value)
{
	const unsigned low = n < 32 ? n : 32, high = n - low;

	if (!c->decodes) {
		bits_put(s, *value, low);
		bits_put(s, *value >> low, high);
		return;
	}
	*value = bits_take(c, s, low);
	*value |= bits_take(c, s, high) << low;
}

/* The sign is the lowest bit, so that small differences are small numbers. */
static uint64_t zigzag(uint64_t difference)
{
	return difference << 1 ^ -(difference >> 63);
}

static uint64_t zigzag_back(uint64_t folded)
{
	return folded >> 1 ^ -(folded & 1);
}

void archive_code_number(struct archive_coder *c, unsigned stream, uint64_t predicted, uint64_t *value)
{
	struct archive_coder_stream *bits = &c->streams[stream + 1];
	uint64_t folded = c->decodes ? 0 : zigzag(*value - predicted);
	uint8_t n = folded ? 64 - (uint8_t)__builtin_clzll(folded) : 0;

	archive_code_byte(c, stream, &n);
	if (n > 64) {
		c->failed = true;
		n = 0;
	}
	/* The highest of the bits is 1. */
	if (n > 1)
		code_bits(c, bits, n - 1u, &folded);
	if (!c->decodes)
		return;
	if (n)
		folded |= 1ull << (n - 1);
	*value = predicted + zigzag_back(folded);
}

void archive_code_choice(struct archive_coder *c, struct archive_chance *chance, bool *value)
{
	struct archive_coder_stream *s = &c->streams[STREAM_CHOICE];

	if (!c->has_choice) {
		if (c->decodes)
			archive_range_open(&c->range, &s->bytes, &s->at);
		else
			archive_range_begin(&c->range);
		c->has_choice = true;
	}
	if (!c->decodes)
		archive_range_put(&c->range, chance, *value, &s->bytes);
	else
		*value = archive_range_take(&c->range, chance, &s->bytes, &s->at);
	if (s->at > s->bytes.size)
		c->failed = true;
}

void archive_code_few(struct archive_coder *c, struct archive_chance *chances, unsigned n, uint8_t *value)
{
	const unsigned end = 1u << n;
	unsigned node = 1;

	while (node < end) {
		bool bit = *value >> --n & 1;

		archive_code_choice(c, &chances[node], &bit);
		node = node << 1 | bit;
	}
	*value = (uint8_t)(node - end);
}

/* Runs are in the base of 128, the lowest digits first, as in LEB128. */
static void run_put(struct archive_coder_stream *s)
{
	for (; s->run >= 0x80; s->run >>= 7)
		buffer_put_u8(&s->bytes, (uint8_t)(s->run | 0x80));
	buffer_put_u8(&s->bytes, (uint8_t)s->run);
	s->run = 0;
}

static uint64_t run_take(struct archive_coder *c, struct archive_coder_stream *s)
{
	uint64_t run = 0;
	unsigned shift = 0;
	uint8_t byte;

	do {
		byte = byte_take(c, s);
		run |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80 && shift < 63);
	return run;
}

void archive_code_flag(struct archive_coder *c, unsigned stream, bool *value)
{
	struct archive_coder_stream *s = &c->streams[stream];

	if (!c->decodes) {
		s->has_run = *value;
		if (*value)
			s->run++;
		else
			run_put(s);
		return;
	}
	if (!s->has_run) {
		s->run = run_take(c, s);
		s->has_run = true;
	}
	*value = s->run > 0;
	if (*value)
		s->run--;
	else
		s->has_run = false;
}

/* Writes what is pending in a stream. */
static void stream_finish(struct archive_coder_stream *s)
{
	if (s->has_run)
		run_put(s);
	if (s->n_pending)
		buffer_put_u8(&s->bytes, (uint8_t)s->pending);
	s->has_run = false;
	s->n_pending = 0;
	s->pending = 0;
}

/* Writes what is pending of choices. */
static void choices_finish(struct archive_coder *c)
{
	if (c->has_choice)
		archive_range_end(&c->range, &c->streams[STREAM_CHOICE].bytes);
	c->has_choice = false;
}

void archive_coder_rewind(struct archive_coder *c)
{
	choices_finish(c);
	c->decodes = true;
	for (unsigned i = 0; i < ARCHIVE_STREAMS; i++) {
		struct archive_coder_stream *s = &c->streams[i];

		stream_finish(s);
		s->at = s->run = 0;
	}
}

/* zstd: NULL: the stream is stored. */
static int stream_pack(ZSTD_CCtx *zstd, const struct buffer *in, struct buffer *out, size_t *ret_size,
		       struct error *err)
{
	const size_t bound = ZSTD_compressBound(in->size);
	uint8_t *room = buffer_reserve(out, bound);
	size_t n;

	if (!room)
		return error_nomem(err);
	n = !zstd || in->size < STORED_BELOW ? in->size : ZSTD_compress2(zstd, room, bound, in->data, in->size);
	if (ZSTD_isError(n))
		return error_set(err, -EIO, "zstd: %s", ZSTD_getErrorName(n));
	if (n >= in->size)
		memcpy(room, in->data, n = in->size);
	out->size += n;
	*ret_size = n;
	return 0;
}

/*
 * Streams of what repeats itself are packed at the level that is asked for. Of the others, numbers, zstd finds next to
 * nothing but how frequent each is, at any level; at higher ones it takes ten times as long for that.
 */
static int stream_level(unsigned stream, int level)
{
	switch (stream) {
	case STREAM_VERBATIM:
	case STREAM_BODY:
	case STREAM_NAME:
	case STREAM_RAW:
	case STREAM_STACK: return level;
	default: return level < LEVEL_NUMBERS ? LEVEL_NUMBERS_FAST : level;
	}
}

static int streams_pack(struct archive_coder *c, ZSTD_CCtx *zstd, int level, struct buffer *out, struct error *err)
{
	size_t entry = out->size + 1, packed = 0;
	uint8_t n = 0;
	int result = 0;

	if (!c->decodes)
		choices_finish(c);
	for (unsigned i = 0; i < ARCHIVE_STREAMS; i++) {
		if (!c->decodes)
			stream_finish(&c->streams[i]);
		if (!buffer_ok(&c->streams[i].bytes))
			return error_nomem(err);
		n += c->streams[i].bytes.size > 0;
	}
	buffer_put_u8(out, n);
	buffer_append(out, NULL, 9 * (size_t)n);
	if (!buffer_ok(out))
		return error_nomem(err);
	for (unsigned i = 0; i < ARCHIVE_STREAMS && !result; i++) {
		const struct buffer *bytes = &c->streams[i].bytes;

		if (!bytes->size)
			continue;
		if (zstd)
			ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, stream_level(i, level));
		result = stream_pack(zstd, bytes, out, &packed, err);
		out->data[entry] = (uint8_t)i;
		buffer_set_u32(out, entry + 1, (uint32_t)bytes->size);
		buffer_set_u32(out, entry + 5, (uint32_t)packed);
		entry += 9;
	}
	return result;
}

int archive_coder_pack(struct archive_coder *c, int level, struct buffer *out, struct error *err)
{
	ZSTD_CCtx *zstd = level ? ZSTD_createCCtx() : NULL;
	int result;

	if (!zstd && level)
		return error_nomem(err);
	result = streams_pack(c, zstd, level, out, err);
	ZSTD_freeCCtx(zstd);
	return result;
}

static int stream_unpack(struct archive_coder_stream *s, size_t size, struct cursor *packed, struct error *err)
{
	uint8_t *room = buffer_reserve(&s->bytes, size);
	size_t n = cursor_left(packed);

	if (!room)
		return error_nomem(err);
	if (n == size)
		memcpy(room, packed->pos, n);
	else
		n = ZSTD_decompress(room, size, packed->pos, n);
	if (n != size)
		return ZSTD_getErrorCode(n) == ZSTD_error_memory_allocation
			       ? error_nomem(err)
			       : error_set(err, -EBADMSG, "its data do not decompress");
	s->bytes.size = size;
	return 0;
}

int archive_coder_unpack(struct archive_coder *c, struct cursor *in, uint64_t limit, struct error *err)
{
	const uint8_t n = cursor_u8(in);
	struct cursor entries = cursor_sub(in, 9 * (uint64_t)n);
	int result = cursor_ok(in) ? 0 : error_set(err, -EBADMSG, "its streams are damaged");

	archive_coder_begin(c);
	c->decodes = true;
	for (unsigned i = 0; i < n && !result; i++) {
		const uint8_t stream = cursor_u8(&entries);
		const uint32_t size = cursor_u32(&entries), packed = cursor_u32(&entries);
		struct cursor bytes = cursor_sub(in, packed);

		if (!cursor_ok(&entries) || !cursor_ok(&bytes) || stream >= ARCHIVE_STREAMS || !size || !packed ||
		    c->streams[stream].bytes.size)
			return error_set(err, -EBADMSG, "its streams are damaged");
		if (size > limit)
			return error_set(err, -E2BIG, "its streams are too large");
		limit -= size;
		result = stream_unpack(&c->streams[stream], size, &bytes, err);
	}
	return result;
}

bool archive_coder_is_done(const struct archive_coder *c)
{
	for (unsigned i = 0; i < ARCHIVE_STREAMS; i++) {
		const struct archive_coder_stream *s = &c->streams[i];

		if (s->at < s->bytes.size || (s->has_run && s->run) || s->pending)
			return false;
	}
	return !c->failed;
}
