#include "record/command/cmd_record.h"

#include "command/commands.h"
#include "command/exit_status.h"
#include "common/log.h"
#include "common/options.h"
#include "record/command/bundle_output.h"
#include "record/command/command_line.h"
#include "record/command/command_signals.h"
#include "record/command/dry_run.h"
#include "record/command/event_options.h"
#include "record/command/no_samples.h"
#include "record/command/output_options.h"
#include "record/command/print_events.h"
#include "record/command/rate_options.h"
#include "record/command/stack_options.h"
#include "record/command/status.h"
#include "record/command/target_options.h"
#include "record/command/thread_options.h"
#include "record/events/event_parse.h"
#include "record/live/control_actions.h"
#include "record/open/diagnose.h"
#include "record/output/output_kcore.h"
#include "record/pmu/event_context.h"
#include "record/pmu/pmu_types.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EVENT_DEFAULT  "cycles:P"
#define EVENT_FALLBACK "cpu-clock:I" /* idle CPUs would fill the profile */

/* Everything a recording needs; what is not there yet is zero. */
struct recording {
	struct record_options options;
	struct event_list default_events;
	struct target target;
	struct sampler sampler;
	struct switch_trigger trigger;
	struct workload workload;
	struct output output;
	struct kernel_code code; /* until the output is open */
	struct status status;
	struct control_channel control;
	struct thread_masks threads;
	struct diagnostics diagnostics; /* of all engines */
	struct command_signals signals;
	bool is_misused; /* what failed is a word of the command line */
};

/*
 * SIGINT ends a recording also in the background jobs of a script, where the shell has it ignored; SIGHUP after
 * nohup(1) does not. SIGUSR2 asks for another file, and ends no recording that has one only.
 */
static int take_signals(struct recording *r, struct error *err)
{
	static const int always[] = { SIGINT, SIGTERM, SIGUSR2, 0 }, unless_ignored[] = { SIGHUP, 0 };

	return command_signals_take(&r->signals, always, unless_ignored, err);
}

static const struct event_list *recording_events(const struct recording *r)
{
	return r->options.events.n ? &r->options.events : &r->default_events;
}

static void show_diagnostics(struct recording *r)
{
	if (r->diagnostics.n)
		status_clear(&r->status);
	log_diagnostics(&r->diagnostics);
}

static int event_fds(struct recording *r, bool *ret_missing, struct error *err)
{
	int result =
		sampler_open(&r->sampler, recording_events(r), &r->options.sampler, &r->target, &r->diagnostics, err);

	*ret_missing = result && r->sampler.is_missing;

	show_diagnostics(r);
	return result;
}

static int parse_default(struct recording *r, const char *text, struct error *err)
{
	const struct event_context context = event_context_of_environment();
	int result = event_list_parse(&r->default_events, text, &context, err);

	if (!result)
		result = target_options_set_cgroups(&r->options.target, &r->default_events, err);
	if (!result && r->options.off_cpu && event_list_add_off_cpu(&r->default_events))
		return error_nomem(err);
	return result;
}

/* Where no event was asked for and the machine has no hardware counter, the CPU clock serves. */
static int open_fallback(struct recording *r, struct error *err)
{
	bool missing;
	int result;

	event_list_truncate(&r->default_events, 0);
	result = parse_default(r, EVENT_FALLBACK, err);
	if (result)
		return result;
	result = event_fds(r, &missing, err);
	if (!result)
		log_note("no hardware counter here, sampling the CPU clock (-e " EVENT_FALLBACK ")");
	return result;
}

static int open_recording(struct recording *r, struct error *err)
{
	bool missing = false;
	int result = 0;

	if (!r->options.events.n)
		result = parse_default(r, EVENT_DEFAULT, err);
	if (!result)
		result = event_fds(r, &missing, err);
	if (result && missing && !r->options.events.n)
		result = open_fallback(r, err);
	if (!result && r->sampler.walk.opener.user_only)
		log_note("recording user space only: kernel.perf_event_paranoid is %d, the kernel needs 1",
			 diagnose_paranoid());
	if (!result && r->options.sampler.fields.callgraph.defer &&
	    descriptor_refused_flags(&r->sampler.walk.opener) & ATTR_DEFER_CALLCHAIN)
		log_warn("this kernel does not defer call chains, as Linux 6.19 and later do: they are recorded at the "
			 "samples");
	return result;
}

