#include "report/stat/stat_topology.h"

#include "formats/feature/features_encode.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <stdio.h>

/* A CPU's location, as "S1 D0 C1 N2 L3:2". */
static void check(const struct stat_topology *t, int cpu, int level, const char *want)
{
	const struct cpu_loc p = stat_topology_loc(t, cpu, level);
	char have[64];

	snprintf(have, sizeof(have), "S%d D%d C%d N%d L%d:%d", p.socket, p.die, p.core, p.node, p.cache_level, p.cache);
	CHECK_STR(have, want);
}

static struct perf_file *open_with(struct perf_builder *b, const struct buffer *cpus, const struct buffer *nodes,
				   const struct buffer *caches)
{
	struct perf_file *file;

	perf_builder_event(b, &perf_builder_clock, "x", (uint64_t[]){ 1 }, 1);
	perf_builder_comm(b, 1, 1, "x", 0);
	perf_builder_feature_nrcpus(b, 4, 4);
	perf_builder_feature(b, FEATURE_CPU_TOPOLOGY, cpus->data, cpus->size);
	perf_builder_feature(b, FEATURE_NUMA_TOPOLOGY, nodes->data, nodes->size);
	perf_builder_feature(b, FEATURE_CACHE, caches->data, caches->size);
	file = built_open(b, NULL);
	CHECK(file);
	return file;
}

struct sections {
	struct buffer cpus, nodes, caches;
};

static void encode(struct sections *s, bool swap)
{
	static const char *const cores[] = { "0-1", "2-3" };
	static const struct feature_cpu cpus[] = { { 4, 0, 0 }, { 5, 0, 0 }, { 4, 1, 1 }, { 5, 1, 1 } };
	static const struct feature_topology topology = { .cores = cores,
							  .n_cores = 2,
							  .threads = cores,
							  .n_threads = 2,
							  .dies = cores,
							  .n_dies = 2,
							  .cpus = cpus,
							  .n_cpus = 4 };
	static const struct feature_numa_node nodes[] = { { 3, 1, 1, "0-1" }, { 7, 1, 1, "2-3" } };
	static const struct feature_cache caches[] = { { 1, 64, 64, 8, "Data", "32K", "2" },
						       { 1, 64, 64, 8, "Instruction", "32K", "0-3" },
						       { 3, 64, 64, 8, "Unified", "32M", "0-1" },
						       { 3, 64, 64, 8, "Unified", "32M", "2-3" },
						       { 4, 64, 64, 8, "Unified", "1G", "nonsense" } };

	buffer_init(&s->cpus);
	buffer_init(&s->nodes);
	buffer_init(&s->caches);
	s->cpus.swap = s->nodes.swap = s->caches.swap = swap;
	feature_encode_cpu_topology(&s->cpus, &topology);
	feature_encode_numa_topology(&s->nodes, nodes, 2);
	feature_encode_cache(&s->caches, caches, 5);
}

static void sections_fini(struct sections *s)
{
	buffer_fini(&s->cpus);
	buffer_fini(&s->nodes);
	buffer_fini(&s->caches);
}

static void check_whole(bool swap)
{
	struct stat_topology t;
	struct perf_builder b;
	struct perf_file *file;
	struct sections s;

	perf_builder_init(&b, swap ? PERF_BUILDER_SWAP : 0);
	encode(&s, swap);
	file = open_with(&b, &s.cpus, &s.nodes, &s.caches);
	CHECK_EQ_I64(stat_topology_init(&t, file), 0);
	check(&t, 0, 0, "S0 D0 C4 N3 L3:0");
	check(&t, 3, 0, "S1 D1 C5 N7 L3:2");
	check(&t, 2, 1, "S1 D1 C4 N7 L1:2");
	check(&t, 0, 1, "S0 D0 C4 N3 L0:0"); /* that one only has instructions */
	check(&t, 4, 0, "S0 D0 C0 N0 L0:0");
	check(&t, -1, 0, "S0 D0 C0 N0 L0:0");
	stat_topology_fini(&t);
	perf_file_close(file);
	perf_builder_fini(&b);
	sections_fini(&s);
}

TEST(locations_of_cpus)
{
	check_whole(false);
	check_whole(true);
}

/* Cut anywhere, the features say less. */
TEST(cut_features)
{
	struct sections s;

	encode(&s, false);
	for (size_t size = 0; size < s.cpus.size; size += 4) {
		struct sections less = s;
		struct stat_topology t;
		struct perf_builder b;
		struct perf_file *file;

		less.cpus.size = size;
		less.nodes.size = size < s.nodes.size ? size : s.nodes.size;
		less.caches.size = size < s.caches.size ? size : s.caches.size;
		perf_builder_init(&b, 0);
		file = open_with(&b, &less.cpus, &less.nodes, &less.caches);
		CHECK_EQ_I64(stat_topology_init(&t, file), 0);
		for (int cpu = 0; cpu < 4; cpu++) {
			const struct cpu_loc loc = stat_topology_loc(&t, cpu, 0);

			CHECK(loc.core <= 5 && loc.node <= 7);
		}
		stat_topology_fini(&t);
		perf_file_close(file);
		perf_builder_fini(&b);
	}
	sections_fini(&s);
}

/* Caches that a CPU cannot all have: lists end where the CPUs of every level have been named. */
TEST(more_than_a_machine_has)
{
	enum { N = 64 };
	static const struct feature_numa_node nodes[] = { { 1, 1, 1, "0-65535" }, { 2, 1, 1, "8,65536" } };
	struct feature_cache caches[N];
	const struct buffer none = { 0 };
	struct sections s;
	struct stat_topology t;
	struct perf_builder b;
	struct perf_file *file;

	for (uint32_t i = 0; i < N; i++)
		caches[i] = (struct feature_cache){ 1 + i % 12, 64, 64, 8, "Data", "32K", i ? "5-65535" : "9-12,0-7" };
	caches[0].level = 9;
	caches[N - 1].cpus = "4";
	buffer_init(&s.nodes);
	buffer_init(&s.caches);
	feature_encode_numa_topology(&s.nodes, nodes, 2);
	feature_encode_cache(&s.caches, caches, N);
	perf_builder_init(&b, 0);
	file = open_with(&b, &none, &s.nodes, &s.caches);
	CHECK_EQ_I64(stat_topology_init(&t, file), 0);
	CHECK_EQ_U64(t.n_beside, CPULIST_MAX_CPU + 1);
	CHECK(t.n_named <= STAT_NAMED_MAX && t.n_named > STAT_NAMED_MAX - (CPULIST_MAX_CPU + 1));
	check(&t, 0, 0, "S0 D0 C0 N1 L9:0");
	check(&t, 4, 0, "S0 D0 C0 N1 L9:0");
	check(&t, 4, 4, "S0 D0 C0 N1 L4:4");
	check(&t, 8, 0, "S0 D0 C0 N1 L9:5");
	check(&t, 12, 12, "S0 D0 C0 N1 L0:0");
	check(&t, 65535, 1, "S0 D0 C0 N1 L1:5");
	stat_topology_fini(&t);
	perf_file_close(file);
	perf_builder_fini(&b);
	buffer_fini(&s.nodes);
	buffer_fini(&s.caches);
}
