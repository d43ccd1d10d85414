/* What decoders are told, of machines that are made up. The words are those of Linux perf's headers. */
#include "record/aux/aux_info.h"

#include "formats/record/record.h"
#include "record/events/event_parse.h"
#include "record/events/event_traces.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <stdio.h>

#define DEVICES "bus/event_source/devices/"
#define CPUS    "devices/system/cpu/"

struct machine {
	struct tree tree;
	struct event_list list;
	struct cpulist cpus;
	struct aux_info info;
	struct buffer out;
};

static void machine_init(struct machine *m, const char *cpus)
{
	memset(m, 0, sizeof(*m));
	tree_init(&m->tree);
	event_list_init(&m->list);
	buffer_init(&m->out);
	CHECK_EQ_I64(cpulist_parse(&m->cpus, cpus, NULL), 0);
}

static void machine_fini(struct machine *m)
{
	tree_fini(&m->tree);
	event_list_fini(&m->list);
	cpulist_fini(&m->cpus);
	buffer_fini(&m->out);
}

static void put(struct machine *m, const char *events)
{
	const struct event_context context = { .sys_root = m->tree.root };

	CHECK_EQ_I64(event_list_parse(&m->list, events, &context, NULL), 0);
	m->info.list = &m->list;
	m->info.spec = event_traces_first(&m->list);
	m->info.config = m->info.spec->attr.config;
	m->info.sys_root = m->tree.root;
	m->info.cpus = &m->cpus;
	CHECK_EQ_I64(aux_info_put(&m->out, &m->info, NULL), 0);
}

/* The record's type, and its words from the place `from` on. */
static void check(const struct machine *m, uint32_t kind, size_t from, const uint64_t *words, size_t n)
{
	struct record r;

	CHECK_EQ_I64(record_at(&r, m->out.data, m->out.size, 0, false, NULL), 0);
	CHECK_EQ_U64(r.type, PERF_RECORD_AUXTRACE_INFO);
	CHECK_EQ_U64(r.size, m->out.size);
	CHECK_EQ_U64(load_u32(r.data + 8), kind);
	CHECK(16 + 8 * (from + n) <= r.size);
	for (size_t i = 0; i < n; i++)
		CHECK_EQ_U64(load_u64(r.data + 16 + 8 * (from + i)), words[i]);
}

TEST(intel_pt)
{
	static const uint64_t first[] = { 8, 31, 5000, 77, 1, 0x400, 0x800, 2, 1, 1, 0x200, 0x3c000 };
	struct machine m;

	machine_init(&m, "0-1");
	tree_write(&m.tree, DEVICES "intel_pt/type", "8\n");
	tree_write(&m.tree, DEVICES "intel_pt/format/tsc", "config:10\n");
	tree_write(&m.tree, DEVICES "intel_pt/format/noretcomp", "config:11\n");
	tree_write(&m.tree, DEVICES "intel_pt/format/mtc", "config:9\n");
	tree_write(&m.tree, DEVICES "intel_pt/format/mtc_period", "config:14-17\n");
	tree_write(&m.tree, DEVICES "intel_pt/format/cyc", "config:1\n");
	tree_write(&m.tree, DEVICES "intel_pt/max_nonturbo_ratio", "24\n");
	tree_write(&m.tree, DEVICES "intel_pt/caps/event_trace", "1\n");
	m.info.conv = (struct time_conv){ .shift = 31, .mult = 5000, .zero = 77 };
	m.info.snapshot = m.info.per_cpu = true;
	m.info.switches = AUX_SWITCHES_OF_THREADS;
	put(&m, "intel_pt//");
	check(&m, TRACE_INTEL_PT, 0, first, ARRAY_SIZE(first));
	/* After both parts of the ratio, which are this machine's. Without a filter the cap follows its length. */
	check(&m, TRACE_INTEL_PT, 14, (const uint64_t[]){ 0x2, 24, 0, 1 }, 4);
	CHECK_EQ_U64(m.out.size, 16 + 8 * 18);
	buffer_clear(&m.out);
	m.list.events[0].filter = strdup("0 filter10/2");
	put(&m, "intel_pt//");
	check(&m, TRACE_INTEL_PT, 14, (const uint64_t[]){ 0x2, 24, 12 }, 3);
	CHECK_BYTES(m.out.data + 16 + 8 * 17, "0 filter10/2\0\0\0\0", 16);
	check(&m, TRACE_INTEL_PT, 19, (const uint64_t[]){ 1 }, 1);
	machine_fini(&m);
}

TEST(intel_bts)
{
	static const uint64_t words[] = { 9, 0, 0, 0, 0, 0 };
	struct machine m;

	machine_init(&m, "0");
	tree_write(&m.tree, DEVICES "intel_bts/type", "9\n");
	put(&m, "intel_bts//");
	check(&m, TRACE_INTEL_BTS, 0, words, ARRAY_SIZE(words));
	CHECK_EQ_U64(m.out.size, 16 + sizeof(words));
	machine_fini(&m);
}

