#include "counts/stat_output.h"

#include "common/masked.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* NULL: standard error, or --log-fd. */
static const char *file_of(const struct stat_show *show)
{
	return show->output && strcmp(show->output, "-") != 0 ? show->output : NULL;
}

/* Another descriptor stays with whoever has it: messages may go there, too. */
static int open_descriptor(const struct stat_show *show)
{
	if (file_of(show))
		return open(show->output, O_WRONLY | O_CREAT | O_CLOEXEC | (show->appends ? O_APPEND : 0), 0666);
	return fcntl(show->log_fd ? (int)show->log_fd : STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

int stat_output_open(struct stat_output *o, const struct stat_show *show, struct error *err)
{
	int code;

	*o = (struct stat_output){ .fd = open_descriptor(show) };
	if (o->fd >= 0) {
		o->screen = isatty(o->fd) ? o->fd : 0;
		o->out = o->screen ? masked_stream(o->fd) : fdopen(o->fd, "w");
	}
	if (o->out)
		return 0;
	code = -errno;
	if (o->fd >= 0)
		close(o->fd);
	if (show->log_fd)
		return error_set(err, code, "--log-fd %d: %s", (int)show->log_fd, strerror(-code));
	return error_set(err, code, "cannot write %s: %s", file_of(show) ? show->output : "to standard error",
			 strerror(-code));
}

int stat_output_begin(struct stat_output *o, const struct stat_show *show, struct error *err)
{
	const time_t now = time(NULL);
	struct stat status;
	char date[64];

	if (file_of(show) && !show->appends && !fstat(o->fd, &status) && S_ISREG(status.st_mode) && ftruncate(o->fd, 0))
		return error_set(err, -errno, "cannot write %s: %s", show->output, strerror(errno));
	if (show->style == STAT_STYLE_TEXT)
		setlocale(LC_NUMERIC, "");
	if (file_of(show) && show->style != STAT_STYLE_JSON && ctime_r(&now, date))
		fprintf(o->out, "# started on %s\n", date);
	return 0;
}

bool stat_output_is_file(const struct stat_output *o, const char *path)
{
	struct stat own, other;

	return !fstat(o->fd, &own) && S_ISREG(own.st_mode) && !stat(path, &other) && own.st_dev == other.st_dev &&
	       own.st_ino == other.st_ino;
}

int stat_output_close(struct stat_output *o, struct error *err)
{
	int failed;

	if (!o->out)
		return 0;
	failed = ferror(o->out);
	failed |= fclose(o->out);
	o->out = NULL;
	return failed ? error_set(err, -EIO, "cannot write what was counted: %s", strerror(errno ? errno : EIO)) : 0;
}
