#include "record/session/output_stamp.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>

/* Files that are finished within the same hundredth get the next free one. */
#define STAMP_TRIES    6000
#define HUNDREDTH_US   10000
#define HUNDREDTHS     100
#define STAMP_TEXT_MAX 32

int output_stamp_check(const char *path, struct error *err)
{
	struct stat status;

	if (!output_is_stdout(path) && (stat(path, &status) || S_ISREG(status.st_mode)))
		return 0;
	return error_set(err, -EINVAL, "%s is no file that could be renamed: -o names one",
			 output_is_stdout(path) ? "standard output" : path);
}

/* Some hundredths of a second after a time. */
static void stamp(char text[STAMP_TEXT_MAX], const struct timeval *time, unsigned later)
{
	unsigned hundredths = (unsigned)(time->tv_usec / HUNDREDTH_US) + later;
	time_t second = time->tv_sec + hundredths / HUNDREDTHS;
	struct tm local;
	size_t size = strftime(text, STAMP_TEXT_MAX, "%Y%m%d%H%M%S", localtime_r(&second, &local));

	snprintf(text + size, STAMP_TEXT_MAX - size, "%02u", hundredths % HUNDREDTHS);
}

static bool is_where_it_was(const struct output *out)
{
	struct stat status;

	return out->path == out->asked && !fstat(out->fd, &status) && output_is_named(out->path, &status);
}

int output_stamp(struct output *out, struct notices *notices, struct error *err)
{
	char text[STAMP_TEXT_MAX], name[sizeof(out->stamped)];
	struct timeval now;
	int result = -EEXIST;

	if (!is_where_it_was(out)) {
		notices_add(notices, NOTICE_WARNING, "%s was renamed meanwhile, and keeps that name", out->asked);
		return 0;
	}
	gettimeofday(&now, NULL);
	for (unsigned i = 0; i < STAMP_TRIES && result == -EEXIST; i++) {
		stamp(text, &now, i);
		if (snprintf(name, sizeof(name), "%s.%s", out->path, text) >= (int)sizeof(name))
			result = -ENAMETOOLONG;
		else
			result = output_rename_file(out->path, name);
	}
	if (result)
		return error_set(err, result, "cannot rename %s to %s: %s", out->path, name, strerror(-result));
	strcpy(out->stamped, name);
	out->path = out->watch.path = out->stamped;
	return 0;
}
