/*
 * reader_options: the options that the commands which show a recording have alike: rows for their tables, what they
 * set, and its handling.
 */
#ifndef PREC_REPORT_COMMAND_READER_OPTIONS_H
#define PREC_REPORT_COMMAND_READER_OPTIONS_H

#include "common/option.h"
#include "common/workers.h"
#include "report/command/input.h"
#include "report/stream/sample_choice.h"
#include "report/symbols/symbols.h"
#include "report/terminal/screen.h"

/* debuginfod */
struct reader_fetch {
	const char *urls; /* in place of DEBUGINFOD_URLS; NULL: these */
	unsigned seconds; /* 0: nothing is asked for */
	bool given, off;  /* --debuginfod, --no-debuginfod */
};

/* What all requests together may take, in seconds, where --debuginfod-timeout does not say. */
#define READER_FETCH_SECONDS     15u
#define READER_FETCH_SECONDS_MAX 3600u

struct reader_options {
	const char *input;
	struct input_options input_options;
	struct symbols_config symbols;
	struct reader_fetch fetch;
	unsigned workers;
	struct sample_choice_words choice;
	bool header, header_only;
	bool show_info; /* with the header: the long features too */
	bool no_pager, no_sandbox;
	enum screen_color color;
	bool no_inline;
	bool no_line_cache;
	bool full_source_path;
	bool dump; /* every record, in place of all else */
	bool help;
	bool list_names; /* the names that the command's completion needs are wanted */
};

/*
 * The options, of struct reader_options, in groups that are put together as --help shows them: which file is read; how
 * samples are chosen; source lines; the header; files of symbols; debuginfod; names; the sandbox and the input's
 * limits; the pager; workers; -v and -h.
 */
extern const struct option_group reader_input_group, reader_choice_group, reader_source_group, reader_header_group;
extern const struct option_group reader_symbol_file_group, reader_fetch_group, reader_fetch_timeout_group;
extern const struct option_group reader_symbol_group, reader_file_group, reader_pager_group, reader_jobs_group;
extern const struct option_group reader_help_group;

/*
 * --debuginfod, and --no-debuginfod: of struct reader_fetch (see option_call). As in Linux perf, "system" are the
 * servers of the environment.
 */
int reader_fetch_take(void *fetch, const char *urls, struct error *err);
void reader_fetch_leave_out(void *fetch);

/* The options' keys, beyond those of the commands themselves. */
enum reader_option {
	READER_DEBUGINFOD = 768,
	READER_DEBUGINFOD_TIMEOUT,
	READER_DEMANGLE,
	READER_FULL_SOURCE_PATH,
	READER_IGNORE_VMLINUX,
	READER_HEADER,
	READER_HEADER_ONLY,
	READER_KALLSYMS,
	READER_LIST_NAMES,
	READER_INLINE,
	READER_LINE_CACHE,
	READER_PAGER,
	READER_PID, /* these two are the commands' own to handle, as is 'C' */
	READER_TID,
	READER_SANDBOX,
	READER_SHOW_SWITCHES,
	READER_SWITCH_OFF,
	READER_SWITCH_ON,
	READER_SYMFS,
	READER_TIME,
};

/* clang-format off */
#define READER_INPUT_DEF \
	{ 'i', "input", "FILE", \
	  "read FILE (default: perf.data, or standard input if that is a\npipe); - for standard input", 0 }

#define READER_SOURCE_DEFS \
	{ READER_INLINE, "inline", NULL, \
	  "in callchains, show functions that were inlined, where there is\ndebug information (default)", \
	  OPTION_NEGATABLE }, \
	{ READER_LINE_CACHE, "line-cache", NULL, \
	  "keep what was read of debug information for the next time\n(default)", OPTION_NEGATABLE }, \
	{ READER_FULL_SOURCE_PATH, "full-source-path", NULL, "show source files with their whole paths", 0 }

#define READER_TASK_DEFS \
	{ READER_PID, "pid", "LIST", "only these processes", 0 }, \
	{ READER_TID, "tid", "LIST", "only these threads", 0 }, \
	{ 'C', "cpu", "LIST", "only these CPUs (0-3,7)", 0 }

