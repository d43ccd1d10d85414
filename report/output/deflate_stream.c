#include "report/output/deflate_stream.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

/* zlib's bits of the window, 2^15 bytes; 16 more ask for gzip, a negative number for no header (deflateInit2). */
static const int window_bits[] = { [DEFLATE_GZIP] = 15 + 16, [DEFLATE_RAW] = -15 };

/* Of zlib's nine levels: the higher ones take several times as long, and save a few percent of a profile. */
#define LEVEL  6
#define MEMORY 8 /* zlib's default */

int deflate_open(struct deflate_stream *d, FILE *out, enum deflate_form form)
{
	*d = (struct deflate_stream){ .out = out, .zlib = calloc(1, sizeof(*d->zlib)) };
	if (d->zlib && deflateInit2(d->zlib, LEVEL, Z_DEFLATED, window_bits[form], MEMORY, Z_DEFAULT_STRATEGY) == Z_OK)
		return 0;
	free(d->zlib);
	d->zlib = NULL;
	return -ENOMEM;
}

/* Takes all of the input; at the end, with Z_FINISH, writes all that is left. */
static void run(struct deflate_stream *d, int flush)
{
	uint8_t bytes[16384];

	do {
		d->zlib->next_out = bytes;
		d->zlib->avail_out = sizeof(bytes);
		deflate(d->zlib, flush);
		fwrite(bytes, 1, sizeof(bytes) - d->zlib->avail_out, d->out);
	} while (!d->zlib->avail_out);
}

void deflate_put(struct deflate_stream *d, const void *data, size_t size)
{
	const uint8_t *at = data;

	while (size) {
		uInt n = size < UINT_MAX ? (uInt)size : UINT_MAX;

		d->zlib->next_in = (Bytef *)at;
		d->zlib->avail_in = n;
		run(d, Z_NO_FLUSH);
		at += n;
		size -= n;
	}
}

void deflate_close(struct deflate_stream *d)
{
	if (!d->zlib)
		return;
	d->zlib->avail_in = 0;
	run(d, Z_FINISH);
	deflateEnd(d->zlib);
	free(d->zlib);
	d->zlib = NULL;
}
