#include "report/linecache/line_cache.h"

#include "common/fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool line_cache_directory(char path[static PATH_MAX])
{
	const char *base = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME");
	int n = -1;

	if (base && base[0] == '/')
		n = snprintf(path, PATH_MAX, "%s/prec/lines", base);
	else if (home && home[0] == '/')
		n = snprintf(path, PATH_MAX, "%s/.cache/prec/lines", home);
	return n > 0 && n < PATH_MAX;
}

bool line_cache_limit(uint64_t *ret_bytes)
{
	const char *text = getenv("PREC_LINE_CACHE");
	unsigned long number;
	char *end;

	*ret_bytes = LINE_CACHE_DEFAULT;
	if (!text || !*text)
		return true;
	errno = 0;
	number = strtoul(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end || errno || number > LINE_CACHE_MAX_MIB)
		return false;
	*ret_bytes = (uint64_t)number << 20;
	return true;
}

bool line_cache_is_own(const struct stat *st)
{
	return st->st_uid == geteuid() && !(st->st_mode & (S_IWGRP | S_IWOTH));
}

/* Opens a regular file that line_cache_is_own. */
static int open_own(const char *path, struct stat *st)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	int result;

	if (fd < 0)
		return errno == ENOENT ? -ENOENT : -errno;
	result = fstat(fd, st) ? -errno : S_ISREG(st->st_mode) && line_cache_is_own(st) ? 0 : -EPERM;
	if (!result)
		return fd;
	close(fd);
	return result;
}

/* The whole file, malloced; NULL with *ret_code. */
static void *read_whole(int fd, const struct stat *st, int *ret_code)
{
	size_t size = (size_t)st->st_size;
	void *data = NULL;
	ssize_t n;

	*ret_code = -EBADMSG;
	if (st->st_size <= 0 || st->st_size > (off_t)LINE_ENTRY_MAX)
		return NULL;
	data = malloc(size);
	n = data ? fileio_read(fd, data, size) : -ENOMEM;
	if (n == (ssize_t)size)
		return data;
	if (n < 0)
		*ret_code = (int)n;
	free(data);
	return NULL;
}

int line_cache_read(struct line_entry *ret_entry, const char *directory, const struct line_key *key)
{
	char path[PATH_MAX], name[LINE_NAME_SIZE];
	struct stat st;
	void *data;
	int result, fd;

	if (stat(directory, &st))
		return -errno;
	if (!line_cache_is_own(&st))
		return -EPERM;
	if (snprintf(path, sizeof(path), "%s/%s", directory, line_key_name(key, name)) >= (int)sizeof(path))
		return -ENAMETOOLONG;
	fd = open_own(path, &st);
	if (fd < 0)
		return fd;
	data = read_whole(fd, &st, &result);
	close(fd);
	if (!data)
		return result;
	result = line_entry_parse(ret_entry, key, data, (size_t)st.st_size);
	if (result)
		free(data);
	return result;
}
