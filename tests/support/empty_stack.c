/*
 * empty_stack SECONDS: spends CPU time above a stack of a megabyte of zeroes, which a recording of stacks then holds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static volatile long sum;

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

__attribute__((noinline)) static void spin(const volatile char *zeroes, double seconds)
{
	while (cpu_seconds() < seconds)
		for (int i = 0; i < 100000; i++)
			sum += zeroes[i];
}

int main(int argc, char **argv)
{
	volatile char zeroes[1 << 20];

	if (argc != 2)
		return 2;
	memset((char *)zeroes, 0, sizeof(zeroes));
	spin(zeroes, atof(argv[1]));
	return printf("%ld\n", sum) < 0;
}
