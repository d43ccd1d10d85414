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
static struct printable state;

int stdout_write(int fd, void *text, size_t size)
{
	if (guarding && fd == STDOUT_FILENO)
		printable_mask(&state, text, size);
	return fileio_write(fd, text, size, NULL);
}

static ssize_t guard_write(void *cookie, const char *text, size_t size)
{
	char piece[PIECE];
	size_t done = 0;

	while (done < size) {
		size_t n = size - done < sizeof(piece) ? size - done : sizeof(piece);
		int result;

		memcpy(piece, text + done, n);
		printable_mask(cookie, piece, n);
		result = fileio_write(STDOUT_FILENO, piece, n, NULL);
		if (result) {
			errno = -result;
			return 0;
		}
		done += n;
	}
	return (ssize_t)size;
}

void stdout_guard(void)
{
	FILE *guarded;

	guarding = isatty(STDOUT_FILENO);
	if (!guarding)
		return;
	guarded = fopencookie(&state, "w", (cookie_io_functions_t){ .write = guard_write });
	if (!guarded)
		return;
	setvbuf(guarded, NULL, _IOLBF, BUFSIZ);
	stdout = guarded;
}
