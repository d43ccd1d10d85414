/*
 * measure: runs a command and writes what it took to FILE, as one line:
 *
 *	measure FILE COMMAND [ARGS]
 *
 *	wall_s user_s sys_s max_rss_kib peak_anon_kib exit_status
 *
 * max_rss is the kernel's figure, mapped file pages included. peak_anon is RssAnon of the command's own process, read
 * every 2 ms: memory it asked for. The times are those of the command and of the children it waited for.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* RssAnon in KiB, 0 when the process is gone. */
static long anonymous_kib(pid_t pid)
{
	char path[64], line[256];
	long kib = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f))
		if (!strncmp(line, "RssAnon:", 8))
			kib = atol(line + 8);
	if (f)
		fclose(f);
	return kib;
}

static double seconds(const struct timeval *t)
{
	return (double)t->tv_sec + (double)t->tv_usec / 1e6;
}

int main(int argc, char **argv)
{
	struct timespec pause = { .tv_nsec = 2000000 };
	struct rusage usage;
	double start = now(), wall;
	long peak = 0;
	int status;
	FILE *out;
	pid_t pid;

	if (argc < 3)
		return 2;
	pid = fork();
	if (pid < 0)
		return 2;
	if (!pid) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	for (;;) {
		pid_t done = wait4(pid, &status, WNOHANG, &usage);
		long kib;

		if (done)
			break;
		kib = anonymous_kib(pid);
		peak = kib > peak ? kib : peak;
		nanosleep(&pause, NULL);
	}
	wall = now() - start;
	out = fopen(argv[1], "w");
	if (!out)
		return 2;
	fprintf(out, "%.4f %.4f %.4f %ld %ld %d\n", wall, seconds(&usage.ru_utime), seconds(&usage.ru_stime),
		usage.ru_maxrss, peak, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
	return fclose(out) ? 2 : 0;
}
