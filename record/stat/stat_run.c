#include "record/stat/stat_run.h"

#include "common/clock_ns.h"
#include "record/stat/stat_watch.h"

#include <errno.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

struct stat_run {
	const struct stat_setup *setup;
	struct counters counters;
	struct stat_input counted; /* of them */
	struct stat_watch watch;
	struct stat_outcome outcome;
	/* Of CLOCK_MONOTONIC. */
	uint64_t begun;    /* 0: the delay is not over */
	uint64_t enabling; /* when it will be */
	uint64_t last_tick, next_tick;
	uint64_t n_ticks;
	uint64_t ended; /* when counting ended, before the command; 0: it has not */
	bool is_over;
};

static bool command_runs(const struct stat_run *r)
{
	return r->setup->workload->pid && !r->setup->workload->exited;
}

static void set_begun(struct stat_run *r, uint64_t now)
{
	r->begun = r->last_tick = now;
	r->next_tick = now + r->setup->times->interval;
}

static int begin(struct stat_run *r, struct error *err)
{
	int result = counters_enable(&r->counters, err);

	set_begun(r, clock_now());
	return result;
}

/* A command's events begin with its exec, those of CPUs right before. */
static int start(struct stat_run *r, struct error *err)
{
	struct workload *workload = r->setup->workload;
	const bool waits = r->setup->times->delay || r->setup->times->on_request;
	int result = waits ? 0 : counters_enable_rest(&r->counters, err);

	r->enabling = clock_now() + r->setup->times->delay;
	if (!r->setup->times->delay)
		set_begun(r, r->enabling);
	if (!result && workload->pid)
		result = workload_start(workload, err);
	return result;
}

/* What the program counts itself: of the processor's time the command's end says how much it was. */
static void count_tools(const struct stat_run *r, uint64_t elapsed, struct count ret_tools[EVENT_TOOLS])
{
	const struct rusage *usage = &r->setup->workload->usage;

	memset(ret_tools, 0, EVENT_TOOLS * sizeof(*ret_tools));
	ret_tools[EVENT_TOOL_DURATION] = (struct count){ elapsed, elapsed, elapsed };
	if (!r->setup->workload->exited)
		return;
	ret_tools[EVENT_TOOL_USER] = (struct count){ timeval_ns(&usage->ru_utime), elapsed, elapsed };
	ret_tools[EVENT_TOOL_SYSTEM] = (struct count){ timeval_ns(&usage->ru_stime), elapsed, elapsed };
}

static void add_tools(const struct stat_run *r, struct stat_table *table, uint64_t elapsed)
{
	struct count tools[EVENT_TOOLS];

	count_tools(r, elapsed, tools);
	for (int tool = EVENT_TOOL_NONE + 1; tool < EVENT_TOOLS; tool++)
		stat_table_add_tool(table, tool, tools[tool]);
}

/* elapsed: since counting began. */
static void put_round(const struct stat_run *r, enum stat_round_type type, uint64_t elapsed)
{
	const struct stat_round round = { type, elapsed };
	struct count tools[EVENT_TOOLS];

	if (!r->setup->file)
		return;
	count_tools(r, elapsed, tools);
	stat_file_put(r->setup->file, &r->counters, tools, &round);
}

/* The last one ends with the run. */
static int end_interval(struct stat_run *r, uint64_t now, struct error *err)
{
	const uint64_t elapsed = now - r->last_tick;
	int result = counters_read(&r->counters, err);

	if (result)
		return result;
	put_round(r, STAT_ROUND_INTERVAL, now - r->begun);
	stat_table_add(r->setup->interval, &r->counted);
	add_tools(r, r->setup->interval, elapsed);
	stat_table_end(r->setup->interval, elapsed);
	r->n_ticks++;
	r->last_tick = now;
	r->next_tick += r->setup->times->interval;
	if (r->next_tick <= now)
		r->next_tick = now + r->setup->times->interval;
	r->setup->tick(r->setup->context, now - r->begun);
	stat_table_clear(r->setup->interval);
	return 0;
}

/* There is nothing else to do where nothing is sampled. */
#define STAT_VERBS                                                                                   \
	(CONTROL_VERB(CONTROL_ENABLE) | CONTROL_VERB(CONTROL_DISABLE) | CONTROL_VERB(CONTROL_STOP) | \
	 CONTROL_VERB(CONTROL_EVLIST) | CONTROL_VERB(CONTROL_PING))

static int run_command(void *context, const struct control_command *command, bool *ret_fatal, struct error *err)
{
	struct stat_run *r = context;
	const bool on = command->verb == CONTROL_ENABLE;

	(void)ret_fatal;
	switch (command->verb) {
	case CONTROL_ENABLE:
	case CONTROL_DISABLE: return counters_switch(&r->counters, command->event, on, err);
	case CONTROL_STOP: r->is_over = true; return 0;
	case CONTROL_EVLIST: r->setup->list_events(&r->counters.set, &command->details); return 0;
	default: return 0;
	}
}

static bool is_over(void *context)
{
	const struct stat_run *r = context;

	return r->is_over;
}

static int take_control(struct stat_run *r, struct error *err)
{
	const struct control_handler handler = { r, STAT_VERBS, run_command, is_over, r->setup->diagnostics };
	struct control_channel *channel = r->setup->channel;
	int code = control_channel_read(channel);
	int result = control_lines_take(channel, &handler, err);

	control_channel_flush(channel);
	if (!code)
		return result;
	if (code != -EPIPE)
		diagnostics_add(r->setup->diagnostics, NOTICE_WARNING, "--control: %s", strerror(-code));
	stat_watch_forget_control(&r->watch);
	control_channel_close(channel);
	return result;
}

