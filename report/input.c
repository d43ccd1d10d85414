#include "report/input.h"

#include "common/fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
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

static int input_fd(const char *path, struct error *err)
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
	if (S_ISDIR(st.st_mode)) {
		close(fd);
		return error_set(err, -ENOTSUP, "is a directory; recordings in directories are not read yet");
	}
	return S_ISREG(st.st_mode) ? fd : spool(fd, err);
}

int input_open(struct perf_file **ret_file, const char *path, struct error *err)
{
	int fd = input_fd(path, err);
	int result = fd < 0 ? fd : perf_file_open(ret_file, fd, err);

	if (result)
		error_prefix(err, "%s", strcmp(path, "-") ? path : "standard input");
	return result;
}

const char *input_spool_directory(const char *path)
{
	struct stat st;
	int result = strcmp(path, "-") ? stat(path, &st) : fstat(STDIN_FILENO, &st);

	return result || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode) ? NULL : spool_directory();
}
