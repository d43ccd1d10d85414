/* prec stat: counts events of a command, of processes or of CPUs, and prints or records the counts. */
#include "command/commands.h"

#include "command/exit_status.h"
#include "common/clock_ns.h"
#include "common/list.h"
#include "common/log.h"
#include "common/options.h"
#include "common/program.h"
#include "counts/stat_print.h"
#include "counts/stat_show.h"
#include "record/command/command_signals.h"
#include "record/command/event_options.h"
#include "record/command/print_events.h"
#include "record/command/stat_options.h"
#include "record/command/stat_target.h"
#include "record/command/target_options.h"
#include "record/open/diagnose.h"
#include "record/output/output.h"
#include "record/pmu/event_context.h"
#include "record/stat/stat_advice.h"
#include "record/stat/stat_host.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Everything that counting needs; what is not there yet is zero. */
struct counting {
	struct stat_options options;
	struct counting_config config;
	struct target target;
	struct workload workload; /* of the run that goes on, or was the last */
	struct control_channel control;
	struct diagnostics diagnostics;
	struct command_signals signals;
	struct stat_events events;
	struct stat_host host;
	struct stat_table whole, interval;
	uint64_t *times; /* ns of each run */
	uint32_t n_times, times_capacity;
	struct stat_outcome outcome; /* of the last run */
	struct stat_output output;
	struct stat_printer printer;
	char *target_text;
	struct stat_file file;
	char **words; /* the command line, from "prec" on */
	int n_words;
	bool is_misused; /* what failed is a word of the command line */
};

/*
 * Those that end a program, or that a command may wait for. SIGINT ends counting also in the background jobs of a
 * script, where the shell has it ignored.
 */
static int take_signals(struct counting *c, struct error *err)
{
	static const int always[] = { SIGINT, 0 };
	static const int unless_ignored[] = { SIGTERM, SIGQUIT, SIGHUP, SIGUSR1, SIGUSR2, 0 };

	return command_signals_take(&c->signals, always, unless_ignored, err);
}

/* Counts go to standard error, and a recording of them to the file. */
static int open_output(struct counting *c, struct error *err)
{
	const struct stat_options *o = &c->options;
	int result;

	c->target_text = stat_target_text(&o->common);
	if (!c->target_text)
		return error_nomem(err);
	result = stat_output_open(&c->output, &o->show, err);
	c->printer = (struct stat_printer){
		.show = &o->show, .target = c->target_text, .out = c->output.out, .screen = c->output.screen
	};
	return result ? result : stat_output_begin(&c->output, &o->show, err);
}

/* Where nothing was counted there is nothing to be kept. */
static int close_recording(struct counting *c, struct error *err)
{
	if (!c->file.is_open)
		return 0;
	if (!c->workload.exec_error)
		return stat_file_finish(&c->file, err);
	stat_file_discard(&c->file);
	return 0;
}

static void show_interval(void *context, uint64_t since)
{
	struct counting *c = context;

	log_diagnostics(&c->diagnostics);
	if (!c->options.common.quiet)
		stat_print_interval(&c->printer, &c->interval, since);
}

/* What the kernel said, of all counters of an event, as Linux perf shows it with -v. */
static void show_raw(void *context, const struct stat_input *all)
{
	const struct counting *c = context;

	for (uint32_t event = 0; event < c->events.events.n; event++) {
		const char *name = all->names[event] ? all->names[event] : c->events.events.list[event].name;
		struct count sum = { 0 };

		if (c->events.events.list[event].tool || all->is_missing[event])
			continue;
		for (uint32_t i = 0; i < all->n; i++)
			if (all->list[i].event == event) {
				sum.value += all->list[i].count.value;
				sum.enabled += all->list[i].count.enabled;
				sum.running += all->list[i].count.running;
			}
		fprintf(c->output.out, "%s: %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", name, sum.value, sum.enabled,
			sum.running);
	}
}

static void list_events(struct event_set *set, const struct control_details *details)
{
	print_events(set, details);
}

