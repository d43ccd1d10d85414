/* What the command line makes of the configurations. */
#include "record/command/command_line.h"
#include "record/command/mem_record_options.h"
#include "record/command/target_options.h"
#include "record/events/event_parse.h"
#include "record/open/host_regs.h"
#include "record/pmu/event_context.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORDS_MAX 16

static int parse(struct record_options *o, const char *const *words, struct error *err)
{
	char *argv[WORDS_MAX] = { (char *)"record" };
	int argc = 1;

	for (; words[argc - 1]; argc++)
		argv[argc] = (char *)words[argc - 1];
	CHECK_EQ_I64(record_options_init(o), 0);
	return command_line_parse(o, argc, argv, err);
}

#define PARSE(o, ...) CHECK_EQ_I64(parse(o, (const char *const[]){ __VA_ARGS__, NULL }, NULL), 0)

TEST(defaults)
{
	struct record_options o;

	PARSE(&o, "-a");
	CHECK(o.target.system_wide && !o.command && !o.target.no_inherit);
	CHECK_EQ_U64(o.sampler.interval.freq, 4000);
	CHECK(!o.sampler.interval.freq_of_traces && !o.sampler.interval.period);
	CHECK(o.sampler.sideband.wants_build_ids && o.sampler.sideband.bpf_programs && o.session.wants_build_ids);
	CHECK(!o.sampler.starts_later && !o.session.times.n && !o.session.max_bytes);
	CHECK_EQ_U64(o.sampler.fields.period, SAMPLE_PERIOD_VARYING);
	CHECK(o.session.level > 0 && !o.output);
	record_options_fini(&o);
}

/* Options that more than one engine follows. */
TEST(one_option_for_both_engines)
{
	struct record_options o;

	PARSE(&o, "-B", "-d", "-D", "20", "--no-bpf-event");
	CHECK(!o.sampler.sideband.wants_build_ids && !o.session.wants_build_ids && !o.sampler.sideband.bpf_programs);
	CHECK(o.sampler.fields.data_addresses);
	CHECK_EQ_U64(o.session.times.ranges[0].from, 20000000);
	CHECK(o.sampler.starts_later);
	record_options_fini(&o);
}

TEST(interval)
{
	struct error err = ERROR_INIT;
	struct record_options o;

	PARSE(&o, "-F", "99");
	CHECK_EQ_U64(o.sampler.interval.freq, 99);
	CHECK(o.sampler.interval.freq_of_traces);
	record_options_fini(&o);
	PARSE(&o, "-F", "max");
	CHECK_EQ_U64(o.sampler.interval.freq, RECORD_FREQ_MAX);
	record_options_fini(&o);
	PARSE(&o, "-c", "1000", "-n");
	CHECK_EQ_U64(o.sampler.interval.period, 1000);
	CHECK(o.sampler.interval.none);
	record_options_fini(&o);
	CHECK_EQ_I64(parse(&o, (const char *const[]){ "-c", "1", "-F", "1", NULL }, &err), -EINVAL);
	CHECK_STR(err.message, "-F and -c exclude each other: a rate, or an interval");
	record_options_fini(&o);
}

