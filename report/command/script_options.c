#include "report/command/script_options.h"

#include "common/word_list.h"

#include "common/log.h"
#include "common/workers.h"

#include <errno.h>
#include <stdlib.h>

enum script_option {
	OPTION_FIRST = 256,
	OPTION_DELTATIME,
	OPTION_DEMANGLE,
	OPTION_DSOS,
	OPTION_HEADER,
	OPTION_HEADER_ONLY,
	OPTION_KALLSYMS,
	OPTION_LIST_NAMES,
	OPTION_MAX_STACK,
	OPTION_NO_INLINE,
	OPTION_NS,
	OPTION_NOTHING,
	OPTION_PAGER,
	OPTION_PID,
	OPTION_RELTIME,
	OPTION_SANDBOX,
	OPTION_SHOW_BPF,
	OPTION_SHOW_CGROUP,
	OPTION_SHOW_LOST,
	OPTION_SHOW_MMAP,
	OPTION_SHOW_NAMESPACE,
	OPTION_SHOW_SWITCH,
	OPTION_SHOW_TASK,
	OPTION_SYMFS,
	OPTION_TID,
	OPTION_TIME,
};

static const struct option_def script_option_defs[] = {
	{ 'i', "input", "FILE",
	  "read FILE (default: perf.data, or standard input if that is a\npipe); - for standard input", 0 },
	{ 'F', "fields", "FIELDS",
	  "the fields to show: comm, tid, pid, time, cpu, event, trace,\n"
	  "ip, sym, dso, dsoff, addr, symoff, period, iregs, uregs,\n"
	  "brstack, brstacksym, flags, data_src, weight, bpf-output,\n"
	  "callindent, phys_addr, misc, data_page_size,\n"
	  "code_page_size, ins_lat, retire_lat, srcline; +FIELD and -FIELD\n"
	  "change what is shown anyway; hw:, sw:, trace:, raw: or\n"
	  "break: in front for one type of event",
	  0 },
	{ 'G', "hide-call-graph", NULL, "show a sample's own address in place of its callchain", 0 },
	{ OPTION_MAX_STACK, "max-stack", "N", "show N addresses of a callchain at most", 0 },
	{ OPTION_NO_INLINE, "no-inline", NULL, "do not show functions that were inlined (always so)", 0 },
	{ OPTION_NS, "ns", NULL, "show times in nanoseconds", 0 },
	{ OPTION_RELTIME, "reltime", NULL, "show times from the first line on", 0 },
	{ OPTION_DELTATIME, "deltatime", NULL, "show the time since the line before", 0 },
	{ OPTION_TIME, "time", "RANGES",
	  "only what lies between START,STOP (seconds; either may be\n"
	  "missing), in the N-th part PERCENT%/N or FROM%-TO%",
	  0 },
	{ 'c', "comms", "LIST", "only these comms", 0 },
	{ OPTION_PID, "pid", "LIST", "only these processes", 0 },
	{ OPTION_TID, "tid", "LIST", "only these threads", 0 },
	{ 'C', "cpu", "LIST", "only these CPUs (0-3,7)", 0 },
	{ OPTION_DSOS, "dsos", "LIST", "only samples in these DSOs", 0 },
	{ 'S', "symbols", "LIST", "only samples in these functions", 0 },
	{ OPTION_SHOW_TASK, "show-task-events", NULL, "show COMM, FORK and EXIT records too", 0 },
	{ OPTION_SHOW_MMAP, "show-mmap-events", NULL, "show MMAP and MMAP2 records too", 0 },
	{ OPTION_SHOW_SWITCH, "show-switch-events", NULL, "show SWITCH records too", 0 },
	{ OPTION_SHOW_NAMESPACE, "show-namespace-events", NULL, "show NAMESPACES records too", 0 },
	{ OPTION_SHOW_LOST, "show-lost-events", NULL, "show LOST records too", 0 },
	{ OPTION_SHOW_CGROUP, "show-cgroup-events", NULL, "show CGROUP records too", 0 },
	{ OPTION_SHOW_BPF, "show-bpf-events", NULL, "show KSYMBOL and BPF_EVENT records too", 0 },
	{ OPTION_HEADER, "header", NULL, "show the file's header first", 0 },
	{ OPTION_HEADER_ONLY, "header-only", NULL, "show the file's header and nothing else", 0 },
	{ 'I', "show-info", NULL, "with the header: topology, caches and other long features", 0 },
	{ OPTION_SYMFS, "symfs", "DIR", "look for files below DIR", 0 },
	{ 'k', "vmlinux", "FILE", "take the kernel's symbols from FILE", 0 },
	{ OPTION_KALLSYMS, "kallsyms", "FILE", "take the kernel's symbols from FILE, in the form of\n/proc/kallsyms",
	  0 },
	{ 'f', "force", NULL,
	  "use --vmlinux and --kallsyms whatever kernel they are of,\n"
	  "and /tmp/perf-PID.map whosever it is",
	  0 },
	{ OPTION_DEMANGLE, "demangle", NULL, "show C++, Rust and D names as written (default)", OPTION_NEGATABLE },
	{ OPTION_SANDBOX, "sandbox", NULL, "give up what is not needed before FILE is opened (default)",
	  OPTION_NEGATABLE },
	INPUT_OPTION_DEFS,
	{ OPTION_PAGER, "pager", NULL, "on a terminal, show what is printed through a pager (default)",
	  OPTION_NEGATABLE },
	{ 'j', "jobs", "N", "use N workers (default: as many as CPUs)", 0 },
	{ 'a', "all-cpus", NULL, "what was recorded is shown", OPTION_IGNORED },
	{ 'd', "debug-mode", NULL, "of perf's own tests", OPTION_IGNORED },
	{ OPTION_NOTHING, "addr2line", "FILE", "lines are read from the files", OPTION_IGNORED },
	{ OPTION_NOTHING, "addr2line-style", "STYLE", "likewise", OPTION_IGNORED },
	{ OPTION_NOTHING, "demangle-kernel", NULL, "names of the kernel are not mangled", OPTION_IGNORED },
	{ OPTION_NOTHING, "merge-callchains", NULL, "as they were recorded", OPTION_IGNORED },
	{ OPTION_NOTHING, "unwind-style", "LIST", "the order of unwinders", OPTION_IGNORED },
	{ OPTION_LIST_NAMES, "list-names", NULL, "the fields, for completion", OPTION_HIDDEN },
	{ 'q', "quiet", NULL, "no notes", 0 },
	{ 'v', "verbose", NULL, "say more about what is done", 0 },
	{ 'h', "help", NULL, "show this help", 0 },
	{ 0 },
};

