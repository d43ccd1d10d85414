#include "counts/stat_table.h"

#include "tests/support/made_counters.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <math.h>
#include <stdio.h>

static void init(struct stat_table *t, struct made_counters *m, enum stat_by by, const struct host_roots *roots)
{
	made_counters_table(m, t, by, STAT_MERGE_UNCORE, roots);
}

static void begin(struct stat_table *t, const struct made_counters *m)
{
	CHECK_EQ_I64(stat_table_begin(t, &m->counted), 0);
}

static struct count full(uint64_t value)
{
	return (struct count){ value, 1000, 1000 };
}

TEST(sums_over_cpus)
{
	struct made_counters m;
	struct stat_table t;
	struct stat_value v;

	made_counters_init(&m, "page-faults,cs", NULL);
	made_counters_add(&m, 0, -1);
	made_counters_add(&m, 1, -1);
	init(&t, &m, STAT_BY_ALL, NULL);
	begin(&t, &m);
	made_counters_set(&m, 0, 0, -1, full(3));
	made_counters_set(&m, 0, 1, -1, full(4));
	stat_table_add(&t, &m.counted);
	stat_table_end(&t, 50);
	CHECK_EQ_U64(t.aggrs.n, 1);
	v = stat_table_value(&t, 0, 0);
	CHECK(v.state == STAT_COUNTED && v.count == 7 && !v.deviation);
	CHECK_EQ_U64(v.running, 2000);
	v = stat_table_value(&t, 0, 1); /* it has not run */
	CHECK(v.state == STAT_NOT_COUNTED && !v.count);
	stat_table_fini(&t);
	made_counters_fini(&m);
}

/* What a counter had before belongs to an earlier interval. */
TEST(intervals_are_differences)
{
	struct made_counters m;
	struct stat_table t;

	made_counters_init(&m, "page-faults", NULL);
	made_counters_add(&m, -1, 7);
	init(&t, &m, STAT_BY_ALL, NULL);
	begin(&t, &m);
	made_counters_set(&m, 0, -1, 7, full(10));
	stat_table_add(&t, &m.counted);
	stat_table_end(&t, 50);
	stat_table_clear(&t);
	made_counters_set(&m, 0, -1, 7, (struct count){ 25, 1500, 1500 });
	stat_table_add(&t, &m.counted);
	stat_table_end(&t, 60);
	CHECK(stat_table_value(&t, 0, 0).count == 15);
	CHECK_EQ_U64(stat_table_value(&t, 0, 0).running, 500);
	CHECK(t.elapsed.mean == 60);
	stat_table_fini(&t);
	made_counters_fini(&m);
}

TEST(scales_what_ran_for_a_part)
{
	struct made_counters m;
	struct stat_table t;

	made_counters_init(&m, "page-faults", NULL);
	made_counters_add(&m, -1, 7);
	init(&t, &m, STAT_BY_ALL, NULL);
	begin(&t, &m);
	made_counters_set(&m, 0, -1, 7, (struct count){ 100, 900, 300 });
	stat_table_add(&t, &m.counted);
	stat_table_end(&t, 50);
	CHECK(stat_table_value(&t, 0, 0).count == 300);
	CHECK_EQ_U64(stat_table_value(&t, 0, 0).enabled, 900);
	stat_table_clear(&t);
	t.is_raw = true;
	made_counters_set(&m, 0, -1, 7, (struct count){ 150, 1800, 400 });
	stat_table_add(&t, &m.counted);
	stat_table_end(&t, 50);
	CHECK(stat_table_value(&t, 0, 0).count == 50);
	stat_table_fini(&t);
	made_counters_fini(&m);
}

/* 48, 49 and 49: the deviation of their mean, as Linux perf shows it. */
TEST(mean_of_runs)
{
	const uint64_t runs[] = { 48, 49, 49 };
	struct made_counters m;
	struct stat_table t;
	struct stat_value v;

	made_counters_init(&m, "page-faults", NULL);
	init(&t, &m, STAT_BY_ALL, NULL);
	for (pid_t tid = 1; tid <= 3; tid++) {
		m.counted.n = 0;
		made_counters_add(&m, -1, tid);
		begin(&t, &m);
		made_counters_set(&m, 0, -1, tid, full(runs[tid - 1]));
		stat_table_add(&t, &m.counted);
		stat_table_end(&t, 10 * (uint64_t)tid);
	}
	v = stat_table_value(&t, 0, 0);
	CHECK(v.count == 49);
	CHECK(fabs(v.deviation - 0.68493) < 0.0001);
	CHECK(t.elapsed.mean == 20 && fabs(stat_series_deviation(&t.elapsed) - 5.7735) < 0.0001);
	stat_table_fini(&t);
	made_counters_fini(&m);
}