TEST(call_graphs)
{
	static const char *const bad[] = { "dwarf,0",   "dwarf,65529", "dwarf,x", "dwarf,", "fp,8", "fp,",
					   "lbr,defer", "dwarf,defer", "lbr,8",   "no",     "" };
	struct error err = ERROR_INIT;
	struct record_options o;

	PARSE(&o, "-g");
	CHECK_EQ_U64(o.sampler.fields.callgraph.mode, CALLGRAPH_FP);
	record_options_fini(&o);
	PARSE(&o, "--call-graph", "dwarf,1001", "-g");
	CHECK_EQ_U64(o.sampler.fields.callgraph.mode, CALLGRAPH_DWARF);
	CHECK_EQ_U64(o.sampler.fields.callgraph.stack_size, 1008);
	record_options_fini(&o);
	PARSE(&o, "--call-graph", "dwarf,65528", "--call-graph", "lbr", "--max-stack", "9");
	CHECK_EQ_U64(o.sampler.fields.callgraph.mode, CALLGRAPH_LBR);
	CHECK_EQ_U64(o.sampler.fields.callgraph.max_stack, 9);
	record_options_fini(&o);
	PARSE(&o, "--call-graph", "fp,defer");
	CHECK_EQ_U64(o.sampler.fields.callgraph.mode, CALLGRAPH_FP);
	CHECK(o.sampler.fields.callgraph.defer);
	record_options_fini(&o);
	PARSE(&o, "--call-graph", "fp,defer", "--call-graph", "fp");
	CHECK(!o.sampler.fields.callgraph.defer);
	record_options_fini(&o);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		CHECK_EQ_I64(parse(&o, (const char *const[]){ "--call-graph", bad[i], NULL }, &err), -EINVAL);
		record_options_fini(&o);
	}
}

TEST(registers)
{
	enum regs_arch arch = host_regs_arch();
	unsigned ip = (unsigned)regs_ip(arch), sp = (unsigned)regs_sp(arch);
	struct error err = ERROR_INIT;
	struct record_options o;
	char list[64];

	PARSE(&o, "--user-regs");
	CHECK_EQ_U64(o.sampler.fields.regs_user, host_regs_mask());
	CHECK_EQ_U64(o.sampler.fields.regs_intr, 0);
	record_options_fini(&o);
	snprintf(list, sizeof(list), "--intr-regs=%s,%s", regs_name(arch, ip), regs_name(arch, sp));
	PARSE(&o, list);
	CHECK_EQ_U64(o.sampler.fields.regs_intr, 1ull << ip | 1ull << sp);
	record_options_fini(&o);
	PARSE(&o, "-I?");
	CHECK(o.list_regs);
	record_options_fini(&o);
	CHECK_EQ_I64(parse(&o, (const char *const[]){ "--user-regs=nosuch", NULL }, &err), -EINVAL);
	CHECK_STR(err.message, "--user-regs: no register 'nosuch'; '--user-regs=?' lists those there are");
	record_options_fini(&o);
}

TEST(periods_in_samples)
{
	struct record_options o;

	PARSE(&o, "-P");
	CHECK_EQ_U64(o.sampler.fields.period, SAMPLE_PERIOD_ALWAYS);
	record_options_fini(&o);
	PARSE(&o, "--no-period");
	CHECK_EQ_U64(o.sampler.fields.period, SAMPLE_PERIOD_NEVER);
	record_options_fini(&o);
}

TEST(modes_and_clock)
{
	struct record_options o;

	PARSE(&o, "--all-kernel", "-k", "monotonic");
	CHECK(o.sampler.modes.no_user && !o.sampler.modes.no_kernel);
	CHECK(o.sampler.clock.is_given);
	CHECK_EQ_I64(o.sampler.clock.id, 1);
	record_options_fini(&o);
	PARSE(&o, "--all-user", "-m", "64K");
	CHECK(o.sampler.modes.no_kernel && !o.sampler.modes.no_user);
	CHECK_EQ_U64(o.sampler.ring_bytes, 65536);
	record_options_fini(&o);
}

TEST(one_group_of_all_events)
{
	struct record_options o;

	PARSE(&o, "--group", "-e", "cpu-clock,n:{page-faults,minor-faults}:S", "-e", "cpu-clock");
	CHECK_EQ_I64(o.events.n, 4);
	for (int i = 0; i < o.events.n; i++)
		CHECK(o.events.events[i].group == 1 && !o.events.events[i].group_name);
	CHECK_EQ_I64(o.events.n_groups, 1);
	record_options_fini(&o);
	PARSE(&o, "-e", "cpu-clock,page-faults");
	CHECK_EQ_I64(o.events.events[0].group, 0);
	record_options_fini(&o);
}

