/*
 * reader_options: the options that the commands which show a recording have alike.
 */
#ifndef PREC_REPORT_COMMAND_READER_OPTIONS_H
#define PREC_REPORT_COMMAND_READER_OPTIONS_H

#include "common/cpulist.h"
#include "common/option.h"
#include "common/workers.h"
#include "report/command/input.h"
#include "report/stream/sample_choice.h"
#include "report/symbols/symbols.h"
#include "report/terminal/screen.h"

/* debuginfod */
struct reader_fetch {
	const char *urls;      /* in place of DEBUGINFOD_URLS; NULL: these */
	unsigned seconds;      /* 0: nothing is asked for */
	bool is_given, is_off; /* --debuginfod, --no-debuginfod */
};

/* What all requests together may take, in seconds, where --debuginfod-timeout does not say. */
#define READER_FETCH_SECONDS     15u
#define READER_FETCH_SECONDS_MAX 3600u

/* Which threads, and samples of which CPUs, are wanted: --pid, --tid, -C. */
struct reader_tasks {
	const char *pids, *tids; /* NULL: all */
	const char *cpu_list;    /* as it was given; NULL: all */
	struct cpulist cpus;     /* of that list */
};

struct output_stream;

struct reader_options {
	const char *input;
	struct output_stream *output; /* what is written in place of standard output; NULL: that */
	struct input_options input_options;
	struct symbols_config symbols;
	struct reader_fetch fetch;
	unsigned workers;
	struct sample_choice_words choice;
	struct reader_tasks tasks;
	bool header, header_only;
	bool show_info; /* with the header: the long features too */
	bool no_pager, no_sandbox;
	bool has_browser; /* the terminal is taken by a browser */
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
 * samples are chosen, and threads; source lines; the header; a dump; files of symbols; debuginfod; names, and those
 * that the file carries; the sandbox and the input's limits; the pager; workers; -v and -h.
 */
extern const struct option_group reader_input_group, reader_choice_group, reader_task_group, reader_source_group;
extern const struct option_group reader_header_group, reader_dump_group;
extern const struct option_group reader_symbol_file_group, reader_fetch_group, reader_fetch_timeout_group;
extern const struct option_group reader_symbol_group, reader_bundle_group, reader_file_group, reader_pager_group,
	reader_jobs_group;
extern const struct option_group reader_help_group, reader_sandbox_group;

/* --max-memory, of a uint64_t: how many bytes counting may take; 0: what it takes by default. */
extern const struct option_group reader_memory_group;

/*
 * --debuginfod, and --no-debuginfod: of struct reader_fetch (see option_call). As in Linux perf, "system" are the
 * servers of the environment.
 */
int reader_fetch_take(void *fetch, const char *urls, struct error *err);
void reader_fetch_leave_out(void *fetch);

#endif
