/*
 * toucher: accesses to memory whose numbers and addresses are known.
 *
 *	toucher PAGES WRITES
 *
 * Prints "VARIABLE REGION SIZE", the address of the variable touched and of a region of PAGES pages, in hexadecimal,
 * and the size of a page; waits for a line on standard input; then writes the variable WRITES times, from
 * touch_variable, and one byte in each page of the region, from touch_pages.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define REGION 0x200000000000ull /* where nothing else is, sanitizers' own memory neither */

static volatile uint64_t touched __attribute__((aligned(64)));

static __attribute__((noinline)) void touch_variable(long writes)
{
	for (long i = 0; i < writes; i++)
		touched = (uint64_t)i;
}

static __attribute__((noinline)) void touch_pages(volatile char *region, long pages, long size)
{
	for (long i = 0; i < pages; i++)
		region[i * size] = 1;
}

int main(int argc, char **argv)
{
	long pages = argc == 3 ? strtol(argv[1], NULL, 10) : 0, writes = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
	long size = sysconf(_SC_PAGESIZE);
	char *region;

	if (pages < 1 || pages > 1 << 20) {
		fprintf(stderr, "usage: toucher PAGES WRITES\n");
		return 2;
	}
	region = mmap((void *)REGION, (size_t)(pages * size), PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	/* A fault for each page, not one for many. */
	if (region == MAP_FAILED || madvise(region, (size_t)(pages * size), MADV_NOHUGEPAGE)) {
		perror("toucher");
		return 1;
	}
	printf("%lx %lx %ld\n", (unsigned long)&touched, (unsigned long)region, size);
	fflush(stdout);
	if (getchar() == EOF)
		return 1;
	touch_variable(writes);
	touch_pages(region, pages, size);
	return 0;
}