TEST(branch_filters)
{
	static const struct {
		const char *text;
		uint64_t branches;
	} cases[] = {
		{ "any", 1 << 3 },
		{ "u", 1 | 1 << 3 },
		{ "k,HV", 6 | 1 << 3 },
		{ "save_type", 1 << 3 | 1 << 16 },
		{ "in_tx,u", 1 | 1 << 3 | 1 << 8 },
		{ "call,u", 1 | 1 << 13 },
		{ "any,u,k,hv", 15 },
		{ "any_call,any_ret,ind_call", 7 << 4 },
		{ "abort_tx,in_tx,no_tx", 7 << 7 },
		{ "cond,stack,ind_jmp,call", 15 << 10 },
		{ "no_flags,no_cycles,save_type,hw_index,priv,counter", 1 << 3 | 63 << 14 },
	};
	static const char *const bad[] = { "", "any,", "anything", "any u", "plm" };
	struct error err = ERROR_INIT;
	struct record_options o;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		PARSE(&o, "-j", cases[i].text);
		CHECK_EQ_U64(o.sampler.fields.branches, cases[i].branches);
		record_options_fini(&o);
	}
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		CHECK_EQ_I64(parse(&o, (const char *const[]){ "-j", bad[i], NULL }, &err), -EINVAL);
		CHECK(strstr(err.message, "there are the branches any any_call"));
		record_options_fini(&o);
	}
	PARSE(&o, "-b");
	CHECK_EQ_U64(o.sampler.fields.branches, 1 << 3);
	record_options_fini(&o);
	CHECK_EQ_I64(parse(&o, (const char *const[]){ "-b", "-j", "any", NULL }, &err), -EINVAL);
	record_options_fini(&o);
}

TEST(what_samples_hold)
{
	static const struct {
		const char *option;
		uint64_t field;
	} cases[] = {
		{ "-W", PERF_SAMPLE_WEIGHT_STRUCT },
		{ "--weight", PERF_SAMPLE_WEIGHT_STRUCT },
		{ "-R", PERF_SAMPLE_RAW },
		{ "--transaction", PERF_SAMPLE_TRANSACTION },
		{ "--phys-data", PERF_SAMPLE_PHYS_ADDR },
		{ "--data-page-size", PERF_SAMPLE_DATA_PAGE_SIZE },
		{ "--code-page-size", PERF_SAMPLE_CODE_PAGE_SIZE },
		{ "--sample-mem-info", PERF_SAMPLE_DATA_SRC },
		{ "--all-cgroups", PERF_SAMPLE_CGROUP },
	};
	struct record_options o;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		PARSE(&o, cases[i].option);
		CHECK_EQ_U64(o.sampler.fields.more, cases[i].field);
		CHECK(o.sampler.sideband.wants_cgroups == (cases[i].field == PERF_SAMPLE_CGROUP));
		record_options_fini(&o);
	}
	PARSE(&o, "--switch-events", "--running-time", "--no-weight", "-W", "--no-weight");
	CHECK(o.sampler.sideband.wants_switches && o.sampler.fields.read_times);
	CHECK_EQ_U64(o.sampler.fields.more, 0);
	record_options_fini(&o);
}

/* In silence: what is done anyway, and what was not asked for. */
TEST(options_without_an_effect)
{
	struct record_options o;

	PARSE(&o, "--buildid-all", "--buildid-mmap", "--namespaces", "--sample-identifier", "--timestamp-boundary",
	      "--no-overwrite", "--no-latency");
	CHECK(o.session.keep_files && o.session.wants_build_ids && !o.session.no_waiting);
	record_options_fini(&o);
	PARSE(&o, "-N", "--buildid-cache", "--no-switch-events", "--no-buffering");
	CHECK(o.session.no_waiting);
	CHECK(o.session.keep_files && !o.sampler.sideband.wants_switches);
	record_options_fini(&o);
}

