#include "common/jit_mark.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/xattr.h>

#define NAME     "user.prec.copy"
#define TEXT_MAX 64

int jit_mark_set(int fd, const struct jit_mark *mark)
{
	char text[TEXT_MAX];
	int n = snprintf(text, sizeof(text), "%u %" PRIu64, (unsigned)mark->uid, mark->started);

	return fsetxattr(fd, NAME, text, (size_t)n, 0) ? -errno : 0;
}

static bool parse(struct jit_mark *ret, char *text, ssize_t n)
{
	unsigned uid;

	if (n <= 0)
		return false;
	text[n] = 0;
	if (sscanf(text, "%u %" SCNu64, &uid, &ret->started) != 2)
		return false;
	ret->uid = uid;
	return true;
}

bool jit_mark_get(struct jit_mark *ret, int fd)
{
	char text[TEXT_MAX];

	return parse(ret, text, fgetxattr(fd, NAME, text, sizeof(text) - 1));
}

bool jit_mark_get_at(struct jit_mark *ret, const char *path)
{
	char text[TEXT_MAX];

	return parse(ret, text, lgetxattr(path, NAME, text, sizeof(text) - 1));
}
