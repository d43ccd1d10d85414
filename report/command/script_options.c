#include "report/command/script_options.h"

#include "common/log.h"
#include "common/options.h"
#include "common/workers.h"

#include <errno.h>

#define TYPE_BIT(type) (1ull << PERF_RECORD_##type)

static int take_fields(void *fields, const char *text, struct error *err)
{
	return script_fields_parse(fields, text, err);
}

/* As perf's --reltime and --deltatime: one of them. */
static int set_clock(struct script_options *o, enum script_clock clock, struct error *err)
{
	if (o->clock != SCRIPT_CLOCK_RECORDED && o->clock != clock)
		return error_set(err, -EINVAL, "--reltime and --deltatime: times are counted from one place");
	o->clock = clock;
	return 0;
}

static int take_reltime(void *options, const char *value, struct error *err)
{
	(void)value;
	return set_clock(options, SCRIPT_CLOCK_FIRST, err);
}

static int take_deltatime(void *options, const char *value, struct error *err)
{
	(void)value;
	return set_clock(options, SCRIPT_CLOCK_PREVIOUS, err);
}

static const struct option options[] = {
	OPTION_GROUP(struct script_options, reader, &reader_input_group),
	{ 'F', "fields", "FIELDS",
	  "the fields to show: comm, tid, pid, time, cpu, event, trace,\n"
	  "ip, sym, dso, dsoff, addr, symoff, period, iregs, uregs,\n"
	  "brstack, brstacksym, brstackoff, flags, data_src, weight,\n"
	  "bpf-output, callindent, phys_addr, misc, data_page_size,\n"
	  "code_page_size, ins_lat, retire_lat, srcline, cgroup, tod;\n"
	  "+FIELD and -FIELD change what is shown anyway; hw:, sw:,\n"
	  "trace:, raw: or break: in front for one type of event",
	  OPTION_CALL_OF(struct script_options, fields, take_fields) },
	{ 'G', "hide-call-graph", NULL, "show a sample's own address in place of its callchain",
	  OPTION_FLAG(struct script_options, no_chains) },
	{ 0, "max-stack", "N", "show N addresses of a callchain at most",
	  OPTION_NUMBER(struct script_options, max_stack, 1, UINT32_MAX) },
	{ 0, "stitch-lbr", NULL, "put call stacks together that the CPU kept a part of",
	  OPTION_FLAG(struct script_options, stitch) },
	{ 0, "stop-bt", "LIST", "show nothing of a callchain after these functions",
	  OPTION_TEXT(struct script_options, stop_bt) },
	OPTION_GROUP(struct script_options, reader, &reader_source_group),
	{ 'L', "Latency", NULL, "show comms in 8 characters and CPUs without brackets, as ftrace does",
	  OPTION_FLAG(struct script_options, latency) },
	{ 0, "ns", NULL, "show times in nanoseconds", OPTION_FLAG(struct script_options, nanoseconds) },
	{ 0, "reltime", NULL, "show times from the first line on", OPTION_CALL(take_reltime) },
	{ 0, "deltatime", NULL, "show the time since the line before", OPTION_CALL(take_deltatime) },
	OPTION_GROUP(struct script_options, reader, &reader_choice_group),
	{ 'c', "comms", "LIST", "only these comms", OPTION_TEXT(struct script_options, comms) },
	OPTION_GROUP(struct script_options, reader, &reader_task_group),
	{ 0, "dsos", "LIST", "only samples in these DSOs", OPTION_TEXT(struct script_options, dsos) },
	{ 'S', "symbols", "LIST", "only samples in these functions", OPTION_TEXT(struct script_options, symbols_only) },
	{ 0, "show-task-events", NULL, "show COMM, FORK and EXIT records too",
	  OPTION_BITS(struct script_options, show, TYPE_BIT(COMM) | TYPE_BIT(FORK) | TYPE_BIT(EXIT)) },
	{ 0, "show-mmap-events", NULL, "show MMAP and MMAP2 records too",
	  OPTION_BITS(struct script_options, show, TYPE_BIT(MMAP) | TYPE_BIT(MMAP2)) },
	{ 0, "show-switch-events", NULL, "show SWITCH records too",
	  OPTION_BITS(struct script_options, show, TYPE_BIT(SWITCH) | TYPE_BIT(SWITCH_CPU_WIDE)) },
	{ 0, "show-namespace-events", NULL, "show NAMESPACES records too",
	  OPTION_BITS(struct script_options, show, TYPE_BIT(NAMESPACES)) },
	{ 0, "show-lost-events", NULL, "show LOST records too",
	  OPTION_BITS(struct script_options, show, TYPE_BIT(LOST)) },
	{ 0, "show-cgroup-events", NULL, "show CGROUP records too",
	  OPTION_BITS(struct script_options, show, TYPE_BIT(CGROUP)) },
	{ 0, "show-bpf-events", NULL, "show KSYMBOL and BPF_EVENT records too",
	  OPTION_BITS(struct script_options, show, TYPE_BIT(KSYMBOL) | TYPE_BIT(BPF_EVENT)) },
	{ 0, "show-text-poke-events", NULL, "show KSYMBOL and TEXT_POKE records too",
	  OPTION_BITS(struct script_options, show, TYPE_BIT(KSYMBOL) | TYPE_BIT(TEXT_POKE)) },
	{ 0, "header", NULL, "show the file's header first", OPTION_FLAG(struct script_options, reader.header) },
	OPTION_GROUP(struct script_options, reader, &reader_header_group),
	OPTION_GROUP(struct script_options, reader, &reader_dump_group),
	OPTION_GROUP(struct script_options, reader, &reader_symbol_file_group),
	OPTION_GROUP(struct script_options, reader, &reader_fetch_group),
	OPTION_GROUP(struct script_options, reader, &reader_symbol_group),
	OPTION_GROUP(struct script_options, reader, &reader_bundle_group),
	OPTION_GROUP(struct script_options, reader, &reader_file_group),
	OPTION_GROUP(struct script_options, reader, &reader_pager_group),
	OPTION_GROUP(struct script_options, reader, &reader_jobs_group),
	{ 'a', "all-cpus", NULL, "what was recorded is shown", .flags = OPTION_IGNORED },
	{ 'd', "debug-mode", NULL, "of perf's own tests", .flags = OPTION_IGNORED },
	{ 0, "addr2line", "FILE", "lines are read from the files", .flags = OPTION_IGNORED },
	{ 0, "addr2line-style", "STYLE", "likewise", .flags = OPTION_IGNORED },
	{ 0, "demangle-kernel", NULL, "names of the kernel are not mangled", .flags = OPTION_IGNORED },
	{ 0, "dump-unsorted-raw-trace", NULL, "the same", OPTION_HIDDEN,
	  OPTION_FLAG(struct script_options, reader.dump) },
	{ 0, "merge-callchains", NULL, "always done", .flags = OPTION_IGNORED },
	{ 0, "unwind-style", "LIST", "the order of unwinders", .flags = OPTION_IGNORED },
	{ 0, "list-names", NULL, "the fields, for completion", OPTION_HIDDEN,
	  OPTION_FLAG(struct script_options, reader.list_names) },
	{ 'q', "quiet", NULL, "no notes", OPTION_FLAG(struct script_options, quiet) },
	OPTION_GROUP(struct script_options, reader, &reader_help_group),
	OPTION_ABSENT("-g --gen-script -l --list -s --script", "there are no scripts; pipe the output into a program"),
	OPTION_ABSENT("--addr-range", "choose by -S, or by the addresses of the output"),
	OPTION_ABSENT("--call-ret-trace --call-trace --graph-function --insn-trace --itrace --xed",
		      "hardware traces are not decoded, only their records are shown, by prec dump"),
	OPTION_ABSENT("--dlarg --dlfilter --list-dlfilters",
		      "there are no filters to load; pipe the output into a program"),
	OPTION_ABSENT("--guest-code --guestkallsyms --guestmodules --guestmount --guestvmlinux",
		      "nothing is known of the files of virtual machines; what was sampled there is shown by prec "
		      "report --guest"),
	OPTION_ABSENT("--max-blocks", "code is not disassembled; -F +brstacksym shows where branches went"),
	OPTION_ABSENT("--no-merge-callchains", "prec dump shows samples and CALLCHAIN_DEFERRED records apart"),
	OPTION_ABSENT("--per-event-dump",
		      "-e EVENT shows the samples of one event: prec script -e EVENT >FILE for each"),
	OPTION_ABSENT("--show-kernel-path", "the kernel is shown as [kernel.kallsyms], whatever its symbols are from"),
	OPTION_ABSENT("--show-round-events", "prec dump --type FINISHED_ROUND shows them"),
	{ 0 },
};

const struct option_group script_group = {
	.options = options,
	.usage = "Usage: prec script [OPTIONS]\n\n"
		 "Reads a perf.data file and shows each sample, in the order of time.\n",
};

void script_options_init(struct script_options *o)
{
	*o = (struct script_options){
		/* A name made from .eh_frame is not what readers of perf script's output expect. */
		.reader = { .workers = workers_default(),
			    .color = SCREEN_COLOR_NEVER,
			    .symbols = { .demangle = true, .no_bounds = true },
			    .fetch.seconds = READER_FETCH_SECONDS },
	};
	script_fields_init(&o->fields);
}

int script_options_parse(struct script_options *o, int argc, char **argv, struct error *err)
{
	int result;

	script_options_init(o);
	result = options_take_file(&script_group, o, argc, argv, &o->reader.input, err);
	if (result)
		return result;
	if (!o->reader.input)
		o->reader.input = input_default(&o->reader.input_options);
	if (o->quiet)
		log_set_level(LOG_QUIET);
	return 0;
}

void script_options_fini(struct script_options *o)
{
	cpulist_fini(&o->reader.tasks.cpus);
}