/* Of what runs already. Mappings are of processes, so these come with them. */
TEST(what_runs_already)
{
	static const struct {
		const char *words;
		bool tasks, maps, cgroups; /* left out */
	} cases[] = {
		{ "--synth=all", false, false, false },  { "--synth=no", true, true, true },
		{ "--synth=task", false, true, true },   { "--synth=MMAP", false, false, true },
		{ "--synth=cgroup", true, true, false }, { "--synth=task,cgroup", false, true, false },
		{ "--synth=task,no", true, true, true },
	};
	static const char *const bad[] = { "", "x", "task,", ",", "tasks", "task mmap" };
	struct error err = ERROR_INIT;
	struct record_options o;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		PARSE(&o, cases[i].words);
		CHECK(o.session.left_out.no_tasks == cases[i].tasks && o.session.left_out.no_maps == cases[i].maps &&
		      o.session.left_out.no_cgroups == cases[i].cgroups);
		record_options_fini(&o);
	}
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		CHECK_EQ_I64(parse(&o, (const char *const[]){ "--synth", bad[i], NULL }, &err), -EINVAL);
		CHECK(strstr(err.message, "there are no, task, mmap, cgroup and all"));
		record_options_fini(&o);
	}
	CHECK_EQ_I64(parse(&o, (const char *const[]){ "--proc-map-timeout", "1s", NULL }, &err), -EINVAL);
	record_options_fini(&o);
	PARSE(&o, "--synth=no", "--no-synth", "--num-thread-synthesize=4", "--aio", "--aio=4", "--proc-map-timeout=9");
	CHECK(!o.session.left_out.no_tasks);
	record_options_fini(&o);
}

TEST(mappings_of_data)
{
	static const struct {
		const char *words[3];
		enum data_maps data_maps;
	} cases[] = {
		{ { "-d" }, DATA_MAPS_WITH_ADDRESSES },
		{ { "--data-mmap" }, DATA_MAPS_ALWAYS },
		{ { "-d", "--no-data-mmap" }, DATA_MAPS_NEVER },
		{ { "--no-data-mmap", "-d" }, DATA_MAPS_NEVER },
	};
	struct record_options o;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		CHECK_EQ_I64(parse(&o, cases[i].words, NULL), 0);
		CHECK_EQ_I64(o.sampler.sideband.data_maps, cases[i].data_maps);
		record_options_fini(&o);
	}
}

TEST(latency)
{
	static const char *const bad[][4] = { { "--latency" }, { "--latency", "-a", "true" }, { "--latency", "-C0" } };
	static const char *const good[][4] = { { "--latency", "true" }, { "--latency", "-p", "1" } };
	struct error err = ERROR_INIT;
	struct record_options o;

	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		CHECK_EQ_I64(parse(&o, good[i], NULL), 0);
		CHECK(o.sampler.sideband.wants_switches && o.session.wants_switches);
		record_options_fini(&o);
	}
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		CHECK_EQ_I64(parse(&o, bad[i], &err), -EINVAL);
		CHECK(strstr(err.message, "--latency needs a command"));
		record_options_fini(&o);
	}
}

TEST(time_off_the_cpu)
{
	static const struct {
		const char *words[5];
		uint64_t threshold_ms;
	} cases[] = {
		{ { "--off-cpu" }, 500 },
		{ { "--off-cpu=20" }, 20 },
		{ { "--off-cpu", "0" }, 0 },
		{ { "--off-cpu", "--off-cpu-thresh", "7" }, 7 },
	};
	struct error err = ERROR_INIT;
	struct record_options o;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		CHECK_EQ_I64(parse(&o, cases[i].words, NULL), 0);
		CHECK(o.off_cpu && !o.events.n && !o.session.wants_switches);
		CHECK_EQ_U64(o.session.off_cpu_ns, cases[i].threshold_ms * 1000000);
		record_options_fini(&o);
	}
	PARSE(&o, "--off-cpu", "--group", "-e", "cpu-clock,page-faults", "--switch-events");
	CHECK_EQ_I64(o.events.n, 3);
	CHECK(o.events.events[2].is_off_cpu && !o.events.events[2].group && o.session.wants_switches);
	record_options_fini(&o);
	CHECK_EQ_I64(parse(&o, (const char *const[]){ "--off-cpu=x", NULL }, &err), -EINVAL);
	record_options_fini(&o);
	CHECK_EQ_I64(parse(&o, (const char *const[]){ "--off-cpu", "-a", "-e", "cs", "-G", "/", NULL }, &err), -EINVAL);
	CHECK_STR(err.message, "--off-cpu is of threads, not of cgroups: it excludes -G");
	record_options_fini(&o);
}