TEST(missing_events)
{
	struct made_counters m;
	struct stat_table t;

	made_counters_init(&m, "cycles,page-faults", NULL);
	m.is_missing[0] = true;
	made_counters_add(&m, 0, -1);
	init(&t, &m, STAT_BY_CPU, NULL);
	begin(&t, &m);
	made_counters_set(&m, 1, 0, -1, full(1));
	stat_table_add(&t, &m.counted);
	stat_table_end(&t, 1);
	CHECK(stat_table_value(&t, 0, 0).state == STAT_NOT_SUPPORTED);
	CHECK(stat_table_value(&t, 0, 1).state == STAT_COUNTED);
	stat_table_fini(&t);
	made_counters_fini(&m);
}

TEST(threads_apart)
{
	struct made_counters m;
	struct stat_table t;

	made_counters_init(&m, "page-faults", NULL);
	made_counters_add(&m, -1, 11);
	made_counters_add(&m, -1, 12);
	init(&t, &m, STAT_BY_THREAD, NULL);
	begin(&t, &m);
	made_counters_set(&m, 0, -1, 11, full(5));
	made_counters_set(&m, 0, -1, 12, full(6));
	stat_table_add(&t, &m.counted);
	stat_table_end(&t, 1);
	CHECK_EQ_U64(t.aggrs.n, 2);
	CHECK_EQ_I64(t.aggrs.list[1].tid, 12);
	CHECK(stat_table_value(&t, 0, 0).count == 5 && stat_table_value(&t, 1, 0).count == 6);
	stat_table_fini(&t);
	made_counters_fini(&m);
}

/* Two sockets with two cores each, of two CPUs; sockets are nodes, and share a cache of level 3. */
static void write_machine(const struct tree *tree)
{
	static const char *const of_all[] = { "physical_package_id", "die_id", "core_id", "cluster_id" };

	for (int cpu = 0; cpu < 8; cpu++) {
		const int values[] = { cpu / 4, 0, cpu / 2 % 2, cpu / 4 };
		char path[128], text[16];

		for (size_t i = 0; i < 4; i++) {
			snprintf(path, sizeof(path), "devices/system/cpu/cpu%d/topology/%s", cpu, of_all[i]);
			snprintf(text, sizeof(text), "%d\n", values[i]);
			tree_write(tree, path, text);
		}
		for (int index = 0; index < 3; index++) {
			static const char *const types[] = { "Data\n", "Instruction\n", "Unified\n" };
			static const char *const levels[] = { "1\n", "1\n", "3\n" };

			snprintf(path, sizeof(path), "devices/system/cpu/cpu%d/cache/index%d/type", cpu, index);
			tree_write(tree, path, types[index]);
			snprintf(path, sizeof(path), "devices/system/cpu/cpu%d/cache/index%d/level", cpu, index);
			tree_write(tree, path, levels[index]);
			snprintf(path, sizeof(path), "devices/system/cpu/cpu%d/cache/index%d/shared_cpu_list", cpu,
				 index);
			if (index == 2)
				snprintf(text, sizeof(text), "%d-%d\n", cpu / 4 * 4, cpu / 4 * 4 + 3);
			else
				snprintf(text, sizeof(text), "%d\n", cpu);
			tree_write(tree, path, text);
		}
	}
	tree_write(tree, "devices/system/node/online", "0,2\n");
	tree_write(tree, "devices/system/node/node0/cpulist", "0-3\n");
	tree_write(tree, "devices/system/node/node2/cpulist", "4-7\n");
	tree_write(tree, "devices/system/cpu/online", "0-7\n");
}

