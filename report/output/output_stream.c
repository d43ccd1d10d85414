#include "report/output/output_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

int output_stream_open(struct output_stream *o, const char *path, bool force, const char *force_option, bool guarded,
		       struct error *err)
{
	const struct new_file_options options = {
		.force = force, .force_option = force_option, .mode = 0666, .is_guarded = guarded
	};
	int fd, result;

	*o = (struct output_stream){ .path = path, .is_stdout = !strcmp(path, "-"), .file.fd = -1 };
	if (o->is_stdout) {
		o->stream = stdout;
		return 0;
	}
	result = new_file_open(&o->file, path, &options, err);
	if (result)
		return result;
	fd = fcntl(o->file.fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	o->stream = fd < 0 ? NULL : fdopen(fd, "w");
	if (o->stream)
		return 0;
	result = error_set(err, -errno, "%s: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	return result;
}

int output_stream_begin(struct output_stream *o, const struct perf_file *input, struct error *err)
{
	int result = o->is_stdout ? 0 : new_file_begin(&o->file, input, err);

	if (result)
		error_prefix(err, "%s", o->path);
	return result;
}

int output_stream_flush(struct output_stream *o, struct error *err)
{
	int code;

	o->is_complete = !fflush(o->stream) && !ferror(o->stream);
	if (o->is_complete)
		return 0;
	code = errno ? errno : EIO;
	/* What is said here need not be said again by whoever flushes standard output at the end. */
	__fpurge(o->stream);
	clearerr(o->stream);
	return error_set(err, -code, "%s: %s", o->is_stdout ? "standard output" : o->path, strerror(code));
}

int output_stream_close(struct output_stream *o, bool finished, struct error *err)
{
	int result;

	if (o->is_stdout)
		return 0;
	if (o->stream)
		fclose(o->stream);
	if (o->file.fd < 0)
		return 0;
	result = new_file_close(&o->file, finished, err);
	if (result)
		error_prefix(err, "%s", o->path);
	return result;
}
