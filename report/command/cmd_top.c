/* prec top: shows again and again what is recorded at this moment. */
#include "command/commands.h"

#include "command/exit_status.h"
#include "common/log.h"
#include "common/options.h"
#include "report/command/top_interval.h"
#include "report/command/top_options.h"
#include "report/command/top_text.h"
#include "report/terminal/live_screen.h"
#include "report/top/top_recorder.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Lines of a screen that are no rows: what was sampled, headings. */
#define HEAD_LINES 3u

struct top {
	struct top_options options;
	struct reader reader;
	struct top_recorder recorder;
	struct top_intervals intervals;
	struct live_screen screen;
	char path[64];     /* of the recording of this interval */
	int recording;     /* its descriptor; -1: none */
	double since, now; /* when the interval began and ended, in seconds */
	bool is_tried;     /* to start the recorder */
	bool is_started;   /* there is a recording; else `why` */
	struct error why;
};

static volatile sig_atomic_t is_interrupted;

static void interrupt(int number)
{
	(void)number;
	is_interrupted = 1;
}

/* These end it, and are delivered while something is waited for alone. */
static void take_signals(void)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = interrupt };
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		sigaction(numbers[i], &action, NULL);
		sigaddset(&set, numbers[i]);
	}
	sigprocmask(SIG_BLOCK, &set, NULL);
}

static double clock_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Does what typed keys mean. */
static void take_keys(struct top *top)
{
	char key;

	while ((key = live_screen_key(&top->screen))) {
		if (key == 'q')
			is_interrupted = 1;
		else if (key == 'z')
			top->options.zero = !top->options.zero;
	}
}

/*
 * Waits until the recorder has something, or until that time, 0: any; keys are taken meanwhile. 1: it has something; 0:
 * the time has come; -EINTR: it is to end.
 */
static int wait_for_recorder(struct top *top, double until)
{
	struct pollfd fds[] = { { .fd = top->recorder.socket, .events = POLLIN },
				{ .fd = top->screen.has_keys ? STDIN_FILENO : -1, .events = POLLIN } };
	sigset_t none;

	sigemptyset(&none);
	while (!is_interrupted) {
		double left = until - clock_seconds();
		struct timespec time = { .tv_sec = (time_t)left,
					 .tv_nsec = (long)((left - (double)(time_t)left) * 1e9) };

		if (until > 0 && left <= 0)
			return 0;
		if (ppoll(fds, 2, until > 0 ? &time : NULL, &none) <= 0)
			continue;
		/* A terminal that is gone has nothing more to say. */
		if (fds[1].revents & (POLLHUP | POLLERR | POLLNVAL))
			fds[1].fd = -1;
		else if (fds[1].revents)
			take_keys(top);
		if (fds[0].revents)
			return 1;
	}
	return -EINTR;
}

/*
 * Waits for the end of the interval, and has its recording. 0; -EINTR: it is to end; -ENODATA: the recorder has, and
 * nothing was recorded; or another negative errno with *err filled.
 */
static int next_recording(struct top *top, double until, struct error *err)
{
	bool is_asked = false;
	int fd;

	do {
		int result = wait_for_recorder(top, is_asked ? 0 : until);

		if (result < 0)
			return result;
		if (!result) {
			top_recorder_ask(&top->recorder);
			is_asked = true;
		}
		fd = result ? top_recorder_take(&top->recorder, err) : -EAGAIN;
	} while (fd == -EAGAIN);
	if (fd < 0)
		return fd;
	if (top->recording >= 0)
		close(top->recording);
	top->recording = fd;
	snprintf(top->path, sizeof(top->path), "/proc/self/fd/%d", fd);
	top->since = top->now;
	top->now = clock_seconds();
	return 0;
}

static void close_screen(void *context, bool is_screen)
{
	const struct top *top = context;

	if (top->screen.is_on)
		live_screen_close(&top->screen, is_screen);
}

/* Starts the recorder while that is allowed, and waits for the first recording, which the reader opens. */
static void start_recorder(void *context)
{
	struct top *top = context;
	const struct top_guardian_config config = { .words = top->options.words,
						    .at_end = close_screen,
						    .context = top };
	int result = top_recorder_start(&top->recorder, &config, &top->why);

	top->is_tried = true;
	top->now = clock_seconds();
	if (!result)
		result = next_recording(top, top->now + top->options.delay, &top->why);
	top->is_started = !result;
	top->reader.options->input = top->path;
}

static struct top_room room(const struct top *top, const struct live_screen_size *size)
{
	struct top_room all = { .rows = top->options.entries };
	uint32_t most;

	if (!size)
		return all;
	most = size->lines > HEAD_LINES ? size->lines - HEAD_LINES : 1;
	return (struct top_room){ .columns = size->columns, .rows = all.rows && all.rows < most ? all.rows : most };
}

