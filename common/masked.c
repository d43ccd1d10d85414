#include "common/masked.h"

#include "common/fileio.h"
#include "common/printable.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