static void check_refused(const char *const *words, const char *want)
{
	struct error err = ERROR_INIT;
	struct record_options o;

	CHECK_EQ_I64(parse(&o, words, &err), -EINVAL);
	if (!strstr(err.message, want))
		test_fail(__FILE__, __LINE__, "%s: %s", words[0], err.message);
	record_options_fini(&o);
}

#define REFUSED(want, ...) check_refused((const char *const[]){ __VA_ARGS__, NULL }, want)

TEST(threads_that_drain)
{
	struct record_options o;

	PARSE(&o, "--threads", "-a");
	CHECK_EQ_U64(o.threads.kind, THREAD_CPU);
	record_options_fini(&o);
	PARSE(&o, "--threads=12", "-r", "5");
	CHECK_EQ_U64(o.threads.kind, THREAD_NUMBER);
	CHECK_EQ_U64(o.threads.n, 12);
	CHECK_EQ_I64(o.realtime, 5);
	record_options_fini(&o);
	PARSE(&o, "--affinity", "node", "--mmap-flush=1M");
	CHECK_EQ_U64(o.session.affinity, AFFINITY_NODE);
	CHECK_EQ_U64(o.threads.kind, THREAD_NONE);
	record_options_fini(&o);
	REFUSED("--threads", "--threads=x");
	REFUSED("--affinity 'all': there are sys, node and cpu", "--affinity=all");
	REFUSED("--threads and --affinity", "--threads", "--affinity=cpu");
	REFUSED("--mmap-flush", "--mmap-flush=much");
	REFUSED("-r", "-r", "100");
}

/* --filter is for the -e before it; what a name or pattern stands for is one event to it. */
TEST(filters)
{
	struct error err = ERROR_INIT;
	struct record_options o;
	char self[64];

	if (access("/sys/kernel/tracing/events/sched/sched_switch/id", R_OK))
		test_skip("needs tracefs");
	PARSE(&o, "-e", "sched:sched_switch,sched:sched_wakeup", "--filter", "pid > 1", "--filter", "pid < 9", "-e",
	      "cpu-clock");
	CHECK(!o.events.events[0].filter && !o.events.events[2].filter);
	CHECK_STR(o.events.events[1].filter, "(pid > 1) && (pid < 9)");
	record_options_fini(&o);
	PARSE(&o, "--exclude-perf", "-e", "cs,sched:sched_wakeup*", "--filter", "pid > 1");
	snprintf(self, sizeof(self), "(pid > 1) && (common_pid != %d)", getpid());
	CHECK_EQ_I64(o.events.n, 3);
	CHECK_STR(o.events.events[1].filter, self);
	CHECK_STR(o.events.events[2].filter, self);
	record_options_fini(&o);
	PARSE(&o, "-e", "cs", "--switch-output-event", "sched:sched_wakeup", "--filter", "pid > 1");
	CHECK_STR(o.switch_events.events[0].filter, self);
	CHECK(!o.events.events[0].filter);
	record_options_fini(&o);
	CHECK_EQ_I64(parse(&o, (const char *const[]){ "-e", "cs", "--filter", "pid > 1", NULL }, &err), -EINVAL);
	CHECK(strstr(err.message, "event 'cs' has none"));
	record_options_fini(&o);
	CHECK_EQ_I64(parse(&o, (const char *const[]){ "--filter", "pid > 1", "-e", "cs", NULL }, &err), -EINVAL);
	CHECK(strstr(err.message, "comes after the event"));
	record_options_fini(&o);
	CHECK_EQ_I64(parse(&o, (const char *const[]){ "-e", "cs", "--exclude-perf", NULL }, &err), -EINVAL);
	CHECK(strstr(err.message, "only tracepoints"));
	record_options_fini(&o);
}