bool stat_run_interrupts(int number)
{
	return number == SIGINT || number == SIGQUIT || number == SIGTERM || number == SIGHUP;
}

/* What came from the terminal has come to the command, too. */
static void take_signal(struct stat_run *r, const struct signalfd_siginfo *info)
{
	const int number = (int)info->ssi_signo;

	if (number == SIGCHLD) {
		r->is_over |= r->setup->workload->pid && workload_reap(r->setup->workload, false);
		return;
	}
	r->outcome.is_interrupted |= stat_run_interrupts(number);
	if (!command_runs(r)) {
		r->is_over = true;
		r->outcome.signal = number;
	} else if (info->ssi_code <= 0) {
		kill(r->setup->workload->pid, number);
	}
}

static void take_signals(struct stat_run *r)
{
	struct signalfd_siginfo info;

	while (read(r->setup->signal_fd, &info, sizeof(info)) == sizeof(info))
		take_signal(r, &info);
}

/* When the next thing happens by itself. */
static uint64_t next_time(const struct stat_run *r)
{
	const struct stat_times *times = r->setup->times;
	uint64_t next = STAT_WATCH_FOREVER;

	if (r->ended)
		return next;
	if (!r->begun)
		return r->enabling;
	if (times->interval)
		next = r->next_tick;
	if (times->timeout && r->begun + times->timeout < next)
		next = r->begun + times->timeout;
	return next;
}

/* After the intervals that were asked for. A command may go on. */
static int end_counting(struct stat_run *r, struct error *err)
{
	r->ended = clock_now();
	r->is_over = !command_runs(r);
	return counters_disable(&r->counters, err);
}

static int take_time(struct stat_run *r, struct error *err)
{
	const struct stat_times *times = r->setup->times;
	const uint64_t now = clock_now();
	int result = 0;

	if (r->ended)
		return 0;
	if (!r->begun)
		return now >= r->enabling ? begin(r, err) : 0;
	if (times->timeout && now >= r->begun + times->timeout) {
		r->is_over = true;
		return 0;
	}
	if (!times->interval || now < r->next_tick)
		return 0;
	result = end_interval(r, now, err);
	return result || r->n_ticks != times->n_intervals ? result : end_counting(r, err);
}

static int step(struct stat_run *r, struct error *err)
{
	int woke = stat_watch_wait(&r->watch, next_time(r), err);
	int result = 0;

	if (woke < 0)
		return woke;
	if (woke & STAT_WOKE_SIGNAL)
		take_signals(r);
	if (woke & STAT_WOKE_CONTROL)
		result = take_control(r, err);
	if (woke & STAT_WOKE_ENDED && !r->setup->workload->pid)
		r->is_over = true;
	return result || r->is_over ? result : take_time(r, err);
}

static void end_command(struct stat_run *r)
{
	struct workload *workload = r->setup->workload;

	if (!command_runs(r) || !workload->is_started)
		return;
	r->outcome.is_cut = true;
	kill(workload->pid, SIGTERM);
	workload_reap(workload, true);
}

/* The last interval is shorter, unless their number was given. */
static int finish(struct stat_run *r, struct error *err)
{
	const struct stat_times *times = r->setup->times;
	const uint64_t now = r->ended ? r->ended : clock_now();
	int result = r->ended ? 0 : counters_disable(&r->counters, err);

	r->outcome.elapsed = r->begun ? now - r->begun : 0;
	end_command(r);
	if (!result && times->interval && r->begun && (!times->n_intervals || r->n_ticks < times->n_intervals))
		result = end_interval(r, now, err);
	else if (!result)
		result = counters_read(&r->counters, err);
	if (result)
		return result;
	if (!times->interval)
		put_round(r, STAT_ROUND_FINAL, r->outcome.elapsed);
	if (r->setup->counted_all)
		r->setup->counted_all(r->setup->context, &r->counted);
	stat_table_add(r->setup->whole, &r->counted);
	add_tools(r, r->setup->whole, r->outcome.elapsed);
	stat_table_end(r->setup->whole, r->outcome.elapsed);
	return 0;
}

static int run(struct stat_run *r, struct error *err)
{
	const struct stat_setup *setup = r->setup;
	int result;

	r->counted = stat_events_input(setup->counted, &r->counters, setup->target);
	result = stat_table_begin(setup->whole, &r->counted);

	if (!result && setup->interval)
		result = stat_table_begin(setup->interval, &r->counted);
	if (result)
		return error_nomem(err);
	if (setup->file)
		result = stat_file_open(setup->file, &r->counters, setup->facts, err);
	if (!result)
		result = stat_watch_init(&r->watch, setup->target, setup->signal_fd,
					 control_channel_is_open(setup->channel) ? setup->channel->fd : -1, err);
	if (result)
		return result;
	result = start(r, err);
	while (!result && !r->is_over)
		result = step(r, err);
	if (!result)
		result = finish(r, err);
	end_command(r);
	stat_watch_fini(&r->watch);
	return result;
}

int stat_run(const struct stat_setup *setup, struct stat_outcome *ret_outcome, struct error *err)
{
	struct stat_run r = { .setup = setup };
	int result = counters_open(&r.counters, setup->events, setup->counting, setup->target, setup->diagnostics, err);

	if (result)
		return result;
	result = run(&r, err);
	counters_close(&r.counters);
	*ret_outcome = r.outcome;
	return result;
}