#define READER_CHOICE_DEFS \
	{ 'e', "event", "LIST", "only samples of these events: names or patterns (sched:*)", 0 }, \
	{ READER_TIME, "time", "RANGES", \
	  "only what lies between START,STOP (seconds; either may be\n" \
	  "missing), in the N-th part PERCENT%/N or FROM%-TO%", 0 }, \
	{ READER_SWITCH_ON, "switch-on", "LIST", "only what comes after a sample of these events", 0 }, \
	{ READER_SWITCH_OFF, "switch-off", "LIST", \
	  "only what comes before one of these; then, after the next one\nof --switch-on", 0 }, \
	{ READER_SHOW_SWITCHES, "show-on-off-events", NULL, "these samples too", 0 }

#define READER_DUMP_DEF { 'D', "dump-raw-trace", NULL, "show every record of the file instead, as prec dump does", 0 }

#define READER_HEADER_DEFS \
	{ READER_HEADER_ONLY, "header-only", NULL, "show the file's header and nothing else", 0 }, \
	{ 'I', "show-info", NULL, "with the header: topology, caches and other long features", 0 }

#define READER_SYMBOL_FILE_DEFS \
	{ READER_SYMFS, "symfs", "DIR", "look for files below DIR", 0 }, \
	{ 'k', "vmlinux", "FILE", "take the kernel's symbols from FILE", 0 }, \
	{ READER_IGNORE_VMLINUX, "ignore-vmlinux", NULL, "look for no vmlinux by itself", 0 }, \
	{ READER_KALLSYMS, "kallsyms", "FILE", \
	  "take the kernel's symbols from FILE, in the form of\n/proc/kallsyms", 0 }

#define READER_FETCH_TIMEOUT_DEF \
	{ READER_DEBUGINFOD_TIMEOUT, "debuginfod-timeout", "SECONDS", \
	  "wait for them no longer than that in all (default: 15; 0: ask\nfor nothing)", 0 }

#define READER_FETCH_DEFS \
	{ READER_DEBUGINFOD, "debuginfod", "URLS", \
	  "get files that are not here, and debug information, from these\n" \
	  "debuginfod servers (default: those in DEBUGINFOD_URLS, if any)", \
	  OPTION_ARG_OPTIONAL | OPTION_NEGATABLE }, \
	READER_FETCH_TIMEOUT_DEF

#define READER_SYMBOL_DEFS \
	{ 'f', "force", NULL, \
	  "use --vmlinux and --kallsyms whatever kernel they are of,\n" \
	  "and /tmp/perf-PID.map whosever it is", 0 }, \
	{ READER_DEMANGLE, "demangle", NULL, "show names as written in C++, Rust, D, Java, OCaml (default)", OPTION_NEGATABLE }

#define READER_FILE_DEFS \
	{ READER_SANDBOX, "sandbox", NULL, "give up what is not needed before FILE is opened (default)", \
	  OPTION_NEGATABLE }, \
	INPUT_OPTION_DEFS

#define READER_PAGER_DEF \
	{ READER_PAGER, "pager", NULL, "on a terminal, show what is printed through a pager (default)", OPTION_NEGATABLE }

#define READER_JOBS_DEF { 'j', "jobs", "N", "use N workers (default: as many as CPUs)", 0 }

#define READER_HELP_DEFS \
	{ 'v', "verbose", NULL, "say more about what is done", 0 }, \
	{ 'h', "help", NULL, "show this help", 0 }

/* Of all of them. */
#define READER_RANGES WORKERS_RANGE('j'), INPUT_OPTION_RANGES
#define READER_FETCH_RANGES \
	{ READER_DEBUGINFOD_TIMEOUT, "--debuginfod-timeout", 0, READER_FETCH_SECONDS_MAX, NULL, NULL }
/* clang-format on */

/* Takes one of these options. 0; -EINVAL with *err filled, also for a key that is none of them. */
int reader_option(struct reader_options *o, int key, const char *value, bool negated, struct error *err);

#endif