/* Which event is recorded in which cgroup. */
static void check_cgroups(const struct record_options *o, const char *a, const char *b, const char *c)
{
	const char *const wanted[] = { a, b, c };

	CHECK_EQ_I64(o->events.n, 3);
	for (int i = 0; i < 3; i++) {
		const char *have = o->events.events[i].cgroup;

		CHECK(!have == !wanted[i]);
		if (have)
			CHECK_STR(have, wanted[i]);
	}
}

TEST(cgroups)
{
	const struct event_context context = event_context_of_environment();
	struct error err = ERROR_INIT;
	struct record_options o;

	PARSE(&o, "-a", "-e", "cpu-clock,cs,faults", "-G", "one");
	check_cgroups(&o, "one", "one", "one");
	CHECK_EQ_I64(o.target.n_cgroups, 1);
	record_options_fini(&o);
	PARSE(&o, "-a", "-e", "cpu-clock,cs,faults", "-G", "one,,two");
	check_cgroups(&o, "one", NULL, "two");
	record_options_fini(&o);
	PARSE(&o, "-a", "-e", "cpu-clock,cs,faults", "-G", "one", "-G", "two");
	check_cgroups(&o, "one", "two", "one");
	record_options_fini(&o);
	PARSE(&o, "-a", "-e", "cpu-clock", "-G", "one", "-e", "cs,faults");
	check_cgroups(&o, "one", NULL, NULL);
	record_options_fini(&o);
	PARSE(&o, "-a", "-G", "one");
	CHECK_EQ_I64(event_list_parse(&o.events, "cpu-clock,cs,faults", &context, NULL), 0);
	CHECK_EQ_I64(target_options_set_cgroups(&o.target, &o.events, NULL), 0);
	check_cgroups(&o, "one", "one", "one");
	record_options_fini(&o);
	CHECK_EQ_I64(parse(&o, (const char *const[]){ "-a", "-G", "one", "-e", "cs", NULL }, &err), -EINVAL);
	CHECK_STR(err.message, "-G 'one': must define events before cgroups: -e EVENT -G NAME");
	record_options_fini(&o);
	CHECK_EQ_I64(parse(&o, (const char *const[]){ "-e", "cs", "-G", "one,two", NULL }, &err), -EINVAL);
	CHECK_STR(err.message, "-G: there is no event for cgroup 'two': it is number 2, and 1 event comes before");
	record_options_fini(&o);
}

/* --- prec mem record ------------------------------------------------------------------ */

static int parse_mem(struct record_options *o, const char *const *words, struct error *err)
{
	char *argv[WORDS_MAX] = { (char *)"mem" };
	int argc = 1;

	for (; words[argc - 1]; argc++)
		argv[argc] = (char *)words[argc - 1];
	CHECK_EQ_I64(record_options_init(o), 0);
	return mem_record_options_parse(o, argc, argv, err);
}

#define PARSE_MEM(o, ...) CHECK_EQ_I64(parse_mem(o, (const char *const[]){ __VA_ARGS__, NULL }, NULL), 0)

static void check_mem_refused(int code, const char *message, const char *const *words)
{
	struct error err = ERROR_INIT;
	struct record_options o;

	CHECK_EQ_I64(parse_mem(&o, words, &err), code);
	if (!strstr(err.message, message))
		test_fail(__FILE__, __LINE__, "'%s' does not hold '%s'", err.message, message);
	record_options_fini(&o);
}