/* Whether the shell's command could be run; what it says is not looked at. */
static int run_shell(struct counting *c, const char *command, struct error *err)
{
	int status;

	if (!command)
		return 0;
	command_signals_give_back(&c->signals);
	status = system(command);
	command_signals_take_again(&c->signals);
	if (!status)
		return 0;
	return error_set(err, -ECHILD, "'%s' failed, with status %d", command,
			 WIFEXITED(status) ? WEXITSTATUS(status) : status);
}

/* Each run has a target of its own, since each has a process of its own. */
static int take_target(struct counting *c, struct error *err)
{
	struct target_options *o = &c->options.common.target;
	const enum target_kind kind = target_options_kind(o, c->options.common.command);
	int result;

	target_fini(&c->target);
	/* On given CPUs threads are counted on each of them. */
	o->per_thread = kind != TARGET_SYSTEM && !o->cpus;
	result = target_options_apply(o, c->options.common.command, &c->target, err);
	c->is_misused = result == -EINVAL;
	return result;
}

static int prepare_run(struct counting *c, struct error *err)
{
	char **command = c->options.common.command;
	const bool stdout_taken = c->options.recording && output_is_stdout(c->options.recording);
	int result = run_shell(c, c->options.before, err);

	if (result)
		return result;
	if (c->options.sync)
		sync();
	result = take_target(c, err);
	if (!result && command)
		result = workload_prepare(&c->workload, command, &c->signals.before, stdout_taken, err);
	if (!result && c->target.kind == TARGET_COMMAND && target_set_command(&c->target, c->workload.pid))
		result = error_nomem(err);
	return result;
}

/* Readers of CSV and JSON look at the counts alone. */
static void advise(struct counting *c)
{
	const struct stat_options *o = &c->options;

	if (o->show.style == STAT_STYLE_TEXT && c->whole.elapsed.n)
		stat_advise(&c->whole, &o->common.events, event_context_of_environment().sys_root, &c->diagnostics);
}

static int add_time(struct counting *c, uint64_t ns)
{
	if (!list_reserve(&c->times, c->n_times, &c->times_capacity, sizeof(*c->times)))
		return -ENOMEM;
	c->times[c->n_times++] = ns;
	return 0;
}

/* The numbers of Linux perf, which counts of everything call so, too. */
static struct stat_config file_config(const struct stat_options *o)
{
	static const enum stat_config_mode modes[] = {
		[STAT_BY_ALL] = STAT_MODE_GLOBAL,      [STAT_BY_NODE] = STAT_MODE_NODE,
		[STAT_BY_SOCKET] = STAT_MODE_SOCKET,   [STAT_BY_DIE] = STAT_MODE_DIE,
		[STAT_BY_CLUSTER] = STAT_MODE_CLUSTER, [STAT_BY_CACHE] = STAT_MODE_CACHE,
		[STAT_BY_CORE] = STAT_MODE_CORE,       [STAT_BY_CPU] = STAT_MODE_NONE,
		[STAT_BY_THREAD] = STAT_MODE_THREAD,
	};

	return (struct stat_config){ .mode = modes[o->show.by],
				     .interval = o->times.interval / NS_PER_MS,
				     .scale = !o->show.is_raw,
				     .level = o->show.cache_level ? (uint64_t)o->show.cache_level : STAT_LEVEL_HIGHEST,
				     .has_level = o->show.by == STAT_BY_CACHE };
}

static struct stat_file_facts file_facts(struct counting *c)
{
	return (struct stat_file_facts){ .path = c->options.recording,
					 .signals = &c->signals.before,
					 .diagnostics = &c->diagnostics,
					 .list = &c->options.common.events,
					 .argv = c->words,
					 .argc = c->n_words,
					 .config = file_config(&c->options),
					 .machine = stat_host_machine(&c->host),
					 .names_threads = c->options.show.by == STAT_BY_THREAD };
}

static bool shows_raw(const struct stat_options *o)
{
	return o->common.verbose && !o->common.quiet && o->show.style == STAT_STYLE_TEXT;
}

