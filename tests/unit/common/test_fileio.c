
#include "common/fileio.h"
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A file without a name. */
static int temporary_file(void)
{
	char path[] = "/tmp/test_fileio.XXXXXX";
	int fd = mkstemp(path);

	CHECK(fd >= 0);
	unlink(path);
	return fd;
}

TEST(writes_and_reads_back)
{
	int fd = temporary_file();
	size_t written;
	char text[32];

	CHECK_EQ_I64(fileio_write(fd, "hello ", 6, &written), 0);
	CHECK_EQ_U64(written, 6);
	CHECK_EQ_I64(fileio_pwrite(fd, "world", 5, 6, NULL), 0);
	CHECK_EQ_I64(fileio_pread(fd, text, sizeof(text), 0), 11);
	CHECK_BYTES(text, "hello world", 11);
	CHECK_EQ_I64(fileio_pread(fd, text, 5, 6), 5);
	CHECK_EQ_I64(fileio_pread(fd, text, 5, 11), 0);
	close(fd);
}

TEST(errors_come_back)
{
	char byte = 0;

	CHECK_EQ_I64(fileio_read(-1, &byte, 1), -EBADF);
	CHECK_EQ_I64(fileio_pread(-1, &byte, 1, 0), -EBADF);
	CHECK_EQ_I64(fileio_write(-1, &byte, 1, NULL), -EBADF);
	CHECK_EQ_I64(fileio_pwrite(-1, &byte, 1, 0, NULL), -EBADF);
}

struct writer {
	int fd;
	size_t size;
};

/* Small pieces with pauses, so that the reader sees many short reads. */
static void *write_slowly(void *context)
{
	struct writer *w = context;

	for (size_t i = 0; i < w->size; i++) {
		char c = (char)i;

		if (write(w->fd, &c, 1) != 1)
			break;
		if (i % 16 == 0)
			usleep(500);
	}
	close(w->fd);
	return NULL;
}

TEST(whole_reads_from_a_pipe)
{
	struct writer w = { .size = 300 };
	char data[400];
	pthread_t thread;
	int fds[2];

	CHECK_EQ_I64(pipe(fds), 0);
	w.fd = fds[1];
	CHECK_EQ_I64(pthread_create(&thread, NULL, write_slowly, &w), 0);
	CHECK_EQ_I64(fileio_read(fds[0], data, 200), 200);
	CHECK_EQ_I64(fileio_read(fds[0], data + 200, 200), 100);
	for (int i = 0; i < 300; i++)
		CHECK_EQ_I64(data[i], (char)i);
	pthread_join(thread, NULL);
	close(fds[0]);
}

TEST(says_how_much_was_written)
{
	int fds[2];
	char data[4096] = { 0 };
	size_t total = 0, written = 1;
	int result;

	CHECK_EQ_I64(pipe2(fds, O_NONBLOCK), 0);
	for (;;) {
		result = fileio_write(fds[1], data, sizeof(data), &written);
		total += written;
		if (result)
			break;
	}
	CHECK_EQ_I64(result, -EAGAIN);
	CHECK_EQ_U64(written, 0);
	CHECK(total > 0);
	close(fds[0]);
	signal(SIGPIPE, SIG_IGN);
	CHECK_EQ_I64(fileio_write(fds[1], data, 1, &written), -EPIPE);
	close(fds[1]);
}