#define MEM_REFUSED(code, message, ...) check_mem_refused(code, message, (const char *const[]){ __VA_ARGS__, NULL })

static void mem_machine(struct tree *tree, const char *pmu)
{
	char path[128];

	tree_init(tree);
	snprintf(path, sizeof(path), "bus/event_source/devices/%s/type", pmu);
	tree_write(tree, path, "4\n");
	setenv("SYSFS_PATH", tree->root, 1);
}

TEST(mem_events_and_fields)
{
	struct record_options o;
	struct tree tree;

	mem_machine(&tree, "cpu");
	tree_write(&tree, "bus/event_source/devices/cpu/format/event", "config:0-7\n");
	tree_write(&tree, "bus/event_source/devices/cpu/format/ldlat", "config1:0-15\n");
	tree_write(&tree, "bus/event_source/devices/cpu/events/mem-loads", "event=0xcd\n");
	tree_write(&tree, "bus/event_source/devices/cpu/events/mem-stores", "event=0xce\n");
	PARSE_MEM(&o, "-a", "-p", "--ldlat", "7", "--pid", "1", "--tid", "2", "ls", "-p");
	CHECK_EQ_I64(o.events.n, 2);
	CHECK_EQ_U64(o.events.events[0].attr.config1, 7);
	CHECK_EQ_U64(o.sampler.fields.more, PERF_SAMPLE_WEIGHT_STRUCT | PERF_SAMPLE_PHYS_ADDR);
	CHECK(o.sampler.fields.data_addresses && o.target.system_wide);
	CHECK_STR(o.target.pids, "1");
	CHECK_STR(o.target.tids, "2");
	CHECK_STR(o.command[0], "ls");
	record_options_fini(&o);
	PARSE_MEM(&o, "-t", "Store", "-U", "--data-page-size");
	CHECK_EQ_I64(o.events.n, 1);
	CHECK_EQ_U64(o.sampler.fields.more, PERF_SAMPLE_DATA_PAGE_SIZE); /* stores have no latency */
	CHECK(o.sampler.modes.no_kernel && !o.sampler.modes.no_user);
	record_options_fini(&o);
	/* The CPU's events come first, whatever stands where: -G is of events before. */
	PARSE_MEM(&o, "-a", "-G", "one", "-e", "faults", "-e", "ldlat-stores");
	CHECK_EQ_I64(o.events.n, 2);
	CHECK_STR(o.events.events[0].name, "cpu/mem-stores/P");
	CHECK_STR(o.events.events[0].cgroup, "one");
	record_options_fini(&o);
	/* Names of the CPU's events among others, of which -e forgets -t that is before it. */
	PARSE_MEM(&o, "-t", "load", "-e", "mem:0x1000/16:w , ldlat-stores,{cs,faults}");
	CHECK_EQ_I64(o.events.n, 5);
	CHECK_STR(o.events.events[0].name, "cpu/mem-stores/P");
	CHECK_STR(o.events.events[2].name, "mem:0x1008/8:w");
	CHECK_EQ_I64(o.events.events[4].group, o.events.events[3].group);
	record_options_fini(&o);
	PARSE_MEM(&o, "-e", "cs,ldlat-stores", "-t", "load");
	CHECK_EQ_I64(o.events.n, 3);
	CHECK_STR(o.events.events[0].name, "cpu/mem-loads,ldlat=30/P");
	CHECK_STR(o.events.events[1].name, "cpu/mem-stores/P");
	record_options_fini(&o);
	MEM_REFUSED(-ENOTSUP, "-e spe: a name for other CPUs", "-e", "ldlat-loads,spe");
	MEM_REFUSED(-ENOENT, "'ldlat-loads'", "-e", "cs,ldlat-loads/period=3/");
	MEM_REFUSED(-ENOENT, "nonsense", "-e", "ldlat-loads,nonsense");
	PARSE_MEM(&o, "--all-kernel", "--group");
	CHECK(o.sampler.modes.no_user);
	CHECK_EQ_I64(o.events.n_groups, 1);
	record_options_fini(&o);
	MEM_REFUSED(-EINVAL, "--tid chooses threads", "-t", "123");
	MEM_REFUSED(-EINVAL, "-t 'load,': takes load, store, or load,store", "-t", "load,");
	MEM_REFUSED(-EINVAL, "--pid 123 records a process", "-p", "123");
	MEM_REFUSED(-EINVAL, "--ldlat '65536'", "--ldlat", "65536");
	MEM_REFUSED(-EINVAL, "--freq'?", "--frq", "7");
	unsetenv("SYSFS_PATH");
	tree_fini(&tree);
}

