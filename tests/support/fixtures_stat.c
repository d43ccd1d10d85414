/* Fixtures: counts, as perf stat record keeps them. */
#include "tests/support/fixture_tables.h"

#include "formats/feature/features_encode.h"
#include "formats/record/private_record.h"
#include "formats/record/stat_record.h"

#include <string.h>

#define N_CPUS  4
#define MS      1000000ull
#define READ_ID 31 /* of the one counter of memory reads */

static const struct event_attr counting = { .size = ATTR_SIZE_VER7,
					    .type = PERF_TYPE_SOFTWARE,
					    .sample_type = PERF_SAMPLE_IDENTIFIER,
					    .read_format =
						    PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING };

static void add_event(struct perf_builder *b, const char *name, uint32_t type, uint64_t config, uint64_t id, int n_ids)
{
	struct event_attr attr = counting;
	uint64_t ids[N_CPUS];

	attr.type = type;
	attr.config = config;
	for (int i = 0; i < n_ids; i++)
		ids[i] = id + (uint64_t)i;
	perf_builder_event(b, &attr, name, ids, n_ids);
}

static void put_count(struct perf_builder *b, uint64_t id, int cpu, int thread, uint64_t value, uint64_t ns)
{
	stat_record_put(&b->records, &(struct stat_record){ id, cpu, thread, value, ns, ns });
}

static void put_round(struct perf_builder *b, enum stat_round_type type, uint64_t time)
{
	stat_round_put(&b->records, &(struct stat_round){ type, time });
}

static void add_feature(struct perf_builder *b, unsigned bit, const struct buffer *section)
{
	perf_builder_feature(b, (int)bit, section->data, section->size);
}

/* Two sockets with two cores each, which are a node with a cache of its own each. */
static void add_machine(struct perf_builder *b)
{
	static const struct feature_cpu cpus[N_CPUS] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 } };
	static const char *const cores[] = { "0-1", "2-3" }, *const threads[] = { "0", "1", "2", "3" };
	static const struct feature_topology topology = { .cores = cores,
							  .n_cores = 2,
							  .threads = threads,
							  .n_threads = N_CPUS,
							  .dies = cores,
							  .n_dies = 2,
							  .cpus = cpus,
							  .n_cpus = N_CPUS };
	static const struct feature_numa_node nodes[] = { { 0, 1000, 500, "0-1" }, { 2, 1000, 500, "2-3" } };
	static const struct feature_cache caches[] = { { 1, 64, 64, 8, "Data", "32K", "0" },
						       { 1, 64, 64, 8, "Instruction", "32K", "0" },
						       { 3, 64, 64, 8, "Unified", "32M", "0-1" },
						       { 3, 64, 64, 8, "Unified", "32M", "2-3" } };
	static const char *const words[] = { "perf", "stat", "record", "-a" };
	struct buffer section;

	buffer_init(&section);
	section.swap = b->flags & PERF_BUILDER_SWAP;
	perf_builder_feature_string(b, FEATURE_VERSION, "6.1.0");
	perf_builder_feature_nrcpus(b, N_CPUS, N_CPUS);
	perf_builder_feature_cmdline(b, (int)ARRAY_SIZE(words), words);
	perf_builder_feature_event_desc(b);
	feature_encode_cpu_topology(&section, &topology);
	add_feature(b, FEATURE_CPU_TOPOLOGY, &section);
	buffer_clear(&section);
	feature_encode_numa_topology(&section, nodes, ARRAY_SIZE(nodes));
	add_feature(b, FEATURE_NUMA_TOPOLOGY, &section);
	perf_builder_feature(b, FEATURE_STAT, "", 0);
	buffer_clear(&section);
	feature_encode_cache(&section, caches, ARRAY_SIZE(caches));
	add_feature(b, FEATURE_CACHE, &section);
	buffer_fini(&section);
}

