/*
 * forker: makes sideband records as fast as it can: children that map code, change their name, exec and exit.
 *
 *	forker [MILLISECONDS]
 *
 * Prints how many children it started and how many mappings they made, so that a recording can be checked for
 * every one of them.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAPS_PER_CHILD 8

static long long now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

/* Executable pages over each other at one address: each is a new mapping there. */
static void child(const char *self)
{
	void *at = NULL;

	prctl(PR_SET_NAME, "forker-child");
	for (int i = 0; i < MAPS_PER_CHILD; i++) {
		int flags = MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED : 0);

		at = mmap(at, 4096, PROT_READ | PROT_EXEC, flags, -1, 0);
		if (at == MAP_FAILED)
			_exit(1);
	}
	execl(self, "forker", "--exit", (char *)NULL);
	_exit(1);
}

int main(int argc, char **argv)
{
	long long deadline;
	long children = 0;

	if (argc > 1 && !strcmp(argv[1], "--exit"))
		return 0;
	deadline = now_ns() + (argc > 1 ? atoll(argv[1]) : 1000) * 1000000ll;
	while (now_ns() < deadline) {
		pid_t pid = fork();
		int status;

		if (pid < 0)
			return 1;
		if (!pid)
			child("/proc/self/exe");
		if (waitpid(pid, &status, 0) != pid || status)
			return 1;
		children++;
	}
	printf("%ld children %d maps\n", children, MAPS_PER_CHILD);
	return 0;
}
