#include "report/command/reader_options.h"

#include "common/log.h"
#include "common/word_list.h"
#include "common/workers.h"
#include "report/scan/analysis_state.h"

#include <errno.h>
#include <string.h>

int reader_fetch_take(void *options, const char *urls, struct error *err)
{
	struct reader_fetch *fetch = options;

	(void)err;
	fetch->urls = urls && strcmp(urls, "system") != 0 ? urls : NULL;
	fetch->is_off = false;
	fetch->is_given = true;
	return 0;
}

void reader_fetch_leave_out(void *options)
{
	struct reader_fetch *fetch = options;

	*fetch = (struct reader_fetch){ .seconds = fetch->seconds, .is_off = true };
}

static int say_more(void *options, const char *value, struct error *err)
{
	(void)options, (void)value, (void)err;
	log_set_level(log_level() + 1);
	return 0;
}

static const struct option input_options[] = {
	{ 'i', "input", "FILE",
	  "read FILE (default: perf.data, or standard input if that is a\npipe); - for standard input",
	  OPTION_TEXT(struct reader_options, input) },
	{ 0 },
};

const struct option_group reader_input_group = { .options = input_options };

static const struct option choice_options[] = {
	{ 'e', "event", "LIST", "only samples of these events: names or patterns (sched:*)",
	  OPTION_TEXT(struct reader_options, choice.events) },
	{ 0, "time", "RANGES",
	  "only what lies between START,STOP (seconds; either may be\n"
	  "missing), in the N-th part PERCENT%/N or FROM%-TO%",
	  OPTION_TEXT(struct reader_options, choice.times) },
	{ 0, "switch-on", "LIST", "only what comes after a sample of these events",
	  OPTION_TEXT(struct reader_options, choice.switch_on) },
	{ 0, "switch-off", "LIST", "only what comes before one of these; then, after the next one\nof --switch-on",
	  OPTION_TEXT(struct reader_options, choice.switch_off) },
	{ 0, "show-on-off-events", NULL, "these samples too",
	  OPTION_FLAG(struct reader_options, choice.show_switches) },
	{ 0 },
};

const struct option_group reader_choice_group = { .options = choice_options };

static int take_pids(void *options, const char *list, struct error *err)
{
	struct reader_tasks *tasks = options;

	tasks->pids = list;
	return word_list_check_numbers(list, "--pid", err);
}

static int take_tids(void *options, const char *list, struct error *err)
{
	struct reader_tasks *tasks = options;

	tasks->tids = list;
	return word_list_check_numbers(list, "--tid", err);
}

static int take_cpus(void *options, const char *list, struct error *err)
{
	struct reader_tasks *tasks = options;

	cpulist_fini(&tasks->cpus);
	tasks->cpu_list = list;
	return cpulist_parse(&tasks->cpus, list, err);
}

static const struct option task_options[] = {
	{ 0, "pid", "LIST", "only these processes", OPTION_CALL_OF(struct reader_options, tasks, take_pids) },
	{ 0, "tid", "LIST", "only these threads", OPTION_CALL_OF(struct reader_options, tasks, take_tids) },
	{ 'C', "cpu", "LIST", "only these CPUs (0-3,7)", OPTION_CALL_OF(struct reader_options, tasks, take_cpus) },
	{ 0 },
};

const struct option_group reader_task_group = { .options = task_options };

static const struct option source_options[] = {
	{ 0, "inline", NULL,
	  "in callchains, show functions that were inlined, where there is\ndebug information (default)",
	  OPTION_NEGATABLE, OPTION_CLEAR(struct reader_options, no_inline) },
	{ 0, "line-cache", NULL, "keep what was read of debug information for the next time\n(default)",
	  OPTION_NEGATABLE, OPTION_CLEAR(struct reader_options, no_line_cache) },
	{ 0, "full-source-path", NULL, "show source files with their whole paths",
	  OPTION_FLAG(struct reader_options, full_source_path) },
	{ 0 },
};

const struct option_group reader_source_group = { .options = source_options };

static const struct option header_options[] = {
	{ 0, "header-only", NULL, "show the file's header and nothing else",
	  OPTION_FLAG(struct reader_options, header_only) },
	{ 'I', "show-info", NULL, "with the header: topology, caches and other long features",
	  OPTION_FLAG(struct reader_options, show_info) },
	{ 0 },
};

const struct option_group reader_header_group = { .options = header_options };

static const struct option dump_options[] = {
	{ 'D', "dump-raw-trace", NULL, "show every record of the file instead, as prec dump does",
	  OPTION_FLAG(struct reader_options, dump) },
	{ 0 },
};

const struct option_group reader_dump_group = { .options = dump_options };