/* Two kinds of cores with a PMU each, and a CPU without. */
TEST(arm_spe)
{
	static const uint64_t header[] = { 2, 4, 9, 3 };
	static const uint64_t cpu0[] = { 0x1010101010101010, 0, 4, 0x410fd0c0, 9, 1024, 0xfe };
	static const uint64_t cpu2[] = { 0x1010101010101010, 2, 4, 0, 12, 256, 0 };
	static const uint64_t cpu5[] = { 0x1010101010101010, 5, 4, 0, UINT64_MAX, 0, 0 };
	struct machine m;

	machine_init(&m, "0,2,5");
	tree_write(&m.tree, DEVICES "arm_spe_0/type", "9\n");
	tree_write(&m.tree, DEVICES "arm_spe_0/cpumask", "0-1\n");
	tree_write(&m.tree, DEVICES "arm_spe_0/caps/min_interval", "1024\n");
	tree_write(&m.tree, DEVICES "arm_spe_0/caps/event_filter", "fe\n");
	tree_write(&m.tree, DEVICES "arm_spe_1/type", "12\n");
	tree_write(&m.tree, DEVICES "arm_spe_1/cpumask", "2-3\n");
	tree_write(&m.tree, DEVICES "arm_spe_1/caps/min_interval", "256\n");
	tree_write(&m.tree, CPUS "cpu0/regs/identification/midr_el1", "0x00000000410fd0c0\n");
	put(&m, "arm_spe//");
	CHECK_EQ_I64(event_traces_check(&m.list, NULL), 0);
	check(&m, TRACE_ARM_SPE, 0, header, ARRAY_SIZE(header));
	check(&m, TRACE_ARM_SPE, 4, cpu0, ARRAY_SIZE(cpu0));
	check(&m, TRACE_ARM_SPE, 11, cpu2, ARRAY_SIZE(cpu2));
	check(&m, TRACE_ARM_SPE, 18, cpu5, ARRAY_SIZE(cpu5));
	CHECK_EQ_U64(m.out.size, 16 + 8 * 25);
	machine_fini(&m);
}

static void write_etm(const struct machine *m, int cpu, const char *file, const char *text)
{
	char path[256];

	snprintf(path, sizeof(path), DEVICES "cs_etm/cpu%d/%s", cpu, file);
	tree_write(&m->tree, path, text);
}

/* An ETMv4, an ETE and an ETMv3. */
TEST(cs_etm)
{
	static const uint64_t header[] = { 2, 13ull << 32 | 3, 1 };
	static const uint64_t etm4[] = { 0x4040404040404040, 0,      8,      0x8880, 0x80000010,
					 0x28000ea1,         0x4100, 0x4488, 0x0,    0xcc,
					 UINT64_MAX };
	static const uint64_t ete[] = { 0x5050505050505050, 1, 9, 0x8880, 0x80000012, 0x1, 0, 0, 0, 0, 0x47705a13, 1 };
	static const uint64_t etm3[] = { 0x3030303030303030, 2, 4, 0x10008000, 0x80000014, 0x55, 0x66 };
	struct machine m;

	machine_init(&m, "0-2");
	tree_write(&m.tree, DEVICES "cs_etm/type", "13\n");
	tree_write(&m.tree, DEVICES "cs_etm/format/timestamp", "config:28\n");
	tree_write(&m.tree, DEVICES "cs_etm/format/contextid2", "config:15\n");
	write_etm(&m, 0, "trcidr/trcidr0", "0x28000ea1\n");
	write_etm(&m, 0, "trcidr/trcidr1", "0x4100\n");
	write_etm(&m, 0, "trcidr/trcidr2", "0x4488\n");
	write_etm(&m, 0, "trcidr/trcidr8", "0x0\n");
	write_etm(&m, 0, "mgmt/trcauthstatus", "0xcc\n");
	write_etm(&m, 1, "trcidr/trcidr0", "0x1\n");
	write_etm(&m, 1, "mgmt/trcdevarch", "0x47705a13\n");
	write_etm(&m, 1, "ts_source", "1\n");
	write_etm(&m, 2, "mgmt/etmccer", "0x55\n");
	write_etm(&m, 2, "mgmt/etmidr", "0x66\n");
	m.info.snapshot = true;
	put(&m, "cs_etm/timestamp,contextid2/");
	check(&m, TRACE_CS_ETM, 0, header, ARRAY_SIZE(header));
	check(&m, TRACE_CS_ETM, 3, etm4, ARRAY_SIZE(etm4));
	check(&m, TRACE_CS_ETM, 14, ete, ARRAY_SIZE(ete));
	check(&m, TRACE_CS_ETM, 26, etm3, ARRAY_SIZE(etm3));
	CHECK_EQ_U64(m.out.size, 16 + 8 * 33);
	machine_fini(&m);
}

/* A record has 16 bits for its size. */
TEST(too_many_cpus)
{
	struct error err = ERROR_INIT;
	struct machine m;

	machine_init(&m, "0-1999");
	tree_write(&m.tree, DEVICES "arm_spe_0/type", "9\n");
	CHECK_EQ_I64(event_list_parse(&m.list, "arm_spe_0//", &(struct event_context){ .sys_root = m.tree.root }, NULL),
		     0);
	m.info = (struct aux_info){ .list = &m.list, .spec = m.list.events, .sys_root = m.tree.root, .cpus = &m.cpus };
	CHECK_EQ_I64(aux_info_put(&m.out, &m.info, &err), -E2BIG);
	CHECK(strstr(err.message, "2000 CPUs"));
	CHECK_EQ_U64(m.out.size, 0);
	machine_fini(&m);
}