/* Whom to record, and who controls it: words of the command line are looked at here, too. */
static int take_target(struct recording *r, struct error *err)
{
	int result;

	target_options_warn(&r->options.target, r->options.command);
	result = target_options_apply(&r->options.target, r->options.command, &r->target, err);
	r->is_misused = result == -EINVAL;
	return result;
}

static int take_control(struct recording *r, struct error *err)
{
	int result = control_channel_open(&r->control, r->options.control, err);

	r->is_misused = result == -EINVAL;
	return result;
}

/* What would be written, and who would control it. No fifo is opened: one who waits at its other end would go on. */
static int dry_run_check(struct recording *r, struct error *err)
{
	const struct record_options *o = &r->options;
	int result = output_options_check_path(o, output_options_path(o), err);

	if (result || !o->control || !strncmp(o->control, "fifo:", strlen("fifo:")))
		return result;
	return take_control(r, err);
}

/* Which CPUs there are is known. */
static int prepare_threads(struct recording *r, struct error *err)
{
	const struct host_roots roots = { .sys_root = event_context_of_environment().sys_root };

	r->options.session.threads = &r->threads;
	return thread_masks_make(&r->threads, &r->options.threads, &r->target.cpus, r->target.per_thread, &roots, err);
}

/* The events of a machine that SYSFS_PATH shows are found, not opened: its files say whether there are counters. */
static int show_dry_run(struct recording *r, struct error *err)
{
	const struct event_context context = event_context_of_environment();
	struct pmu_types pmus;
	int result = dry_run_check(r, err);

	options_warn(&record_group, &r->options);
	if (!result)
		result = take_target(r, err);
	if (!result)
		result = prepare_threads(r, err);
	pmu_types_load(&pmus, context.sys_root);
	if (!result && !r->options.events.n)
		result = parse_default(r, pmu_types_count_cores(&pmus) ? EVENT_DEFAULT : EVENT_FALLBACK, err);
	pmu_types_fini(&pmus);
	if (!result)
		result = rate_options_limit(&r->options, err);
	if (!result)
		result = dry_run_print(stdout, &r->options, recording_events(r), &r->target, err);
	if (!result && (fflush(stdout) || ferror(stdout)))
		result = error_set(err, -EIO, "cannot write to standard output");
	return result;
}

/* Where the recording can go, as far as that is known before; and the code that is to go with it can be read. */
static int check_output(struct recording *r, const char *path, struct error *err)
{
	int result = output_options_check_path(&r->options, path, err);

	if (result || !r->options.kcore)
		return result;
	result = kernel_code_open(&r->code, "/proc", err);
	if (result)
		error_prefix(err, "--kcore");
	return result;
}

static int open_output(struct recording *r, const char *path, struct error *err)
{
	int result;

	if (r->options.heir) {
		fcntl((int)r->options.heir, F_SETFD, FD_CLOEXEC);
		result = output_open_nameless(&r->output, (int)r->options.heir, err);
	} else if (!r->options.kcore) {
		result = output_open(&r->output, path, &r->signals.before, &r->diagnostics, err);
	} else {
		result = output_kcore_open(&r->output, path, &r->code, &r->diagnostics, err);
		kernel_code_close(&r->code);
		if (result)
			error_prefix(err, "--kcore");
	}
	show_diagnostics(r);
	return result;
}

