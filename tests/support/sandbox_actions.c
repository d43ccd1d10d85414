#include "tests/support/sandbox_actions.h"

#include "common/bytes.h"
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
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct sockaddr_un sandbox_abstract_address;

static char sandbox_dir[64];

const char *sandbox_at(const char *name)
{
	static char paths[4][128];
	static unsigned next;
	char *path = paths[next++ % ARRAY_SIZE(paths)];

	snprintf(path, sizeof(paths[0]), "%s/%s", sandbox_dir, name);
	return path;
}

void sandbox_make_file(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT, 0600);

	CHECK(fd >= 0);
	CHECK_EQ_I64(write(fd, "text", 4), 4);
	close(fd);
}

void sandbox_make_dir(void)
{
	if (*sandbox_dir)
		return;
	strcpy(sandbox_dir, "/tmp/prec-test-sandbox.XXXXXX");
	CHECK(mkdtemp(sandbox_dir));
	CHECK_EQ_I64(mkdir(sandbox_at("free"), 0700), 0);
	CHECK_EQ_I64(mkdir(sandbox_at("links"), 0700), 0);
	CHECK_EQ_I64(mkdir(sandbox_at("spool"), 0700), 0);
	sandbox_make_file(sandbox_at("file"));
	sandbox_make_file(sandbox_at("free/file"));
}

__attribute__((destructor)) static void remove_dir(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", sandbox_dir);
	if (*sandbox_dir && system(command))
		fprintf(stderr, "%s is left behind\n", sandbox_dir);
}

static int result_of(long result)
{
	return result < 0 ? errno : 0;
}

static int open_for(const char *path, int flags)
{
	int fd = open(path, flags, 0600);
	int result = result_of(fd);

	if (fd >= 0)
		close(fd);
	return result;
}

int action_read_file(void)
{
	return open_for(sandbox_at("file"), O_RDONLY);
}

int action_write_file(void)
{
	return open_for(sandbox_at("file"), O_WRONLY);
}

int action_append_to_file(void)
{
	return open_for(sandbox_at("file"), O_RDWR | O_APPEND);
}

int action_make_new_file(void)
{
	return open_for(sandbox_at("new"), O_WRONLY | O_CREAT);
}

int action_make_unnamed_file(void)
{
	return open_for(sandbox_dir, O_TMPFILE | O_RDWR);
}

int action_make_unnamed_spool(void)
{
	return open_for(sandbox_at("spool"), O_TMPFILE | O_RDWR);
}

int action_make_named_spool(void)
{
	return open_for(sandbox_at("spool/new"), O_WRONLY | O_CREAT);
}

int action_remove_file(void)
{
	return result_of(unlink(sandbox_at("file")));
}

int action_rename_file(void)
{
	return result_of(rename(sandbox_at("file"), sandbox_at("other")));
}

int action_move_file_in(void)
{
	return result_of(rename(sandbox_at("file"), sandbox_at("free/moved")));
}

int action_make_directory(void)
{
	return result_of(mkdir(sandbox_at("new"), 0700));
}

int action_make_link(void)
{
	return result_of(symlink("file", sandbox_at("new")));
}

int action_truncate_file(void)
{
	return result_of(truncate(sandbox_at("file"), 0));
}

int action_execute(void)
{
	execl("/bin/true", "true", NULL);
	return errno;
}

int action_work_in_free(void)
{
	int result = open_for(sandbox_at("free/new"), O_RDWR | O_CREAT | O_EXCL);

	if (!result)
		result = result_of(rename(sandbox_at("free/new"), sandbox_at("free/named")));
	if (!result)
		result = open_for(sandbox_at("free/named"), O_WRONLY | O_TRUNC);
	return result ? result : result_of(unlink(sandbox_at("free/named")));
}

int action_link_in_free(void)
{
	return result_of(symlink("file", sandbox_at("free/link")));
}

int action_link_in_links(void)
{
	return result_of(symlink("../file", sandbox_at("links/link")));
}

int action_file_in_links(void)
{
	return open_for(sandbox_at("links/file"), O_WRONLY | O_CREAT);
}

int action_signal_parent(void)
{
	return result_of(kill(getppid(), 0));
}

