#include "common/printable.h"

#include "common/fileio.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The first bytes of characters, and the range of the second byte; all others are from 0x80 to 0xbf. */
static const struct lead {
	uint8_t first, last; /* the first bytes */
	uint8_t least, most; /* the second byte */
	uint8_t size;
} leads[] = {
	{ 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 }, { 0xe1, 0xec, 0x80, 0xbf, 3 },
	{ 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 }, { 0xf0, 0xf0, 0x90, 0xbf, 4 },
	{ 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
};

static const struct lead *lead_find(uint8_t byte)
{
	for (size_t i = 0; i < sizeof(leads) / sizeof(leads[0]); i++)
		if (byte >= leads[i].first && byte <= leads[i].last)
			return &leads[i];
	return NULL;
}

size_t utf8_size(const uint8_t *p, size_t left, bool *ret_cut)
{
	const struct lead *lead = left ? lead_find(*p) : NULL;

	if (ret_cut)
		*ret_cut = false;
	if (!lead)
		return 0;
	for (size_t i = 1; i < lead->size; i++) {
		if (i == left) {
			if (ret_cut)
				*ret_cut = true;
			return 0;
		}
		if (p[i] < (i == 1 ? lead->least : 0x80) || p[i] > (i == 1 ? lead->most : 0xbf))
			return 0;
	}
	return lead->size;
}

/* True for a control character, and one that changes the direction. p: a whole character. */
static bool character_is_command(const uint8_t *p)
{
	if (*p < 0x80)
		return (*p < 0x20 && *p != '\n' && *p != '\t') || *p == 0x7f;
	if (*p == 0xc2)
		return p[1] <= 0x9f;
	if (*p != 0xe2)
		return false;
	return (p[1] == 0x80 && p[2] >= 0xaa && p[2] <= 0xae) || (p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9);
}

size_t printable_mask(char *text, size_t size, bool more)
{
	uint8_t *p = (uint8_t *)text;

	for (size_t i = 0, n; i < size; i += n) {
		bool whole = p[i] < 0x80, cut = false;

		n = 1;
		if (!whole) {
			n = utf8_size(p + i, size - i, &cut);
			whole = n > 0;
			n += !n;
		}
		if (cut && more)
			return i;
		if (whole ? character_is_command(p + i) : p[i] <= 0x9f)
			memset(p + i, '?', n);
	}
	return size;
}

int masked_put(struct masked *m, const char *text, size_t size,
	       int (*write)(void *context, const char *text, size_t size), void *context)
{
	while (size) {
		size_t room = sizeof(m->bytes) - m->size, done;
		size_t n = size < room ? size : room;
		int result;

		memcpy(m->bytes + m->size, text, n);
		m->size += n;
		done = printable_mask(m->bytes, m->size, true);
		result = write(context, m->bytes, done);
		if (result)
			return result;
		m->size -= done;
		memmove(m->bytes, m->bytes + done, m->size);
		text += n;
		size -= n;
	}
	return 0;
}

struct stream {
	int fd;
	struct masked masked;
};

static int write_out(void *context, const char *text, size_t size)
{
	return fileio_write(((struct stream *)context)->fd, text, size, NULL);
}

static ssize_t stream_write(void *cookie, const char *text, size_t size)
{
	struct stream *s = cookie;
	int result = masked_put(&s->masked, text, size, write_out, s);

	errno = -result;
	return result ? 0 : (ssize_t)size;
}

static int stream_close(void *cookie)
{
	struct stream *s = cookie;
	int result = close(s->fd);

	free(s);
	return result;
}

FILE *masked_stream(int fd)
{
	struct stream *s = calloc(1, sizeof(*s));
	FILE *out;

	if (!s)
		return NULL;
	s->fd = fd;
	out = fopencookie(s, "w", (cookie_io_functions_t){ .write = stream_write, .close = stream_close });
	if (!out) {
		free(s);
		return NULL;
	}
	setvbuf(out, NULL, _IOLBF, BUFSIZ);
	return out;
}