static int run_once(struct counting *c, struct error *err)
{
	const struct stat_file_facts facts = file_facts(c);
	const struct stat_setup setup = { .events = &c->options.common.events,
					  .counting = &c->config,
					  .times = &c->options.times,
					  .target = &c->target,
					  .workload = &c->workload,
					  .channel = &c->control,
					  .signal_fd = c->signals.fd,
					  .counted = &c->events,
					  .whole = &c->whole,
					  .interval = c->options.times.interval ? &c->interval : NULL,
					  .file = c->options.recording ? &c->file : NULL,
					  .facts = &facts,
					  .diagnostics = &c->diagnostics,
					  .tick = show_interval,
					  .counted_all = shows_raw(&c->options) ? show_raw : NULL,
					  .list_events = list_events,
					  .context = c };
	int result;

	workload_fini(&c->workload);
	memset(&c->workload, 0, sizeof(c->workload));
	result = prepare_run(c, err);
	if (!result)
		result = stat_run(&setup, &c->outcome, err);
	log_diagnostics(&c->diagnostics);
	if (!result && c->workload.exited && WIFSIGNALED(c->workload.wait_status))
		psignal(WTERMSIG(c->workload.wait_status), c->workload.name);
	if (!result && add_time(c, c->outcome.elapsed))
		result = error_nomem(err);
	return result ? result : run_shell(c, c->options.after, err);
}

/* Whoever interrupts a command means its repetitions, too. */
static bool is_interrupted(const struct counting *c)
{
	const struct workload *w = &c->workload;

	return c->outcome.signal || c->outcome.is_interrupted ||
	       (w->exited && WIFSIGNALED(w->wait_status) && stat_run_interrupts(WTERMSIG(w->wait_status)));
}

static int show_whole(struct counting *c, struct error *err)
{
	const struct stat_options *o = &c->options;
	const bool has_usage = c->target.kind == TARGET_COMMAND && c->workload.exited;

	if (o->common.quiet || (o->times.interval && !o->show.summary))
		return 0;
	if (stat_print_whole(&c->printer, &c->whole, has_usage ? &c->workload.usage : NULL, c->times))
		return error_set(err, -EIO, "cannot write what was counted: %s", strerror(errno));
	return 0;
}

/* Without an end each run is shown by itself. */
static int show_run(struct counting *c, struct error *err)
{
	int result;

	if (c->options.runs)
		return 0;
	result = show_whole(c, err);
	stat_table_clear(&c->whole);
	c->n_times = 0;
	return result;
}

static int run_all(struct counting *c, struct error *err)
{
	const uint64_t runs = c->options.runs;
	int result = 0;

	for (uint64_t i = 0; !result && (!runs || i < runs) && !is_interrupted(c); i++) {
		if (runs > 1 && c->options.common.verbose)
			log_verbose("run %llu of %llu", (unsigned long long)i + 1, (unsigned long long)runs);
		result = run_once(c, err);
		if (!result)
			result = show_run(c, err);
	}
	return result || !runs ? result : show_whole(c, err);
}

static int make_tables(struct counting *c, struct error *err)
{
	const struct host_roots roots = { .sys_root = event_context_of_environment().sys_root };
	const struct stat_machine machine = stat_host_machine(&c->host);
	const struct counter_events *events = &c->events.events;
	const enum stat_by by = c->options.show.by;

	if (stat_host_init(&c->host, by, &roots) ||
	    stat_events_init(&c->events, &c->options.common.events, roots.sys_root) ||
	    stat_table_init(&c->whole, events, by, c->options.show.merge, &machine) ||
	    stat_table_init(&c->interval, events, by, c->options.show.merge, &machine))
		return error_nomem(err);
	c->whole.aggrs.cache_level = c->interval.aggrs.cache_level = c->options.show.cache_level;
	c->whole.is_raw = c->interval.is_raw = c->options.show.is_raw;
	c->whole.shows_threads = c->interval.shows_threads = c->options.show.shows_threads;
	return 0;
}

static int take_control(struct counting *c, struct error *err)
{
	int result;

	if (!c->options.common.control)
		return 0;
	result = control_channel_open(&c->control, c->options.common.control, err);
	c->is_misused = result == -EINVAL;
	return result;
}