static int prepare(struct recording *r, struct error *err)
{
	const char *path = output_options_path(&r->options);
	int result = check_output(r, path, err);

	options_warn(&record_group, &r->options);
	if (!result)
		result = take_target(r, err);
	if (!result)
		result = rate_options_limit(&r->options, err);
	if (!result && r->options.control)
		result = take_control(r, err);
	if (!result)
		stack_options_warn(&r->options.sampler.fields);
	if (!result)
		result = take_signals(r, err);
	if (!result && r->options.command)
		result = workload_prepare(&r->workload, r->options.command, &r->signals.before, output_is_stdout(path),
					  err);
	if (!result && r->target.kind == TARGET_COMMAND && target_set_command(&r->target, r->workload.pid))
		result = error_nomem(err);
	if (!result)
		result = open_recording(r, err);
	if (!result && r->options.switch_events.n)
		result = switch_trigger_open(&r->trigger, &r->options.switch_events, r->options.sampler.starts_later,
					     &r->target, &r->diagnostics, err);
	if (!result)
		result = prepare_threads(r, err);
	if (!result)
		result = thread_options_run_realtime(&r->options, err);
	/* Last, so that an older file keeps its name where the recording cannot begin. */
	return result ? result : open_output(r, path, err);
}

/*
 * A recording that is stopped stops its command, as in Linux perf, and waits until it has ended. A second signal then
 * ends prec itself.
 */
static void end_command(struct recording *r)
{
	if (!r->workload.is_started || r->workload.exited)
		return;
	kill(r->workload.pid, SIGTERM);
	sigprocmask(SIG_SETMASK, &r->signals.before, NULL);
	workload_reap(&r->workload, true);
}

/* From the start to the end, whichever of both fails. */
static int run_session(struct recording *r, struct session *session, struct error *err)
{
	int result = session_start(session, err);
	int more = 1;

	show_diagnostics(r);
	if (!result)
		result = session_begin(session, err);
	while (!result && more) {
		more = session_step(session, r->status.next_ns, err);
		show_diagnostics(r);
		result = more < 0 ? more : status_update(&r->status, session, err);
	}
	result = session_end(session, result, err);
	status_clear(&r->status);
	show_diagnostics(r);
	return result;
}

static void summarize(struct recording *r, const struct session *session, const struct run_time *before)
{
	struct session_summary summary;
	char why[NO_SAMPLES_MAX];

	cpu_gaps_describe(&session->cpus.gaps, &r->diagnostics);
	off_cpu_found_describe(&session->drain.found, &r->diagnostics);
	log_diagnostics(&r->diagnostics);
	session_summary_init(&summary, session);
	status_summarize(&summary, r->output.path);
	if (!summary.total.samples && !summary.total.lost &&
	    no_samples_explain(session, before, r->options.off_cpu, why, sizeof(why)))
		log_note("no samples: %s", why);
	session_summary_fini(&summary);
}

/* What cannot be cached costs names in later reports, not the recording. */
static void keep_files(struct recording *r, struct session *session)
{
	struct error why = ERROR_INIT;

	if (session_cache(session, &r->options.cache, &why))
		log_verbose("%s", why.message);
	show_diagnostics(r);
}

/* argv: the whole command line, from "prec" on. */
static int record(struct recording *r, int argc, char **argv, struct error *err)
{
	const struct recording_facts facts = { .set = &r->sampler.set,
					       .list = recording_events(r),
					       .argv = argv,
					       .argc = argc,
					       .level = r->options.session.level };
	struct session session;
	struct control_actions live = { .session = &session,
					.channel = &r->control,
					.list_events = print_events,
					.list_context = &r->sampler.set };
	const struct session_setup setup = { .config = r->options.session,
					     .sampler = &r->sampler,
					     .workload = &r->workload,
					     .output = &r->output,
					     .facts = &facts,
					     .signal_fd = r->signals.fd,
					     .diagnostics = &r->diagnostics,
					     .control = control_actions_control(&live),
					     .trigger = r->trigger.is_open ? &r->trigger : NULL };
	const struct run_time before = run_time_read(&r->target);
	int result = session_init(&session, &setup, err);

	status_init(&r->status, r->target.kind == TARGET_COMMAND, r->options.quiet);
	show_diagnostics(r);
	if (!result)
		result = run_session(r, &session, err);
	thread_options_end_realtime(&r->options);
	if (!result) {
		keep_files(r, &session);
		summarize(r, &session, &before);
	}
	session_fini(&session);
	return result;
}

