/*
 * count: counts a group of events around one function of this program.
 *
 *	cc count.c $(pkg-config --cflags --libs libprec) -o count && ./count
 * ['{page-faults,context-switches},task-clock']
 */
#include <prec/counters.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE (16u << 20)

/* Touches memory that the kernel has yet to find. */
static void work(void)
{
	char *volatile memory = malloc(SIZE);

	if (memory)
		memset(memory, 1, SIZE);
	free(memory);
}

static void show(const struct prec_counters *counters, size_t event, const struct prec_count *count)
{
	struct prec_counter_info info;

	prec_counters_info(counters, event, &info);
	if (!info.is_supported)
		printf("%20s  %s\n", "<not supported>", info.name);
	else
		printf("%20.0f%s%s  %s\n", (double)count->scaled * info.scale, *info.unit ? " " : "", info.unit,
		       info.name);
}

int main(int argc, char **argv)
{
	const char *events = argc > 1 ? argv[1] : "{page-faults,context-switches},task-clock,cycles,instructions";
	struct prec_counters *counters;
	struct prec_count *counts;
	struct prec_error err;
	size_t n;
	int result;

	/* No target is the calling thread. */
	if (prec_counters_open(&counters, events, NULL, &err)) {
		fprintf(stderr, "count: %s\n", err.message);
		return 1;
	}
	n = prec_counters_size(counters);
	counts = calloc(n, sizeof(*counts));
	prec_counters_enable(counters);
	work();
	prec_counters_disable(counters);
	result = counts ? prec_counters_read(counters, counts, n) : -1;
	for (size_t i = 0; result >= 0 && i < n; i++)
		show(counters, i, &counts[i]);
	free(counts);
	prec_counters_close(counters);
	return result < 0;
}
