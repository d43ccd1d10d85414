#include "report/stdout_guard.h"

#include "common/bytes.h"
#include "common/fileio.h"
#include "common/printable.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#define PIECE 4096

/* Standard output is a terminal. */
static bool guarding;

/* What is not written yet: the beginning of a character. */
static struct {
	char bytes[PIECE];
	size_t size;
} piece;

static int write_masked(const char *text, size_t size)
{
	while (size) {
		size_t room = sizeof(piece.bytes) - piece.size, done;
		size_t n = size < room ? size : room;
		int result;

		memcpy(piece.bytes + piece.size, text, n);
		piece.size += n;
		done = printable_mask(piece.bytes, piece.size, true);
		result = fileio_write(STDOUT_FILENO, piece.bytes, done, NULL);
		if (result)
			return result;
		piece.size -= done;
		memmove(piece.bytes, piece.bytes + done, piece.size);
		text += n;
		size -= n;
	}
	return 0;
}

int stdout_write(int fd, const void *text, size_t size)
{
	return guarding && fd == STDOUT_FILENO ? write_masked(text, size) : fileio_write(fd, text, size, NULL);
}

static ssize_t guard_write(void *cookie, const char *text, size_t size)
{
	int result = write_masked(text, size);

	(void)cookie;
	errno = -result;
	return result ? 0 : (ssize_t)size;
}

void stdout_guard(void)
{
	FILE *guarded;

	guarding = isatty(STDOUT_FILENO);
	if (!guarding)
		return;
	guarded = fopencookie(NULL, "w", (cookie_io_functions_t){ .write = guard_write });
	if (!guarded)
		return;
	setvbuf(guarded, NULL, _IOLBF, BUFSIZ);
	stdout = guarded;
}