TEST(whole_small_files)
{
	struct buffer b;
	char path[] = "/tmp/test_fileio.XXXXXX";
	int fd = mkstemp(path);
	static char data[10000];

	CHECK(fd >= 0);
	memset(data, 'x', sizeof(data));
	CHECK_EQ_I64(fileio_write(fd, data, sizeof(data), NULL), 0);
	buffer_init(&b);
	CHECK_EQ_I64(fileio_read_file(AT_FDCWD, path, &b, sizeof(data)), 0);
	CHECK_EQ_U64(b.size, sizeof(data));
	CHECK_EQ_U64(b.data[b.size], 0);
	CHECK_BYTES(b.data, data, sizeof(data));
	CHECK_EQ_I64(fileio_read_file(AT_FDCWD, path, &b, sizeof(data)), 0);
	CHECK_EQ_U64(b.size, 2 * sizeof(data));
	buffer_clear(&b);
	CHECK_EQ_I64(fileio_read_file(AT_FDCWD, path, &b, sizeof(data) - 1), -E2BIG);
	CHECK_EQ_I64(unlink(path), 0);
	CHECK_EQ_I64(fileio_read_file(AT_FDCWD, path, &b, sizeof(data)), -ENOENT);
	buffer_fini(&b);
	close(fd);
}

TEST(files_of_a_number)
{
	char path[] = "/tmp/test_fileio.XXXXXX";
	int fd = mkstemp(path);

	CHECK(fd >= 0);
	CHECK_EQ_I64(fileio_read_number(path, 7), 7);
	CHECK_EQ_I64(fileio_write(fd, "-1\n", 3, NULL), 0);
	CHECK_EQ_I64(fileio_read_number(path, 7), -1);
	CHECK_EQ_I64(unlink(path), 0);
	CHECK_EQ_I64(fileio_read_number(path, 7), 7);
	close(fd);
}

TEST(proc_files)
{
	struct buffer b;
	int dir = open("/proc/self", O_RDONLY | O_DIRECTORY);

	CHECK(dir >= 0);
	buffer_init(&b);
	CHECK_EQ_I64(fileio_read_file(dir, "status", &b, 1 << 16), 0);
	CHECK(strstr((const char *)b.data, program_invocation_short_name));
	buffer_fini(&b);
	close(dir);
}

/* Fills what fds[1] writes to, and makes room for `room` bytes again; both ends wait, so the alarm ends what hangs. */
static void check_write_now(int fds[2], size_t room)
{
	static char data[100000];
	size_t total = 0;
	ssize_t n;

	alarm(30);
	signal(SIGPIPE, SIG_IGN);
	while ((n = fileio_write_now(fds[1], data, sizeof(data))) > 0)
		total += (size_t)n;
	CHECK_EQ_I64(n, -EAGAIN);
	CHECK(total >= room);
	CHECK_EQ_I64(fileio_write_now(fds[1], data, 1), -EAGAIN);
	CHECK_EQ_I64(fileio_read(fds[0], data, room), (ssize_t)room);
	n = fileio_write_now(fds[1], data, sizeof(data));
	CHECK(n > 0 && (size_t)n <= room);
	CHECK(!(fcntl(fds[1], F_GETFL) & O_NONBLOCK));
	close(fds[0]);
	CHECK_EQ_I64(fileio_write_now(fds[1], data, 1), -EPIPE);
	close(fds[1]);
	CHECK_EQ_I64(fileio_write_now(fds[1], data, 1), -EBADF);
	alarm(0);
}

static void check_write_now_pipe(void)
{
	int fds[2];

	CHECK_EQ_I64(pipe(fds), 0);
	check_write_now(fds, (size_t)fcntl(fds[1], F_GETPIPE_SZ));
}

TEST(writes_what_a_pipe_takes_now)
{
	check_write_now_pipe();
}

TEST(writes_what_a_socket_takes_now)
{
	int fds[2], buffer = 64 * 1024;

	CHECK_EQ_I64(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
	CHECK_EQ_I64(setsockopt(fds[1], SOL_SOCKET, SO_SNDBUF, &buffer, sizeof(buffer)), 0);
	check_write_now(fds, (size_t)buffer);
}

/* As on a kernel whose pipes have no RWF_NOWAIT. The filter stays, so this is the last case. */
TEST(writes_what_a_pipe_takes_on_old_kernels)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pwritev2, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { ARRAY_SIZE(filter), filter };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		test_skip("seccomp: %s", strerror(errno));
	check_write_now_pipe();
}