static int exit_status(struct recording *r, int result)
{
	if (result && !r->workload.exec_error)
		return r->is_misused ? EXIT_USAGE : EXIT_FAILED;
	return r->workload.exec_error || r->workload.exited ? workload_exit_status(&r->workload) : 0;
}

static void recording_fini(struct recording *r)
{
	sampler_close(&r->sampler);
	switch_trigger_close(&r->trigger);
	kernel_code_close(&r->code);
	control_channel_fini(&r->control);
	target_fini(&r->target);
	thread_masks_fini(&r->threads);
	event_list_fini(&r->default_events);
	workload_fini(&r->workload);
	diagnostics_fini(&r->diagnostics);
	command_signals_close(&r->signals);
}

/* The recording is complete: what becomes of it now costs it nothing. */
static int make_bundle(struct recording *r, struct error *err)
{
	int result = bundle_output(r->output.path, r->options.session.level, &r->signals.before, err);

	if (result)
		error_prefix(err, "%s is complete, and no bundle", r->output.path);
	return result;
}

static int recording_run(struct recording *r, int argc, char **argv)
{
	char **whole = calloc((size_t)argc + 2, sizeof(*whole));
	char program[] = "prec";
	struct error err = ERROR_INIT;
	int result = whole ? prepare(r, &err) : error_nomem(&err);
	int closed;

	if (!result) {
		whole[0] = program;
		memcpy(whole + 1, argv, (size_t)argc * sizeof(*argv));
		result = record(r, argc + 1, whole, &err);
	}
	free(whole);
	closed = output_close(&r->output);
	if (!result && closed)
		result = error_set(&err, closed, "%s: %s", r->output.path, strerror(-closed));
	if (!result && r->options.bundles)
		result = make_bundle(r, &err);
	if (result)
		log_error("%s", err.message);
	if (!r->is_misused)
		output_options_warn_of_pipe(&r->options);
	end_command(r);
	return exit_status(r, result);
}

/* What was asked for besides a recording: the exit status; or -1: it is a recording. */
static int print_instead(struct recording *r, const struct recorder *recorder)
{
	struct error err = ERROR_INIT;

	if (r->options.list_names)
		event_options_names(stdout);
	else if (r->options.list_regs)
		stack_options_print_regs(stdout);
	else if (r->options.help)
		options_help(recorder->group, stdout);
	else if (!r->options.dry_run)
		return -1;
	else if (show_dry_run(r, &err)) {
		log_error("%s", err.message);
		return r->is_misused ? EXIT_USAGE : EXIT_FAILED;
	}
	return 0;
}

int recorder_run(const struct recorder *recorder, int argc, char **argv, int n_words, char **words)
{
	struct recording r = { .signals.fd = -1, .code.kcore.fd = -1 };
	struct error err = ERROR_INIT;
	int result, status;

	log_init(recorder->log_name);
	record_options_init(&r.options);
	control_channel_init(&r.control);
	event_list_init(&r.default_events);
	result = record_options_configure(&r.options, &err);
	if (!result)
		result = recorder->parse(&r.options, n_words, words, &err);
	if (result < 0) {
		log_error("%s", err.message);
		status = exit_status_of_refusal(err.code);
	} else {
		status = result ? 0 : print_instead(&r, recorder);
	}
	if (status < 0) {
		log_set_level(r.options.quiet ? LOG_QUIET : r.options.verbose);
		diagnostics_init(&r.diagnostics, log_notice_level());
		status = recording_run(&r, argc, argv);
	}
	recording_fini(&r);
	record_options_fini(&r.options);
	return status;
}

int cmd_record(int argc, char **argv)
{
	static const struct recorder recorder = { "prec record", command_line_parse, &record_group };

	return recorder_run(&recorder, argc, argv, argc, argv);
}
