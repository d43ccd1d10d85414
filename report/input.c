#include "report/input.h"

#include "common/fileio.h"
#include "common/log.h"
#include "formats/perf_dir.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define SPOOL_STEP (1u << 20)

static const char *spool_directory(void)
{
	const char *dir = getenv("TMPDIR");

	return dir ? dir : "/var/tmp";
}

/* A file without a name: on disk if there is a place, else in memory. */
static int spool_create(void)
{
	int fd = open(spool_directory(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	return fd >= 0 ? fd : memfd_create("prec", MFD_CLOEXEC);
}

/* Copies all that comes from fd, which is closed, into a file. Its descriptor or a negative errno. */
static int spool(int fd, struct error *err)
{
	uint8_t *data = malloc(SPOOL_STEP);
	int to = data ? spool_create() : -1;
	int result = to < 0 ? error_set(err, data ? -errno : -ENOMEM, "no temporary file can be made") : 0;

	while (!result) {
		ssize_t n = fileio_read(fd, data, SPOOL_STEP);

		if (n < 0)
			result = error_set(err, (int)n, "%s", strerror((int)-n));
		if (n <= 0)
			break;
		result = fileio_write(to, data, n, NULL);
		if (result)
			error_set(err, result, "the temporary file cannot be written: %s", strerror(-result));
	}
	free(data);
	close(fd);
	if (result && to >= 0)
		close(to);
	return result ? result : to;
}

static int input_fd(const char *path, bool *ret_is_dir, struct error *err)
{
	struct stat st;
	int fd;

	if (!strcmp(path, "-"))
		fd = dup(STDIN_FILENO);
	else
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0 && errno == ENOENT)
		return error_set(err, -ENOENT, "there is no such file; 'prec record' makes one");
	if (fd < 0 || fstat(fd, &st)) {
		int result = error_set(err, -errno, "%s", strerror(errno));

		if (fd >= 0)
			close(fd);
		return result;
	}
	*ret_is_dir = S_ISDIR(st.st_mode);
	return S_ISREG(st.st_mode) || *ret_is_dir ? fd : spool(fd, err);
}

static int option_expansion(struct input_limits *l, const char *value, struct error *err)
{
	unsigned long long n;
	char *end;

	errno = 0;
	n = strtoull(value, &end, 10);
	if (!isdigit((unsigned char)*value) || *end || errno || !n)
		return error_set(err, -EINVAL, "--max-expansion '%s': a whole number from 1 on", value);
	l->expansion = n;
	return 0;
}

int input_option(struct input_limits *l, int key, const char *value, struct error *err)
{
	switch (key) {
	case OPTION_MAX_EXPANSION: return option_expansion(l, value, err);
	default: return error_set(err, -EINVAL, "option %d is not handled", key);
	}
}

/* A directory has a file for each CPU of the recorded machine, and all of them are kept open. */
static void raise_file_limit(void)
{
	struct rlimit limit;

	if (!getrlimit(RLIMIT_NOFILE, &limit) && limit.rlim_cur < limit.rlim_max) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

static int input_open_dir(struct perf_file **ret_file, const char *path, int fd, struct error *err)
{
	int result;

	raise_file_limit();
	result = perf_dir_open(ret_file, fd, err);
	if (!result && (*ret_file)->n_strangers)
		log_note("%s: %u of the files there are no part of the recording, the first of them %s", path,
			 (*ret_file)->n_strangers, (*ret_file)->stranger);
	return result;
}

int input_open(struct perf_file **ret_file, const char *path, const struct input_limits *limits, struct error *err)
{
	bool is_dir = false;
	int fd = input_fd(path, &is_dir, err);
	int result = fd;

	if (fd >= 0)
		result = is_dir ? input_open_dir(ret_file, path, fd, err) : perf_file_open(ret_file, fd, err);
	if (result)
		error_prefix(err, "%s", strcmp(path, "-") ? path : "standard input");
	else
		(*ret_file)->max_expansion = limits->expansion;
	return result;
}

bool input_kallsyms(const char *input, char *path, size_t size)
{
	int n = snprintf(path, size, "%s/kcore_dir/kallsyms", input);

	return n > 0 && (size_t)n < size && !access(path, R_OK);
}

const char *input_spool_directory(const char *path)
{
	struct stat st;
	int result = strcmp(path, "-") ? stat(path, &st) : fstat(STDIN_FILENO, &st);

	return result || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode) ? NULL : spool_directory();
}