static void check_aggrs(struct made_counters *m, const struct host_roots *roots, enum stat_by by, int cache_level,
			const char *want)
{
	struct stat_table t;
	char have[512] = "";
	size_t size = 0;

	init(&t, m, by, roots);
	t.aggrs.cache_level = cache_level;
	begin(&t, m);
	stat_table_add(&t, &m->counted);
	stat_table_end(&t, 1);
	for (uint32_t i = 0; i < t.aggrs.n; i++) {
		char name[STAT_AGGR_NAME_MAX];

		size += (size_t)snprintf(have + size, sizeof(have) - size, "%s=%.0f/%u ",
					 stat_aggr_name(by, &t.aggrs.list[i], name), stat_table_value(&t, i, 0).count,
					 t.aggrs.list[i].n_cpus);
	}
	CHECK_STR(have, want);
	stat_table_fini(&t);
}

TEST(aggregations_of_cpus)
{
	struct made_counters m;
	struct tree tree;
	const struct host_roots roots = { .sys_root = tree.root };

	tree_init(&tree);
	write_machine(&tree);
	made_counters_init(&m, "page-faults", NULL);
	for (int cpu = 0; cpu < 8; cpu++) {
		made_counters_add(&m, cpu, -1);
		made_counters_set(&m, 0, cpu, -1, full(1u << cpu));
	}
	check_aggrs(&m, &roots, STAT_BY_NODE, 0, "N0=15/4 N2=240/4 ");
	check_aggrs(&m, &roots, STAT_BY_SOCKET, 0, "S0=15/4 S1=240/4 ");
	check_aggrs(&m, &roots, STAT_BY_DIE, 0, "S0-D0=15/4 S1-D0=240/4 ");
	check_aggrs(&m, &roots, STAT_BY_CLUSTER, 0, "S0-D0-CLS0=15/4 S1-D0-CLS1=240/4 ");
	check_aggrs(&m, &roots, STAT_BY_CACHE, 0, "S0-D0-L3-ID0=15/4 S1-D0-L3-ID4=240/4 ");
	check_aggrs(&m, &roots, STAT_BY_CACHE, 1,
		    "S0-D0-L1-ID0=1/1 S0-D0-L1-ID1=2/1 S0-D0-L1-ID2=4/1 S0-D0-L1-ID3=8/1 "
		    "S1-D0-L1-ID4=16/1 S1-D0-L1-ID5=32/1 S1-D0-L1-ID6=64/1 S1-D0-L1-ID7=128/1 ");
	check_aggrs(&m, &roots, STAT_BY_CORE, 0, "S0-D0-C0=3/2 S0-D0-C1=12/2 S1-D0-C0=48/2 S1-D0-C1=192/2 ");
	made_counters_fini(&m);
	tree_fini(&tree);
}

/* The counts of all CPUs as a table by CPU has them, "-" where it is shown elsewhere. */
static void check_cores(struct made_counters *m, const struct host_roots *roots, bool shows_threads, const char *want)
{
	struct stat_table t;
	char have[128] = "";
	size_t size = 0;

	init(&t, m, STAT_BY_CPU, roots);
	t.shows_threads = shows_threads;
	begin(&t, m);
	stat_table_add(&t, &m->counted);
	stat_table_end(&t, 1);
	for (uint32_t i = 0; i < t.aggrs.n; i++) {
		const struct stat_value value = stat_table_value(&t, i, 0);

		if (value.state == STAT_ELSEWHERE)
			size += (size_t)snprintf(have + size, sizeof(have) - size, "- ");
		else
			size += (size_t)snprintf(have + size, sizeof(have) - size, "%.0f ", value.count);
	}
	CHECK_STR(have, want);
	CHECK_EQ_I64(stat_table_is_core(&t, 0), !shows_threads);
	CHECK(!stat_table_is_core(&t, 1));
	CHECK_EQ_U64((uint64_t)stat_table_value(&t, 1, 1).count, 7);
	stat_table_fini(&t);
}

/* The term percore: two CPUs are a core. */
TEST(counts_of_cores)
{
	struct made_counters m;
	struct tree tree;
	const struct host_roots roots = { .sys_root = tree.root };

	tree_init(&tree);
	write_machine(&tree);
	made_counters_init(&m, "page-faults/percore/,context-switches/percore=0/", NULL);
	for (int cpu = 0; cpu < 8; cpu++) {
		made_counters_add(&m, cpu, -1);
		made_counters_set(&m, 0, cpu, -1, full(1u << cpu));
		made_counters_set(&m, 1, cpu, -1, full(7));
	}
	check_cores(&m, &roots, false, "3 - 12 - 48 - 192 - ");
	check_cores(&m, &roots, true, "3 3 12 12 48 48 192 192 ");
	made_counters_fini(&m);
	tree_fini(&tree);
}

