/* Names that stand for several PMUs: instances of an uncore unit, kinds of cores. */
#include "record/events/event_cgroups.h"
#include "record/events/event_groups.h"
#include "record/events/event_parse.h"
#include "record/events/pmu_match.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/test.h"
#include "tests/support/tree.h"

#define CORE_TYPE 4
#define ATOM_TYPE 10
#define OF(type)  ((uint64_t)(type) << 32)

struct machine {
	struct tree tree;
	struct event_context context;
	struct event_list list;
	struct error err;
};

static void write_pmu(struct machine *m, const char *pmu, const char *file, const char *text)
{
	char path[256];

	snprintf(path, sizeof(path), "bus/event_source/devices/%s/%s", pmu, file);
	tree_write(&m->tree, path, text);
}

static void write_memory(struct machine *m, const char *pmu, const char *type, const char *event)
{
	write_pmu(m, pmu, "type", type);
	write_pmu(m, pmu, "cpumask", "0\n");
	write_pmu(m, pmu, "format/event", "config:0-7\n");
	write_pmu(m, pmu, event, "event=0x4\n");
}

/* Two kinds of cores, of which only one has loads by latency, and memory controllers. */
static void machine_init(struct machine *m)
{
	static const char *const cores[] = { "cpu_core", "cpu_atom" };

	memset(m, 0, sizeof(*m));
	tree_init(&m->tree);
	for (size_t i = 0; i < ARRAY_SIZE(cores); i++) {
		write_pmu(m, cores[i], "type", i ? "10\n" : "4\n");
		write_pmu(m, cores[i], "cpus", i ? "2-3\n" : "0-1\n");
		write_pmu(m, cores[i], "format/event", "config:0-7\n");
		write_pmu(m, cores[i], "events/instructions", i ? "event=0xc1\n" : "event=0xc0\n");
	}
	write_pmu(m, "cpu_core", "events/mem-loads", "event=0xcd\n");
	write_memory(m, "uncore_imc_0", "20\n", "events/cas");
	write_memory(m, "uncore_imc_2", "22\n", "events/cas");
	write_memory(m, "uncore_imc_10", "30\n", "events/cas");
	write_memory(m, "uncore_imc_free_running_0", "31\n", "events/dclk");
	write_memory(m, "smmuv3_pmcg_10a0", "40\n", "events/walks");
	write_memory(m, "uncore_type_7_0", "50\n", "events/flits");
	write_pmu(m, "uncore_type_7_0", "alias", "uncore_upi_0\n");
	m->context = (struct event_context){ .sys_root = m->tree.root, .tracefs = m->tree.root };
	event_list_init(&m->list);
}

static void machine_fini(struct machine *m)
{
	event_list_fini(&m->list);
	tree_fini(&m->tree);
}

static int parse(struct machine *m, const char *text)
{
	event_list_fini(&m->list);
	return event_list_parse(&m->list, text, &m->context, &m->err);
}

static void parse_n(struct machine *m, const char *text, int n)
{
	if (parse(m, text))
		test_fail(__FILE__, __LINE__, "%s", m->err.message);
	CHECK_EQ_I64(m->list.n, n);
}

static void check_spec(const struct event_spec *spec, uint32_t type, uint64_t config, int cpu)
{
	CHECK_EQ_U64(spec->attr.type, type);
	CHECK_EQ_U64(spec->attr.config, config);
	CHECK_EQ_I64(spec->pmu_cpus.cpus[0], cpu);
}

TEST(words_for_pmus)
{
	CHECK(pmu_match("uncore_imc_0", "uncore_imc") && pmu_match("uncore_imc_12", "imc"));
	CHECK(pmu_match("uncore_imc_0", "imc_0") && pmu_match("uncore_imc0", "imc"));
	CHECK(pmu_match("uncore_imc_0", "uncore_im*") && pmu_match("uncore_imc_0", "imc*") && pmu_match("cpu", "cp?"));
	CHECK(pmu_match("smmuv3_pmcg_10a0", "smmuv3_pmcg"));
	CHECK(!pmu_match("smmuv3_pmcg_a0", "smmuv3_pmcg"));
	CHECK(!pmu_match("uncore_imc_free_running_0", "uncore_imc") && !pmu_match("cpu_core", "cpu"));
	CHECK(!pmu_match("power", "uncore_p*") && !pmu_match("uncore_imc_", "uncore_imc"));
}

