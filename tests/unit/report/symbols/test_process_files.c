/* What a process with mounts of its own says of its code, seen from outside, also from a sandbox. */
#include "report/sandbox/sandbox.h"
#include "report/symbols/process_files.h"
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bool write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CREAT, 0644);
	bool ok = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	if (fd >= 0)
		close(fd);
	return ok;
}

/* Mounts of this process's own, a /tmp in them, and files there. */
static bool contain(void)
{
	char map[64];

	if (unshare(CLONE_NEWNS) && unshare(CLONE_NEWUSER | CLONE_NEWNS))
		return false;
	snprintf(map, sizeof(map), "/tmp/perf-%d.map", (int)getpid());
	return !mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) && !mount("none", "/tmp", "tmpfs", 0, NULL) &&
	       write_file(map, "map") && write_file("/tmp/jit-1.dump", "dump") && write_file("/tmp/secret", "secret") &&
	       !mkfifo("/tmp/jit-2.dump", 0644) && !symlink("/../../../tmp/jit-1.dump", "/tmp/jit-3.dump") &&
	       !symlink("/proc/self/status", "/tmp/jit-4.dump") && write_file("/tmp/jit-5.dump", "dump") &&
	       !mount("/etc/passwd", "/tmp/jit-5.dump", NULL, MS_BIND, NULL);
}

static pid_t contained_start(void)
{
	int ends[2];
	char news = 0;
	pid_t pid;

	CHECK(!pipe(ends));
	pid = fork();
	if (!pid) {
		news = contain();
		if (write(ends[1], &news, 1) != 1)
			_exit(1);
		pause();
	}
	CHECK(pid > 0 && read(ends[0], &news, 1) == 1);
	close(ends[0]);
	close(ends[1]);
	if (news)
		return pid;
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	test_skip("needs mount namespaces");
}

static void contained_stop(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* What a descriptor, or an error, leads to. */
static bool holds(int fd, const char *text)
{
	char data[16] = { 0 };
	bool same = fd >= 0 && read(fd, data, sizeof(data) - 1) >= 0 && !strcmp(data, text);

	if (fd >= 0)
		close(fd);
	return same;
}

TEST(files_of_a_container)
{
	struct process_files *p = process_files_start();
	pid_t pid = contained_start();

	CHECK(p);
	CHECK(holds(process_files_map(p, (uint32_t)pid), "map"));
	CHECK(holds(process_files_dump(p, (uint32_t)pid, "/tmp/jit-1.dump"), "dump"));
	CHECK_EQ_I64(process_files_dump(p, (uint32_t)pid, "/tmp/jit-3.dump"), -ELOOP);
	CHECK_EQ_I64(process_files_dump(p, (uint32_t)pid, "/tmp/jit-2.dump"), -EINVAL);
	CHECK_EQ_I64(process_files_dump(p, (uint32_t)pid, "/tmp/jit-4.dump"), -ELOOP);
	CHECK_EQ_I64(process_files_dump(p, (uint32_t)pid, "/tmp/jit-5.dump"), -EXDEV);
	CHECK_EQ_I64(process_files_dump(p, (uint32_t)pid, "/tmp/secret"), -EPERM);
	CHECK_EQ_I64(process_files_dump(p, (uint32_t)pid, "/tmp/jit-9.dump"), -ENOENT);
	/* One that was started after the recording ended has its number by chance. */
	process_files_limit(p, 1);
	CHECK_EQ_I64(process_files_map(p, (uint32_t)pid), -ENOENT);
	process_files_limit(p, time(NULL) + 10);
	CHECK(holds(process_files_map(p, (uint32_t)pid), "map"));
	contained_stop(pid);
	CHECK_EQ_I64(process_files_map(p, (uint32_t)pid), -ENOENT);
	process_files_stop(p);
}

TEST(processes_without_a_container)
{
	struct process_files *p = process_files_start();
	char path[64];

	CHECK(p);
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	CHECK(write_file(path, "map"));
	CHECK_EQ_I64(process_files_map(p, (uint32_t)getpid()), -ENOENT);
	CHECK_EQ_I64(process_files_dump(p, (uint32_t)getpid(), "/tmp/jit-1.dump"), -ENOENT);
	unlink(path);
	process_files_stop(p);
	CHECK_EQ_I64(process_files_map(NULL, 1), -ENOENT);
	CHECK_EQ_I64(process_files_dump(NULL, 1, "/tmp/jit-1.dump"), -ENOENT);
	process_files_stop(NULL);
}

/* A process that was started later, and lives longer, has the socket too. */
TEST(ended_while_others_go_on)
{
	struct process_files *p = process_files_start();
	pid_t other;

	CHECK(p);
	other = fork();
	if (!other) {
		pause();
		_exit(0);
	}
	CHECK(other > 0);
	process_files_stop(p);
	contained_stop(other);
}

TEST(from_within_the_sandbox)
{
	struct process_files *p = process_files_start();
	pid_t pid = contained_start(), reader;
	int status;

	CHECK(p);
	reader = fork();
	if (!reader) {
		struct sandbox s;
		char root[64];

		snprintf(root, sizeof(root), "/proc/%d/root/tmp/jit-1.dump", (int)pid);
		sandbox_init(&s);
		/* Where the sandbox is complete there is no other way to the file. */
		if (sandbox_enter(&s) & SANDBOX_LANDLOCK && open(root, O_RDONLY) >= 0)
			_exit(1);
		_exit(holds(process_files_dump(p, (uint32_t)pid, "/tmp/jit-1.dump"), "dump") ? 0 : 2);
	}
	CHECK(waitpid(reader, &status, 0) == reader);
	CHECK_EQ_I64(status, 0);
	contained_stop(pid);
	process_files_stop(p);
}