static const struct option_range script_option_ranges[] = {
	WORKERS_RANGE('j'),
	INPUT_OPTION_RANGES,
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
	case 'i': o->input = value; break;
	case 'F': return script_fields_parse(&o->fields, value, err);
	case 'G': o->no_chains = true; break;
	case 'c': o->comms = value; break;
	case 'S': o->symbols_only = value; break;
	case 'C':
		cpulist_fini(&o->cpus);
		o->cpus_set = true;
		return cpulist_parse(&o->cpus, value, err);
	case 'k': o->symbols.vmlinux = value; break;
	case 'f': o->symbols.force = true; break;
	case 'j': o->workers = (unsigned)option_number(value); break;
	case 'I': o->show_info = true; break;
	case 'q': o->quiet = true; break;
	case 'v': log_set_level(log_level() + 1); break;
	case 'h': o->help = true; break;
	case OPTION_DEMANGLE: o->symbols.demangle = !negated; break;
	case OPTION_DELTATIME: return option_clock(o, SCRIPT_CLOCK_PREVIOUS, err);
	case OPTION_RELTIME: return option_clock(o, SCRIPT_CLOCK_FIRST, err);
	case OPTION_DSOS: o->dsos = value; break;
	case OPTION_HEADER: o->header = true; break;
	case OPTION_HEADER_ONLY: o->header_only = true; break;
	case OPTION_KALLSYMS: o->symbols.kallsyms = value; break;
	case OPTION_LIST_NAMES: o->list_names = true; break;
	case OPTION_MAX_STACK: o->max_stack = (uint32_t)option_number(value); break;
	case OPTION_NO_INLINE: break;
	case OPTION_NS: o->nanoseconds = true; break;
	case OPTION_PAGER: o->no_pager = negated; break;
	case OPTION_PID: o->pids = value; return word_list_check_numbers(value, "--pid", err);
	case OPTION_SANDBOX: o->no_sandbox = negated; break;
	case OPTION_SYMFS: o->symbols.symfs = value; break;
	case OPTION_TID: o->tids = value; return word_list_check_numbers(value, "--tid", err);
	case OPTION_TIME: o->times = value; break;
	default: return shown_types(key) ? 0 : input_option(&o->input_options, key, value, err);
	}
	return 0;
}

int script_options_parse(struct script_options *o, int argc, char **argv, struct error *err)
{
	const struct option_table table = { script_option_defs, script_option_ranges, script_options_absent };
	int result;

	*o = (struct script_options){
		.workers = workers_default(),
		.max_stack = UINT32_MAX,
		/* A name made from .eh_frame is not what readers of perf script's output expect. */
		.symbols = { .demangle = true, .no_bounds = true },
	};
	script_fields_init(&o->fields);
	result = options_parse_file(&table, argc, argv, script_option, o, &o->input, err);
	if (result)
		return result;
	if (!o->input)
		o->input = input_default(&o->input_options);
	if (o->quiet)
		log_set_level(LOG_QUIET);
	return 0;
}

void script_options_fini(struct script_options *o)
{
	cpulist_fini(&o->cpus);
}