TEST(instances)
{
	struct machine m;

	machine_init(&m);
	parse_n(&m, "uncore_imc/cas/", 3);
	check_spec(&m.list.events[0], 20, 4, 0);
	check_spec(&m.list.events[1], 22, 4, 0); /* in the order of the numbers */
	check_spec(&m.list.events[2], 30, 4, 0);
	parse_n(&m, "imc*/cas/", 3); /* one that counts only something else is left out */
	parse_n(&m, "smmuv3_pmcg/walks/", 1);
	parse_n(&m, "upi/flits/", 1);
	parse_n(&m, "uncore_upi_0/flits/", 1);
	CHECK_STR(m.list.events[0].pmu, "uncore_type_7_0");
	CHECK_EQ_I64(parse(&m, "uncore_imc*/nonsense/"), -EINVAL);
	CHECK(strstr(m.err.message, "'nonsense' for PMU uncore_imc_0"));
	CHECK_EQ_I64(m.err.code, -EINVAL);
	/* What a term cannot be is not hidden by a PMU that takes it. */
	write_pmu(&m, "uncore_imc_10", "format/event", "config:0-15\n");
	CHECK_EQ_I64(parse(&m, "uncore_imc*/event=0x1ff/"), -EINVAL);
	CHECK(strstr(m.err.message, "'event' of PMU uncore_imc_0 has 8 bits"));
	machine_fini(&m);
}

TEST(kinds_of_cores)
{
	struct machine m;

	machine_init(&m);
	parse_n(&m, "cycles:u", 2);
	check_spec(&m.list.events[0], PERF_TYPE_HARDWARE, OF(ATOM_TYPE), 2);
	check_spec(&m.list.events[1], PERF_TYPE_HARDWARE, OF(CORE_TYPE), 0);
	CHECK_STR(m.list.events[0].name, "cpu_atom/cycles/u");
	CHECK_STR(m.list.events[1].name, "cpu_core/cycles/u");
	parse_n(&m, "Instructions", 2); /* an event file is preferred, as in Linux perf */
	check_spec(&m.list.events[0], ATOM_TYPE, 0xc1, 2);
	check_spec(&m.list.events[1], CORE_TYPE, 0xc0, 0);
	parse_n(&m, "LLC-load-misses/period=7/", 2);
	check_spec(&m.list.events[0], PERF_TYPE_HW_CACHE, OF(ATOM_TYPE) | 0x10002, 2);
	CHECK_EQ_U64(m.list.events[1].period, 7);
	CHECK_STR(m.list.events[1].name, "cpu_core/LLC-load-misses,period=7/");
	parse_n(&m, "r1a8", 1); /* one code would mean something else on other cores */
	check_spec(&m.list.events[0], PERF_TYPE_RAW, 0x1a8, 0);
	parse_n(&m, "mem-loads", 1);
	write_pmu(&m, "cpu_atom", "events/mem-loads", "event=0xd0\n");
	parse_n(&m, "mem-loads/period=5/k", 2);
	check_spec(&m.list.events[0], ATOM_TYPE, 0xd0, 2);
	CHECK_STR(m.list.events[0].name, "cpu_atom/mem-loads,period=5/k");
	CHECK_EQ_U64(m.list.events[1].period, 5);
	parse_n(&m, "page-faults", 1);
	machine_fini(&m);
}

TEST(one_kind_of_cores)
{
	struct machine m;

	machine_init(&m);
	parse_n(&m, "cpu_core/cycles/k", 1);
	check_spec(&m.list.events[0], PERF_TYPE_HARDWARE, OF(CORE_TYPE), 0);
	CHECK_STR(m.list.events[0].name, "cpu_core/cycles/k");
	parse_n(&m, "cpu_atom/L1-dcache-loads/", 1);
	check_spec(&m.list.events[0], PERF_TYPE_HW_CACHE, OF(ATOM_TYPE), 2);
	parse_n(&m, "cpu_atom/r1a8/", 1);
	check_spec(&m.list.events[0], ATOM_TYPE, 0x1a8, 2);
	parse_n(&m, "cpu*/event=3/", 2);
	CHECK_EQ_I64(parse(&m, "uncore_imc_0/cycles/"), -EINVAL);
	machine_fini(&m);
}

/* The PMU of a machine with one kind of cores has generic events as they always were. */
TEST(only_kind_of_cores)
{
	struct machine m;

	machine_init(&m);
	tree_fini(&m.tree);
	tree_init(&m.tree);
	m.context.sys_root = m.tree.root;
	write_pmu(&m, "armv8_pmuv3_0", "type", "8\n");
	write_pmu(&m, "armv8_pmuv3_0", "cpus", "0-3\n");
	write_pmu(&m, "armv8_pmuv3_0", "events/inst_retired", "event=0x8\n");
	write_pmu(&m, "armv8_pmuv3_0", "format/event", "config:0-15\n");
	parse_n(&m, "cycles,r11", 2);
	check_spec(&m.list.events[0], PERF_TYPE_HARDWARE, 0, 0);
	CHECK_STR(m.list.events[0].name, "cycles");
	check_spec(&m.list.events[1], PERF_TYPE_RAW, 0x11, 0);
	parse_n(&m, "{cycles,armv8_pmuv3_0/inst_retired/}", 2);
	CHECK_EQ_I64(m.list.n_groups, 1);
	/* Generic events need nothing of /sys. */
	write_pmu(&m, "armv8_pmuv3_0", "type", "nonsense\n");
	CHECK(parse(&m, "armv8_pmuv3_0/inst_retired/") != 0);
	parse_n(&m, "cycles:u,r11", 2);
	CHECK_EQ_U64(m.list.events[0].attr.type, PERF_TYPE_HARDWARE);
	CHECK_EQ_U64(m.list.events[1].attr.config, 0x11);
	machine_fini(&m);
}

