#include "record/output/output_next.h"

#include "record/privilege/sudo_user.h"
#include "record/output/output_old.h"
#include "record/output/output_stamp.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
