#include "report/output/deflate_stream.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <zlib.h>

/* Compresses data in pieces of a size, and checks that they are there again with these bits of zlib's. */
static void check_form(enum deflate_form form, int window_bits, const uint8_t *data, size_t size, size_t piece)
{
	struct deflate_stream d;
	char *packed = NULL;
	size_t packed_size = 0;
	uint8_t *have = malloc(size + 1);
	FILE *out = open_memstream(&packed, &packed_size);
	z_stream z = { 0 };

	CHECK(have && out);
	CHECK_EQ_I64(deflate_open(&d, out, form), 0);
	for (size_t at = 0; at < size; at += piece)
		deflate_put(&d, data + at, size - at < piece ? size - at : piece);
	deflate_close(&d);
	fclose(out);
	CHECK_EQ_I64(inflateInit2(&z, window_bits), Z_OK);
	z.next_in = (uint8_t *)packed;
	z.avail_in = (uInt)packed_size;
	z.next_out = have;
	z.avail_out = (uInt)size + 1;
	CHECK_EQ_I64(inflate(&z, Z_FINISH), Z_STREAM_END);
	CHECK_EQ_U64(z.total_out, size);
	CHECK_EQ_U64(z.avail_in, 0);
	CHECK_BYTES(have, data, size);
	inflateEnd(&z);
	free(packed);
	free(have);
}

/* Bytes that compress badly, so that there is more to write than fits at once. */
TEST(forms)
{
	static uint8_t data[300000];
	uint32_t x = 1;

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (uint8_t)((x = x * 1664525 + 1013904223) >> 24);
	for (size_t piece = 1; piece < sizeof(data) * 10; piece *= 10) {
		check_form(DEFLATE_GZIP, 15 + 16, data, sizeof(data), piece);
		check_form(DEFLATE_RAW, -15, data, sizeof(data), piece);
	}
	check_form(DEFLATE_GZIP, 15 + 16, data, 0, 1);
	check_form(DEFLATE_RAW, -15, data, 0, 1);
}

/* A stream that was not opened, for want of memory, is closed as well. */
TEST(not_open)
{
	struct deflate_stream d = { 0 };

	deflate_close(&d);
}
