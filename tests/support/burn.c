/*
 * burn: spends CPU time in known functions in known shares, for a number of milliseconds.
 *
 *	burn [MILLISECONDS [THREADS [orphans|gently|altogether]]]
 *
 * The milliseconds are of CPU time of each thread in these functions, so that a recording has as many samples on a busy
 * machine. What starting takes is not among them: under AddressSanitizer that may be more.
 *
 * Of the time, burn_half gets 1/2, burn_third 1/3, burn_sixth 1/6: each runs the same chain of dependent
 * multiplications, so that the shares are those of the counts whatever the machine. Called through burn_outer, for
 * callchains. Prints the rounds it made, so that nothing can be left out. orphans: the first thread ends at once, and
 * the others go on without it. gently: each thread sleeps nine tenths of the time. altogether: what starting takes is
 * among the milliseconds.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CHAIN    2000
#define PAUSE_US 3000 /* a round takes some 300 */

static long long budget_ns;
static bool gently, altogether;

static long long used_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

#define BURN_FUNCTION(name, share)                        \
	double name(double x);                            \
	__attribute__((noinline)) double name(double x)   \
	{                                                 \
		for (int i = 0; i < CHAIN * (share); i++) \
			x = x * 1.0000001 + 0.5;          \
		return x;                                 \
	}

BURN_FUNCTION(burn_half, 3)
BURN_FUNCTION(burn_third, 2)
BURN_FUNCTION(burn_sixth, 1)

double burn_outer(double x);
__attribute__((noinline)) double burn_outer(double x)
{
	return burn_half(x) + burn_third(x + 1) + burn_sixth(x + 2);
}

static void *burn_thread(void *rounds)
{
	const long long end_ns = (altogether ? 0 : used_ns()) + budget_ns;
	double x = 1;

	while (used_ns() < end_ns) {
		for (int i = 0; i < 10; i++)
			x = burn_outer(x);
		++*(long *)rounds;
		if (gently)
			usleep(PAUSE_US);
	}
	return x > 0 ? rounds : NULL;
}

int main(int argc, char **argv)
{
	long ms = argc > 1 ? atol(argv[1]) : 1000;
	int n = argc > 2 ? atoi(argv[2]) : 1;
	static long rounds[64]; /* not on the first thread's stack */
	pthread_t threads[64];
	long total = 0;

	if (ms <= 0 || n < 1 || n > 64) {
		fprintf(stderr, "usage: burn [MILLISECONDS [THREADS [orphans|gently|altogether]]]\n");
		return 2;
	}
	gently = argc > 3 && !strcmp(argv[3], "gently");
	altogether = argc > 3 && !strcmp(argv[3], "altogether");
	budget_ns = ms * 1000000ll;
	for (int i = 1; i < n; i++)
		if (pthread_create(&threads[i], NULL, burn_thread, &rounds[i]))
			return 1;
	if (argc > 3 && !strcmp(argv[3], "orphans"))
		pthread_exit(NULL);
	burn_thread(&rounds[0]);
	for (int i = 1; i < n; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < n; i++)
		total += rounds[i];
	printf("%ld rounds\n", total);
	return 0;
}
