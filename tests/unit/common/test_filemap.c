#include "common/filemap.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIZE 65536

/* A file of SIZE times 'a' that has no name. */
static int make_file(void)
{
	char path[] = "/tmp/prec-test-filemap.XXXXXX";
	char bytes[SIZE];
	int fd = mkstemp(path);

	CHECK(fd >= 0);
	unlink(path);
	memset(bytes, 'a', sizeof(bytes));
	CHECK_EQ_I64(write(fd, bytes, sizeof(bytes)), SIZE);
	return fd;
}

TEST(reads_the_file)
{
	int fd = make_file();
	struct filemap *m;

	CHECK_EQ_I64(filemap_open(&m, fd, SIZE), 0);
	close(fd);
	for (int i = 0; i < SIZE; i++)
		CHECK_EQ_I64(((const char *)filemap_data(m))[i], 'a');
	CHECK(!filemap_was_cut(m));
	filemap_close(m);
	filemap_close(NULL);
}

TEST(what_is_cut_off_is_zero)
{
	int fds[3] = { make_file(), make_file(), make_file() };
	struct filemap *maps[3];

	for (int i = 0; i < 3; i++)
		CHECK_EQ_I64(filemap_open(&maps[i], fds[i], SIZE), 0);
	CHECK_EQ_I64(ftruncate(fds[1], SIZE / 2 + 1), 0);
	for (int at = SIZE - 1; at >= 0; at--)
		CHECK_EQ_I64(((const char *)filemap_data(maps[1]))[at], at < SIZE / 2 + 1 ? 'a' : 0);
	CHECK(filemap_was_cut(maps[1]));
	CHECK(!filemap_was_cut(maps[0]));
	for (int i = 0; i < 3; i++)
		filemap_close(maps[i]);
	/* one closed is used again, and knows nothing of it */
	CHECK_EQ_I64(filemap_open(&maps[0], fds[0], SIZE), 0);
	CHECK(!filemap_was_cut(maps[0]));
	filemap_close(maps[0]);
	for (int i = 0; i < 3; i++)
		close(fds[i]);
}

/* A fault in a mapping of someone else's ends the process as ever. */
TEST(others_still_fault)
{
	int fd = make_file();
	struct filemap *m;
	int status;
	pid_t pid;

	CHECK_EQ_I64(filemap_open(&m, fd, SIZE), 0);
	pid = fork();
	CHECK(pid >= 0);
	if (!pid) {
		const char *other = mmap(NULL, SIZE, PROT_READ, MAP_PRIVATE, fd, 0);

		fclose(stderr);
		if (ftruncate(fd, 0) || other == MAP_FAILED)
			_exit(0);
		_exit(*(const volatile char *)other);
	}
	CHECK_EQ_I64(waitpid(pid, &status, 0), pid);
	CHECK(!WIFEXITED(status) || WEXITSTATUS(status) != 0);
	filemap_close(m);
	close(fd);
}

TEST(not_a_file)
{
	struct filemap *m;

	CHECK(filemap_open(&m, -1, SIZE) < 0);
}
