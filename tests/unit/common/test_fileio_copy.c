/* Contents of files, and what their copies may take. */
#include "common/fileio.h"

#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define DATA (256u << 10)
#define HOLE (8u << 20)

static int file_without_name(void)
{
	const char *folder = getenv("TMPDIR");
	int fd = open(folder ? folder : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	if (fd < 0)
		test_skip("no files without a name here");
	return fd;
}

/* Data, a hole, data. */
static int make_file(void)
{
	static char data[DATA];
	int fd = file_without_name();

	memset(data, 'x', sizeof(data));
	CHECK_EQ_I64(pwrite(fd, data, DATA, 0), DATA);
	CHECK_EQ_I64(pwrite(fd, data, DATA, HOLE), DATA);
	CHECK(!fsync(fd));
	return fd;
}

/* What a copy was charged is what it takes, and all of that, also where both files share it. */
TEST(takes_from_what_is_left)
{
	int from = make_file(), to = file_without_name();
	uint64_t left = 4 * DATA;
	struct stat status;
	char byte = 0;

	CHECK_EQ_I64(file_copy(to, from, &left), 0);
	CHECK_EQ_U64(left, 2 * DATA);
	CHECK(!fstat(to, &status));
	CHECK_EQ_U64((uint64_t)status.st_size, HOLE + DATA);
	CHECK((uint64_t)status.st_blocks * 512 < 4 * DATA);
	CHECK(pread(to, &byte, 1, HOLE + DATA - 1) == 1 && byte == 'x');
	CHECK(pread(to, &byte, 1, HOLE - 1) == 1 && byte == 0);
	close(from);
	close(to);
}

TEST(has_a_limit)
{
	int from = make_file(), to = file_without_name();
	uint64_t left = 2 * DATA - 1;

	CHECK_EQ_I64(file_copy(to, from, &left), -EFBIG);
	CHECK_EQ_U64(left, 0);
	close(from);
	close(to);
}
