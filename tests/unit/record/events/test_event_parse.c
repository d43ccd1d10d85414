#include "record/events/event_parse.h"

#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define EXCLUDE_MODES (ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV)

/* A machine with an Intel core PMU, an AMD-like one beside it, uncore PMUs and a few tracepoints. */
struct machine {
	struct tree tree;
	char tracefs[300];
	char proc[300];
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

static void write_tracepoint(struct machine *m, const char *event, const char *id)
{
	char path[256];

	snprintf(path, sizeof(path), "tracing/events/%s/id", event);
	tree_write(&m->tree, path, id);
}

static void machine_write_pmus(struct machine *m)
{
	write_pmu(m, "cpu", "type", "4\n");
	write_pmu(m, "cpu", "format/event", "config:0-7\n");
	write_pmu(m, "cpu", "format/umask", "config:8-15\n");
	write_pmu(m, "cpu", "format/cmask", "config:24-31\n");
	write_pmu(m, "cpu", "format/inv", "config:23\n");
	write_pmu(m, "cpu", "format/offcore_rsp", "config1:0-63\n");
	write_pmu(m, "cpu", "format/new_field", "config9:0-3\n");
	write_pmu(m, "cpu", "events/mem-loads", "event=0xcd,umask=0x1,offcore_rsp=3\n");
	write_pmu(m, "cpu", "events/mem-loads.scale", "2.0\n");
	write_pmu(m, "cpu", "events/open-loads", "event=0xcd,offcore_rsp=?\n");
	write_pmu(m, "cpu", "events/loop", "loop\n");
	write_pmu(m, "amd", "type", "10\n");
	write_pmu(m, "amd", "format/event", "config:0-7,32-35\n");
	write_pmu(m, "amd", "format/threshold", "config3:4-7\n");
	for (int i = 0; i < 2; i++) {
		char pmu[32];

		snprintf(pmu, sizeof(pmu), "uncore_imc_%d", i);
		write_pmu(m, pmu, "type", i ? "21\n" : "20\n");
		write_pmu(m, pmu, "cpumask", "0,4\n");
		write_pmu(m, pmu, "format/event", "config:0-7\n");
		write_pmu(m, pmu, "events/cas_reads", "event=0x4\n");
	}
}

static void machine_init(struct machine *m)
{
	memset(m, 0, sizeof(*m));
	tree_init(&m->tree);
	machine_write_pmus(m);
	write_tracepoint(m, "sched/sched_switch", "372\n");
	write_tracepoint(m, "sched/sched_wakeup", "374\n");
	write_tracepoint(m, "irq/softirq_entry", "223\n");
	tree_write(&m->tree, "tracing/events/sched/enable", "0\n");
	tree_write(&m->tree, "tracing/events/ftrace/function/format", "x\n");
	snprintf(m->tracefs, sizeof(m->tracefs), "%s/tracing", m->tree.root);
	snprintf(m->proc, sizeof(m->proc), "%s/proc", m->tree.root);
	m->context = (struct event_context){ .sys_root = m->tree.root, .proc_root = m->proc, .tracefs = m->tracefs };
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

/* Parses what must be one event. */
static const struct event_spec *parse_one(struct machine *m, const char *text)
{
	if (parse(m, text))
		test_fail(__FILE__, __LINE__, "%s", m->err.message);
	CHECK_EQ_I64(m->list.n, 1);
	return &m->list.events[0];
}

static void check_event(struct machine *m, const char *text, uint32_t type, uint64_t config)
{
	const struct event_spec *spec = parse_one(m, text);

	CHECK_STR(spec->name, text);
	CHECK_EQ_U64(spec->attr.type, type);
	CHECK_EQ_U64(spec->attr.config, config);
	CHECK_EQ_U64(spec->attr.flags, ATTR_EXCLUDE_GUEST);
}

/* A failure with a message that holds all of the words of want, which are parted by '|'. */
static void check_error(struct machine *m, const char *text, int code, const char *want)
{
	char words[256];

	CHECK_EQ_I64(parse(m, text), code);
	CHECK_EQ_I64(m->list.n, 0);
	snprintf(words, sizeof(words), "%s", want);
	for (char *word = strtok(words, "|"); word; word = strtok(NULL, "|"))
		if (!strstr(m->err.message, word))
			test_fail(__FILE__, __LINE__, "'%s' not in: %s", word, m->err.message);
}

TEST(generic_names)
{
	struct machine m;

	machine_init(&m);
	check_event(&m, "cycles", PERF_TYPE_HARDWARE, 0);
	check_event(&m, "cpu-cycles", PERF_TYPE_HARDWARE, 0);
	check_event(&m, "branches", PERF_TYPE_HARDWARE, 4);
	check_event(&m, "idle-cycles-frontend", PERF_TYPE_HARDWARE, 7);
	check_event(&m, "ref-cycles", PERF_TYPE_HARDWARE, 9);
	check_event(&m, "cs", PERF_TYPE_SOFTWARE, 3);
	check_event(&m, "faults", PERF_TYPE_SOFTWARE, 2);
	check_event(&m, "cgroup-switches", PERF_TYPE_SOFTWARE, 11);
	check_event(&m, "r1A8", PERF_TYPE_RAW, 0x1a8);
	check_event(&m, "r0x3c", PERF_TYPE_RAW, 0x3c);
	machine_fini(&m);
}

TEST(cache_names)
{
	struct machine m;

	machine_init(&m);
	check_event(&m, "L1-dcache-load-misses", PERF_TYPE_HW_CACHE, 0x10000);
	check_event(&m, "l1d", PERF_TYPE_HW_CACHE, 0);
	check_event(&m, "dTLB-store-misses", PERF_TYPE_HW_CACHE, 0x10103);
	check_event(&m, "LLC-prefetches", PERF_TYPE_HW_CACHE, 0x202);
	check_event(&m, "branch-load-misses", PERF_TYPE_HW_CACHE, 0x10005);
	check_event(&m, "node-misses-stores", PERF_TYPE_HW_CACHE, 0x10106);
	check_error(&m, "L1-icache-stores", -EINVAL, "L1-icache-stores");
	check_error(&m, "L1-dcache-lods", -ENOENT, "'L1-dcache-loads'");
	machine_fini(&m);
}

TEST(modifiers)
{
	static const struct {
		const char *text;
		uint64_t flags;
	} cases[] = {
		{ "cycles:u", ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_EXCLUDE_GUEST },
		{ "cycles:k", ATTR_EXCLUDE_USER | ATTR_EXCLUDE_HV },
		{ "cycles:h", ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL },
		{ "cycles:uk", ATTR_EXCLUDE_HV | ATTR_EXCLUDE_GUEST },
		{ "cycles:G", ATTR_EXCLUDE_HOST },
		{ "cycles:H", ATTR_EXCLUDE_GUEST },
		{ "cycles:GH", 0 },
		{ "cycles:I", ATTR_EXCLUDE_IDLE },
		{ "cycles:pp", ATTR_EXCLUDE_GUEST | 2ull << ATTR_PRECISE_IP_SHIFT },
		{ "cycles:De", ATTR_PINNED | ATTR_EXCLUSIVE },
	};
	struct machine m;

	machine_init(&m);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct event_spec *spec = parse_one(&m, cases[i].text);

		CHECK_STR(spec->name, cases[i].text);
		CHECK_EQ_U64(spec->attr.flags, cases[i].flags);
	}
	CHECK_EQ_I64(parse_one(&m, "cycles:P")->precise, EVENT_PRECISE_MAX);
	check_error(&m, "cycles:uz", -EINVAL, "'z'|character 9");
	check_error(&m, "cycles:pppp", -EINVAL, "character 11");
	check_error(&m, "cycles:", -EINVAL, "character 8: a modifier is missing after ':'");
	machine_fini(&m);
}

/* Those of all events that say how they are recorded; test_event_set has what becomes of them. */
TEST(terms_of_recording)
{
	const struct event_spec *spec;
	struct machine m;

	machine_init(&m);
	CHECK_EQ_I64(parse_one(&m, "cs/no-inherit/")->extra.inherit, EVENT_INHERIT_NO);
	CHECK_EQ_I64(parse_one(&m, "cs/inherit/")->extra.inherit, EVENT_INHERIT_YES);
	CHECK_EQ_I64(parse_one(&m, "cpu/event=1,inherit=0/")->extra.inherit, EVENT_INHERIT_NO);
	spec = parse_one(&m, "cycles/cpu=3/u");
	CHECK_EQ_I64(spec->pmu_cpus.n, 1);
	CHECK_EQ_I64(spec->pmu_cpus.cpus[0], 3);
	check_error(&m, "cycles/cpu/", -EINVAL, "'cpu' needs the number of a CPU");
	check_error(&m, "cycles/cpu=x/", -EINVAL, "'cpu' needs the number of a CPU");
	tree_write(&m.tree, "devices/system/cpu/online", "0-2,5\n");
	CHECK_EQ_I64(parse_one(&m, "cycles/cpu=1-2,cpu=5/u")->pmu_cpus.n, 3);
	check_error(&m, "cs,cycles/cpu=2-3/", -ENODEV, "event 'cycles/cpu=2-3/': CPU 3 is not online");
	parse_one(&m, "cycles/time=1,percore,nr=3/");
	CHECK_EQ_I64(parse_one(&m, "cs/overwrite/")->extra.overwrite, EVENT_OVERWRITE_YES);
	CHECK_EQ_I64(parse_one(&m, "cs/overwrite=0/")->extra.overwrite, EVENT_OVERWRITE_NO);
	CHECK_EQ_I64(parse_one(&m, "cs/no-overwrite/")->extra.overwrite, EVENT_OVERWRITE_NO);
	check_error(&m, "cycles/time=x/", -EINVAL, "'time'|'x' is not a number");
	CHECK_EQ_U64(parse_one(&m, "cycles:R")->extra.sample_type, PERF_SAMPLE_WEIGHT_STRUCT);
	parse_one(&m, "cycles:bX");
	spec = parse_one(&m, "bpf-output/name=out/");
	CHECK_EQ_U64(spec->attr.sample_period, 1);
	CHECK_EQ_U64(spec->extra.sample_type, PERF_SAMPLE_RAW);
	machine_fini(&m);
}

/* A trace says what it records by its terms; where they say nothing, what the CPU can do decides. */
TEST(defaults_of_traces)
{
	struct machine m;

	machine_init(&m);
	write_pmu(&m, "intel_pt", "type", "8\n");
	CHECK_EQ_U64(parse_one(&m, "intel_pt//")->attr.config, 0);
	CHECK_EQ_U64(m.list.events[0].attr.sample_period, 1);
	write_pmu(&m, "intel_pt", "format/pt", "config:0\n");
	write_pmu(&m, "intel_pt", "format/mtc", "config:9\n");
	write_pmu(&m, "intel_pt", "format/tsc", "config:10\n");
	write_pmu(&m, "intel_pt", "format/branch", "config:13\n");
	write_pmu(&m, "intel_pt", "format/mtc_period", "config:14-17\n");
	write_pmu(&m, "intel_pt", "format/psb_period", "config:24-27\n");
	CHECK_EQ_U64(parse_one(&m, "intel_pt//")->attr.config, 0x2401);
	CHECK_EQ_U64(parse_one(&m, "intel_pt/branch=0/")->attr.config, 0x401);
	write_pmu(&m, "intel_pt", "caps/mtc_periods", "249\n");
	CHECK_EQ_U64(parse_one(&m, "intel_pt//")->attr.config, 0xe601);
	write_pmu(&m, "intel_pt", "caps/psb_periods", "30\n"); /* only 4 and 5 */
	CHECK_EQ_U64(parse_one(&m, "intel_pt//u")->attr.config, 0x400e601);
	write_pmu(&m, "intel_pt", "caps/mtc", "0\n");
	CHECK_EQ_U64(parse_one(&m, "intel_pt//")->attr.config, 0x2401);
	machine_fini(&m);
}

TEST(terms_of_traces)
{
	const struct event_spec *members;
	struct machine m;

	machine_init(&m);
	write_pmu(&m, "intel_pt", "type", "8\n");
	CHECK_EQ_I64(parse(&m, "{intel_pt/aux-action=start-paused/,cycles/aux-output/,cs/aux-sample-size=4096/,"
			       "faults/aux-action=resume/}"),
		     0);
	members = m.list.events;
	CHECK_EQ_U64(members[0].extra.aux_action, AUX_ACTION_START_PAUSED);
	CHECK_EQ_U64(members[1].extra.aux_flags, ATTR_AUX_OUTPUT);
	CHECK_EQ_U64(members[2].extra.aux_sample_size, 4096);
	CHECK_EQ_U64(members[3].extra.aux_action, AUX_ACTION_RESUME);
	check_error(&m, "{intel_pt//,cs/aux-sample-size=61441/}", -EINVAL, "61440 at most");
	check_error(&m, "{intel_pt//,cs/aux-action=stop/}", -EINVAL, "pause, resume or start-paused");
	check_error(&m, "{intel_pt//,cs/aux-action=start-paused/}", -EINVAL, "a hardware trace starts paused");
	check_error(&m, "cs,duration_time", -ENOENT,
		    "character 4: no event 'duration_time': prec stat counts it by itself");
	machine_fini(&m);
}

TEST(pmu_terms)
{
	const struct event_spec *spec;
	struct machine m;

	machine_init(&m);
	spec = parse_one(&m, "cpu/event=0x3c,umask=0x1,cmask=2,inv/u");
	CHECK_STR(spec->name, "cpu/event=0x3c,umask=0x1,cmask=2,inv/u");
	CHECK_EQ_U64(spec->attr.type, 4);
	CHECK_EQ_U64(spec->attr.config, 0x0280013c);
	CHECK(spec->attr.flags & ATTR_EXCLUDE_KERNEL);
	CHECK_STR(spec->pmu, "cpu");
	spec = parse_one(&m, "amd/event=0x8c1/");
	CHECK_EQ_U64(spec->attr.config, 0x8000000c1);
	spec = parse_one(&m, "amd/threshold=5/");
	CHECK_EQ_U64(spec->attr.config3, 0x50);
	CHECK_EQ_U64(spec->attr.size, ATTR_SIZE_VER8);
	spec = parse_one(&m, "cpu/mem-loads,umask=2,name=x y,period=77/");
	CHECK_STR(spec->name, "x y");
	CHECK_EQ_U64(spec->attr.config, 0x2cd);
	CHECK_EQ_U64(spec->attr.config1, 3);
	CHECK_EQ_U64(spec->period, 77);
	spec = parse_one(&m, "cpu/open-loads,offcore_rsp=9/");
	CHECK_EQ_U64(spec->attr.config1, 9);
	spec = parse_one(&m, "mem-loads:k");
	CHECK_EQ_U64(spec->attr.config, 0x1cd);
	CHECK_EQ_U64(spec->attr.flags & EXCLUDE_MODES, ATTR_EXCLUDE_USER | ATTR_EXCLUDE_HV);
	machine_fini(&m);
}

TEST(uncore)
{
	struct machine m;

	machine_init(&m);
	CHECK_EQ_I64(parse(&m, "imc/event=4/"), 0);
	CHECK_EQ_I64(m.list.n, 2);
	CHECK_EQ_U64(m.list.events[0].attr.type, 20);
	CHECK_EQ_U64(m.list.events[1].attr.type, 21);
	CHECK(m.list.events[1].pmu_is_system);
	CHECK_EQ_I64(m.list.events[1].pmu_cpus.n, 2);
	CHECK_EQ_I64(m.list.events[1].pmu_cpus.cpus[1], 4);
	CHECK_EQ_I64(parse(&m, "uncore_imc_1/event=4/"), 0);
	CHECK_EQ_I64(m.list.n, 1);
	CHECK_EQ_I64(parse(&m, "cas_reads"), 0);
	CHECK_EQ_I64(m.list.n, 2);
	CHECK_EQ_U64(m.list.events[1].attr.config, 4);
	machine_fini(&m);
}

TEST(pmu_errors)
{
	struct machine m;

	machine_init(&m);
	check_error(&m, "cpu/evnt=1/", -EINVAL, "'evnt'|cmask event|character 5");
	check_error(&m, "cpu/event=0x100/", -EINVAL, "8 bits|0x100");
	check_error(&m, "cpu/event=x/", -EINVAL, "'x'");
	check_error(&m, "cpu/event=1", -EINVAL, "'/'");
	check_error(&m, "cpu/loop/", -EINVAL, "refers to itself");
	check_error(&m, "cpi/event=1/", -ENOENT, "'cpi'|'cpu'");
	check_error(&m, "cpu/name=/", -EINVAL, "'name'");
	check_error(&m, "cpu/new_field=1/", -EINVAL, "'new_field'");
	check_error(&m, "cpu-clock/period=0/", -EINVAL, "period");
	machine_fini(&m);
}

TEST(tracepoints)
{
	const struct event_spec *spec;
	struct machine m;

	machine_init(&m);
	spec = parse_one(&m, "sched:sched_switch:u");
	CHECK_STR(spec->name, "sched:sched_switch");
	CHECK_EQ_U64(spec->attr.type, PERF_TYPE_TRACEPOINT);
	CHECK_EQ_U64(spec->attr.config, 372);
	CHECK_EQ_U64(spec->attr.sample_period, 1);
	CHECK(spec->is_tracepoint && spec->attr.flags & ATTR_EXCLUDE_KERNEL);
	CHECK_EQ_I64(parse(&m, "sched:*"), 0);
	CHECK_EQ_I64(m.list.n, 2);
	CHECK_STR(m.list.events[1].tracepoint, "sched_wakeup");
	CHECK_EQ_I64(parse(&m, "[is]*:*[hy]"), 0);
	CHECK_EQ_I64(m.list.n, 2);
	check_error(&m, "sched:sched_swich", -ENOENT, "'sched:sched_switch'");
	check_error(&m, "sched_switch", -ENOENT, "'sched:sched_switch'");
	check_error(&m, "ftrace:*", -ENOENT, "ftrace:*");
	check_error(&m, "probe:tcp_sendmsg", -ENOENT, "; kprobe:FUNCTION needs no probe");
	check_error(&m, "probe_libc:malloc", -ENOENT, "; uprobe:FILE:FUNCTION needs no probe");
	check_error(&m, "sdt_node:http__server__request", -ENOENT, "; probes of a program's own (USDT)");
	machine_fini(&m);
}

TEST(finding_tracefs)
{
	char mounts[700];
	struct machine m;

	machine_init(&m);
	m.context.tracefs = NULL;
	tree_write(&m.tree, "proc/mounts", "proc /proc proc rw 0 0\n");
	check_error(&m, "sched:sched_switch", -ENOENT, "sudo mount -t tracefs nodev /sys/kernel/tracing");
	snprintf(mounts, sizeof(mounts), "proc /proc proc rw 0 0\nnodev %s tracefs rw 0 0\n", m.tracefs);
	tree_write(&m.tree, "proc/mounts", mounts);
	CHECK_EQ_U64(parse_one(&m, "sched:sched_switch")->attr.config, 372);
	snprintf(mounts, sizeof(mounts), "nodev %s debugfs rw 0 0\n", m.tree.root);
	tree_write(&m.tree, "proc/mounts", mounts);
	CHECK_EQ_U64(parse_one(&m, "sched:sched_switch")->attr.config, 372);
	tree_write(&m.tree, "a b/events/sched/sched_switch/id", "373\n");
	snprintf(mounts, sizeof(mounts), "nodev %s/a\\040b tracefs rw 0 0\n", m.tree.root);
	tree_write(&m.tree, "proc/mounts", mounts);
	CHECK_EQ_U64(parse_one(&m, "sched:sched_switch")->attr.config, 373);
	machine_fini(&m);
}

TEST(breakpoints)
{
	const struct event_spec *spec;
	struct machine m;

	machine_init(&m);
	spec = parse_one(&m, "mem:0x1000/8:w:u");
	CHECK_STR(spec->name, "mem:0x1000/8:w:u");
	CHECK_EQ_U64(spec->attr.type, PERF_TYPE_BREAKPOINT);
	CHECK_EQ_U64(spec->attr.bp_type, 2);
	CHECK_EQ_U64(spec->attr.config1, 0x1000);
	CHECK_EQ_U64(spec->attr.config2, 8);
	spec = parse_one(&m, "mem:4096:x");
	CHECK_EQ_U64(spec->attr.bp_type, 4);
	CHECK_EQ_U64(spec->attr.config2, sizeof(long));
	spec = parse_one(&m, "mem:0x1000/8:w/name=x,period=3/u");
	CHECK_STR(spec->name, "x");
	CHECK_EQ_U64(spec->period, 3);
	CHECK(spec->attr.flags & ATTR_EXCLUDE_KERNEL);
	check_error(&m, "mem:x", -EINVAL, "character 5");
	check_error(&m, "mem:1:w/nonsense/", -EINVAL, "'nonsense'|character 9");
	machine_fini(&m);
}

__attribute__((noinline)) void probed_function(void);
void probed_function(void)
{
	__asm__ volatile("");
}

/* A function of the linker's choice, as memcpy is one. */
__asm__(".type chosen_function, STT_GNU_IFUNC\n"
	".set chosen_function, probed_function\n");

/* Functions of C++: ns::Type::call, and ns::two twice. */
void probed_in_scope(void) __asm__("_ZN2ns4Type4callEv");
void probed_in_scope(void)
{
	__asm__ volatile("nop");
}

void probed_once(void) __asm__("_ZN2ns3twoEi");
void probed_once(void)
{
	__asm__ volatile("nop; nop");
}

void probed_twice(void) __asm__("_ZN2ns3twoEl");
void probed_twice(void)
{
	__asm__ volatile("nop; nop; nop");
}

static const struct event_spec *parse_probe(struct machine *m, const char *place)
{
	char self[PATH_MAX], text[PATH_MAX + 100];
	ssize_t size = readlink("/proc/self/exe", self, sizeof(self) - 1);

	CHECK(size > 0);
	self[size] = 0;
	snprintf(text, sizeof(text), "uprobe:%s:%s", self, place);
	return parse_one(m, text);
}

TEST(user_probes)
{
	const uint8_t *code = (const uint8_t *)(uintptr_t)probed_function;
	const struct event_spec *spec;
	uint8_t in_file[8];
	struct machine m;
	uint64_t start;
	FILE *self;

	machine_init(&m);
	check_error(&m, "uprobe:/proc/self/exe:probed_function", -ENOENT, "no PMU 'uprobe' (CONFIG_UPROBE_EVENTS)");
	write_pmu(&m, "uprobe", "type", "8\n");
	write_pmu(&m, "uprobe", "format/retprobe", "config:0\n");
	spec = parse_probe(&m, "probed_function");
	CHECK_EQ_U64(spec->attr.type, 8);
	CHECK_EQ_U64(spec->attr.config, 0);
	CHECK_EQ_U64(spec->attr.config1, 0); /* a pointer, which the opener puts there */
	CHECK_EQ_U64(spec->attr.sample_period, 1);
	self = fopen(spec->probed, "rb");
	start = spec->attr.config2;
	CHECK(self && !fseek(self, (long)start, SEEK_SET));
	CHECK_EQ_U64(fread(in_file, 1, sizeof(in_file), self), sizeof(in_file));
	CHECK(!memcmp(in_file, code, sizeof(in_file)));
	fclose(self);
	CHECK_EQ_U64(parse_probe(&m, "probed_function+0x2:u")->attr.config2, start + 2);
	CHECK_EQ_U64(parse_probe(&m, "probed_function%return/period=3/")->attr.config, 1);
	CHECK_EQ_U64(m.list.events[0].period, 3);
	CHECK_EQ_U64(parse_probe(&m, "0x1234")->attr.config2, 0x1234);
	CHECK_EQ_U64(parse_probe(&m, "0x1000+8")->attr.config2, 0x1008);
	check_error(&m, "uprobe:/proc/self/exe:0xffffffffffffffff+1", -EINVAL, "more than 64 bits");
	check_error(&m, "uprobe:/proc/self/exe:no_such_function", -ENOENT,
		    "no function 'no_such_function'|FILE:0xOFFSET");
	check_error(&m, "uprobe:/proc/self/exe:chosen_function", -ENOTSUP,
		    "'chosen_function'|chosen at run time; name one of its implementations or an offset");
	check_error(&m, "uprobe:/no/such/file:main", -ENOENT, "/no/such/file");
	check_error(&m, "uprobe:/dev/null:main", -EINVAL, "/dev/null");
	check_error(&m, "uprobe:/proc/self/exe", -EINVAL, "FILE:FUNCTION");
	check_error(&m, "uprobe:/proc/self/exe:main%entry", -EINVAL, "%return");
	check_error(&m, "uprobe:/proc/self/exe:main+x", -EINVAL, "'x'");
	check_error(&m, "uprobe:/proc/self/exe:main+1%return", -EINVAL, "no offset");
	machine_fini(&m);
}

TEST(user_probes_in_a_scope)
{
	const char *const mangled = "_ZN2ns4Type4callEv";
	struct machine m;
	uint64_t at;

	machine_init(&m);
	write_pmu(&m, "uprobe", "type", "8\n");
	write_pmu(&m, "uprobe", "format/retprobe", "config:0\n");
	at = parse_probe(&m, mangled)->attr.config2;
	CHECK_EQ_U64(parse_probe(&m, "ns::Type::call")->attr.config2, at);
	CHECK_EQ_U64(parse_probe(&m, "ns::Type::call+1:u")->attr.config2, at + 1);
	CHECK_EQ_U64(parse_probe(&m, "ns::Type::call%return")->attr.config, 1);
	check_error(&m, "uprobe:/proc/self/exe:ns::Type::u", -ENOENT, "no function 'ns::Type::u'");
	check_error(&m, "uprobe:/proc/self/exe:Type::call", -ENOENT, "no function 'Type::call'");
	check_error(&m, "uprobe:/no/ns::two:main", -ENOENT, "/no/ns::two: ");
	check_error(&m, "uprobe:/no/ns::two", -EINVAL, "FILE:FUNCTION");
	check_error(&m, "uprobe:/proc/self/exe:ns::two", -EINVAL,
		    "more than one 'ns::two'|_ZN2ns3twoE|; name one by its symbol");
	machine_fini(&m);
}

static void check_args(struct machine *m, const char *typed, const char *wanted)
{
	char place[300];
	const struct event_spec *spec;

	snprintf(place, sizeof(place), "probed_function%s", typed);
	spec = parse_probe(m, place);
	CHECK_STR(spec->probe_args, wanted);
	CHECK(spec->is_tracepoint);
	/* The name goes as far as the function. */
	CHECK_STR(strrchr(spec->name, ':'), ":probed_function");
}

TEST(arguments_of_probes)
{
	const char probe[] = "uprobe:/proc/self/exe:probed_function";
	struct machine m;
	char text[300];

	machine_init(&m);
	write_pmu(&m, "uprobe", "type", "8\n");
	write_pmu(&m, "uprobe", "format/retprobe", "config:0\n");
	check_args(&m, "(a=%di)", "a=%di");
	check_args(&m, "( a=%di , s=+8(+0(%si)):string,@0x10:u8 )", "a=%di s=+8(+0(%si)):string @0x10:u8");
	check_args(&m, "(s=\\\"a,(b\" %di)", "s=\\\"a,(b\" %di");
	/* As perf probe has it. */
	check_args(&m, " a=%di s=+0(%si):string", "a=%di s=+0(%si):string");
#ifdef __x86_64__
	check_args(&m, "(%rdi, a=+0(%rsi):u8, %r8 $arg2 x=+0($arg6))", "%di a=+0(%si):u8 %r8 arg2=%si x=+0(%r9)");
	snprintf(text, sizeof(text), "%s($arg7)", probe);
	check_error(&m, text, -EINVAL, "'$arg7': on this processor registers have 6 arguments");
#endif
	CHECK(!parse_probe(&m, "probed_function()")->probe_args);
	CHECK_STR(parse_probe(&m, "probed_function%return(r=$retval)/name=x,period=2/u")->name, "x");
	CHECK(m.list.events[0].probed_at_return && m.list.events[0].period == 2);
	CHECK(m.list.events[0].attr.flags & ATTR_EXCLUDE_KERNEL);
	event_list_truncate(&m.list, 0);
	snprintf(text, sizeof(text), "{%s a=%%di,page-faults},cpu-clock", probe);
	CHECK_EQ_I64(event_list_parse(&m.list, text, &m.context, &m.err), 0);
	CHECK_EQ_I64(m.list.n, 3);
	snprintf(text, sizeof(text), "%s(a=%%di", probe);
	check_error(&m, text, -EINVAL, "'(' without ')'");
	snprintf(text, sizeof(text), "%s(a=b)", probe);
	check_error(&m, text, -EINVAL, "argument 'a=b' is neither a register (%di|perf probe");
	snprintf(text, sizeof(text), "%s(a=)", probe);
	check_error(&m, text, -EINVAL, "argument 'a=' is neither");
	snprintf(text, sizeof(text), "%s%%return($arg1)", probe);
	check_error(&m, text, -EINVAL, "'$arg1' is there where a function begins");
	machine_fini(&m);
}

TEST(kernel_probes)
{
	char text[6000];
	const struct event_spec *spec;
	struct machine m;

	machine_init(&m);
	check_error(&m, "kprobe:vfs_read", -ENOENT, "no PMU 'kprobe' (CONFIG_KPROBE_EVENTS)");
	write_pmu(&m, "kprobe", "type", "6\n");
	check_error(&m, "kprobe:vfs_read%return", -EINVAL, "no probes at returns");
	write_pmu(&m, "kprobe", "format/retprobe", "config:0\n");
	spec = parse_one(&m, "kprobe:vfs_read+8");
	CHECK_STR(spec->probed, "vfs_read");
	CHECK_EQ_U64(spec->attr.type, 6);
	CHECK_EQ_U64(spec->attr.config2, 8);
	CHECK_EQ_U64(parse_one(&m, "kprobe:vfs_read%return")->attr.config, 1);
	CHECK_STR(parse_one(&m, "kprobe:vfs_read($arg1, n=$arg3:u64)")->probe_args, "arg1=$arg1 n=$arg3:u64");
	spec = parse_one(&m, "kprobe:0xffffffff81000000");
	CHECK(!spec->probed);
	CHECK_EQ_U64(spec->attr.config2, 0xffffffff81000000);
	check_error(&m, "kprobe:", -EINVAL, "name of a function");
	check_error(&m, "kprobe:+8", -EINVAL, "name of a function");
	/* The place is said once. */
	check_error(&m, "kprobe:foo/period=1", -EINVAL, "event 'kprobe:foo/period=1', at character 11: terms without");
	CHECK(!strncmp(m.err.message, "event 'kprobe:foo/period=1', at", 31));
	/* A mangled name. */
	snprintf(text, sizeof(text), "kprobe:%03000d", 0);
	memset(text + strlen("kprobe:"), 'f', 3000);
	CHECK_STR(parse_one(&m, text)->probed, text + strlen("kprobe:"));
	snprintf(text, sizeof(text), "kprobe:f%04999d", 0);
	check_error(&m, text, -EINVAL, "5000 letters, 4095 at most");
	machine_fini(&m);
}

TEST(lists_and_groups)
{
	struct machine m;

	machine_init(&m);
	CHECK_EQ_I64(parse(&m, " cs , {faults,cycles:k}:u,mine:{cs}"), 0);
	CHECK_EQ_I64(m.list.n, 4);
	CHECK_EQ_I64(m.list.n_groups, 2);
	CHECK_EQ_I64(m.list.events[0].group, 0);
	CHECK_EQ_I64(m.list.events[1].group, 1);
	CHECK_EQ_I64(m.list.events[2].group, 1);
	CHECK_STR(m.list.events[2].name, "cycles:k");
	CHECK_EQ_U64(m.list.events[1].attr.flags & EXCLUDE_MODES, ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV);
	CHECK_EQ_U64(m.list.events[2].attr.flags & EXCLUDE_MODES, ATTR_EXCLUDE_HV);
	CHECK_STR(m.list.events[3].group_name, "mine");
	machine_fini(&m);
}

TEST(failures_keep_the_list)
{
	struct machine m;

	machine_init(&m);
	CHECK_EQ_I64(event_list_parse(&m.list, "cs/nonsense/", &m.context, NULL), -EINVAL);
	CHECK_EQ_I64(event_list_parse(&m.list, "{cs,faults}", &m.context, &m.err), 0);
	CHECK_EQ_I64(event_list_parse(&m.list, "{cycles},sched:*,nonsense", &m.context, &m.err), -ENOENT);
	CHECK_EQ_I64(m.list.n, 2);
	CHECK_EQ_I64(m.list.n_groups, 1);
	machine_fini(&m);
}

TEST(bad_lists)
{
	static const char *const bad[] = { "",     ",",         "cs,",    ",cs",     "cs,,cs",    "{cs",     "cs}",
					   "{}",   "{cs,{cs}}", "cs cs",  "cs:u:k",  "cs/period", "sched:",  ":u",
					   "/cs/", "cs//x",     "cpu/,/", "mem:",    "mem:1/",    "mem:1/x", "{cs}:z",
					   "cs;",  "cpu/=1/",   "[",      "cs/name/" };
	struct machine m;

	machine_init(&m);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		int result = parse(&m, bad[i]);

		if (result != -EINVAL && result != -ENOENT)
			test_fail(__FILE__, __LINE__, "'%s' gives %d", bad[i], result);
		CHECK_EQ_I64(m.list.n, 0);
		CHECK(strlen(m.err.message) > 0);
	}
	machine_fini(&m);
}