/* Two controllers of one memory, and an event that each CPU has of all its package. */
static void write_pmus(const struct tree *tree)
{
	static const char *const pmus[] = { "uncore_imc_0", "uncore_imc_1", "energy" };

	for (int i = 0; i < 3; i++) {
		char path[128];

#define FILE_OF(name, text)                                                         \
	snprintf(path, sizeof(path), "bus/event_source/devices/%s/" name, pmus[i]); \
	tree_write(tree, path, text)
		FILE_OF("type", i == 2 ? "40\n" : "30\n");
		FILE_OF("format/event", "config:0-7\n");
		FILE_OF("events/cas", "event=0x4\n");
		FILE_OF("events/cas.unit", i == 2 ? "Joules\n" : "MiB\n");
		FILE_OF("events/cas.scale", "0.25\n");
		if (i < 2) {
			FILE_OF("cpumask", "0\n");
		} else {
			FILE_OF("events/cas.per-pkg", "1\n");
			FILE_OF("events/cas.snapshot", "1\n");
		}
#undef FILE_OF
	}
}

TEST(uncore_is_one)
{
	struct made_counters m;
	struct tree tree;
	const struct host_roots roots = { .sys_root = tree.root };
	struct stat_table t;

	tree_init(&tree);
	write_machine(&tree);
	write_pmus(&tree);
	made_counters_init(&m, "uncore_imc/cas/", tree.root);
	CHECK_EQ_I64(m.events.n, 2);
	made_counters_add(&m, 0, -1);
	made_counters_set(&m, 0, 0, -1, full(3));
	made_counters_set(&m, 1, 0, -1, full(4));
	init(&t, &m, STAT_BY_ALL, &roots);
	begin(&t, &m);
	stat_table_add(&t, &m.counted);
	stat_table_end(&t, 1);
	CHECK(stat_table_value(&t, 0, 0).count == 7);
	CHECK(stat_table_value(&t, 0, 1).state == STAT_ELSEWHERE);
	CHECK_STR(t.names[0], "uncore_imc/cas/");
	CHECK_STR(stat_unit_of(&m.counter_events.own[0]).text, "MiB");
	CHECK(stat_unit_of(&m.counter_events.own[0]).scale == 0.25);
	stat_table_fini(&t);
	made_counters_table(&m, &t, STAT_BY_ALL, STAT_MERGE_NONE, &roots);
	begin(&t, &m);
	stat_table_add(&t, &m.counted);
	stat_table_end(&t, 1);
	CHECK(stat_table_value(&t, 0, 0).count == 3 && stat_table_value(&t, 0, 1).count == 4);
	CHECK_STR(t.names[1], "uncore_imc/cas/ [uncore_imc_1]");
	stat_table_fini(&t);
	made_counters_fini(&m);
	tree_fini(&tree);
}

/* A cell is made where there is a counter: events that count on one CPU each have no cells on the others. */
TEST(cells_are_of_counters)
{
	struct made_counters m;
	struct stat_table t;

	made_counters_init(&m, "page-faults,cs,cpu-migrations", NULL);
	for (int cpu = 0; cpu < 3; cpu++) {
		for (int event = 0; event < 3; event++)
			m.is_missing[event] = event != cpu;
		made_counters_add(&m, cpu, -1);
		made_counters_set(&m, (uint32_t)cpu, cpu, -1, full(5 + (uint64_t)cpu));
	}
	memset(m.is_missing, 0, sizeof(m.is_missing));
	init(&t, &m, STAT_BY_CPU, NULL);
	begin(&t, &m);
	CHECK_EQ_U64(t.aggrs.n, 3);
	CHECK_EQ_U64(t.n_cells, 3);
	begin(&t, &m);
	CHECK_EQ_U64(t.n_cells, 3);
	stat_table_add(&t, &m.counted);
	stat_table_end(&t, 1);
	for (uint32_t aggr = 0; aggr < 3; aggr++)
		for (uint32_t event = 0; event < 3; event++) {
			const struct stat_value v = stat_table_value(&t, aggr, event);

			CHECK_EQ_U64(v.state, event == aggr ? STAT_COUNTED : STAT_ELSEWHERE);
			CHECK_EQ_U64((uint64_t)v.count, event == aggr ? 5 + aggr : 0);
		}
	stat_table_fini(&t);
	made_counters_fini(&m);
}

