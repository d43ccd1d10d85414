#include "formats/elf/unpack.h"

#include <elf.h>
#include <errno.h>
#include <lzma.h>
#include <zstd.h>

#define UNPACK_STEP (256u << 10)

/* False if the first bytes are not those of an ELF file: perhaps a large archive, which is not unpacked to its end. */
static bool unpack_may_be_elf(const struct buffer *b)
{
	return memcmp(b->data, ELFMAG, b->size < SELFMAG ? b->size : SELFMAG) == 0;
}

static int unpack_xz_step(lzma_stream *stream, struct buffer *b, struct error *err)
{
	uint8_t *to = buffer_reserve(b, UNPACK_STEP);
	lzma_ret ret;

	if (!to)
		return error_nomem(err);
	stream->next_out = to;
	stream->avail_out = UNPACK_STEP;
	ret = lzma_code(stream, LZMA_FINISH);
	b->size += UNPACK_STEP - stream->avail_out;
	if (!unpack_may_be_elf(b))
		return error_set(err, -EBADMSG, "not an ELF file in it");
	if (b->size > UNPACK_MAX)
		return error_set(err, -E2BIG, "more than %u MiB unpacked", UNPACK_MAX >> 20);
	switch (ret) {
	case LZMA_OK: return 1;
	case LZMA_STREAM_END: return 0;
	case LZMA_MEM_ERROR: return error_nomem(err);
	case LZMA_MEMLIMIT_ERROR:
		return error_set(err, -E2BIG, "unpacking needs more than %u MiB", UNPACK_MAX_MEMORY >> 20);
	default: return error_set(err, -EBADMSG, "damaged xz data");
	}
}

int unpack_xz(struct buffer *ret_bytes, const void *data, size_t size, struct error *err)
{
	lzma_stream stream = LZMA_STREAM_INIT;
	int ret = 1;

	if (lzma_stream_decoder(&stream, UNPACK_MAX_MEMORY, LZMA_CONCATENATED) != LZMA_OK)
		return error_nomem(err);
	stream.next_in = data;
	stream.avail_in = size;
	while (ret > 0)
		ret = unpack_xz_step(&stream, ret_bytes, err);
	lzma_end(&stream);
	return ret;
}

int unpack_zstd(struct buffer *ret_bytes, const void *data, size_t size, struct error *err)
{
	ZSTD_inBuffer in = { .src = data, .size = size };
	ZSTD_DStream *stream = ZSTD_createDStream();
	size_t left = 1;
	int ret = stream ? 0 : error_nomem(err);

	while (!ret && left && in.pos < in.size) {
		ZSTD_outBuffer out = { .dst = buffer_reserve(ret_bytes, UNPACK_STEP), .size = UNPACK_STEP };

		if (!out.dst) {
			ret = error_nomem(err);
			break;
		}
		left = ZSTD_decompressStream(stream, &out, &in);
		if (ZSTD_isError(left))
			ret = error_set(err, -EBADMSG, "damaged zstd data");
		ret_bytes->size += out.pos;
		if (!ret && !unpack_may_be_elf(ret_bytes))
			ret = error_set(err, -EBADMSG, "not an ELF file in it");
		if (!ret && ret_bytes->size > UNPACK_MAX)
			ret = error_set(err, -E2BIG, "more than %u MiB unpacked", UNPACK_MAX >> 20);
	}
	if (!ret && left)
		ret = error_set(err, -EBADMSG, "truncated zstd data");
	ZSTD_freeDStream(stream);
	return ret;
}

bool unpack_zstd_to(void *to, size_t size, const void *data, size_t packed_size)
{
	return ZSTD_decompress(to, size, data, packed_size) == size;
}
