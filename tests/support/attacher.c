/*
 * attacher: has a recorder attach and detach processes of its own, and says which of their page faults it must have.
 *
 *	attacher PROCESSES ROUNDS RECORDER CTL ACK
 *
 * RECORDER: a process of prec record --control fifo:CTL,ACK. In each round one of the processes, by chance, is attached
 * if it is not, else detached. After the answer it touches a page that it has never touched, every third time in a new
 * child, every fifth time in a new thread. Each page has an address of its own from ATTACHER_BASE on. While a child
 * lives its parent is detached, and the child touches a page that must not be recorded.
 *
 * Prints a line "PID ADDRESS" for each page that was touched while its process was attached, and to standard error
 * "fds BEFORE AFTER, kB BEFORE AFTER" of the recorder, after the first tenth of the rounds and after all, with all
 * processes detached.
 */
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define ATTACHER_BASE ((char *)0x200000000000) /* AddressSanitizer has its shadow below */
#define PAGE          4096ul
#define ANSWER_MS     60000 /* a recorder that has ended never answers */

enum action { TOUCH = 1, TOUCH_IN_CHILD, TOUCH_IN_THREAD, START_CHILD, TOUCH_OLD_CHILD };

struct order {
	enum action action;
	uint64_t page;
};

struct process {
	pid_t pid;
	int fd; /* orders, and the pid that did it */
	bool attached;
};

static int ctl, ack, n_processes;
static struct process *processes;
static const char *recorder;
static uint64_t next_page;

__attribute__((noreturn)) static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void *touch(void *page)
{
	*(volatile char *)page = 1;
	return NULL;
}

static pid_t in_thread(char *page)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, touch, page) || pthread_join(thread, NULL))
		die("attacher: thread");
	return getpid();
}

static pid_t in_child(char *page)
{
	pid_t pid = fork();

	if (!pid) {
		touch(page);
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, NULL, 0) != pid)
		die("attacher: child");
	return pid;
}

