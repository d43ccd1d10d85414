
#include "tests/support/tree.h"

#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#define TREE_PATH_MAX 1024
#define TREE_FILES    16

void tree_init(struct tree *t)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(t->root, sizeof(t->root), "%s/prec-test-XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(t->root))
		test_fail(__FILE__, __LINE__, "mkdtemp %s: %s", t->root, strerror(errno));
}

static int tree_remove(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

void tree_fini(struct tree *t)
{
	nftw(t->root, tree_remove, TREE_FILES, FTW_DEPTH | FTW_PHYS);
}

void tree_write_bytes(const struct tree *t, const char *path, const void *data, size_t size)
{
	char full[TREE_PATH_MAX];
	int fd;

	snprintf(full, sizeof(full), "%s/%s", t->root, path);
	for (char *slash = full + strlen(t->root) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = 0;
		if (mkdir(full, 0777) && errno != EEXIST)
			test_fail(__FILE__, __LINE__, "mkdir %s: %s", full, strerror(errno));
	}
	fd = open(full, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0 || write(fd, data, size) != (ssize_t)size || close(fd))
		test_fail(__FILE__, __LINE__, "write %s: %s", full, strerror(errno));
}

void tree_write(const struct tree *t, const char *path, const char *text)
{
	tree_write_bytes(t, path, text, strlen(text));
}

void tree_check(const char *path, const char *want)
{
	char text[TREE_PATH_MAX] = "";
	FILE *file = fopen(path, "r");
	size_t n = file ? fread(text, 1, sizeof(text) - 1, file) : 0;

	if (file)
		fclose(file);
	if (!file != !want)
		test_fail(__FILE__, __LINE__, "%s: there is %s file", path, file ? "a" : "no");
	if (want && (n != strlen(want) || memcmp(text, want, n) != 0))
		test_fail(__FILE__, __LINE__, "%s: \"%s\", not \"%s\"", path, text, want);
}

int tree_opened(int watch)
{
	struct inotify_event event;
	int n = 0;

	while (read(watch, &event, sizeof(event)) == sizeof(event))
		n += (event.mask & IN_OPEN) != 0;
	return n;
}
