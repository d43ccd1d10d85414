/*
 * syscaller: a load of tracepoint records: THREADS threads call getpid(2).
 *
 *	syscaller MILLISECONDS [THREADS]	for so long
 *	syscaller -n CALLS [THREADS]		so many times each
 *
 * getpid takes no argument; here its first one is the number of the thread's call, from 0 on, which
 * raw_syscalls:sys_enter records.
 *
 * Prints "N calls, R a second". With -n the system calls of a run are the same from run to run but for the number of
 * calls: no clock is read on the way, which is a system call too where the vdso cannot answer. With 0 THREADS the main
 * thread itself makes the calls.
 */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define BATCH       1000
#define THREADS_MAX 64

struct load {
	long long deadline; /* in ns, or 0: calls counts */
	long calls;
};

static long long now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void *call(void *context)
{
	struct load *load = context;
	long done = 0;

	while (load->deadline ? now_ns() < load->deadline : done < load->calls)
		for (int i = 0; i < BATCH; i++, done++)
			syscall(SYS_getpid, done);
	load->calls = done;
	return NULL;
}

int main(int argc, char **argv)
{
	int by_number = argc > 2 && !strcmp(argv[1], "-n");
	int threads_given = argc > 2 + by_number ? atoi(argv[2 + by_number]) : 2;
	int n = threads_given ? threads_given : 1;
	long long start = now_ns();
	pthread_t threads[THREADS_MAX];
	struct load loads[THREADS_MAX] = { { 0, 0 } };
	long total = 0;

	if (argc < 2 || n < 1 || n > THREADS_MAX) {
		fprintf(stderr, "usage: syscaller MILLISECONDS|-n CALLS [THREADS]\n");
		return 2;
	}
	for (int i = 0; i < n; i++) {
		loads[i].deadline = by_number ? 0 : start + atoll(argv[1]) * 1000000;
		loads[i].calls = by_number ? atol(argv[2]) : 0;
		if (threads_given && pthread_create(&threads[i], NULL, call, &loads[i]))
			return 1;
	}
	for (int i = 0; i < n; i++) {
		if (threads_given)
			pthread_join(threads[i], NULL);
		else
			call(&loads[i]);
		total += loads[i].calls;
	}
	printf("%ld calls, %.0f a second\n", total, (double)total * 1e9 / (double)(now_ns() - start));
	return 0;
}
