/*
 * latency: what reading a counter costs, and how long a short piece of code takes by it: the least of many times.
 *
 *	cc latency.c $(pkg-config --cflags --libs libprec) -o latency && ./latency [EVENT]
 *
 * A counter of the PMU is read without a system call where the machine allows it; others by read(2).
 */
#include <prec/counters.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TIMES 10000

static volatile unsigned char buffer[4096];

static void nothing(void)
{
}

static void touch(void)
{
	for (size_t i = 0; i < sizeof(buffer); i += 64)
		buffer[i]++;
}

static uint64_t least(struct prec_counters *counters, void (*code)(void))
{
	uint64_t best = UINT64_MAX;

	for (int i = 0; i < TIMES; i++) {
		const uint64_t start = prec_counter_rdpmc(counters, 0);

		code();
		const uint64_t took = prec_counter_rdpmc(counters, 0) - start;
		if (took < best)
			best = took;
	}
	return best;
}

int main(int argc, char **argv)
{
	const char *event = argc > 1 ? argv[1] : "task-clock";
	struct prec_counters *counters;
	struct prec_error err;

	if (prec_counters_open(&counters, event, NULL, &err)) {
		fprintf(stderr, "latency: %s\n", err.message);
		return 1;
	}
	prec_counters_enable(counters);
	printf("%s: nothing %" PRIu64 ", 64 cache lines %" PRIu64 "\n", event, least(counters, nothing),
	       least(counters, touch));
	prec_counters_close(counters);
	return 0;
}