TEST(mem_without_hardware)
{
	struct record_options o;
	struct tree tree;
	char pid[16], message[96];

	mem_machine(&tree, "software");
	MEM_REFUSED(-ENODEV, "'page-faults' samples", "-a");
	MEM_REFUSED(-ENODEV, "'mem:ADDR/8:rw'", "-t", "load");
	MEM_REFUSED(-ENODEV, "sample no loads or stores", "-G", "one");
	PARSE_MEM(&o, "-e", "page-faults,cpu-clock", "-e", "mem:0x1000/8:w");
	CHECK_EQ_I64(o.events.n, 3);
	CHECK_EQ_U64(o.events.events[0].period, 1); /* every one of them */
	CHECK_EQ_U64(o.events.events[1].period, 0);
	CHECK(o.sampler.fields.data_addresses && !o.sampler.fields.more);
	record_options_fini(&o);
	PARSE_MEM(&o, "-e", "page-faults", "-F", "99");
	CHECK_EQ_U64(o.events.events[0].period, 0);
	record_options_fini(&o);
	PARSE_MEM(&o, "-e", "page-faults/period=5/", "-e", "major-faults/freq=9/");
	CHECK_EQ_U64(o.events.events[0].period, 5);
	CHECK_EQ_U64(o.events.events[1].period, 0);
	record_options_fini(&o);
	/* Whose variable it is. */
	MEM_REFUSED(-ESRCH, "--pid no:process: no process has this name", "-e", "mem:environ", "--pid", "no:process");
	MEM_REFUSED(-EINVAL, "--tid '0': not a", "-e", "mem:environ", "--tid", "0,1");
	MEM_REFUSED(-EINVAL, "--pid '4194305': not a", "--pid", "4194305");
	snprintf(pid, sizeof(pid), "%d", getpid());
	snprintf(message, sizeof(message), "that process %s has mapped has a variable 'nothing'", pid);
	MEM_REFUSED(-ENOENT, message, "-e", "mem:nothing", "--pid", pid, "--tid", "1");
	MEM_REFUSED(-EINVAL, "--pid says in which process it is", "-e", "mem:environ", "-u", "root", "/proc/self/exe");
	MEM_REFUSED(-ENOENT, "exe has no variable 'nothing' in its symbol tables; /proc", "-a", "-e", "mem:nothing",
		    "/proc/self/exe");
	MEM_REFUSED(-ENOENT, "/proc/self/exe has no variable 'jiffies_64'", "-e", "mem:jiffies_64", "/proc/self/exe");
	PARSE_MEM(&o, "-h");
	CHECK(o.help);
	record_options_fini(&o);
	unsetenv("SYSFS_PATH");
	tree_fini(&tree);
}

/* Whatever --switch-output says, before or after. */
TEST(events_that_switch)
{
	struct record_options o;

	PARSE(&o, "--switch-output-event", "cs", "--switch-output-event", "page-faults");
	CHECK(o.session.rotation.on_signal && o.session.is_stamped && !o.events.n);
	CHECK_EQ_I64(o.switch_events.n, 2);
	record_options_fini(&o);
	PARSE(&o, "--switch-output-event", "cs", "--switch-output=10s");
	CHECK(o.session.rotation.on_signal && o.session.rotation.interval_ns);
	record_options_fini(&o);
}
