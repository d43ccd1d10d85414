/* Names that stand for several PMUs: instances of an uncore unit, kinds of cores. */
#include "record/command/mem_record_options.h"
#include "record/events/event_cgroups.h"
#include "record/events/event_groups.h"
#include "record/events/event_parse.h"
#include "record/events/mem_events.h"
#include "record/pmu/pmu_types.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
	/* What is wrong is said also where another kind of cores was left out before. */
	CHECK_EQ_I64(parse(&m, "cycles/cpu=0,period=x/"), -EINVAL);
	CHECK(strstr(m.err.message, "'x'"));
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

/* The events' names in their order, with * for the members of group 1. */
static void check_places(const char *events, struct machine *m, const char *names)
{
	char text[256] = "";

	event_list_fini(&m->list);
	CHECK_EQ_I64(event_list_parse(&m->list, events, &m->context, &m->err), 0);
	for (int i = 0; i < m->list.n; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s%s", i ? " " : "",
			 m->list.events[i].name, m->list.events[i].group == 1 ? "*" : "");
	CHECK_STR(text, names);
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
	parse_n(&m, "topdown-retiring:u,topdown-fe-bound", 4);
	e = m.list.events;
	CHECK_EQ_I64(e[0].group, 0); /* of the other cores: an event like any */
	check_spec(&e[1], CORE_TYPE, 0x400, 0);
	check_spec(&e[2], CORE_TYPE, 0x8000, 0);
	CHECK_STR(e[1].name, "slots");
	CHECK(e[1].group == 1 && e[2].group == 1 && e[3].group == 1);
	CHECK(e[1].attr.flags & ATTR_EXCLUDE_KERNEL && !(e[3].attr.flags & ATTR_EXCLUDE_KERNEL));
	parse_n(&m, "{page-faults,topdown-fe-bound}", 3);
	CHECK_STR(m.list.events[0].name, "slots");
	CHECK_EQ_I64(m.list.n_groups, 1);
	parse_n(&m, "{slots,topdown-fe-bound}", 2);
	parse_n(&m, "cpu_core/event=0x82/", 1);
	/* In no group, they become members of that of slots, wherever these are in the text. */
	check_places("slots,page-faults,topdown-fe-bound", &m, "slots* topdown-fe-bound* page-faults");
	check_places("topdown-fe-bound,cpu_core/topdown-retiring/,slots", &m,
		     "slots* topdown-fe-bound* cpu_core/topdown-retiring/*");
	check_places("cpu_core/topdown-retiring/,{page-faults,slots}:S,topdown-fe-bound", &m,
		     "slots* cpu_core/topdown-retiring/* topdown-fe-bound* page-faults*");
	CHECK(m.list.events[1].sample_read && m.list.events[2].sample_read);
	CHECK_EQ_I64(event_groups_sampler(&m.list, 0), 3);
	check_places("page-faults,topdown-fe-bound,cs,cpu_core/topdown-retiring/", &m,
		     "page-faults slots* topdown-fe-bound* cpu_core/topdown-retiring/* cs");
	/* Of another -e they are not. */
	CHECK_EQ_I64(event_list_parse(&m.list, "topdown-fe-bound", &m.context, &m.err), 0);
	CHECK(m.list.n == 7 && m.list.events[5].group == 2);
	/* --group: one for each kind of core, led by slots, of which there are not two. */
	parse_n(&m, "page-faults,n:{cycles,topdown-fe-bound},cpu_core/topdown-retiring/", 6);
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

/* --- what samples accesses to memory ------------------------------------------------- */

/* A machine with one PMU; files: pairs of a name and a text, and NULL. */
static void machine_with(struct machine *m, const char *pmu, const char *const *files)
{
	memset(m, 0, sizeof(*m));
	tree_init(&m->tree);
	for (; *files; files += 2)
		write_pmu(m, pmu, files[0], files[1]);
	m->context = (struct event_context){ .sys_root = m->tree.root, .tracefs = m->tree.root };
	event_list_init(&m->list);
}

#define MACHINE_WITH(m, pmu, ...) \
	machine_with(m, pmu, (const char *const[]){ "type", "4\n", "format/event", "config:0-7\n", __VA_ARGS__, NULL })

#define BOTH (MEM_BIT(MEM_LOADS) | MEM_BIT(MEM_STORES))

/* The names of what is added, with spaces between; an error's message where it is refused. */
static void check_memory(struct machine *m, const struct mem_request *request, int wanted, const char *names)
{
	char text[512] = "";
	struct mem_pmus pmus;
	struct diagnostics diagnostics;
	int result;

	event_list_fini(&m->list);
	diagnostics_init(&diagnostics, NOTICE_DEBUG);
	CHECK_EQ_I64(mem_pmus_load(&pmus, &m->context, &m->err), 0);
	result = mem_events_add(&m->list, &pmus, request, &m->context, &diagnostics, &m->err);
	CHECK_EQ_I64(result > 0 ? 0 : result, wanted);
	for (int i = 0; i < m->list.n; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s", i ? " " : "",
			 m->list.events[i].name);
	for (uint32_t i = 0; i < diagnostics.n; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "; %s", diagnostics.list[i].text);
	if (result == -ENODEV)
		CHECK(strstr(m->err.message, names));
	else
		CHECK_STR(result < 0 ? m->err.message : text, names);
	CHECK(result < 0 || result == ((request->accesses | request->tags) != MEM_BIT(MEM_STORES)));
	mem_pmus_fini(&pmus);
	diagnostics_fini(&diagnostics);
}

TEST(memory_of_intel)
{
	struct machine m;

	MACHINE_WITH(&m, "cpu", "format/ldlat", "config1:0-15\n", "events/mem-loads", "event=0xcd,ldlat=3\n",
		     "events/mem-stores", "event=0xce\n");
	check_memory(&m, &(struct mem_request){ .accesses = BOTH }, 0, "cpu/mem-loads,ldlat=30/P cpu/mem-stores/P");
	CHECK_EQ_U64(m.list.events[0].attr.config1, 30);
	check_memory(&m, &(struct mem_request){ .accesses = MEM_BIT(MEM_STORES), .has_latency = true, .latency = 50 },
		     0, "cpu/mem-stores/P");
	check_memory(&m, &(struct mem_request){ .tags = MEM_BIT(MEM_LOADS), .has_latency = true, .latency = 50 }, 0,
		     "cpu/mem-loads,ldlat=50/P");
	/* A kind of cores that has less, one that has nothing. */
	write_pmu(&m, "cpu_atom", "type", "10\n");
	write_pmu(&m, "cpu_atom", "cpus", "2-3\n");
	write_pmu(&m, "cpu_atom", "format/event", "config:0-7\n");
	write_pmu(&m, "cpu_atom", "events/mem-stores", "event=0xd0\n");
	write_pmu(&m, "cpu_lowpower", "type", "11\n");
	write_pmu(&m, "cpu_lowpower", "cpus", "4\n");
	write_pmu(&m, "cpu", "format/umask", "config:8-15\n");
	write_pmu(&m, "cpu", "events/mem-loads-aux", "event=0x03,umask=0x82\n");
	check_memory(
		&m, &(struct mem_request){ .accesses = BOTH }, 0,
		"cpu/mem-loads-aux/ cpu/mem-loads,ldlat=30/ cpu/mem-stores/P cpu_atom/mem-stores/; cpu_atom samples "
		"no loads; cpu_lowpower samples no loads or stores: its CPUs are left out");
	CHECK(m.list.events[0].group && m.list.events[0].group == m.list.events[1].group);
	CHECK_EQ_U64(m.list.events[1].precise, EVENT_PRECISE_MAX);
	machine_fini(&m);
}

TEST(memory_of_amd)
{
	struct mem_request request = { .accesses = BOTH };
	struct machine m;

	MACHINE_WITH(&m, "ibs_op", "format/cnt_ctl", "config:19\n");
	write_pmu(&m, "cpu", "type", "5\n");
	check_memory(&m, &request, 0, "ibs_op//");
	request.one_mode = true; /* the kernel refuses it, with and without the word */
	check_memory(&m, &request, 0, "ibs_op//");
	write_pmu(&m, "ibs_op", "format/swfilt", "config2:0\n");
	check_memory(&m, &request, 0, "ibs_op/swfilt=1/");
	request = (struct mem_request){ .accesses = BOTH, .has_latency = true, .latency = 200 };
	check_memory(&m, &request, 0, "ibs_op//; --ldlat has no effect: ibs_op samples loads of any latency");
	write_pmu(&m, "ibs_op", "format/ldlat", "config1:0-11\n");
	check_memory(&m, &request, 0, "ibs_op/ldlat=200/");
	request.one_mode = true;
	check_memory(&m, &request, 0, "ibs_op/ldlat=200,swfilt=1/");
	request.latency = 30;
	check_memory(&m, &request, -EINVAL, "--ldlat 30: ibs_op takes 128 to 2048 cycles");
	request = (struct mem_request){ .accesses = MEM_BIT(MEM_LOADS) };
	check_memory(&m, &request, -ENOTSUP, "ibs_op samples loads and stores together: ask for both");
	machine_fini(&m);
}

TEST(memory_of_arm_and_power)
{
	struct mem_request request = { .accesses = BOTH };
	struct machine m;

	MACHINE_WITH(&m, "arm_spe_0", "format/ts_enable", "config:0\n", "format/pa_enable", "config:1\n",
		     "format/load_filter", "config:33\n", "format/store_filter", "config:34\n", "format/min_latency",
		     "config2:0-11\n");
	check_memory(&m, &request, 0, "arm_spe_0/ts_enable=1,pa_enable=1,load_filter=1,store_filter=1,min_latency=30/");
	/* Two traces would exclude each other. */
	request = (struct mem_request){ .tags = MEM_BIT(MEM_LOADS) | MEM_BIT(MEM_STORES) | MEM_BIT(MEM_BOTH) };
	check_memory(&m, &request, 0, "arm_spe_0/ts_enable=1,pa_enable=1,load_filter=1,store_filter=1,min_latency=30/");
	request = (struct mem_request){ .tags = MEM_BIT(MEM_LOADS), .accesses = MEM_BIT(MEM_STORES) };
	check_memory(&m, &request, 0, "arm_spe_0/ts_enable=1,pa_enable=1,load_filter=1,store_filter=1,min_latency=30/");
	request = (struct mem_request){ .accesses = MEM_BIT(MEM_STORES) };
	request.no_privileges = true;
	check_memory(&m, &request, 0, "arm_spe_0/ts_enable=1,load_filter=0,store_filter=1/");
	request = (struct mem_request){ .tags = MEM_BIT(MEM_LOADS), .has_latency = true, .latency = 4096 };
	check_memory(&m, &request, -EINVAL, "--ldlat 4096: arm_spe_0 takes 0 to 4095 cycles");
	machine_fini(&m);
	MACHINE_WITH(&m, "cpu", "events/mem-loads", "event=0x34\n", "events/mem-stores", "event=0x4c\n");
	check_memory(&m, &(struct mem_request){ .accesses = BOTH }, 0, "cpu/mem-loads/ cpu/mem-stores/");
	machine_fini(&m);
}

static void check_tag(struct machine *m, const char *word, bool wanted, unsigned tags)
{
	struct mem_pmus pmus;
	unsigned found;

	CHECK_EQ_I64(mem_pmus_load(&pmus, &m->context, &m->err), 0);
	CHECK(mem_tag_find(&pmus, (struct event_text){ word, strlen(word) }, &found) == wanted);
	CHECK_EQ_U64(found, tags);
	mem_pmus_fini(&pmus);
}

TEST(memory_by_name)
{
	char name[201], text[MEM_EVENT_MAX];
	struct mem_pmus pmus;
	struct machine m;

	MACHINE_WITH(&m, "cpu", "events/instructions", "event=0xc0\n");
	check_memory(&m, &(struct mem_request){ .accesses = BOTH }, -ENODEV,
		     "the CPUs of this machine sample no loads or stores");
	check_tag(&m, "mem-ldst", true, 0); /* of another machine */
	/* Damaged files of a PMU, and a name as long as a file's can be. */
	write_pmu(&m, "ibs_op", "type", "nonsense\n");
	check_memory(&m, &(struct mem_request){ .accesses = BOTH }, -ENODEV,
		     "the CPUs of this machine sample no loads or stores");
	memset(name, 'x', sizeof(name) - 1);
	memcpy(name, "arm_spe_", 8);
	name[sizeof(name) - 1] = 0;
	write_pmu(&m, name, "type", "9\n");
	CHECK_EQ_I64(mem_pmus_load(&pmus, &m.context, &m.err), 0);
	mem_pmu_event(&pmus.pmus[0], MEM_BOTH, &(struct mem_request){ 0 }, text);
	CHECK(!strncmp(text, name, strlen(name)) && strstr(text, ",min_latency=30/"));
	mem_pmus_fini(&pmus);
	machine_fini(&m);
	MACHINE_WITH(&m, "cpu", "events/instructions", "event=0xc0\n");
	write_pmu(&m, "cpu", "events/mem-loads", "event=0xcd\n");
	check_tag(&m, "ldlat-loads", true, MEM_BIT(MEM_LOADS));
	check_tag(&m, "ldlat", true, BOTH);
	check_tag(&m, "ld", true, BOTH);
	check_tag(&m, "s", true, BOTH);
	check_tag(&m, "spe", true, 0);
	check_tag(&m, "ldlat-loadss", false, 0);
	check_tag(&m, "", false, 0);
	check_tag(&m, "a-name-that-is-longer-than-those-of-all-tags", false, 0);
	machine_fini(&m);
}

/* --- breakpoints on variables and ranges ------------------------------------------------ */

/* "ADDRESS/LENGTH:ACCESS NAME", with + for each further one; {..} of a group's. Others by their names. */
static void breakpoint_text(const struct event_list *list, char *text, size_t size)
{
	for (int i = 0; i < list->n; i++) {
		const struct event_spec *spec = &list->events[i];
		const char *brace = spec->group ? "*" : "";
		size_t used = strlen(text);

		if (used)
			used += (size_t)snprintf(text + used, size - used, " + ");
		if (spec->attr.type != PERF_TYPE_BREAKPOINT)
			snprintf(text + used, size - used, "%s%s", brace, spec->name);
		else
			snprintf(text + used, size - used, "%s0x%llx/%llu:%u %s", brace,
				 (unsigned long long)spec->attr.config1, (unsigned long long)spec->attr.config2,
				 spec->attr.bp_type, spec->name);
	}
}

/* found: what is added, or a part of the message. */
static void check_breakpoints(const struct data_target *target, const char *text, int wanted, const char *found)
{
	const struct event_context context = { 0 };
	const struct mem_pmus none = { 0 };
	struct mem_extension extension = { .pmus = &none, .context = &context, .target = *target };
	struct error err = ERROR_INIT;
	struct event_list list;
	char got[512] = "";

	event_list_init(&list);
	CHECK_EQ_I64(mem_extension_parse(&extension, text, &list, &err), wanted);
	breakpoint_text(&list, got, sizeof(got));
	if (!wanted)
		CHECK_STR(got, found);
	else if (list.n || !strstr(err.message, found))
		test_fail(__FILE__, __LINE__, "'%s' does not hold '%s'", err.message, found);
	event_list_fini(&list);
}

TEST(breakpoints_on_ranges)
{
	const struct data_target none = { 0 };

	/* What one covers is called as it was typed. */
	check_breakpoints(&none, "mem:0x1000/8:rw", 0, "0x1000/8:3 mem:0x1000/8:rw");
	check_breakpoints(&none, "{mem:4096/1:w:u,cs}", 0, "*0x1000/1:2 mem:4096/1:w:u + *cs");
	check_breakpoints(&none, "mem:0x1000/name=one/u", 0, "0x1000/4:3 one");
	check_breakpoints(&none, "{mem:0x1000+8/8:r}", 0, "*0x1008/8:1 mem:0x1000+8/8:r");
	/* Without a length 4 bytes, or less where more would not be at a multiple of their number. */
	check_breakpoints(&none, "mem:0x1004", 0, "0x1004/4:3 mem:0x1004");
	check_breakpoints(&none, "mem:0x1003:w,mem:0x1002:w", 0, "0x1003/1:2 mem:0x1003:w + 0x1002/2:2 mem:0x1002:w");
	check_breakpoints(&none, "mem:0x1000/16:w:u", 0, "0x1000/8:2 mem:0x1000/8:w + 0x1008/8:2 mem:0x1008/8:w");
	check_breakpoints(&none, "cs,mem:0x1003/4,faults", 0,
			  "cs + 0x1003/1:3 mem:0x1003/1:rw + 0x1004/2:3 mem:0x1004/2:rw + "
			  "0x1006/1:3 mem:0x1006/1:rw + faults");
	check_breakpoints(&none, "mem:0x1000/16:w/name='a,b',period=7/u", 0, "0x1000/8:2 a,b + 0x1008/8:2 a,b");
	/* An instruction has one, however long: x86 takes 8 alone, whatever the address. */
	check_breakpoints(&none, "mem:0x1003/8:x", 0, "0x1003/8:4 mem:0x1003/8:x");
	check_breakpoints(&none, "mem:0x1003:x:u", 0, "0x1003/8:4 mem:0x1003:x:u");
	check_breakpoints(&none, "mem:0x1000/33", -EINVAL, "at character 5: 33 bytes are more than");
	check_breakpoints(&none, "cs,mem:0xffffffffffffffff+1/8", -EINVAL,
			  "at character 8: an address of more than 64 bits");
	check_breakpoints(&none, "mem:0xfffffffffffffffc/8:w", -EINVAL, "more than 64 bits");
	check_breakpoints(&none, "mem:0xfffffffffffffff8/0x8000000000000000", -EINVAL, "more than 64 bits");
	check_breakpoints(&none, "mem:0xfffffffffffffff8/8", 0, "0xfffffffffffffff8/8:3 mem:0xfffffffffffffff8/8");
	check_breakpoints(&none, "mem:0x1000+", -EINVAL, "missing after '+'");
	check_breakpoints(&none, "mem:", -EINVAL, "a variable's name in place");
	check_breakpoints(&none, "mem:0x1000/0", -EINVAL, "length is a number");
	check_breakpoints(&none, "mem:0x1000/", -EINVAL, "length is a number");
}

static volatile int data_of_test[3] = { 1, 2, 3 };

static __attribute__((noinline, used)) int code_of_test(void)
{
	return data_of_test[0];
}

TEST(breakpoints_on_variables)
{
	struct data_target target = { .pid = getpid() };
	unsigned long at = (unsigned long)data_of_test;
	char text[128];

	/* Of a process: this one. */
	snprintf(text, sizeof(text), "0x%lx/4:2 data_of_test+4", at + 4);
	check_breakpoints(&target, "mem:data_of_test+4/4:w", 0, text);
	snprintf(text, sizeof(text), "0x%lx/4:3 data_of_test", at);
	check_breakpoints(&target, "mem:data_of_test/4:u", 0, text);
	snprintf(text, sizeof(text), "0x%lx/4:3 mine", at);
	check_breakpoints(&target, "mem:data_of_test/4/name=mine/u", 0, text);
	check_breakpoints(&target, "mem:no_data_of_test", -ENOENT, "character 5: no file that process");
	check_breakpoints(&target, "mem:code_of_test", -ENOENT, "has a variable 'code_of_test'");
	snprintf(text, sizeof(text), "0x%lx/8:4 code_of_test", (unsigned long)code_of_test);
	check_breakpoints(&target, "mem:code_of_test:x", 0, text);
	check_breakpoints(&target, "mem:data_of_test:x", -ENOENT, "has a function 'data_of_test'");
	target.pid = (1 << 22) + 1;
	check_breakpoints(&target, "mem:data_of_test", -ENOENT, "/maps: No such file");
	/* Of a program that is not always at the same addresses; of one that is not there. */
	target = (struct data_target){ .program = "/proc/self/exe" };
	if (at > 0x10000000)
		check_breakpoints(&target, "mem:data_of_test", -ENOTSUP, "is known when that runs");
	target.program = "no-such-program";
	check_breakpoints(&target, "mem:data_of_test", -ENOENT, "cannot run 'no-such-program'");
	target.program = NULL;
	check_breakpoints(&target, "mem:data_of_test", -EINVAL, "--pid says in which process it is");
}

/* Its variables have no sizes. They are the last that are looked at. */
TEST(breakpoints_of_the_kernel)
{
	struct data_target target;
	char symbols[256], text[300];
	struct tree tree;

	tree_init(&tree);
	snprintf(symbols, sizeof(symbols),
		 "ffffffff81000000 T jiffies\nffffffff82000010 D jiffies\n0000000000000000 d hidden\n"
		 "ffffffff82000010 D data_of_test\n");
	tree_write(&tree, "kallsyms", symbols);
	target = (struct data_target){ .proc_root = tree.root, .with_kernel = true };
	check_breakpoints(&target, "mem:jiffies", 0, "0xffffffff82000010/4:3 jiffies");
	check_breakpoints(&target, "mem:jiffies/8:w", 0, "0xffffffff82000010/8:2 jiffies");
	check_breakpoints(&target, "mem:jiffies:x", 0, "0xffffffff81000000/8:4 jiffies");
	check_breakpoints(&target, "mem:hidden", -EACCES, "kernel.kptr_restrict");
	check_breakpoints(&target, "mem:nothing", -ENOENT, "has no variable 'nothing'; --pid looks in a process");
	target.program = "/proc/self/exe";
	check_breakpoints(&target, "mem:jiffies:w", 0, "0xffffffff82000010/4:2 jiffies");
	check_breakpoints(&target, "mem:nothing", -ENOENT, "/proc/self/exe has no variable 'nothing' in its symbol");
	check_breakpoints(&target, "mem:nothing", -ENOENT, "/kallsyms has no variable 'nothing'");
	if ((unsigned long)data_of_test > 0x10000000)
		check_breakpoints(&target, "mem:data_of_test", -ENOTSUP, "is known when that runs");
	target.with_kernel = false;
	check_breakpoints(&target, "mem:jiffies", -ENOENT, "has no variable 'jiffies'");
	/* A script has no variables. */
	tree_write(&tree, "script", "#!/bin/sh\n");
	snprintf(text, sizeof(text), "%s/script", tree.root);
	CHECK_EQ_I64(chmod(text, 0755), 0);
	target.program = text;
	check_breakpoints(&target, "mem:jiffies", -EBADMSG, "script");
	target.with_kernel = true;
	check_breakpoints(&target, "mem:jiffies:w", 0, "0xffffffff82000010/4:2 jiffies");
	tree_fini(&tree);
}
