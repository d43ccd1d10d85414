#include "record/command/cmd_stat.h"

#include "record/command/command_signals.h"
#include "record/command/event_options.h"
#include "record/command/exit_status.h"
#include "record/command/print_events.h"
#include "record/command/stat_options.h"
#include "record/command/stat_target.h"
#include "record/command/target_options.h"
#include "record/events/event_context.h"
#include "record/open/diagnose.h"
#include "record/stat/stat_host.h"

#include "common/list.h"
#include "common/log.h"
#include "counts/stat_print.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Everything that counting needs; what is not there yet is zero. */
struct counting {
	struct stat_options options;
	struct counting_config config;
	struct target target;
	struct workload workload; /* of the run that goes on, or was the last */
	struct control_channel control;
	struct notices notices;
	struct command_signals signals;
	struct stat_events events;
	struct stat_host host;
	struct stat_table whole, interval;
	uint64_t *times; /* ns of each run */
	uint32_t n_times, times_capacity;
	struct stat_outcome outcome; /* of the last run */
	struct stat_printer printer;
	char *target_text;
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

static int open_output(struct counting *c, struct error *err)
{
	const struct stat_options *o = &c->options;
	const time_t now = time(NULL);
	char date[64];

	c->target_text = stat_target_text(&o->common);
	if (!c->target_text)
		return error_nomem(err);
	c->printer = (struct stat_printer){ .show = &o->show, .target = c->target_text, .out = stderr };
	if (o->log_fd)
		c->printer.out = fdopen((int)o->log_fd, "w");
	else if (o->output)
		c->printer.out = fopen(o->output, o->appends ? "ae" : "we");
	if (!c->printer.out && o->log_fd)
		return error_set(err, -errno, "--log-fd %d: %s", (int)o->log_fd, strerror(errno));
	if (!c->printer.out)
		return error_set(err, -errno, "cannot write '%s': %s", o->output, strerror(errno));
	if (o->show.style == STAT_STYLE_TEXT)
		setlocale(LC_NUMERIC, "");
	if (o->output && o->show.style != STAT_STYLE_JSON && ctime_r(&now, date))
		fprintf(c->printer.out, "# started on %s\n", date);
	return 0;
}

static int close_output(struct counting *c, struct error *err)
{
	const bool is_ours = c->printer.out && c->printer.out != stderr;
	int failed = c->printer.out ? ferror(c->printer.out) : 0;

	if (is_ours)
		failed |= fclose(c->printer.out);
	c->printer.out = NULL;
	return failed ? error_set(err, -EIO, "cannot write what was counted: %s", strerror(errno ? errno : EIO)) : 0;
}

static void show_interval(void *context, uint64_t since)
{
	struct counting *c = context;

	log_notices(&c->notices);
	if (!c->options.common.quiet)
		stat_print_interval(&c->printer, &c->interval, since);
}

static void list_events(struct event_set *set, const struct control_details *details)
{
	print_events(set, details);
}

/* Whether the shell's command could be run; what it says is not looked at. */
static int run_shell(struct counting *c, const char *command, struct error *err)
{
	int status;

	sigprocmask(SIG_SETMASK, &c->signals.before, NULL);
	status = command ? system(command) : 0;
	sigprocmask(SIG_BLOCK, &c->signals.taken, NULL);
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
	int result = run_shell(c, c->options.before, err);

	if (result)
		return result;
	if (c->options.sync)
		sync();
	result = take_target(c, err);
	if (!result && command)
		result = workload_prepare(&c->workload, command, &c->signals.before, false, err);
	if (!result && c->target.kind == TARGET_COMMAND && target_set_command(&c->target, c->workload.pid))
		result = error_nomem(err);
	return result;
}

static int add_time(struct counting *c, uint64_t ns)
{
	if (!list_reserve(&c->times, c->n_times, &c->times_capacity, sizeof(*c->times)))
		return -ENOMEM;
	c->times[c->n_times++] = ns;
	return 0;
}

static int run_once(struct counting *c, struct error *err)
{
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
					  .notices = &c->notices,
					  .tick = show_interval,
					  .list_events = list_events,
					  .context = c };
	int result;

	workload_fini(&c->workload);
	memset(&c->workload, 0, sizeof(c->workload));
	result = prepare_run(c, err);
	if (!result)
		result = stat_run(&setup, &c->outcome, err);
	log_notices(&c->notices);
	if (!result && add_time(c, c->outcome.elapsed))
		result = error_nomem(err);
	return result ? result : run_shell(c, c->options.after, err);
}

/* Whoever interrupts a command means its repetitions, too. */
static bool is_interrupted(const struct counting *c)
{
	const struct workload *w = &c->workload;
	int number;

	if (c->outcome.signal || !w->exited || !WIFSIGNALED(w->wait_status))
		return c->outcome.signal;
	number = WTERMSIG(w->wait_status);
	return number == SIGINT || number == SIGQUIT || number == SIGTERM || number == SIGHUP;
}

static int show_whole(struct counting *c, struct error *err)
{
	const struct stat_options *o = &c->options;
	const bool has_usage = c->target.kind == TARGET_COMMAND && c->workload.exited;

	if (o->common.quiet || (o->times.interval && !o->summary))
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
	const struct counted_events *events = &c->events.events;
	const enum stat_by by = c->options.by;

	if (stat_host_init(&c->host, by, &roots) || stat_events_init(&c->events, &c->options.common.events) ||
	    stat_table_init(&c->whole, events, by, c->options.merge, &machine) ||
	    stat_table_init(&c->interval, events, by, c->options.merge, &machine))
		return error_nomem(err);
	c->whole.places.cache_level = c->interval.places.cache_level = c->options.cache_level;
	c->whole.is_raw = c->interval.is_raw = c->options.is_raw;
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
	free(c->times);
	target_fini(&c->target);
	control_channel_fini(&c->control);
	notices_fini(&c->notices);
	command_signals_close(&c->signals);
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

static int run(struct counting *c)
{
	struct error err = ERROR_INIT;
	int result, closed, number;

	log_set_level(c->options.common.quiet ? LOG_QUIET : c->options.common.verbose);
	notices_init(&c->notices, log_notice_level());
	result = count(c, &err);
	closed = close_output(c, result ? NULL : &err);
	if (result || closed)
		log_error("%s", err.message);
	number = result ? 0 : c->outcome.signal;
	result = exit_status(c, result ? result : closed);
	if (number)
		die_of(c, number);
	return result;
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
	if (!result && !c.options.common.help && !c.options.common.list_names)
		result = stat_options_add_events(&c.options, &err);
	if (result) {
		log_error("%s", err.message);
		status = exit_status_of_refusal(result);
	} else if (c.options.common.list_names) {
		event_options_names(stdout);
	} else if (c.options.common.help) {
		stat_options_usage(stdout);
	} else {
		status = run(&c);
	}
	counting_fini(&c);
	return status;
}
