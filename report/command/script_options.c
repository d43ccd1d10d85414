#include "report/command/script_options.h"

#include "common/word_list.h"

#include "common/log.h"

#include <errno.h>

enum script_option {
	OPTION_FIRST = 256,
	OPTION_DELTATIME,
	OPTION_DSOS,
	OPTION_MAX_STACK,
	OPTION_NS,
	OPTION_NOTHING,
	OPTION_RELTIME,
	OPTION_SHOW_BPF,
	OPTION_SHOW_CGROUP,
	OPTION_SHOW_LOST,
	OPTION_SHOW_MMAP,
	OPTION_SHOW_NAMESPACE,
	OPTION_SHOW_SWITCH,
	OPTION_SHOW_TASK,
	OPTION_SHOW_TEXT_POKE,
	OPTION_STITCH_LBR,
	OPTION_STOP_BT,
};

static const struct option_def script_option_defs[] = {
	READER_INPUT_DEF,
	{ 'F', "fields", "FIELDS",
	  "the fields to show: comm, tid, pid, time, cpu, event, trace,\n"
	  "ip, sym, dso, dsoff, addr, symoff, period, iregs, uregs,\n"
	  "brstack, brstacksym, brstackoff, flags, data_src, weight,\n"
	  "bpf-output, callindent, phys_addr, misc, data_page_size,\n"
	  "code_page_size, ins_lat, retire_lat, srcline, cgroup, tod;\n"
	  "+FIELD and -FIELD change what is shown anyway; hw:, sw:,\n"
	  "trace:, raw: or break: in front for one type of event",
	  0 },
	{ 'G', "hide-call-graph", NULL, "show a sample's own address in place of its callchain", 0 },
	{ OPTION_MAX_STACK, "max-stack", "N", "show N addresses of a callchain at most", 0 },
	{ OPTION_STITCH_LBR, "stitch-lbr", NULL, "put call stacks together that the CPU kept a part of", 0 },
	{ OPTION_STOP_BT, "stop-bt", "LIST", "show nothing of a callchain after these functions", 0 },
	READER_SOURCE_DEFS,
	{ 'L', "Latency", NULL, "show comms in 8 characters and CPUs without brackets, as ftrace does", 0 },
	{ OPTION_NS, "ns", NULL, "show times in nanoseconds", 0 },
	{ OPTION_RELTIME, "reltime", NULL, "show times from the first line on", 0 },
	{ OPTION_DELTATIME, "deltatime", NULL, "show the time since the line before", 0 },
	READER_CHOICE_DEFS,
	{ 'c', "comms", "LIST", "only these comms", 0 },
	READER_TASK_DEFS,
	{ OPTION_DSOS, "dsos", "LIST", "only samples in these DSOs", 0 },
	{ 'S', "symbols", "LIST", "only samples in these functions", 0 },
	{ OPTION_SHOW_TASK, "show-task-events", NULL, "show COMM, FORK and EXIT records too", 0 },
	{ OPTION_SHOW_MMAP, "show-mmap-events", NULL, "show MMAP and MMAP2 records too", 0 },
	{ OPTION_SHOW_SWITCH, "show-switch-events", NULL, "show SWITCH records too", 0 },
	{ OPTION_SHOW_NAMESPACE, "show-namespace-events", NULL, "show NAMESPACES records too", 0 },
	{ OPTION_SHOW_LOST, "show-lost-events", NULL, "show LOST records too", 0 },
	{ OPTION_SHOW_CGROUP, "show-cgroup-events", NULL, "show CGROUP records too", 0 },
	{ OPTION_SHOW_BPF, "show-bpf-events", NULL, "show KSYMBOL and BPF_EVENT records too", 0 },
	{ OPTION_SHOW_TEXT_POKE, "show-text-poke-events", NULL, "show KSYMBOL and TEXT_POKE records too", 0 },
	{ READER_HEADER, "header", NULL, "show the file's header first", 0 },
	READER_HEADER_DEFS,
	READER_DUMP_DEF,
	READER_SYMBOL_FILE_DEFS,
	READER_FETCH_DEFS,
	READER_SYMBOL_DEFS,
	READER_FILE_DEFS,
	READER_PAGER_DEF,
	READER_JOBS_DEF,
	{ 'a', "all-cpus", NULL, "what was recorded is shown", OPTION_IGNORED },
	{ 'd', "debug-mode", NULL, "of perf's own tests", OPTION_IGNORED },
	{ OPTION_NOTHING, "addr2line", "FILE", "lines are read from the files", OPTION_IGNORED },
	{ OPTION_NOTHING, "addr2line-style", "STYLE", "likewise", OPTION_IGNORED },
	{ OPTION_NOTHING, "demangle-kernel", NULL, "names of the kernel are not mangled", OPTION_IGNORED },
	{ 'D', "dump-unsorted-raw-trace", NULL, "the same", OPTION_HIDDEN },
	{ OPTION_NOTHING, "merge-callchains", NULL, "always done", OPTION_IGNORED },
	{ OPTION_NOTHING, "unwind-style", "LIST", "the order of unwinders", OPTION_IGNORED },
	{ READER_LIST_NAMES, "list-names", NULL, "the fields, for completion", OPTION_HIDDEN },
	{ 'q', "quiet", NULL, "no notes", 0 },
	READER_HELP_DEFS,
	{ 0 },
};

