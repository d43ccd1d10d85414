/*
 * deflate_stream: bytes that are compressed on their way into a stream, as one gzip member (RFC 1952) or as deflated
 * data alone (RFC 1951). The same bytes give the same result at any time. One thread at a time.
 */
#ifndef PREC_REPORT_OUTPUT_DEFLATE_STREAM_H
#define PREC_REPORT_OUTPUT_DEFLATE_STREAM_H

#include <stddef.h>
#include <stdio.h>

enum deflate_form {
	DEFLATE_GZIP,
	DEFLATE_RAW,
};

struct deflate_stream {
	FILE *out;               /* borrowed; its errors are the stream's: ask ferror() at the end */
	struct z_stream_s *zlib; /* owned; NULL: not open */
};

/* 0 or -ENOMEM; deflate_close is due in any case. */
int deflate_open(struct deflate_stream *d, FILE *out, enum deflate_form form);

void deflate_put(struct deflate_stream *d, const void *data, size_t size);

/* Writes what is left, and the end of the data. */
void deflate_close(struct deflate_stream *d);

#endif
