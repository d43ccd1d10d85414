#include "record/output/output_stamp.h"

#include "record/output/output_old.h"
#include "record/output/recording_dir.h"
#include "record/privilege/privilege.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Files that are finished within the same hundredth get the next free one. */
#define STAMP_TRIES    6000
#define HUNDREDTH_US   10000
#define HUNDREDTHS     100
#define STAMP_TEXT_MAX 32

int output_stamp_check(const char *path, struct error *err)
{
	struct stat status;

	if (!output_is_stdout(path) && (stat(path, &status) || S_ISREG(status.st_mode) ||
					(S_ISDIR(status.st_mode) && !recording_dir_check(path, NULL))))
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
	size_t size = 0;

	/* A file's time may be of a year that no calendar has. */
	if (localtime_r(&second, &local))
		size = strftime(text, STAMP_TEXT_MAX, "%Y%m%d%H%M%S", &local);
	if (!size)
		size = (size_t)snprintf(text, STAMP_TEXT_MAX, "%lld", (long long)second);
	snprintf(text + size, STAMP_TEXT_MAX - size, "%02u", hundredths % HUNDREDTHS);
}

int output_stamp_file(const char *path, const struct timeval *time, char ret_name[PATH_MAX], struct error *err)
{
	char text[STAMP_TEXT_MAX], name[PATH_MAX];
	int result = -EEXIST;

	for (unsigned i = 0; i < STAMP_TRIES && result == -EEXIST; i++) {
		stamp(text, time, i);
		if (snprintf(name, sizeof(name), "%s.%s", path, text) >= (int)sizeof(name))
			result = -ENAMETOOLONG;
		else
			result = output_rename_file(path, name);
	}
	if (result)
		return error_set(err, result, "cannot rename %s to %s: %s", path, name, strerror(-result));
	strcpy(ret_name, name);
	return 0;
}

static bool is_where_it_was(const struct output *out)
{
	struct stat status;

	return out->path == out->asked && !fstat(out->fd, &status) && output_is_named(out->watch.path, &status);
}

int output_stamp(struct output *out, struct diagnostics *diagnostics, struct error *err)
{
	struct timeval now;
	int result;

	if (!is_where_it_was(out)) {
		diagnostics_add(diagnostics, NOTICE_WARNING, "%s was renamed meanwhile, and keeps that name",
				out->asked);
		return 0;
	}
	gettimeofday(&now, NULL);
	result = output_stamp_file(out->path, &now, out->stamped, err);
	if (!result)
		output_set_name(out, out->stamped);
	return result;
}

/* An earlier recording that was killed has left it: it gets a name by the time of its end, which replaces nothing. */
static int keep_leftover(const char *path, const struct stat *status, struct diagnostics *diagnostics,
			 struct error *err)
{
	const struct timeval end = { .tv_sec = status->st_mtim.tv_sec, .tv_usec = status->st_mtim.tv_nsec / 1000 };
	char name[PATH_MAX];
	int result = output_stamp_file(path, &end, name, err);

	if (!result)
		diagnostics_add(diagnostics, NOTICE_NOTE, "%s of an earlier recording is now %s", path, name);
	return result;
}

/* Whatever is not a file of this user stays. */
static int clear_leftover(const char *path, struct diagnostics *diagnostics, struct error *err)
{
	struct stat status;
	uid_t uid;
	gid_t gid;
	int result;

	if (lstat(path, &status))
		return 0;
	if (!S_ISREG(status.st_mode) ||
	    (status.st_uid != geteuid() && !(sudo_user(&uid, &gid) && status.st_uid == uid)))
		return error_set(err, -EEXIST, "cannot write %s: it is there, and is no file of this user's", path);
	result = output_old_check(path, err);
	if (result)
		return result;
	if (status.st_size)
		return keep_leftover(path, &status, diagnostics, err);
	return unlink(path) ? error_set(err, -errno, "cannot write %s: %s", path, strerror(errno)) : 0;
}

int output_next_open(struct output *out, const char *path, struct diagnostics *diagnostics, struct error *err)
{
	int result = clear_leftover(path, diagnostics, err);

	return result ? result : output_open_new(out, path, diagnostics, err);
}
