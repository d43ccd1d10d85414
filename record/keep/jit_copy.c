#include "record/keep/jit_copy.h"

#include "common/buffer.h"
#include "common/fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define STEP (1 << 16)

static int copy_bytes(int to, int from, int64_t max)
{
	struct buffer step;
	uint8_t *room;
	uint64_t at = 0;
	ssize_t n = 0;
	int result = 0;

	buffer_init(&step);
	room = buffer_reserve(&step, STEP);
	for (int64_t left = max; room && !result && left > 0; left -= n, at += (uint64_t)n) {
		n = fileio_pread(from, room, left < STEP ? (size_t)left : STEP, at);
		if (n <= 0)
			break;
		result = fileio_write(to, room, (size_t)n, NULL);
	}
	buffer_fini(&step);
	return !room ? -ENOMEM : n < 0 ? (int)n : result;
}

/* Whether the file there is no other one: it is missing, or this user's own. */
static bool may_replace(const char *path)
{
	struct stat status;

	return lstat(path, &status) || (S_ISREG(status.st_mode) && status.st_uid == geteuid());
}

int jit_copy(const char *folder, const char *name, int from, int64_t max)
{
	char path[PATH_MAX], other[PATH_MAX];
	int n = snprintf(path, sizeof(path), "%s/%s", folder, name);
	int to, result;

	if (n >= PATH_MAX || snprintf(other, sizeof(other), "%s/.%s.XXXXXX", folder, name) >= PATH_MAX)
		return -ENAMETOOLONG;
	if (!may_replace(path))
		return -EEXIST;
	to = mkostemp(other, O_CLOEXEC);
	if (to < 0)
		return -errno;
	result = copy_bytes(to, from, max);
	if (close(to) && !result)
		result = -errno;
	if (!result && rename(other, path))
		result = -errno;
	if (result)
		unlink(other);
	return result;
}