static int count(struct counting *c, struct error *err)
{
	const struct record_options *o = &c->options.common;
	int result;

	target_options_warn(&o->target, o->command);
	c->config = (struct counting_config){ .modes = o->sampler.modes,
					      .starts_later = c->options.times.delay || c->options.times.on_request };
	result = take_signals(c, err);
	if (!result)
		result = make_tables(c, err);
	if (!result)
		result = take_control(c, err);
	if (!result)
		result = open_output(c, err);
	return result ? result : run_all(c, err);
}

static void counting_fini(struct counting *c)
{
	workload_fini(&c->workload);
	stat_table_fini(&c->whole);
	stat_table_fini(&c->interval);
	stat_events_fini(&c->events);
	stat_host_fini(&c->host);
	free(c->target_text);
	free(c->words);
	free(c->times);
	target_fini(&c->target);
	control_channel_fini(&c->control);
	diagnostics_fini(&c->diagnostics);
	command_signals_close(&c->signals);
	stat_file_close(&c->file);
	stat_options_fini(&c->options);
}

static int exit_status(const struct counting *c, int result)
{
	if (c->workload.exec_error)
		return workload_exit_status(&c->workload);
	if (result)
		return c->is_misused ? EXIT_USAGE : EXIT_FAILED;
	return c->workload.exited && !c->outcome.is_cut ? workload_exit_status(&c->workload) : 0;
}

/* So that a shell learns that it was interrupted. */
static void die_of(const struct counting *c, int number)
{
	signal(number, SIG_DFL);
	sigprocmask(SIG_SETMASK, &c->signals.before, NULL);
	raise(number);
}

static int keep_words(struct counting *c, int argc, char **argv, struct error *err)
{
	static char program[] = "prec";

	c->words = calloc((size_t)argc + 2, sizeof(*c->words));
	if (!c->words)
		return error_nomem(err);
	c->words[0] = program;
	memcpy(c->words + 1, argv, (size_t)argc * sizeof(*argv));
	c->n_words = argc + 1;
	return 0;
}

static int run(struct counting *c, int argc, char **argv)
{
	struct error err = ERROR_INIT;
	int result, shown, kept, number;

	log_set_level(c->options.common.quiet ? LOG_QUIET : c->options.common.verbose);
	diagnostics_init(&c->diagnostics, log_notice_level());
	result = keep_words(c, argc, argv, &err);
	if (!result)
		result = count(c, &err);
	if (!result)
		advise(c);
	shown = stat_output_close(&c->output, result ? NULL : &err);
	kept = close_recording(c, result || shown ? NULL : &err);
	if (result || shown || kept)
		log_error("%s", err.message);
	log_diagnostics(&c->diagnostics);
	number = result ? 0 : c->outcome.signal;
	result = exit_status(c, result ? result : shown ? shown : kept);
	if (number)
		die_of(c, number);
	return result;
}

/* That is for the program which needs no privilege. The word goes out: options stand before and after it. */
static int show_recording(struct counting *c, int argc, char **argv)
{
	struct error err = ERROR_INIT;
	int code;

	memmove(&argv[c->options.report], &argv[c->options.report + 1],
		(size_t)(argc - c->options.report) * sizeof(*argv));
	counting_fini(c);
	code = own_program_run("prec-report", argv, &err);
	log_error("%s", err.message);
	return own_program_exit_status(code);
}

int cmd_stat(int argc, char **argv)
{
	struct counting c = { .signals.fd = -1 };
	struct error err = ERROR_INIT;
	int status = 0;
	int result;

	log_init("prec stat");
	stat_options_init(&c.options);
	control_channel_init(&c.control);
	result = stat_options_parse(&c.options, argc, argv, &err);
	if (!result && c.options.report)
		return show_recording(&c, argc, argv);
	if (!result && !c.options.common.help && !c.options.common.list_names)
		result = stat_options_add_events(&c.options, &err);
	if (result) {
		log_error("%s", err.message);
		status = exit_status_of_refusal(result);
	} else if (c.options.common.list_names) {
		event_options_names(stdout);
	} else if (c.options.common.help) {
		options_help(&stat_group, stdout);
	} else {
		status = run(&c, argc, argv);
	}
	counting_fini(&c);
	return status;
}
