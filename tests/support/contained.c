/*
 * contained: a process in a container that says what code it makes at run time.
 *
 *	contained ROOT UID [PATH...]
 *
 * Takes ROOT as its root and becomes user UID; "-": stays as it is. Writes /tmp/perf-PID.map and /tmp/jit-PID.dump,
 * unless something of the name is there, maps the dump and each PATH executable, prints its PID, and spends a tenth of
 * a CPU's time until it is killed, or for a minute.
 */

#include <fcntl.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define WORK_NS  (300 * 1000)
#define PAUSE_US 3000

static void check(int failed, const char *what)
{
	if (!failed)
		return;
	perror(what);
	exit(2);
}

static void enter(const char *root, const char *user)
{
	uid_t uid = (uid_t)atoi(user);

	if (strcmp(root, "-"))
		check(chroot(root) || chdir("/"), root);
	if (strcmp(user, "-"))
		check(setgroups(0, NULL) || setgid(uid) || setuid(uid) || prctl(PR_SET_DUMPABLE, 1), user);
}

static void write_new(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0644);

	if (fd < 0)
		return;
	check(write(fd, text, strlen(text)) < 0, path);
	close(fd);
}

static void map(const char *path)
{
	int fd = open(path, O_RDONLY);

	check(fd < 0 || mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0) == MAP_FAILED, path);
	close(fd);
}

static long long used_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

int main(int argc, char **argv)
{
	char name[64];

	if (argc < 3) {
		fprintf(stderr, "usage: contained ROOT UID [PATH...]\n");
		return 2;
	}
	enter(argv[1], argv[2]);
	alarm(60);
	snprintf(name, sizeof(name), "/tmp/perf-%d.map", (int)getpid());
	write_new(name, "1000 100 name_in_the_map\n");
	snprintf(name, sizeof(name), "/tmp/jit-%d.dump", (int)getpid());
	write_new(name, "name_in_the_dump");
	map(name);
	for (int i = 3; i < argc; i++)
		map(argv[i]);
	printf("%d\n", (int)getpid());
	fflush(stdout);
	for (;;) {
		for (long long end = used_ns() + WORK_NS; used_ns() < end;)
			continue;
		usleep(PAUSE_US);
	}
}