static int draw(struct top *top)
{
	struct live_screen_size size = live_screen_size();
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);
	int result = out ? top_text_print(out, &top->intervals, top->now - top->since, room(top, &size)) : -ENOMEM;

	if (out && fclose(out))
		result = -ENOMEM;
	if (!result) {
		if (!top->screen.is_drawn)
			top_recorder_screen(&top->recorder, true);
		live_screen_draw(&top->screen, text, n);
	}
	free(text);
	return result;
}

static int show(struct top *top, struct error *err)
{
	int result = top_intervals_next(&top->intervals, top->path, err);

	if (result)
		return result;
	result = top->screen.is_on ? draw(top)
				   : top_text_print(stdout, &top->intervals, top->now - top->since, room(top, NULL));
	if (result)
		return error_nomem(err);
	if (fflush(stdout))
		return error_set(err, -errno, "standard output: %s", strerror(errno));
	return 0;
}

/* Until it is to end, or the recorder does. */
static int show_all(struct top *top, struct error *err)
{
	int result;

	/* What is missing of each recording is not said each time. */
	if (log_level() == LOG_NORMAL)
		log_set_level(LOG_QUIET);
	top->intervals.own[0] = (uint32_t)getpid();
	top->intervals.own[1] = (uint32_t)top->recorder.recorder;
	for (unsigned n = 1;; n++) {
		result = show(top, err);
		if (result || n == top->options.iterations || top->recorder.has_ended)
			return result;
		result = next_recording(top, top->now + top->options.delay, err);
		if (result)
			return result == -EINTR || result == -ENODATA ? 0 : result;
	}
}

static int check_screen(struct top *top, struct error *err)
{
	struct live_screen_size size = live_screen_size();

	if (top->options.iterations || !live_screen_possible())
		return 0;
	if (size.lines < LIVE_SCREEN_LINES || size.columns < LIVE_SCREEN_COLUMNS)
		return error_set(err, -EINVAL,
				 "the terminal has %u lines of %u characters, and prec top needs %u of %u; with "
				 "--iterations it prints text",
				 size.lines, size.columns, LIVE_SCREEN_LINES, LIVE_SCREEN_COLUMNS);
	live_screen_open(&top->screen);
	return 0;
}

static enum reader_need need(const struct top_options *o)
{
	return o->report.wants_lines || o->report.wants_types || (o->has_chains && !o->report.reader.no_inline)
		       ? READER_LINES
		       : READER_NAMES;
}

static int top_run(struct top *top, struct error *err)
{
	struct top_options *o = &top->options;
	int result = check_screen(top, err);

	if (result)
		return result;
	take_signals();
	o->report.reader.no_pager = true;
	top->reader.start_more = start_recorder;
	top->reader.start_context = top;
	result = reader_open(&top->reader, &o->report.reader, need(o), err);
	if (top->is_tried && !top->is_started) {
		*err = top->why;
		return is_interrupted || top->recorder.has_ended ? 0 : -EIO;
	}
	if (result || top_intervals_init(&top->intervals, o, &top->reader))
		return result ? result : error_nomem(err);
	top->intervals.is_for_person = top->screen.is_on;
	result = show_all(top, err);
	top_intervals_fini(&top->intervals);
	return result;
}

/* What a recorder that ended by itself has to say is said already; but for one that was killed. */
static int exit_status(const struct top *top, int result)
{
	const struct top_recorder *r = &top->recorder;

	if (result)
		return top->intervals.is_misused ? EXIT_USAGE : EXIT_FAILED;
	if (!r->has_ended)
		return 0;
	if (r->exit_status >= 0)
		return r->exit_status;
	log_error("the recorder was ended by signal %d", -r->exit_status);
	return EXIT_FAILED;
}

static int run(struct top *top)
{
	struct error err = ERROR_INIT;
	int result = top_run(top, &err);

	/* First: the guardian was started after the reader's helpers, which it keeps from ending. */
	top_recorder_stop(&top->recorder);
	reader_close(&top->reader);
	if (top->recording >= 0)
		close(top->recording);
	if (result && err.message[0])
		log_error("%s", err.message);
	return exit_status(top, result);
}

int cmd_top(int argc, char **argv)
{
	static struct top top = { .recording = -1, .recorder.socket = -1 };
	struct error err = ERROR_INIT;
	int status = 0;

	log_init("prec top");
	if (top_options_parse(&top.options, argc, argv, &err)) {
		log_error("%s", err.message);
		status = EXIT_USAGE;
	} else if (top.options.report.reader.help) {
		options_help(&top_group, stdout);
	} else if (top.options.report.reader.list_names) {
		columns_print_names(stdout);
	} else {
		status = run(&top);
	}
	top_options_fini(&top.options);
	return status;
}
