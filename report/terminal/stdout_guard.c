#include "report/terminal/stdout_guard.h"

#include "common/fileio.h"
#include "common/printable.h"
#include "report/terminal/fit.h"
#include "report/terminal/pager.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

static struct {
	bool is_on;  /* standard output is a terminal */
	bool is_own; /* what is written is meant as it is */
	struct line_cut cut;
} guard;

static struct masked masked;

/* To the terminal. It is the pager that makes a broken pipe of standard output, if there is one. */
static int write_out(const char *text, size_t size)
{
	int result;

	if (!size)
		return 0;
	pager_output_begins();
	result = fileio_write(STDOUT_FILENO, text, size, NULL);
	if (result == -EPIPE)
		pager_is_gone();
	return result;
}

static int write_cut(void *context, const char *text, size_t size)
{
	char cut[MASKED_PIECE + LINE_CUT_CHARACTER];

	(void)context;
	return write_out(cut, line_cut(&guard.cut, text, size, cut));
}

static int write_masked(const char *text, size_t size)
{
	return masked_put(&masked, text, size, write_cut, NULL);
}

int stdout_write(int fd, const void *text, size_t size)
{
	return guard.is_on && fd == STDOUT_FILENO ? write_masked(text, size) : fileio_write(fd, text, size, NULL);
}

static ssize_t guard_write(void *cookie, const char *text, size_t size)
{
	int result = guard.is_own ? write_out(text, size) : write_masked(text, size);

	(void)cookie;
	errno = -result;
	return result ? 0 : (ssize_t)size;
}

void stdout_guard(void)
{
	FILE *guarded;

	guard.is_on = isatty(STDOUT_FILENO);
	if (!guard.is_on)
		return;
	guarded = fopencookie(NULL, "w", (cookie_io_functions_t){ .write = guard_write });
	if (!guarded)
		return;
	setvbuf(guarded, NULL, _IOLBF, BUFSIZ);
	stdout = guarded;
}

bool stdout_is_screen(void)
{
	return guard.is_on;
}

void stdout_own(FILE *out, const char *text, size_t size)
{
	if (!guard.is_on || out != stdout) {
		fwrite(text, 1, size, out);
		return;
	}
	fflush(out);
	guard.is_own = true;
	fwrite(text, 1, size, out);
	fflush(out);
	guard.is_own = false;
}

void stdout_cut(unsigned columns)
{
	char held[LINE_CUT_CHARACTER];

	if (!guard.is_on)
		return;
	fflush(stdout);
	write_out(held, line_cut_end(&guard.cut, held));
	line_cut_init(&guard.cut, columns);
}
