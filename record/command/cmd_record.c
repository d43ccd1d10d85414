#include "record/command/cmd_record.h"

#include "record/events/event_parse.h"
#include "record/sampler/diagnose.h"
#include "record/session/session.h"

#include "common/log.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define EXIT_FAILED 1
#define EXIT_USAGE  129

#define EVENT_DEFAULT  "cycles:P"
#define EVENT_FALLBACK "cpu-clock:I" /* idle CPUs would fill the profile */

/* Everything a recording needs; what is not there yet is zero. */
struct recording {
	struct record_options options;
	struct event_list default_events;
	struct target target;
	struct event_set set;
	struct open_rings rings;
	struct workload workload;
	struct output output;
	sigset_t signals, old_signals;
	int signal_fd;
};

static bool is_ignored(int number)
{
	struct sigaction action;

	return !sigaction(number, NULL, &action) && action.sa_handler == SIG_IGN;
}

/*
 * A signal that is blocked is queued even where it is ignored. SIGINT ends a recording also in the background jobs of a
 * script, where the shell has it ignored; SIGHUP after nohup(1) does not. Where SIGCHLD is ignored nobody would be told
 * of the command's end.
 */
static int block_signals(struct recording *r, struct error *err)
{
	sigemptyset(&r->signals);
	sigaddset(&r->signals, SIGINT);
	sigaddset(&r->signals, SIGTERM);
	if (!is_ignored(SIGHUP))
		sigaddset(&r->signals, SIGHUP);
	sigaddset(&r->signals, SIGCHLD);
	sigprocmask(SIG_BLOCK, &r->signals, &r->old_signals);
	signal(SIGCHLD, SIG_DFL);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	r->signal_fd = signalfd(-1, &r->signals, SFD_NONBLOCK | SFD_CLOEXEC);
	return r->signal_fd < 0 ? error_set(err, -errno, "signalfd: %s", strerror(errno)) : 0;
}

static const struct event_list *recording_events(const struct recording *r)
{
	return r->options.events.n ? &r->options.events : &r->default_events;
}

static int open_events(struct recording *r, bool *ret_missing, struct error *err)
{
	int result = event_set_init(&r->set, recording_events(r), &r->options, &r->target, err);

	*ret_missing = false;
	if (!result)
		result = open_rings_init(&r->rings, &r->set, &r->target, r->options.mmap_bytes, ret_missing, err);
	return result;
}

/* Where no event was asked for and the machine has no hardware counter, the CPU clock serves. */
static int open_fallback(struct recording *r, struct error *err)
{
	bool missing;
	int result;

	event_set_fini(&r->set);
	event_list_truncate(&r->default_events, 0);
	result = event_list_parse(&r->default_events, EVENT_FALLBACK, NULL, err);
	if (result)
		return result;
	result = open_events(r, &missing, err);
	if (!result)
		log_note("no hardware counter here, sampling the CPU clock (-e " EVENT_FALLBACK ")");
	return result;
}

static int open_recording(struct recording *r, struct error *err)
{
	bool missing = false;
	int result = 0;

	if (!r->options.events.n)
		result = event_list_parse(&r->default_events, EVENT_DEFAULT, NULL, err);
	if (!result)
		result = open_events(r, &missing, err);
	if (result && missing && !r->options.events.n)
		result = open_fallback(r, err);
	if (!result && r->rings.user_only)
		log_note("recording user space only: kernel.perf_event_paranoid is %d, the kernel needs 1",
			 diagnose_paranoid());
	return result;
}

static int prepare(struct recording *r, struct error *err)
{
	int result = target_init(&r->target, &r->options, err);

	if (!result)
		result = event_set_check_freq(&r->options, err);
	if (!result)
		result = block_signals(r, err);
	if (!result && r->options.command)
		result = workload_prepare(&r->workload, r->options.command, &r->old_signals,
					  output_is_stdout(r->options.output), err);
	if (!result && r->target.kind == TARGET_COMMAND && target_set_command(&r->target, r->workload.pid))
		result = error_nomem(err);
	if (!result)
		result = open_recording(r, err);
	/* Last, so that what cannot be recorded costs no older file its name. */
	return result ? result : output_open(&r->output, r->options.output, &r->old_signals, err);
}

/*
 * The command outlives the recording only by what it takes to end: like Linux perf, a recording that is stopped stops
 * its command. A second signal then ends prec itself.
 */
static void end_command(struct recording *r)
{
	if (!r->workload.started || r->workload.exited)
		return;
	kill(r->workload.pid, SIGTERM);
	sigprocmask(SIG_SETMASK, &r->old_signals, NULL);
	workload_reap(&r->workload, true);
}

/* argv: the whole command line, from "prec" on. */
static int record(struct recording *r, int argc, char **argv, struct error *err)
{
	const struct output_facts facts = { .set = &r->set,
					    .list = recording_events(r),
					    .argv = argv,
					    .argc = argc,
					    .use_clockid = r->options.use_clockid,
					    .clockid = r->options.clockid,
					    .level = r->options.level };
	const struct session_setup setup = { .options = &r->options,
					     .target = &r->target,
					     .set = &r->set,
					     .rings = &r->rings,
					     .workload = &r->workload,
					     .output = &r->output,
					     .facts = &facts,
					     .signal_fd = r->signal_fd };
	struct session session;
	int result = session_init(&session, &setup, err);

	if (!result)
		result = session_run(&session, err);
	if (!result)
		session_summarize(&session);
	session_fini(&session);
	return result;
}

static int exit_status(struct recording *r, int result)
{
	if (result && !r->workload.exec_error)
		return EXIT_FAILED;
	return r->workload.exec_error || r->workload.exited ? workload_exit_status(&r->workload) : 0;
}

static void recording_fini(struct recording *r)
{
	open_rings_fini(&r->rings);
	event_set_fini(&r->set);
	target_fini(&r->target);
	event_list_fini(&r->default_events);
	workload_fini(&r->workload);
	if (r->signal_fd > 0)
		close(r->signal_fd);
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
	if (result)
		log_error("%s", err.message);
	end_command(r);
	return exit_status(r, result);
}

int cmd_record(int argc, char **argv)
{
	struct recording r = { .signal_fd = -1 };
	struct error err = ERROR_INIT;
	int status;

	log_init("prec record");
	record_options_init(&r.options);
	event_list_init(&r.default_events);
	if (record_options_parse(&r.options, argc, argv, &err)) {
		log_error("%s", err.message);
		status = err.code == -EINVAL ? EXIT_USAGE : EXIT_FAILED;
	} else if (r.options.list_names) {
		record_options_names(stdout);
		status = 0;
	} else if (r.options.help) {
		record_options_usage(stdout);
		status = 0;
	} else {
		log_set_level(r.options.quiet ? LOG_QUIET : r.options.verbose);
		status = recording_run(&r, argc, argv);
	}
	recording_fini(&r);
	record_options_fini(&r.options);
	return status;
}