/* Of each CPU clock and page faults, of the first alone a count with a unit, and one that there is not. */
static void build_cpus(struct perf_builder *b)
{
	static const int cpus[N_CPUS] = { 0, 1, 2, 3 };
	const struct stat_thread nobody = { .tid = -1 };

	add_event(b, "cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, 11, N_CPUS);
	add_event(b, "page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 21, N_CPUS);
	add_event(b, "memory/reads/", 40, 1, READ_ID, 1);
	add_event(b, "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 0, 0);
	stat_unit_put(&b->records, 11, "msec");
	stat_scale_put(&b->records, 11, 1e-6);
	private_record_put_event_cgroup(&b->records, 1, "web");
	stat_unit_put(&b->records, READ_ID, "MiB");
	stat_scale_put(&b->records, READ_ID, 0.25);
	stat_event_cpus_put(&b->records, READ_ID, cpus, 1);
	stat_threads_put(&b->records, &nobody, 1);
	stat_cpus_put(&b->records, cpus, N_CPUS);
	stat_config_put(&b->records, &(struct stat_config){ .mode = STAT_MODE_GLOBAL, .interval = 10, .scale = 1 });
	for (uint64_t round = 1; round <= 2; round++) {
		for (int cpu = 0; cpu < N_CPUS; cpu++) {
			put_count(b, 11 + (uint64_t)cpu, cpu, 0, round * 10 * MS, round * 10 * MS);
			put_count(b, 21 + (uint64_t)cpu, cpu, 0, round * round << cpu, round * 10 * MS);
		}
		stat_record_put(&b->records,
				&(struct stat_record){ READ_ID, 0, 0, 400 * round, round * 10 * MS, round * 5 * MS });
		put_round(b, STAT_ROUND_INTERVAL, round * 10 * MS);
	}
	add_machine(b);
}

/* By the numbers of a version of Linux perf in which 5 is of threads. The last of them has done nothing. */
static void build_threads(struct perf_builder *b)
{
	const struct stat_thread threads[] = { { 100, "alpha" }, { 101, "alpha" }, { 200, "beta" } };
	const int any = -1;

	add_event(b, "task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, 11, 3);
	add_event(b, "page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 21, 3);
	stat_threads_put(&b->records, threads, ARRAY_SIZE(threads));
	stat_cpus_put(&b->records, &any, 1);
	stat_config_put(&b->records, &(struct stat_config){ .mode = 5, .scale = 1 });
	for (int thread = 0; thread < 2; thread++) {
		put_count(b, 11 + (uint64_t)thread, -1, thread, (3 - (uint64_t)thread) * MS,
			  (3 - (uint64_t)thread) * MS);
		put_count(b, 21 + (uint64_t)thread, -1, thread, 1 + 6 * (uint64_t)thread, (3 - (uint64_t)thread) * MS);
	}
	put_count(b, 13, -1, 2, 0, 0);
	put_count(b, 23, -1, 2, 0, 0);
	put_round(b, STAT_ROUND_FINAL, 5 * MS);
	add_machine(b);
}

/* Rounds that have not all counts: one is missing from the second, one stands twice in it, the third has none. */
static void build_uneven(struct perf_builder *b)
{
	static const int cpus[] = { 0, 1 };
	const struct stat_thread nobody = { .tid = -1 };

	add_event(b, "page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 11, 2);
	stat_threads_put(&b->records, &nobody, 1);
	stat_cpus_put(&b->records, cpus, ARRAY_SIZE(cpus));
	stat_config_put(&b->records, &(struct stat_config){ .mode = STAT_MODE_GLOBAL, .interval = 10, .scale = 1 });
	put_count(b, 11, 0, 0, 3, 10 * MS);
	put_count(b, 12, 1, 0, 4, 10 * MS);
	put_round(b, STAT_ROUND_INTERVAL, 10 * MS);
	put_count(b, 11, 0, 0, 5, 15 * MS);
	put_count(b, 11, 0, 0, 13, 20 * MS);
	put_round(b, STAT_ROUND_INTERVAL, 20 * MS);
	put_round(b, STAT_ROUND_INTERVAL, 30 * MS);
	put_count(b, 11, 0, 0, 20, 40 * MS);
	put_count(b, 12, 1, 0, 9, 40 * MS);
	put_round(b, STAT_ROUND_INTERVAL, 40 * MS);
	add_machine(b);
}

/* What no recorder writes: counts of no event, of no thread, of no CPU. */
static void build_strange(struct perf_builder *b)
{
	build_threads(b);
	b->records.size -= RECORD_HEADER_SIZE + 16;
	put_count(b, 99, -1, 0, 1, 1);
	put_count(b, 11, -1, 7, 1, 1);
	put_count(b, 11, -1, -1, 1, 1);
	put_count(b, 11, 100000, 0, 1, 1);
	put_round(b, STAT_ROUND_FINAL, 5 * MS);
}

static void build_no_round(struct perf_builder *b)
{
	build_threads(b);
	b->records.size -= RECORD_HEADER_SIZE + 16;
}

const struct fixture fixtures_stat[] = {
	{ "stat-cpus", 0, build_cpus, 0, 0 },
	{ "stat-cpus-swapped", PERF_BUILDER_SWAP, build_cpus, 0, 0 },
	{ "stat-cpus-pipe", PERF_BUILDER_PIPE, build_cpus, 0, 0 },
	{ "stat-threads", 0, build_threads, 0, 0 },
	{ "stat-uneven", 0, build_uneven, 0, 0 },
	{ "stat-strange", 0, build_strange, 0, 0 },
	{ "stat-no-round", 0, build_no_round, 0, 0 },
	{ 0 },
};
