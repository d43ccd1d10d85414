/*
 * sandbox: what is refused and what goes on, each part alone and all together. Deeds are done in a process of their
 * own, since no sandbox can be left.
 */
#include "report/sandbox.h"
#include "report/sandbox_parts.h"
#include "tests/support/test.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* Done within the sandbox. 0, or the errno of what was refused. */
typedef int (*deed)(void);

/* Enters a part of the sandbox; false: it is not to be had. */
typedef bool (*enterer)(void);

/* What perform returns besides a deed's errno. */
#define NOT_ENTERED 200
#define KILLED      256 /* and the signal */

/* dir holds: file, in "free" the right to everything there is, in "links" to links, in "spool" to files without names.
 */
static char dir[64];

static const char *at(const char *name)
{
	static char paths[4][128];
	static unsigned next;
	char *path = paths[next++ % ARRAY_SIZE(paths)];

	snprintf(path, sizeof(paths[0]), "%s/%s", dir, name);
	return path;
}

static void make_file(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT, 0600);

	CHECK(fd >= 0);
	CHECK_EQ_I64(write(fd, "text", 4), 4);
	close(fd);
}

static void make_dir(void)
{
	if (*dir)
		return;
	strcpy(dir, "/tmp/prec-test-sandbox.XXXXXX");
	CHECK(mkdtemp(dir));
	CHECK_EQ_I64(mkdir(at("free"), 0700), 0);
	CHECK_EQ_I64(mkdir(at("links"), 0700), 0);
	CHECK_EQ_I64(mkdir(at("spool"), 0700), 0);
	make_file(at("file"));
	make_file(at("free/file"));
}

__attribute__((destructor)) static void remove_dir(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", dir);
	if (*dir && system(command))
		fprintf(stderr, "%s is left behind\n", dir);
}

static void allow_places(struct sandbox *s)
{
	sandbox_init(s);
	sandbox_allow(s, at("free"), SANDBOX_WRITE | SANDBOX_MAKE_FILES);
	sandbox_allow(s, at("links"), SANDBOX_MAKE_LINKS);
	sandbox_allow(s, at("spool"), SANDBOX_WRITE);
	sandbox_allow(s, at("nowhere"), SANDBOX_WRITE);
}

static bool enter_landlock(void)
{
	struct sandbox s;

	allow_places(&s);
	return s.n_places == 3 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && sandbox_landlock(&s);
}

static bool enter_seccomp(void)
{
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && sandbox_seccomp(false);
}

static bool enter_seccomp_writing(void)
{
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && sandbox_seccomp(true);
}

/* Every part the machine has, as the commands do it. */
static bool enter_all(void)
{
	struct sandbox s;

	allow_places(&s);
	return sandbox_enter(&s) & SANDBOX_NO_NEW_PRIVILEGES;
}

static int perform(enterer enter, deed d)
{
	pid_t pid;
	int status;

	make_dir();
	pid = fork();
	CHECK(pid >= 0);
	if (!pid) {
		signal(SIGABRT, SIG_DFL);
		_exit(enter() ? d() : NOT_ENTERED);
	}
	CHECK_EQ_I64(waitpid(pid, &status, 0), pid);
	return WIFSIGNALED(status) ? KILLED + WTERMSIG(status) : WEXITSTATUS(status);
}

static int nothing(void)
{
	return 0;
}

static void need(enterer enter, const char *what)
{
	if (perform(enter, nothing) == NOT_ENTERED)
		test_skip("%s is not to be had here", what);
}

static long landlock_abi(void)
{
	return syscall(444, NULL, 0, 1);
}

static void need_landlock(long abi)
{
	need(enter_landlock, "Landlock");
	if (landlock_abi() < abi)
		test_skip("needs version %ld of Landlock's ABI, has %ld", abi, landlock_abi());
}

static int result_of(long result)
{
	return result < 0 ? errno : 0;
}

/* --- deeds ---------------------------------------------------------------- */

static int open_for(const char *path, int flags)
{
	int fd = open(path, flags, 0600);
	int result = result_of(fd);

	if (fd >= 0)
		close(fd);
	return result;
}

static int read_file(void)
{
	return open_for(at("file"), O_RDONLY);
}

static int write_file(void)
{
	return open_for(at("file"), O_WRONLY);
}

static int append_to_file(void)
{
	return open_for(at("file"), O_RDWR | O_APPEND);
}

static int make_new_file(void)
{
	return open_for(at("new"), O_WRONLY | O_CREAT);
}

static int make_unnamed_file(void)
{
	return open_for(dir, O_TMPFILE | O_RDWR);
}

