#include "record/open/file_limit.h"

#include "record/privilege/privilege.h"

#include <sys/resource.h>

/* Descriptors that a recording needs beside those of its events: files of its own, and up to 256 of others. */
#define FILES_SPARE 384

bool file_limit_raise(void)
{
	struct privilege_held held;
	struct rlimit limit;
	int result;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return false;
	if (limit.rlim_cur < limit.rlim_max) {
		limit.rlim_cur = limit.rlim_max;
		return !setrlimit(RLIMIT_NOFILE, &limit);
	}
	limit.rlim_max *= 2;
	limit.rlim_cur = limit.rlim_max;
	held = privilege_raise(PRIVILEGE_FILE_LIMIT);
	result = setrlimit(RLIMIT_NOFILE, &limit);
	privilege_drop(&held);
	return !result;
}

void file_limit_keep_spare(size_t n)
{
	struct rlimit limit;

	if (!getrlimit(RLIMIT_NOFILE, &limit) && n + FILES_SPARE > limit.rlim_cur)
		file_limit_raise();
}