int action_connect_tcp(void)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(9) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return fd < 0 ? errno : result_of(connect(fd, (struct sockaddr *)&to, sizeof(to)));
}

int action_listen_tcp(void)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(34567) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	return fd < 0 ? errno : result_of(bind(fd, (struct sockaddr *)&to, sizeof(to)));
}

int action_connect_abstract(void)
{
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	return fd < 0 ? errno
		      : result_of(connect(fd, (struct sockaddr *)&sandbox_abstract_address,
					  sizeof(sandbox_abstract_address)));
}

int action_make_socket(void)
{
	return result_of(socket(AF_INET, SOCK_STREAM, 0));
}

int action_trace_parent(void)
{
	return result_of(syscall(SYS_ptrace, 16 /* PTRACE_ATTACH */, getppid(), 0, 0));
}

int action_read_parent(void)
{
	return result_of(syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0));
}

int action_make_user_namespace(void)
{
	return result_of(unshare(CLONE_NEWUSER));
}

int action_load_bpf(void)
{
	return result_of(syscall(SYS_bpf, 0, NULL, 0));
}

int action_make_process(void)
{
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	return result_of(pid);
}

int action_map_code(void)
{
	return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? errno : 0;
}

int action_turn_into_code(void)
{
	void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return page == MAP_FAILED ? 0 : result_of(mprotect(page, 4096, PROT_READ | PROT_EXEC));
}

int action_type_on_terminal(void)
{
	return result_of(ioctl(0, TIOCSTI, "x"));
}

int action_become_undumpable(void)
{
	return result_of(prctl(PR_SET_DUMPABLE, 0, 0, 0, 0));
}

int action_send_signals_by_file(void)
{
	return result_of(fcntl(0, F_SETOWN, getppid()));
}

int action_signal_other(void)
{
	return result_of(syscall(SYS_tgkill, getppid(), getppid(), 0));
}

int action_change_mode(void)
{
	return result_of(chmod(sandbox_at("file"), 0666));
}

int action_call_unknown(void)
{
	return result_of(syscall(2000));
}

int action_end_by_abort(void)
{
	abort();
}

int action_wait_for_child(void)
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

int action_run_threads(void)
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

int action_use_memory(void)
{
	size_t size = 64u << 20;
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return errno;
	p[size - 1] = 1;
	p = mremap(p, size, 2 * size, MREMAP_MAYMOVE);
	return p == MAP_FAILED ? errno : result_of(madvise(p, size, MADV_DONTNEED)) | result_of(munmap(p, 2 * size));
}

int action_use_memfd(void)
{
	int fd = memfd_create("test", MFD_CLOEXEC);

	return fd < 0 ? errno : write(fd, "x", 1) == 1 && pwrite(fd, "y", 1, 7) == 1 ? 0 : errno;
}

int action_look_around(void)
{
	DIR *d = opendir(sandbox_dir);
	struct stat st;
	int n = 0;

	while (d && readdir(d))
		n++;
	if (!d || n < 5 || stat(sandbox_at("file"), &st) || access(sandbox_at("file"), R_OK))
		return errno ? errno : EINVAL;
	return closedir(d) || isatty(0) < 0 || sysconf(_SC_NPROCESSORS_ONLN) < 1 || !getpid();
}

/* The number after a name in /proc/self/status. */
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

int action_look_at_status(void)
{
	uint64_t kept = 1ull << CAP_DAC_READ_SEARCH | 1ull << CAP_SYSLOG;

	if (status_number("NoNewPrivs", 10) != 1)
		return 1;
	if ((status_number("CapPrm", 16) | status_number("CapEff", 16)) & ~kept)
		return 2;
	return status_number("CapInh", 16) || status_number("CapAmb", 16) ? 3 : 0;
}

int action_read_file_of_others(void)
{
	return open_for(sandbox_at("others"), O_RDONLY);
}

int action_write_file_of_others(void)
{
	return open_for(sandbox_at("free/others"), O_WRONLY);
}

#if defined(__x86_64__)
int action_call_by_x32(void)
{
	return result_of(syscall(SYS_getpid | 0x40000000));
}

int action_call_by_i386(void)
{
	long result = 20; /* getpid */

	__asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
	return result < 0 ? ENOSYS : 0;
}
#endif
