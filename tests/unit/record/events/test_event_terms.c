/* What terms make of an event's attr, in whatever order they stand. */
#include "record/events/event_groups.h"
#include "record/events/event_parse.h"
#include "record/events/event_ratio.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define MODES_BUT_USER (ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV)

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

static void write_core(struct machine *m, const char *pmu, const char *type, const char *cpus)
{
	write_pmu(m, pmu, "type", type);
	write_pmu(m, pmu, "cpus", cpus);
	write_pmu(m, pmu, "format/event", "config:0-7\n");
	write_pmu(m, pmu, "format/umask", "config:8-15\n");
	write_pmu(m, pmu, "format/ldlat", "config1:0-15\n");
	write_pmu(m, pmu, "format/newest", "config4:8-15\n");
	write_pmu(m, pmu, "events/mem-loads", "event=0xcd,umask=0x1,ldlat=3\n");
	write_pmu(m, pmu, "events/branch-loads", "event=0xbb\n");
	write_pmu(m, pmu, "events/L1-dcache-loads", "event=0xdd\n");
}

/* Two kinds of cores, one of which can reload counters and has slots; POWER's parameters; CoreSight's sinks. */
static void machine_init(struct machine *m)
{
	memset(m, 0, sizeof(*m));
	tree_init(&m->tree);
	write_core(m, "cpu_core", "4\n", "0-1\n");
	write_core(m, "cpu_atom", "10\n", "2-3\n");
	write_pmu(m, "cpu_core", "events/slots", "event=0x00,umask=0x4\n");
	write_pmu(m, "cpu_core", "events/topdown-retiring", "event=0x00,umask=0x80\n");
	write_pmu(m, "cpu_core", "format/acr_mask", "config2:0-63\n");
	write_pmu(m, "hv_24x7", "type", "20\n");
	write_pmu(m, "hv_24x7", "format/domain", "config:0-3\n");
	write_pmu(m, "hv_24x7", "format/core", "config:16-31\n");
	write_pmu(m, "hv_24x7", "events/XLINK", "domain=0x2,core=?\n");
	write_pmu(m, "cs_etm", "type", "21\n");
	write_pmu(m, "cs_etm", "sinks/tmc_etr0", "0x12ab\n");
	write_pmu(m, "intel_pt", "type", "22\n");
	write_pmu(m, "software", "type", "1\n");
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

/* Parses what must be n events. */
static const struct event_spec *parse_all(struct machine *m, const char *text, int n)
{
	if (parse(m, text))
		test_fail(__FILE__, __LINE__, "%s: %s", text, m->err.message);
	CHECK_EQ_I64(m->list.n, n);
	return m->list.events;
}

static const struct event_attr *attr_of(struct machine *m, const char *text)
{
	return &parse_all(m, text, 1)->attr;
}

static void check_error(struct machine *m, const char *text, const char *want)
{
	CHECK_EQ_I64(parse(m, text), -EINVAL);
	if (!strstr(m->err.message, want))
		test_fail(__FILE__, __LINE__, "'%s' not in: %s", want, m->err.message);
}

TEST(what_was_typed_wins_over_the_event)
{
	struct machine m;

	machine_init(&m);
	CHECK_EQ_U64(attr_of(&m, "cpu_core/mem-loads,ldlat=30/")->config1, 30);
	CHECK_EQ_U64(attr_of(&m, "cpu_core/ldlat=30,mem-loads/")->config1, 30);
	CHECK_EQ_U64(attr_of(&m, "cpu_core/umask=8,mem-loads/")->config, 0x8cd);
	CHECK_EQ_U64(attr_of(&m, "cpu_core/umask=8,config=0x3c/")->config, 0x83c);
	CHECK_EQ_U64(attr_of(&m, "cpu_core/event=mem-loads,umask=8/")->config, 0x8cd);
	check_error(&m, "cpu_core/mem-loads,branch-loads/",
		    "two events: write cpu_core/mem-loads/,cpu_core/branch-loads/");
	check_error(&m, "cpu_core/r3c,cycles/", "two events");
	check_error(&m, "cpu_core/umask/", "8 bits and needs a value");
	machine_fini(&m);
}

TEST(values)
{
	struct machine m;

	machine_init(&m);
	CHECK_EQ_U64(attr_of(&m, "cpu_core/ event = 0x3c , umask=1 /")->config, 0x13c);
	CHECK_STR(parse_all(&m, "cpu_core/event=1,name='a,b=c:d'/", 1)->name, "a,b=c:d");
	CHECK_EQ_U64(parse_all(&m, "cpu-clock/call-graph='dwarf,1024'/", 1)->callgraph.stack_size, 1024);
	check_error(&m, "cpu-clock/name='a/", "a quote is missing");
	check_error(&m, "cpu-clock/period=5,/", "empty term");
	check_error(&m, "cpu-clock/time=2/", "0 or 1");
	check_error(&m, "cpu-clock/percore=2/", "0 or 1");
	machine_fini(&m);
}

TEST(config4)
{
	struct machine m;
	const struct event_attr *attr;

	machine_init(&m);
	attr = attr_of(&m, "cpu_core/event=1,newest=5/");
	CHECK_EQ_U64(attr->config4, 0x500);
	CHECK_EQ_U64(attr->size, ATTR_SIZE_VER9);
	attr = attr_of(&m, "cpu-clock/config4=7/");
	CHECK_EQ_U64(attr->config4, 7);
	check_error(&m, "mem:0x1000:w/config1=7/", "unknown term 'config1'");
	machine_fini(&m);
}

TEST(parameters_of_an_event_file)
{
	struct machine m;

	machine_init(&m);
	CHECK_EQ_U64(attr_of(&m, "hv_24x7/XLINK,core=3/")->config, 0x30002);
	CHECK_EQ_U64(attr_of(&m, "hv_24x7/core=3,XLINK/")->config, 0x30002);
	CHECK_EQ_U64(attr_of(&m, "XLINK/core=3/")->config, 0x30002);
	check_error(&m, "hv_24x7/XLINK/", "event 'XLINK' of PMU hv_24x7 needs the term core=NUMBER");
	check_error(&m, "XLINK", "needs the term core=NUMBER");
	CHECK_EQ_U64(parse_all(&m, "cpu_core/event=010,umask=08/", 1)[0].attr.config, 0x80a); /* no octal numbers */
	CHECK_EQ_U64(parse_all(&m, "cs/period=0100/", 1)[0].period, 100);
	CHECK_EQ_U64(parse_all(&m, "cs/max-stack=010/", 1)[0].callgraph.max_stack, 10);
	CHECK_EQ_U64(parse_all(&m, "mem:010", 1)[0].attr.config1, 10);
	check_error(&m, "cpu_core/event=+1/", "'+1' is not a number");
	check_error(&m, "hv_24x7/XLINK,core=?/", "'?' is not a number");
	machine_fini(&m);
}

TEST(generic_names_of_a_pmu)
{
	struct machine m;

	machine_init(&m);
	CHECK_EQ_U64(attr_of(&m, "cpu_core/L1-dcache-loads/")->type, PERF_TYPE_HW_CACHE);
	CHECK_EQ_U64(attr_of(&m, "cpu_core/branch-loads/")->config, 0xbb);
	CHECK_EQ_U64(parse_all(&m, "branch-loads", 2)[1].attr.config, 0xbb);
	CHECK_EQ_U64(attr_of(&m, "cpu_core/branches-load-misses/")->config, 0x400010005);
	CHECK_EQ_U64(attr_of(&m, "cpu_atom/legacy-cache-config=0x10000/")->config, 0xa00010000);
	CHECK_EQ_U64(attr_of(&m, "cpu_atom/legacy-hardware-config=1/")->type, PERF_TYPE_HARDWARE);
	machine_fini(&m);
}

TEST(events_by_numbers)
{
	const struct event_spec *specs;
	struct machine m;

	machine_init(&m);
	specs = parse_all(&m, "10:0x3c:u", 1);
	CHECK_STR(specs->pmu, "cpu_atom");
	CHECK_EQ_I64(specs->pmu_cpus.n, 2);
	CHECK_EQ_U64(specs->attr.config, 0x3c);
	CHECK_EQ_U64(specs->attr.flags & MODES_BUT_USER, MODES_BUT_USER);
	specs = parse_all(&m, "0:1", 2);
	CHECK_EQ_U64(specs[0].attr.config, 0xa00000001);
	specs = parse_all(&m, "3:0xa00000002", 1);
	CHECK_EQ_U64(specs->attr.type, PERF_TYPE_HW_CACHE);
	CHECK_STR(specs->pmu, "cpu_atom");
	CHECK_EQ_U64(parse_all(&m, "1:10", 1)->attr.sample_period, 1);
	CHECK_EQ_U64(parse_all(&m, "software/bpf-output/", 1)->extra.sample_type, PERF_SAMPLE_RAW);
	CHECK_EQ_U64(parse_all(&m, "99:5/period=7/", 1)->attr.type, 99);
	machine_fini(&m);
}

TEST(cpus)
{
	struct machine m;
	const struct event_spec *specs;

	machine_init(&m);
	specs = parse_all(&m, "cycles/cpu=1-2/", 2);
	CHECK_EQ_I64(specs[0].pmu_cpus.cpus[0], 2);
	CHECK_EQ_I64(specs[1].pmu_cpus.cpus[0], 1);
	CHECK_EQ_I64(specs[1].pmu_cpus.n, 1);
	CHECK_STR(parse_all(&m, "cycles/cpu=3/", 1)->pmu, "cpu_atom");
	CHECK_STR(parse_all(&m, "cycles/cpu=cpu_atom/", 1)->pmu, "cpu_atom");
	check_error(&m, "cpu_core/cycles,cpu=3/", "PMU cpu_core does not count on CPU 3");
	specs = parse_all(&m, "cpu-clock/cpu=3,cpu=1-2,cpu=2/", 1);
	CHECK(specs->pmu_cpus.n == 3 && specs->pmu_cpus.cpus[0] == 1 && specs->pmu_cpus.cpus[2] == 3);
	specs = parse_all(&m, "cycles/cpu=0,cpu=cpu_atom,cpu=1/", 2);
	CHECK(specs[0].pmu_cpus.n == 2 && specs[1].pmu_cpus.n == 2 && specs[0].pmu_cpus.cpus[0] == 2);
	CHECK_STR(parse_all(&m, "cpu_core/cycles,cpu=0,cpu=3/", 1)->pmu, "cpu_core");
	check_error(&m, "cycles/cpu,cpu=1/", "the number of a CPU");
	check_error(&m, "cycles/cpu=x/", "the number of a CPU, or the event's PMU");
	machine_fini(&m);
}

TEST(branches_and_sinks)
{
	struct machine m;
	const struct event_spec *spec;

	machine_init(&m);
	spec = parse_all(&m, "cpu-clock/branch_type='any,u'/", 1);
	CHECK_EQ_U64(spec->extra.branches, PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_USER);
	spec = parse_all(&m, "cpu-clock/branch_type=no/", 1);
	CHECK(spec->extra.branches_given && !spec->extra.branches);
	check_error(&m, "cpu-clock/branch_type=foo/", "term 'branch_type': no branch filter 'foo'");
	CHECK_EQ_U64(attr_of(&m, "cs_etm/@tmc_etr0/u")->config2, 0x12ab);
	check_error(&m, "cs_etm/@nowhere/", "no such sink");
	check_error(&m, "cpu-clock/@tmc_etr0/", "is for cs_etm");
	machine_fini(&m);
}

TEST(ratio_to_the_event_before)
{
	const struct event_spec *specs;
	struct machine m;

	machine_init(&m);
	specs = parse_all(&m, "{cs,cpu_core/branches/,cpu_core/cycles,period=1000,ratio-to-prev=0.25/}", 3);
	CHECK_EQ_I64(event_ratio_finish(&m.list, 0, &m.err), 0);
	CHECK_EQ_U64(specs[1].period, 4000);
	CHECK_EQ_U64(specs[1].attr.config2, 4);
	CHECK_EQ_U64(specs[2].attr.config2, 6);
	specs = parse_all(&m, "{cpu_core/branches,period=3000/,cpu_core/cycles,ratio-to-prev=2/}", 2);
	CHECK_EQ_I64(event_ratio_finish(&m.list, 0, &m.err), 0);
	CHECK_EQ_U64(specs[1].period, 6000);
	specs = parse_all(&m, "{cpu_core/branches,period=3000/,cpu_core/cycles,ratio-to-prev=1e300/}", 2);
	CHECK_EQ_I64(event_ratio_finish(&m.list, 0, &m.err), 0);
	CHECK_EQ_U64(specs[1].period, INT64_MAX);
	parse_all(&m, "{cpu_core/branches/,cpu_core/cycles,ratio-to-prev=2/}", 2);
	CHECK_EQ_I64(event_ratio_finish(&m.list, 0, &m.err), -EINVAL);
	CHECK_EQ_I64(event_ratio_finish(&m.list, 100, &m.err), 0);
	CHECK_EQ_U64(m.list.events[0].period, 100);
	CHECK_EQ_U64(m.list.events[1].period, 200);
	check_error(&m, "{cpu_atom/branches/,cpu_atom/cycles,period=5,ratio-to-prev=2/}", "no format acr_mask");
	check_error(&m, "{cs,cpu_core/cycles,period=5,ratio-to-prev=2/}", "of the same cores");
	check_error(&m, "{cpu_core/branches/,cpu_core/cycles,acr_mask=1,ratio-to-prev=2/}", "without acr_mask");
	check_error(&m, "cpu_core/cycles,ratio-to-prev=2/", "an event before it in a group");
	check_error(&m, "{cpu_core/branches/,cpu_core/cycles,ratio-to-prev=0/}", "a number above 0");
	machine_fini(&m);
}

TEST(groups_that_are_read)
{
	const struct event_spec *specs;
	struct machine m;

	machine_init(&m);
	specs = parse_all(&m, "{cs:S,faults,cpu-clock}", 3);
	CHECK(specs[1].sample_read && specs[2].sample_read);
	specs = parse_all(&m, "{cs,faults:S}", 2);
	CHECK(!specs[0].sample_read && !specs[1].sample_read);
	parse_all(&m, "{cs,faults}:S", 2);
	CHECK_EQ_I64(event_groups_sampler(&m.list, 1), 0);
	parse_all(&m, "{intel_pt//,cpu_core/cycles/,cpu_core/branches/}:S", 3);
	CHECK_EQ_I64(event_groups_sampler(&m.list, 0), 1);
	specs = parse_all(&m, "{cpu_core/topdown-retiring/,cpu_core/branches/,cpu_core/slots/}:S", 3);
	CHECK_EQ_U64(specs[0].attr.config, 0x400);
	CHECK_EQ_I64(event_groups_sampler(&m.list, 2), 2);
	parse_all(&m, "{cpu_core/slots/,cpu_core/topdown-retiring/}:S", 2);
	CHECK_EQ_I64(event_groups_sampler(&m.list, 0), 1);
	parse_all(&m, "{cpu_core/slots/,cpu_core/branches/}:S", 2);
	CHECK_EQ_I64(event_groups_sampler(&m.list, 1), 0);
	write_pmu(&m, "cpu_core", "events/mem-loads-aux", "event=0x03,umask=0x82\n");
	parse_all(&m, "{cpu_core/mem-loads-aux/,cpu_core/branches/,cs}:S", 3);
	CHECK_EQ_I64(event_groups_sampler(&m.list, 2), 1);
	parse_all(&m, "{cpu_core/branches/,cpu_core/mem-loads-aux/}:S", 2);
	CHECK_EQ_I64(event_groups_sampler(&m.list, 1), 0);
	parse_all(&m, "{cpu_core/mem-loads-aux/}:S", 1);
	CHECK_EQ_I64(event_groups_sampler(&m.list, 0), 0);
	machine_fini(&m);
}

/* The ring of a trace holds what says where its pieces are, and its page says where the area is. */
TEST(traces_have_no_term_overwrite)
{
	struct machine m;

	machine_init(&m);
	check_error(&m, "intel_pt/overwrite/u", "the term overwrite is for events that sample");
	check_error(&m, "cs_etm/overwrite=1/", "prec record -S takes snapshots");
	parse_all(&m, "intel_pt/no-overwrite/", 1);
	parse_all(&m, "{intel_pt//,cpu_core/cycles,overwrite/}", 2);
	machine_fini(&m);
}

TEST(precision_of_groups)
{
	struct machine m;

	machine_init(&m);
	parse_all(&m, "{cpu_core/cycles/p,cpu_core/branches/}:pp", 2);
	CHECK_EQ_U64((m.list.events[0].attr.flags & ATTR_PRECISE_IP_MASK) >> ATTR_PRECISE_IP_SHIFT, 3);
	CHECK_EQ_U64((m.list.events[1].attr.flags & ATTR_PRECISE_IP_MASK) >> ATTR_PRECISE_IP_SHIFT, 2);
	check_error(&m, "{cpu_core/cycles/pp,cpu_core/branches/}:pp", "more than three p");
	check_error(&m, "mem:0x1000:rr", "once at most");
	machine_fini(&m);
}

TEST(cores_that_sysfs_does_not_show)
{
	struct machine m;

	machine_init(&m);
	m.context.sys_root = "/nonexistent";
	CHECK_EQ_U64(attr_of(&m, "cpu/cycles/u")->type, PERF_TYPE_HARDWARE);
	CHECK_EQ_U64(attr_of(&m, "cpu/r1a8/")->config, 0x1a8);
	CHECK_EQ_U64(attr_of(&m, "cpu/L1-dcache-loads/")->type, PERF_TYPE_HW_CACHE);
	check_error(&m, "cpu/event=1/", "PMU cpu, which this machine does not show");
	machine_fini(&m);
}