static int make_unnamed_spool(void)
{
	return open_for(at("spool"), O_TMPFILE | O_RDWR);
}

static int make_named_spool(void)
{
	return open_for(at("spool/new"), O_WRONLY | O_CREAT);
}

static int remove_file(void)
{
	return result_of(unlink(at("file")));
}

static int rename_file(void)
{
	return result_of(rename(at("file"), at("other")));
}

static int move_file_in(void)
{
	return result_of(rename(at("file"), at("free/moved")));
}

static int make_directory(void)
{
	return result_of(mkdir(at("new"), 0700));
}

static int make_link(void)
{
	return result_of(symlink("file", at("new")));
}

static int truncate_file(void)
{
	return result_of(truncate(at("file"), 0));
}

static int execute(void)
{
	execl("/bin/true", "true", NULL);
	return errno;
}

static int work_in_free(void)
{
	int result = open_for(at("free/new"), O_RDWR | O_CREAT | O_EXCL);

	if (!result)
		result = result_of(rename(at("free/new"), at("free/named")));
	if (!result)
		result = open_for(at("free/named"), O_WRONLY | O_TRUNC);
	return result ? result : result_of(unlink(at("free/named")));
}

static int link_in_free(void)
{
	return result_of(symlink("file", at("free/link")));
}

static int link_in_links(void)
{
	return result_of(symlink("../file", at("links/link")));
}

static int file_in_links(void)
{
	return open_for(at("links/file"), O_WRONLY | O_CREAT);
}

static int signal_parent(void)
{
	return result_of(kill(getppid(), 0));
}

static int connect_tcp(void)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(9) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return fd < 0 ? errno : result_of(connect(fd, (struct sockaddr *)&to, sizeof(to)));
}

static int listen_tcp(void)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(34567) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	return fd < 0 ? errno : result_of(bind(fd, (struct sockaddr *)&to, sizeof(to)));
}

static struct sockaddr_un abstract_address;

static int connect_abstract(void)
{
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	return fd < 0 ? errno : result_of(connect(fd, (struct sockaddr *)&abstract_address, sizeof(abstract_address)));
}

static int make_socket(void)
{
	return result_of(socket(AF_INET, SOCK_STREAM, 0));
}

static int trace_parent(void)
{
	return result_of(syscall(SYS_ptrace, 16 /* PTRACE_ATTACH */, getppid(), 0, 0));
}

static int read_parent(void)
{
	return result_of(syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0));
}

static int make_user_namespace(void)
{
	return result_of(unshare(CLONE_NEWUSER));
}

static int load_bpf(void)
{
	return result_of(syscall(SYS_bpf, 0, NULL, 0));
}

static int make_process(void)
{
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	return result_of(pid);
}

static int map_code(void)
{
	return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? errno : 0;
}

static int turn_into_code(void)
{
	void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return page == MAP_FAILED ? 0 : result_of(mprotect(page, 4096, PROT_READ | PROT_EXEC));
}

static int type_on_terminal(void)
{
	return result_of(ioctl(0, TIOCSTI, "x"));
}

static int become_undumpable(void)
{
	return result_of(prctl(PR_SET_DUMPABLE, 0, 0, 0, 0));
}

static int send_signals_by_file(void)
{
	return result_of(fcntl(0, F_SETOWN, getppid()));
}

static int signal_other(void)
{
	return result_of(syscall(SYS_tgkill, getppid(), getppid(), 0));
}

static int change_mode(void)
{
	return result_of(chmod(at("file"), 0666));
}

static int call_unknown(void)
{
	return result_of(syscall(2000));
}

static int end_by_abort(void)
{
	abort();
}

static int wait_for_child(void)
{
	return waitpid(-1, NULL, 0) < 0 && errno != ECHILD ? errno : 0;
}

static void *thread_run(void *context)
{
	char *memory = malloc(1 << 20);

	memset(memory, 1, 1 << 20);
	*(char *)context = memory[5];
	free(memory);
	return NULL;
}

static int run_threads(void)
{
	pthread_t threads[8];
	char results[8] = { 0 };

	for (int i = 0; i < 8; i++) {
		int result = pthread_create(&threads[i], NULL, thread_run, &results[i]);

		if (result)
			return result;
	}
	for (int i = 0; i < 8; i++) {
		pthread_join(threads[i], NULL);
		if (!results[i])
			return EINVAL;
	}
	return 0;
}

static int use_memory(void)
{
	size_t size = 64u << 20;
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return errno;
	p[size - 1] = 1;
	p = mremap(p, size, 2 * size, MREMAP_MAYMOVE);
	return p == MAP_FAILED ? errno : result_of(madvise(p, size, MADV_DONTNEED)) | result_of(munmap(p, 2 * size));
}