/* A child that lives until it is to touch a page. */
static pid_t start_child(int *fd)
{
	int ends[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		die("attacher: socketpair");
	pid = fork();
	if (!pid) {
		char *page;

		close(ends[0]);
		if (write(ends[1], "r", 1) == 1 && read(ends[1], &page, sizeof(page)) == sizeof(page))
			touch(page);
		_exit(0);
	}
	close(ends[1]);
	*fd = ends[0];
	if (read(*fd, ends, 1) != 1)
		die("attacher: child");
	return pid;
}

static pid_t end_child(int fd, pid_t pid, char *page)
{
	if (write(fd, &page, sizeof(page)) != sizeof(page) || waitpid(pid, NULL, 0) != pid)
		die("attacher: child");
	close(fd);
	return pid;
}

__attribute__((noreturn)) static void work(int fd)
{
	struct order order;
	pid_t child = 0;
	int child_fd = -1;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (read(fd, &order, sizeof(order)) == sizeof(order)) {
		char *page = ATTACHER_BASE + order.page * PAGE;
		pid_t pid = getpid();

		switch (order.action) {
		case TOUCH: touch(page); break;
		case TOUCH_IN_CHILD: pid = in_child(page); break;
		case TOUCH_IN_THREAD: pid = in_thread(page); break;
		case START_CHILD: child = pid = start_child(&child_fd); break;
		case TOUCH_OLD_CHILD: pid = end_child(child_fd, child, page); break;
		}
		if (write(fd, &pid, sizeof(pid)) != sizeof(pid))
			break;
	}
	_exit(0);
}

static pid_t do_order(struct process *p, enum action action, bool recorded)
{
	struct order order = { action, next_page++ };
	pid_t pid;

	if (write(p->fd, &order, sizeof(order)) != sizeof(order) || read(p->fd, &pid, sizeof(pid)) != sizeof(pid))
		die("attacher: order");
	if (recorded)
		printf("%d %lx\n", pid, (unsigned long)(ATTACHER_BASE + order.page * PAGE));
	return pid;
}

static void ask(const char *word, pid_t pid)
{
	struct pollfd wait = { .fd = ack, .events = POLLIN };
	char text[64], answer[256];
	int size = snprintf(text, sizeof(text), "%s %d\n", word, pid);
	size_t n = 0;

	if (write(ctl, text, (size_t)size) != size)
		die("attacher: command");
	while (n < sizeof(answer) - 1 && poll(&wait, 1, ANSWER_MS) == 1 && read(ack, answer + n, 1) == 1 &&
	       answer[n] != '\n')
		n++;
	answer[n] = 0;
	if (strcmp(answer, "ack")) {
		fprintf(stderr, "attacher: '%s %d': %s\n", word, pid, answer);
		exit(1);
	}
}

static void start_processes(void)
{
	for (int i = 0; i < n_processes; i++) {
		int ends[2];
		pid_t pid;

		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
			die("attacher: socketpair");
		pid = fork();
		if (!pid) {
			close(ends[0]);
			for (int j = 0; j < i; j++)
				close(processes[j].fd);
			work(ends[1]);
		}
		if (pid < 0)
			die("attacher: fork");
		close(ends[1]);
		processes[i] = (struct process){ .pid = pid, .fd = ends[0] };
	}
}

static void take_turn(struct process *p, int round)
{
	bool has_child = p->attached && round % 4 == 0;

	if (has_child)
		do_order(p, START_CHILD, false);
	ask(p->attached ? "detach" : "attach", p->pid);
	p->attached = !p->attached;
	if (has_child)
		do_order(p, TOUCH_OLD_CHILD, false);
	do_order(p, TOUCH, p->attached);
	if (round % 3 == 0)
		do_order(p, TOUCH_IN_CHILD, p->attached);
	if (round % 5 == 0)
		do_order(p, TOUCH_IN_THREAD, p->attached);
}

static void detach_all(void)
{
	for (int i = 0; i < n_processes; i++)
		if (processes[i].attached) {
			ask("detach", processes[i].pid);
			processes[i].attached = false;
		}
}

static int count_files(void)
{
	char path[64];
	DIR *dir;
	int n = 0;

	snprintf(path, sizeof(path), "/proc/%s/fd", recorder);
	dir = opendir(path);
	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

static int count_memory(void)
{
	char path[64], line[256];
	FILE *file;
	int kilobytes = 0;

	snprintf(path, sizeof(path), "/proc/%s/status", recorder);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof(line), file))
		sscanf(line, "VmRSS: %d", &kilobytes);
	if (file)
		fclose(file);
	return kilobytes;
}

int main(int argc, char **argv)
{
	int rounds = argc == 6 ? atoi(argv[2]) : 0;
	uint64_t seed = 88172645463325252u;
	int files = 0, memory = 0;
	char *pages;

	n_processes = rounds ? atoi(argv[1]) : 0;
	if (n_processes < 1)
		return 2;
	recorder = argv[3];
	ctl = open(argv[4], O_RDWR | O_CLOEXEC);
	ack = open(argv[5], O_RDWR | O_CLOEXEC);
	processes = calloc((size_t)n_processes, sizeof(*processes));
	pages = mmap(ATTACHER_BASE, (size_t)rounds * 6 * PAGE, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
	if (ctl < 0 || ack < 0 || !processes || pages != ATTACHER_BASE)
		die("attacher");
	madvise(pages, (size_t)rounds * 6 * PAGE, MADV_NOHUGEPAGE);
	start_processes();
	for (int round = 0; round < rounds; round++) {
		seed ^= seed << 13;
		seed ^= seed >> 7;
		seed ^= seed << 17;
		take_turn(&processes[seed % (uint64_t)n_processes], round);
		if (round == rounds / 10) {
			detach_all();
			files = count_files();
			memory = count_memory();
		}
	}
	detach_all();
	fprintf(stderr, "fds %d %d, kB %d %d\n", files, count_files(), memory, count_memory());
	return 0;
}