TEST(one_counter_is_added)
{
	struct made_counters m;
	struct stat_table t;

	made_counters_init(&m, "page-faults", NULL);
	made_counters_add(&m, 0, -1);
	made_counters_add(&m, 1, -1);
	init(&t, &m, STAT_BY_CPU, NULL);
	begin(&t, &m);
	made_counters_set(&m, 0, 0, -1, full(3));
	made_counters_set(&m, 0, 1, -1, full(4));
	stat_table_add_counter(&t, &m.counted, 1);
	stat_table_add_counter(&t, &m.counted, 1);
	stat_table_end(&t, 1);
	CHECK_EQ_U64(stat_table_value(&t, 0, 0).state, STAT_NOT_COUNTED);
	CHECK(stat_table_value(&t, 1, 0).count == 4);
	stat_table_fini(&t);
	made_counters_fini(&m);
}

/* One CPU of a package counts for all of them, and a state is no difference. */
TEST(packages_and_states)
{
	struct made_counters m;
	struct tree tree;
	const struct host_roots roots = { .sys_root = tree.root };
	struct stat_table t;

	tree_init(&tree);
	write_machine(&tree);
	write_pmus(&tree);
	made_counters_init(&m, "energy/cas/", tree.root);
	for (int cpu = 0; cpu < 8; cpu++) {
		made_counters_add(&m, cpu, -1);
		made_counters_set(&m, 0, cpu, -1, full(100));
	}
	init(&t, &m, STAT_BY_SOCKET, &roots);
	begin(&t, &m);
	stat_table_add(&t, &m.counted);
	stat_table_end(&t, 1);
	CHECK_EQ_U64(t.aggrs.n, 2);
	CHECK(stat_table_value(&t, 0, 0).count == 100 && stat_table_value(&t, 1, 0).count == 100);
	stat_table_clear(&t);
	made_counters_set(&m, 0, 0, -1, (struct count){ 90, 2000, 2000 });
	stat_table_add(&t, &m.counted);
	stat_table_end(&t, 1);
	CHECK(stat_table_value(&t, 0, 0).count == 90);
	stat_table_fini(&t);
	made_counters_fini(&m);
	tree_fini(&tree);
}

/* With nothing of the kernel's among them. */
TEST(times_of_the_program_alone)
{
	struct made_counters m;
	struct stat_table t;

	made_counters_init(&m, "duration_time", NULL);
	m.counted.cpu = 3;
	m.counted.tid = -1;
	init(&t, &m, STAT_BY_CPU, NULL);
	begin(&t, &m);
	stat_table_add_tool(&t, EVENT_TOOL_DURATION, (struct count){ 1234, 1234, 1234 });
	stat_table_end(&t, 1234);
	CHECK_EQ_U64(t.aggrs.n, 1);
	CHECK(t.aggrs.list[0].cpu == 3 && t.aggrs.list[0].n_cpus == 1);
	CHECK(stat_table_value(&t, 0, 0).count == 1234);
	stat_table_fini(&t);
	made_counters_fini(&m);
}

TEST(times_of_the_program)
{
	struct made_counters m;
	struct stat_table t;

	made_counters_init(&m, "duration_time,user_time,page-faults", NULL);
	init(&t, &m, STAT_BY_ALL, NULL);
	begin(&t, &m);
	stat_table_add_tool(&t, EVENT_TOOL_DURATION, (struct count){ 1234, 1234, 1234 });
	stat_table_end(&t, 1234);
	CHECK(stat_table_value(&t, 0, 0).count == 1234);
	CHECK(stat_table_value(&t, 0, 1).state == STAT_NOT_COUNTED);
	CHECK_STR(stat_unit_of(&m.counter_events.own[0]).text, "ns");
	CHECK_STR(stat_unit_of(&m.counter_events.own[2]).text, "");
	stat_table_fini(&t);
	made_counters_fini(&m);
}
