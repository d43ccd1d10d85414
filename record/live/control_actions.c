#include "record/live/control_actions.h"

#include "common/error.h"
#include "common/json.h"
#include "record/control/control_command.h"
#include "record/live/control_rate.h"
#include "record/live/control_targets.h"
#include "record/live/session_summary.h"
#include "record/sampler/live_events.h"
#include "record/session/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * control_status: a recording under way in one line of JSON.
 *
 *	{"samples": 12, "lost": 0, "bytes": 4096, "enabled": true, "system_wide": false,
 *	 "events": [{"name": "cpu-clock", "enabled": true, "freq": 4000}], "targets": [4711]}
 *
 * samples and lost: so far; bytes: of all files. freq or period: of an event that has one. targets: the processes or
 * threads that were asked for and have not been detached, in the order of their numbers.
 *
 * Threads: that of the session.
 */

static void put_number(struct json *j, const char *name, uint64_t value)
{
	json_name(j, name);
	json_u64(j, value);
}

static void put_flag(struct json *j, const char *name, bool value)
{
	json_name(j, name);
	json_bool(j, value);
}

static void put_events(struct json *j, const struct session *s)
{
	const struct event_set *set = &s->setup.sampler->set;

	json_name(j, "events");
	json_begin(j, '[');
	for (size_t i = 0; i < set->n; i++) {
		const struct set_event *event = &set->events[i];

		if (!event->spec)
			continue;
		json_begin(j, '{');
		json_name(j, "name");
		json_string(j, event->name);
		put_flag(j, "enabled", s->cpus.sampling && !event->is_off);
		if (event->attr.sample_period)
			put_number(j, event->attr.flags & ATTR_FREQ ? "freq" : "period", event->attr.sample_period);
		json_end(j, '}');
	}
	json_end(j, ']');
}

/* 0 or -ENOMEM. */
static int put_targets(struct json *j, const struct ring_set *rings, struct error *err)
{
	pid_t *owners;
	size_t n;

	if (live_events_owners(rings, &owners, &n))
		return error_nomem(err);
	json_name(j, "targets");
	json_begin(j, '[');
	for (size_t i = 0; i < n; i++)
		if (owners[i] > 0)
			json_u64(j, (uint64_t)owners[i]);
	json_end(j, ']');
	free(owners);
	return 0;
}

/* Drains all rings first. *ret_text: for control_status_free. 0 or a negative errno. */
static int control_status(struct session *s, char **ret_text, struct error *err)
{
	struct session_progress progress;
	struct json j = { 0 };
	char *text = NULL;
	size_t size;
	int result = session_progress(s, &progress, err);

	if (result)
		return result;
	j.out = open_memstream(&text, &size);
	if (!j.out)
		return error_nomem(err);
	json_begin(&j, '{');
	put_number(&j, "samples", progress.samples);
	put_number(&j, "lost", progress.lost);
	put_number(&j, "bytes", progress.bytes);
	put_flag(&j, "enabled", s->cpus.sampling);
	put_flag(&j, "system_wide", s->setup.sampler->target->kind == TARGET_SYSTEM);
	put_events(&j, s);
	result = put_targets(&j, &s->setup.sampler->rings, err);
	json_end(&j, '}');
	if (fclose(j.out) && !result)
		result = error_nomem(err);
	if (result)
		free(text);
	else
		*ret_text = text;
	return result;
}

static void control_status_free(char *text)
{
	free(text);
}

/* Whether times off the CPU are not taken any more. */
static bool is_off_cpu_off(const struct session *s)
{
	const struct switch_records *switches = &s->drain.switches;

	return switches->off_cpu_wanted && (!s->cpus.sampling || s->setup.sampler->set.events[switches->event].is_off);
}

static int switch_events(struct session *s, const char *name, bool on, bool *ret_fatal, struct error *err)
{
	bool is_on = s->cpus.sampling;
	int result = live_events_switch(&s->setup.sampler->rings, name, on, is_on, err);

	if (result)
		return result;
	if (on || !name) {
		sample_schedule_stop(&s->schedule);
		result = session_set_sampling(s, on, err);
	}
	diagnostics_add(s->setup.diagnostics, NOTICE_VERBOSE, "%s %s", name ? name : "Events",
			on ? "enabled" : "disabled");
	if (!result && !on && is_off_cpu_off(s))
		result = drain_sampling_off(&s->drain, 0, err);
	if (!result && on && !is_off_cpu_off(s))
		result = drain_sampling_on(&s->drain, 0, 0, err);
	*ret_fatal = result;
	return result;
}

