/*
 * COMPRESSED records, made of the input as of a program: frames that are whole, streams, payloads of any bytes, plain
 * records between them. Each step is a byte that says what (enum step in its lowest bits, and how), two bytes of a
 * size, and so many bytes of records or of payload.
 */
#include "common/cursor.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/built_file.h"

#include <zstd.h>

enum step {
	STEP_FRAME,   /* the bytes in a frame of their own */
	STEP_FLUSH,   /* the bytes into an endless stream, flushed */
	STEP_PAYLOAD, /* the bytes as they are */
	STEP_PLAIN,   /* the bytes as records beside the compressed ones */
	STEP_REPEAT,  /* a frame of the bytes many times over */
	STEP_MASK = 7,
	STEP_TYPE2 = 8,  /* COMPRESSED2 */
	STEP_SPLIT = 16, /* over two records */
	STEP_SHORT = 32, /* without the last byte */
};

#define REPEATS      4096
#define PAYLOAD_MAX  32768
#define PACKED_MAX   (1u << 20)
#define UNPACKED_MAX (8u << 20)

struct program {
	struct perf_builder builder;
	ZSTD_CCtx *stream;
	uint8_t packed[PACKED_MAX];
};

static void put_compressed(struct program *p, unsigned step, const uint8_t *data, size_t size)
{
	struct buffer body;

	buffer_init(&body);
	body.swap = p->builder.flags & PERF_BUILDER_SWAP;
	if (step & STEP_TYPE2)
		buffer_put_u64(&body, size);
	if (size)
		buffer_append(&body, data, size);
	if (step & STEP_TYPE2)
		buffer_pad(&body, 8);
	perf_builder_record(&p->builder, step & STEP_TYPE2 ? PERF_RECORD_COMPRESSED2 : PERF_RECORD_COMPRESSED, 0,
			    body.data, body.size, false);
	buffer_fini(&body);
}

static void put_payload(struct program *p, unsigned step, const uint8_t *data, size_t size)
{
	size_t part = step & STEP_SPLIT ? size / 2 + 1 : PAYLOAD_MAX;

	if (step & STEP_SHORT && size)
		size--;
	if (part > PAYLOAD_MAX)
		part = PAYLOAD_MAX;
	for (size_t at = 0; at < size; at += part)
		put_compressed(p, step, data + at, size - at < part ? size - at : part);
}

static size_t pack_stream(struct program *p, const uint8_t *data, size_t size)
{
	ZSTD_inBuffer in = { .src = data, .size = size };
	ZSTD_outBuffer out = { .dst = p->packed, .size = PACKED_MAX };

	FUZZ_CHECK(!ZSTD_isError(ZSTD_compressStream2(p->stream, &out, &in, ZSTD_e_flush)));
	return out.pos;
}

/* A frame that is much smaller than what it holds. */
static size_t pack_repeated(struct program *p, const uint8_t *data, size_t size)
{
	size_t n = size ? UNPACKED_MAX / size < REPEATS ? UNPACKED_MAX / size : REPEATS : 0;
	uint8_t *many = malloc(size * n + 1);
	size_t packed;

	FUZZ_CHECK(many);
	for (size_t i = 0; i < n; i++)
		memcpy(many + i * size, data, size);
	packed = ZSTD_compress(p->packed, PACKED_MAX, many, size * n, 1);
	free(many);
	return ZSTD_isError(packed) ? 0 : packed;
}

static void run_step(struct program *p, unsigned step, const uint8_t *data, size_t size)
{
	switch (step & STEP_MASK) {
	case STEP_FRAME: put_payload(p, step, p->packed, ZSTD_compress(p->packed, PACKED_MAX, data, size, 1)); break;
	case STEP_FLUSH: put_payload(p, step, p->packed, pack_stream(p, data, size)); break;
	case STEP_PAYLOAD: put_payload(p, step, data, size); break;
	case STEP_REPEAT: put_payload(p, step, p->packed, pack_repeated(p, data, size)); break;
	default: buffer_append(&p->builder.records, data, size); break;
	}
}

static void read_program(struct program *p)
{
	struct perf_file *file = built_open(&p->builder, NULL);
	uint64_t sum;

	if (!file)
		return;
	sum = fuzz_read_file(file);
	FUZZ_KEEP(sum);
	perf_file_close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct event_attr attr = { .size = ATTR_SIZE_VER7,
						.flags = ATTR_SAMPLE_ID_ALL,
						.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME };
	struct cursor c = cursor_make(data, size, false);
	struct program *p = malloc(sizeof(*p));
	unsigned flags = cursor_u8(&c);

	FUZZ_CHECK(p);
	p->stream = ZSTD_createCCtx();
	FUZZ_CHECK(p->stream);
	perf_builder_init(&p->builder, flags & (PERF_BUILDER_SWAP | PERF_BUILDER_PIPE | PERF_BUILDER_UNFINISHED));
	perf_builder_event(&p->builder, &attr, "cycles", (uint64_t[]){ 7 }, 1);
	perf_builder_feature_compressed(&p->builder, 1, 2, 1 << 20);
	while (cursor_ok(&c) && cursor_left(&c)) {
		unsigned step = cursor_u8(&c);
		uint64_t n = cursor_u16(&c);

		if (n > cursor_left(&c))
			n = cursor_left(&c);
		run_step(p, step, c.pos, n);
		cursor_skip(&c, n);
	}
	read_program(p);
	perf_builder_fini(&p->builder);
	ZSTD_freeCCtx(p->stream);
	free(p);
	return 0;
}