TEST(groups_by_pmu)
{
	struct machine m;

	machine_init(&m);
	parse_n(&m, "mine:{cycles,instructions,page-faults}:D", 5);
	CHECK_EQ_I64(m.list.n_groups, 2);
	check_spec(&m.list.events[0], PERF_TYPE_HARDWARE, OF(ATOM_TYPE), 2);
	check_spec(&m.list.events[1], ATOM_TYPE, 0xc1, 2);
	CHECK_EQ_U64(m.list.events[2].attr.type, PERF_TYPE_SOFTWARE);
	check_spec(&m.list.events[3], PERF_TYPE_HARDWARE, OF(CORE_TYPE), 0);
	for (int i = 0; i < m.list.n; i++) {
		CHECK_EQ_I64(m.list.events[i].group, i < 3 ? 1 : 2);
		/* Only a leader may be pinned. */
		CHECK_EQ_U64(m.list.events[i].attr.flags & ATTR_PINNED, i == 0 || i == 3 ? ATTR_PINNED : 0);
		CHECK_EQ_I64(m.list.events[i].group_name != NULL, i == 0 || i == 3);
	}
	parse_n(&m, "{uncore_imc/cas/,uncore_imc/event=5/}", 6);
	CHECK_EQ_I64(m.list.n_groups, 3);
	machine_fini(&m);
}

TEST(topdown_metrics)
{
	const struct event_spec *e;
	struct machine m;

	machine_init(&m);
	write_pmu(&m, "cpu_core", "format/umask", "config:8-15\n");
	write_pmu(&m, "cpu_core", "events/slots", "event=0,umask=4\n");
	write_pmu(&m, "cpu_core", "events/topdown-fe-bound", "event=0,umask=0x82\n");
	write_pmu(&m, "cpu_core", "events/topdown-retiring", "event=0,umask=0x80\n");
	write_pmu(&m, "cpu_atom", "events/topdown-retiring", "event=0xc2\n");
	parse_n(&m, "topdown-retiring:u,topdown-fe-bound", 5);
	e = m.list.events;
	CHECK_EQ_I64(e[0].group, 0); /* of the other cores: an event like any */
	check_spec(&e[1], CORE_TYPE, 0x400, 0);
	check_spec(&e[2], CORE_TYPE, 0x8000, 0);
	CHECK_STR(e[1].name, "slots");
	CHECK(e[1].group == 1 && e[2].group == 1 && e[3].group == 2 && e[4].group == 2);
	CHECK(e[1].attr.flags & ATTR_EXCLUDE_KERNEL && !(e[3].attr.flags & ATTR_EXCLUDE_KERNEL));
	parse_n(&m, "{page-faults,topdown-fe-bound}", 3);
	CHECK_STR(m.list.events[0].name, "slots");
	CHECK_EQ_I64(m.list.n_groups, 1);
	parse_n(&m, "{slots,topdown-fe-bound}", 2);
	parse_n(&m, "cpu_core/event=0x82/", 1);
	/* --group: one for each kind of core, led by slots, of which there are not two. */
	parse_n(&m, "page-faults,n:{cycles,topdown-fe-bound},cpu_core/topdown-retiring/", 7);
	CHECK_EQ_I64(event_groups_make_anew(&m.list, &m.err), 0);
	e = m.list.events;
	CHECK_EQ_I64(m.list.n, 6);
	CHECK_EQ_I64(m.list.n_groups, 2);
	CHECK(e[0].group == 1 && e[1].group == 1 && e[2].group == 2 && e[5].group == 2);
	CHECK_STR(e[1].name, "cpu_atom/cycles/");
	CHECK_STR(e[2].name, "slots");
	for (int i = 0; i < m.list.n; i++)
		CHECK(!e[i].group_name);
	machine_fini(&m);
}

/* The names of -G are for what was typed, however many events that is. */
TEST(cgroups_by_item)
{
	int n_names = 0;
	struct machine m;

	machine_init(&m);
	parse_n(&m, "cycles,instructions", 4);
	CHECK_EQ_I64(event_cgroups_add(&m.list, "one,two", &n_names, &m.err), 0);
	for (int i = 0; i < m.list.n; i++)
		CHECK_STR(m.list.events[i].cgroup, strstr(m.list.events[i].name, "cycles") ? "one" : "two");
	CHECK_EQ_I64(event_cgroups_add(&m.list, "three", &n_names, &m.err), -EINVAL);
	CHECK_STR(m.err.message, "-G: there is no event for cgroup 'three': it is number 3, and 2 events come before");
	machine_fini(&m);
}