static int use_memfd(void)
{
	int fd = memfd_create("test", MFD_CLOEXEC);

	return fd < 0 ? errno : write(fd, "x", 1) == 1 && pwrite(fd, "y", 1, 7) == 1 ? 0 : errno;
}

static int look_around(void)
{
	DIR *d = opendir(dir);
	struct stat st;
	int n = 0;

	while (d && readdir(d))
		n++;
	if (!d || n < 5 || stat(at("file"), &st) || access(at("file"), R_OK))
		return errno ? errno : EINVAL;
	return closedir(d) || isatty(0) < 0 || sysconf(_SC_NPROCESSORS_ONLN) < 1 || !getpid();
}

/* The number behind a name in /proc/self/status. */
static uint64_t status_number(const char *name, int base)
{
	FILE *f = fopen("/proc/self/status", "r");
	uint64_t number = UINT64_MAX;
	char line[256];

	while (f && fgets(line, sizeof(line), f)) {
		if (!strncmp(line, name, strlen(name)) && line[strlen(name)] == ':')
			number = strtoull(line + strlen(name) + 1, NULL, base);
	}
	if (f)
		fclose(f);
	return number;
}

static int look_at_status(void)
{
	uint64_t kept = 1ull << CAP_DAC_READ_SEARCH | 1ull << CAP_SYSLOG;

	if (status_number("NoNewPrivs", 10) != 1)
		return 1;
	if ((status_number("CapPrm", 16) | status_number("CapEff", 16)) & ~kept)
		return 2;
	return status_number("CapInh", 16) || status_number("CapAmb", 16) ? 3 : 0;
}

static int read_file_of_others(void)
{
	return open_for(at("others"), O_RDONLY);
}

static int write_file_of_others(void)
{
	return open_for(at("free/others"), O_WRONLY);
}

/* --- cases ---------------------------------------------------------------- */

struct expectation {
	const char *what;
	deed d;
	int result;
};

#define DEED(name, result)          \
	{                           \
#name, name, result \
	}

static void expect(enterer enter, const struct expectation *all, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int result = perform(enter, all[i].d);

		if (result != all[i].result)
			test_fail(__FILE__, __LINE__, "%s: %d, not %d", all[i].what, result, all[i].result);
	}
}

TEST(landlock_refuses_to_change_files)
{
	static const struct expectation all[] = {
		DEED(read_file, 0),
		DEED(write_file, EACCES),
		DEED(append_to_file, EACCES),
		DEED(make_new_file, EACCES),
		DEED(make_unnamed_file, EACCES),
		DEED(remove_file, EACCES),
		DEED(rename_file, EACCES),
		DEED(move_file_in, EACCES),
		DEED(make_directory, EACCES),
		DEED(make_link, EACCES),
		DEED(execute, EACCES),
		DEED(look_around, 0),
		DEED(use_memfd, 0),
		DEED(run_threads, 0),
	};

	need(enter_landlock, "Landlock");
	expect(enter_landlock, all, ARRAY_SIZE(all));
}

TEST(landlock_leaves_places)
{
	static const struct expectation all[] = {
		DEED(work_in_free, 0),       DEED(link_in_free, EACCES),  DEED(link_in_links, 0),
		DEED(file_in_links, EACCES), DEED(make_unnamed_spool, 0), DEED(make_named_spool, EACCES),
	};

	need(enter_landlock, "Landlock");
	expect(enter_landlock, all, ARRAY_SIZE(all));
}

TEST(landlock_refuses_truncation)
{
	need_landlock(3);
	CHECK_EQ_I64(perform(enter_landlock, truncate_file), EACCES);
}

TEST(landlock_refuses_tcp)
{
	need_landlock(4);
	CHECK_EQ_I64(perform(enter_landlock, connect_tcp), EACCES);
	CHECK_EQ_I64(perform(enter_landlock, listen_tcp), EACCES);
}

TEST(landlock_refuses_other_processes)
{
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	need_landlock(6);
	CHECK_EQ_I64(perform(enter_landlock, signal_parent), EPERM);
	abstract_address.sun_family = AF_UNIX;
	snprintf(abstract_address.sun_path + 1, sizeof(abstract_address.sun_path) - 1, "prec-test-%d", (int)getpid());
	CHECK_EQ_I64(bind(fd, (struct sockaddr *)&abstract_address, sizeof(abstract_address)), 0);
	CHECK_EQ_I64(listen(fd, 1), 0);
	CHECK_EQ_I64(perform(enter_landlock, connect_abstract), EPERM);
	close(fd);
}