static const struct option_range script_option_ranges[] = {
	READER_RANGES,
	READER_FETCH_RANGES,
	{ OPTION_MAX_STACK, "--max-stack", 1, UINT32_MAX, NULL, NULL },
	{ 0 },
};

void script_usage(FILE *out)
{
	fprintf(out, "Usage: prec script [OPTIONS]\n\n"
		     "Reads a perf.data file and shows each sample, in the order of time.\n\nOptions:\n");
	options_print(out, script_option_defs);
}

#define TYPE_BIT(type) (1ull << PERF_RECORD_##type)

/* The records an option shows, or 0. */
static uint64_t shown_types(int key)
{
	switch (key) {
	case OPTION_SHOW_TASK: return TYPE_BIT(COMM) | TYPE_BIT(FORK) | TYPE_BIT(EXIT);
	case OPTION_SHOW_MMAP: return TYPE_BIT(MMAP) | TYPE_BIT(MMAP2);
	case OPTION_SHOW_SWITCH: return TYPE_BIT(SWITCH) | TYPE_BIT(SWITCH_CPU_WIDE);
	case OPTION_SHOW_NAMESPACE: return TYPE_BIT(NAMESPACES);
	case OPTION_SHOW_LOST: return TYPE_BIT(LOST);
	case OPTION_SHOW_CGROUP: return TYPE_BIT(CGROUP);
	case OPTION_SHOW_TEXT_POKE: return TYPE_BIT(KSYMBOL) | TYPE_BIT(TEXT_POKE);
	case OPTION_SHOW_BPF: return TYPE_BIT(KSYMBOL) | TYPE_BIT(BPF_EVENT);
	default: return 0;
	}
}

/* As perf's --reltime and --deltatime: one of them. */
static int option_clock(struct script_options *o, enum script_clock clock, struct error *err)
{
	if (o->clock != SCRIPT_CLOCK_RECORDED && o->clock != clock)
		return error_set(err, -EINVAL, "--reltime and --deltatime: times are counted from one place");
	o->clock = clock;
	return 0;
}

static int script_option(void *context, int key, const char *value, bool negated, struct error *err)
{
	struct script_options *o = context;

	o->show |= shown_types(key);
	switch (key) {
	case 'F': return script_fields_parse(&o->fields, value, err);
	case 'L': o->latency = true; break;
	case 'G': o->no_chains = true; break;
	case 'c': o->comms = value; break;
	case 'S': o->symbols_only = value; break;
	case 'C':
		cpulist_fini(&o->cpus);
		o->cpus_set = true;
		return cpulist_parse(&o->cpus, value, err);
	case 'q': o->quiet = true; break;
	case OPTION_DELTATIME: return option_clock(o, SCRIPT_CLOCK_PREVIOUS, err);
	case OPTION_RELTIME: return option_clock(o, SCRIPT_CLOCK_FIRST, err);
	case OPTION_DSOS: o->dsos = value; break;
	case OPTION_MAX_STACK: o->max_stack = (uint32_t)option_number(value); break;
	case OPTION_STITCH_LBR: o->stitch = true; break;
	case OPTION_STOP_BT: o->stop_bt = value; break;
	case OPTION_NS: o->nanoseconds = true; break;
	case READER_PID: o->pids = value; return word_list_check_numbers(value, "--pid", err);
	case READER_TID: o->tids = value; return word_list_check_numbers(value, "--tid", err);
	default: return shown_types(key) ? 0 : reader_option(&o->reader, key, value, negated, err);
	}
	return 0;
}

int script_options_parse(struct script_options *o, int argc, char **argv, struct error *err)
{
	const struct option_table table = { script_option_defs, script_option_ranges, script_options_absent };
	int result;

	*o = (struct script_options){
		/* A name made from .eh_frame is not what readers of perf script's output expect. */
		.reader = { .workers = workers_default(),
			    .color = SCREEN_COLOR_NEVER,
			    .symbols = { .demangle = true, .no_bounds = true },
			    .fetch.seconds = READER_FETCH_SECONDS },
	};
	script_fields_init(&o->fields);
	result = options_parse_file(&table, argc, argv, script_option, o, &o->reader.input, err);
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
	cpulist_fini(&o->cpus);
}