static const struct option symbol_file_options[] = {
	{ 0, "symfs", "DIR", "look for files below DIR", OPTION_TEXT(struct reader_options, symbols.symfs) },
	{ 'k', "vmlinux", "FILE", "take the kernel's symbols from FILE",
	  OPTION_TEXT(struct reader_options, symbols.vmlinux) },
	{ 0, "ignore-vmlinux", NULL, "look for no vmlinux by itself",
	  OPTION_FLAG(struct reader_options, symbols.no_vmlinux) },
	{ 0, "kallsyms", "FILE", "take the kernel's symbols from FILE, in the form of\n/proc/kallsyms",
	  OPTION_TEXT(struct reader_options, symbols.kallsyms) },
	{ 0 },
};

const struct option_group reader_symbol_file_group = { .options = symbol_file_options };

static const struct option fetch_timeout_options[] = {
	{ 0, "debuginfod-timeout", "SECONDS",
	  "wait for them no longer than that in all (default: 15; 0: ask\nfor nothing)",
	  OPTION_NUMBER(struct reader_options, fetch.seconds, 0, READER_FETCH_SECONDS_MAX) },
	{ 0 },
};

const struct option_group reader_fetch_timeout_group = { .options = fetch_timeout_options };

static const struct option fetch_options[] = {
	{ 0, "debuginfod", "URLS",
	  "get files that are not here, and debug information, from these\n"
	  "debuginfod servers (default: those in DEBUGINFOD_URLS, if any)",
	  OPTION_ARG_OPTIONAL | OPTION_NEGATABLE, OPTION_CALL_OF(struct reader_options, fetch, reader_fetch_take),
	  .negate = reader_fetch_leave_out },
	OPTION_SAME(&reader_fetch_timeout_group),
	{ 0 },
};

const struct option_group reader_fetch_group = { .options = fetch_options };

static const struct option symbol_options[] = {
	{ 'f', "force", NULL,
	  "use --vmlinux and --kallsyms whatever kernel they are of,\n"
	  "and /tmp/perf-PID.map whosever it is",
	  OPTION_FLAG(struct reader_options, symbols.force) },
	{ 0, "demangle", NULL, "show names as written in C++, Rust, D, Java, OCaml (default)", OPTION_NEGATABLE,
	  OPTION_FLAG(struct reader_options, symbols.demangle) },
	{ 0 },
};

const struct option_group reader_symbol_group = { .options = symbol_options };

static const struct option bundle_options[] = {
	{ 0, "bundle-first", NULL,
	  "use the names that FILE carries (prec bundle) before those of\n"
	  "files that are here",
	  OPTION_FLAG(struct reader_options, symbols.bundle_first) },
	{ 0 },
};

const struct option_group reader_bundle_group = { .options = bundle_options };

static const struct option sandbox_options[] = {
	{ 0, "sandbox", NULL, "give up what is not needed before FILE is opened (default)", OPTION_NEGATABLE,
	  OPTION_CLEAR(struct reader_options, no_sandbox) },
	{ 0 },
};

const struct option_group reader_sandbox_group = { .options = sandbox_options };

static const struct option file_options[] = {
	OPTION_SAME(&reader_sandbox_group),
	OPTION_GROUP(struct reader_options, input_options, &input_group),
	{ 0 },
};

const struct option_group reader_file_group = { .options = file_options };

static const struct option pager_options[] = {
	{ 0, "pager", NULL, "on a terminal, show what is printed through a pager (default)", OPTION_NEGATABLE,
	  OPTION_CLEAR(struct reader_options, no_pager) },
	{ 0 },
};

const struct option_group reader_pager_group = { .options = pager_options };

static int take_max_memory(void *max_memory, const char *value, struct error *err)
{
	uint64_t *bytes = max_memory;

	if (!option_size(value, 1, bytes) || *bytes < ANALYSIS_MIN_MEMORY)
		return error_set(err, -EINVAL, "--max-memory '%s': %uM or more, like 64M or 1G", value,
				 ANALYSIS_MIN_MEMORY >> 20);
	return 0;
}

static const struct option memory_options[] = {
	{ 0, "max-memory", "SIZE",
	  "count in at most SIZE bytes (K, M or G after it), in several\n"
	  "passes where that is too little for one (default: 32M, and 256\n"
	  "times the size of FILE)",
	  OPTION_CALL(take_max_memory) },
	{ 0 },
};

const struct option_group reader_memory_group = { .options = memory_options };

static const struct option jobs_options[] = {
	{ 'j', "jobs", "N", "use N workers (default: as many as CPUs)",
	  WORKERS_OPTION(struct reader_options, workers) },
	{ 0 },
};

const struct option_group reader_jobs_group = { .options = jobs_options };

static const struct option help_options[] = {
	{ 'v', "verbose", NULL, "say more about what is done", OPTION_CALL(say_more) },
	{ 'h', "help", NULL, "show this help", OPTION_FLAG(struct reader_options, help) },
	{ 0 },
};

const struct option_group reader_help_group = { .options = help_options };