TEST(seccomp_ends_intruders)
{
	static const struct expectation all[] = {
		DEED(execute, KILLED + SIGSYS),     DEED(trace_parent, KILLED + SIGSYS),
		DEED(read_parent, KILLED + SIGSYS), DEED(make_user_namespace, KILLED + SIGSYS),
		DEED(load_bpf, KILLED + SIGSYS),
	};

	need(enter_seccomp, "seccomp");
	expect(enter_seccomp, all, ARRAY_SIZE(all));
	expect(enter_seccomp_writing, all, ARRAY_SIZE(all));
}

TEST(seccomp_refuses)
{
	static const struct expectation all[] = {
		DEED(make_socket, ENOSYS),     DEED(make_process, EPERM),      DEED(signal_parent, ENOSYS),
		DEED(signal_other, EPERM),     DEED(map_code, EPERM),          DEED(turn_into_code, EPERM),
		DEED(type_on_terminal, EPERM), DEED(become_undumpable, EPERM), DEED(send_signals_by_file, EPERM),
		DEED(change_mode, ENOSYS),     DEED(call_unknown, ENOSYS),
	};

	need(enter_seccomp, "seccomp");
	expect(enter_seccomp, all, ARRAY_SIZE(all));
	expect(enter_seccomp_writing, all, ARRAY_SIZE(all));
}

TEST(seccomp_refuses_to_change_files_where_none_is_to_be)
{
	static const struct expectation all[] = {
		DEED(read_file, 0),          DEED(write_file, EPERM),        DEED(append_to_file, EPERM),
		DEED(make_new_file, EPERM),  DEED(make_unnamed_file, EPERM), DEED(remove_file, ENOSYS),
		DEED(rename_file, ENOSYS),   DEED(make_directory, ENOSYS),   DEED(make_link, ENOSYS),
		DEED(truncate_file, ENOSYS),
	};
	static const struct expectation allowed[] = {
		DEED(work_in_free, 0),
		DEED(link_in_links, 0),
		DEED(make_unnamed_spool, 0),
		DEED(write_file, 0),
	};

	need(enter_seccomp, "seccomp");
	expect(enter_seccomp, all, ARRAY_SIZE(all));
	unlink(at("links/link"));
	expect(enter_seccomp_writing, allowed, ARRAY_SIZE(allowed));
	unlink(at("links/link"));
}

#if defined(__x86_64__)
static int call_by_x32(void)
{
	return result_of(syscall(SYS_getpid | 0x40000000));
}

static int call_by_i386(void)
{
	long result = 20; /* getpid */

	__asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
	return result < 0 ? ENOSYS : 0;
}

static bool enter_nothing(void)
{
	return true;
}

TEST(seccomp_ends_calls_of_other_architectures)
{
	need(enter_seccomp, "seccomp");
	CHECK_EQ_I64(perform(enter_seccomp, call_by_x32), KILLED + SIGSYS);
	if (perform(enter_nothing, call_by_i386) != 0)
		test_skip("the kernel has no calls of i386");
	CHECK_EQ_I64(perform(enter_seccomp, call_by_i386), KILLED + SIGSYS);
}
#endif

TEST(reading_goes_on)
{
	static const struct expectation all[] = {
		DEED(read_file, 0),    DEED(look_around, 0),        DEED(run_threads, 0),
		DEED(use_memory, 0),   DEED(use_memfd, 0),          DEED(wait_for_child, 0),
		DEED(work_in_free, 0), DEED(make_unnamed_spool, 0), DEED(end_by_abort, KILLED + SIGABRT),
	};

	expect(enter_all, all, ARRAY_SIZE(all));
}

TEST(privileges_are_gone)
{
	CHECK_EQ_I64(perform(enter_all, look_at_status), 0);
}

TEST(root_reads_files_of_others_and_does_not_write_them)
{
	if (geteuid())
		test_skip("needs root");
	make_dir();
	make_file(at("others"));
	make_file(at("free/others"));
	CHECK_EQ_I64(chown(at("others"), 65534, 65534), 0);
	CHECK_EQ_I64(chown(at("free/others"), 65534, 65534), 0);
	CHECK_EQ_I64(perform(enter_all, read_file_of_others), 0);
	CHECK_EQ_I64(perform(enter_all, write_file_of_others), EACCES);
}

TEST(parts_have_names)
{
	CHECK_STR(sandbox_part_name(0), "no new privileges");
	CHECK_STR(sandbox_part_name(3), "seccomp");
	CHECK(!sandbox_part_name(4));
	CHECK_EQ_U64(SANDBOX_SECCOMP, 1 << 3);
}
