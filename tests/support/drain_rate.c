/*
 * drain_rate RINGS THREADS LEVEL RECORDS: how fast rings are drained, packed by zstd at LEVEL (0: not) and written to a
 * file without a name, in memory. THREADS 0: by the session's thread alone. Prints a line: records drained, nanoseconds
 * that it took, and of CPU time.
 *
 * The rings, of 512 KiB each, are full at the beginning of every round: what they hold is made once, since draining
 * does not change it.
 */
#include "common/clock_ns.h"
#include "tests/support/made_rings.h"
#include "tests/support/random.h"

#include <stdio.h>
#include <stdlib.h>

#define RING_BYTES   (512 * 1024)
#define CALLERS      10
#define RECORD_BYTES (8 * (6 + CALLERS)) /* a power of two, so that they fill a ring */
#define N_ADDRESSES  500                 /* in the program that is sampled */

static void must(int result, const char *what)
{
	if (!result)
		return;
	fprintf(stderr, "drain_rate: %s (%d)\n", what, result);
	exit(1);
}

static void fill(struct made_rings *m, unsigned ring)
{
	uint64_t time = 1000000000;

	for (unsigned i = 0; i < RING_BYTES / RECORD_BYTES; i++) {
		const uint64_t address = random_below(N_ADDRESSES);
		const struct made_sample sample = { .ip = 0x400000 + address * address * 16,
						    .time = time += 200000 + random_below(100000),
						    .pid = 1000 + (uint32_t)(address % 7),
						    .n_callers = CALLERS };

		must(!made_rings_put_sample(m, ring, &sample), "a ring is full too early");
	}
}

static void run(struct made_rings *m, unsigned rounds)
{
	uint64_t wall, cpu;

	must(made_rings_round(m, NULL), "a round failed");
	wall = clock_now();
	cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	for (unsigned i = 0; i < rounds; i++) {
		for (unsigned ring = MADE_FIRST; ring < m->n; ring++)
			made_rings_repeat(m, ring);
		must(made_rings_round(m, NULL), "a round failed");
	}
	printf("%llu %llu %llu\n", (unsigned long long)rounds * (m->n - 1) * (RING_BYTES / RECORD_BYTES),
	       (unsigned long long)(clock_now() - wall),
	       (unsigned long long)(clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu));
}

static void measure(unsigned n_rings, unsigned n_threads, int level, unsigned long records)
{
	const struct thread_spec spec = { .kind = n_threads ? THREAD_NUMBER : THREAD_NONE, .n = n_threads };
	struct session_config config = { .level = level, .keep_files = true, .wants_build_ids = true };
	unsigned long in_round = (unsigned long)n_rings * (RING_BYTES / RECORD_BYTES);
	struct thread_masks masks;
	struct made_rings m;
	struct cpulist cpus;
	char list[32];

	snprintf(list, sizeof(list), "0-%u", n_rings - 1);
	must(cpulist_parse(&cpus, list, NULL), "no list of CPUs");
	must(thread_masks_make(&masks, &spec, &cpus, false, &(struct host_roots){ 0 }, NULL), "no threads");
	config.threads = &masks;
	made_rings_init(&m, n_rings, RING_BYTES, &config);
	for (unsigned i = MADE_FIRST; i < m.n; i++)
		fill(&m, i);
	made_rings_begin(&m, false);
	run(&m, records > in_round ? (unsigned)(records / in_round) : 1);
	drain_end(&m.drain);
	made_rings_fini(&m);
	thread_masks_fini(&masks);
	cpulist_fini(&cpus);
}

int main(int argc, char **argv)
{
	unsigned n_rings = argc == 5 ? (unsigned)atoi(argv[1]) : 0;

	if (!n_rings || n_rings > 4096) {
		fprintf(stderr, "usage: drain_rate RINGS THREADS LEVEL RECORDS\n");
		return 2;
	}
	measure(n_rings, (unsigned)atoi(argv[2]), atoi(argv[3]), strtoul(argv[4], NULL, 10));
	return 0;
}