/* What fails here is the asker's, unless it is -ENOMEM or of the output: then *ret_fatal is set. */
static int each_process(struct session *s, const struct control_command *command,
			int (*action)(struct session *, pid_t, bool *, struct error *), bool *ret_fatal,
			struct error *err)
{
	int first = 0;

	for (size_t i = 0; i < command->n_pids && !*ret_fatal; i++) {
		struct error cause = ERROR_INIT;
		int result = action(s, command->pids[i], ret_fatal, &cause);

		if (result && (!first || *ret_fatal)) {
			first = result;
			*err = cause;
		}
	}
	return first;
}

static int next_file(struct session *s, bool *ret_fatal, struct error *err)
{
	int result;

	if (!rotation_is_wanted(&s->setup.config.rotation))
		return error_set(err, -ENOTSUP, "snapshot needs --switch-output (a new file), or -S (hardware traces)");
	result = session_next_file(s, err);
	*ret_fatal = result < 0;
	return result;
}

/* Of the traces, and a file of samples. */
static int take_snapshot(struct session *s, bool *ret_fatal, struct error *err)
{
	int result = 0;

	if (!s->setup.config.snapshots.are_wanted)
		return next_file(s, ret_fatal, err);
	result = session_snapshot(s, err);
	*ret_fatal = result;
	return result || !rotation_is_wanted(&s->setup.config.rotation) ? result : next_file(s, ret_fatal, err);
}

static int answer_status(struct control_actions *live, bool *ret_fatal, struct error *err)
{
	char *text = NULL;
	int result = control_status(live->session, &text, err);

	if (!result)
		control_channel_answer(live->channel, text);
	control_status_free(text);
	*ret_fatal = result;
	return result;
}

static int run(void *context, const struct control_command *command, bool *ret_fatal, struct error *err)
{
	struct control_actions *live = context;
	struct session *s = live->session;

	switch (command->verb) {
	case CONTROL_ENABLE: return switch_events(s, command->event, true, ret_fatal, err);
	case CONTROL_DISABLE: return switch_events(s, command->event, false, ret_fatal, err);
	case CONTROL_ATTACH: return each_process(s, command, control_actions_attach, ret_fatal, err);
	case CONTROL_DETACH: return each_process(s, command, control_actions_detach, ret_fatal, err);
	case CONTROL_PERIOD:
	case CONTROL_FREQ:
		return control_actions_set_rate(s, command->event, command->number, command->verb == CONTROL_FREQ,
						ret_fatal, err);
	case CONTROL_STATUS: return answer_status(live, ret_fatal, err);
	case CONTROL_STOP: s->stop.is_due = true; return 0;
	case CONTROL_EVLIST: live->list_events(live->list_context, &command->details); return 0;
	case CONTROL_SNAPSHOT: return take_snapshot(s, ret_fatal, err);
	default: return 0;
	}
}

static bool is_over(void *context)
{
	const struct control_actions *live = context;

	return live->session->stop.is_due;
}

/* What is left of the answers goes when there is room; where that cannot be waited for, with the next ones. */
static void flush_answers(struct control_actions *live)
{
	struct control_channel *c = live->channel;
	struct watch *watch = &live->session->watch;
	bool waits;

	control_channel_flush(c);
	waits = c->ack_fd >= 0 && c->answers.size;
	if (waits == live->waits)
		return;
	if (waits)
		live->waits_fd = c->ack_fd;
	/* One descriptor may be for both. */
	watch_for(watch, live->waits_fd, (waits ? WATCH_OUTPUT : 0) | (live->waits_fd == c->fd ? WATCH_INPUT : 0),
		  WATCH_CONTROL, NULL);
	live->waits = waits;
}

static int take(void *context, struct error *err)
{
	struct control_actions *live = context;
	struct control_channel *control = live->channel;
	struct session *s = live->session;
	int code = control_channel_is_open(control) ? control_channel_read(control) : 0;
	const struct control_handler handler = { live, CONTROL_VERBS_ALL, run, is_over, s->setup.diagnostics };
	int result = control_lines_take(control, &handler, err);

	flush_answers(live);
	if (result || !code)
		return result;
	if (code != -EPIPE)
		diagnostics_add(s->setup.diagnostics, NOTICE_WARNING, "--control: %s", strerror(-code));
	else
		diagnostics_add(s->setup.diagnostics, NOTICE_VERBOSE, "--control: its writers have closed it");
	watch_for(&s->watch, control->fd, 0, WATCH_CONTROL, NULL);
	control_channel_close(control);
	return 0;
}

static int finish(void *context, struct error *err)
{
	const struct control_actions *live = context;

	return control_rate_finish(live->session, err);
}

struct session_control control_actions_control(struct control_actions *live)
{
	return (struct session_control){ live->channel->fd, take, finish, live };
}
