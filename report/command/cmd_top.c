/* prec top: shows again and again what is recorded at this moment. */
#include "command/commands.h"

#include "command/exit_status.h"
#include "common/clock_ns.h"
#include "common/log.h"
#include "common/options.h"
#include "report/browser/browser.h"
#include "report/command/top_browse.h"
#include "report/command/top_options.h"
#include "report/command/top_text.h"
#include "report/terminal/live_screen.h"
#include "report/terminal/stdout_guard.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Lines of a screen that are no rows: what was sampled, headings. */
#define HEAD_LINES 3u

/* A browser has something to show soon, and what is recorded in that time; in seconds. */
#define FIRST_SCREEN 0.5

struct top {
	struct top_options options;
	struct reader reader;
	struct top_feed feed;
	struct top_intervals intervals;
	struct live_screen screen; /* with a browser: only what there was before it */
	struct browse_code code;   /* with a browser */
	struct saver saver;        /* likewise */
	char path[TOP_KEPT_PATH];  /* of the first recording */
	bool has_browser;
	bool is_tried;   /* to start the recorder */
	bool is_started; /* there is a recording; else `why` */
	struct error why;
};

static volatile sig_atomic_t is_interrupted;

static void interrupt(int number)
{
	(void)number;
	is_interrupted = 1;
}

/* The browser has its own way with these. */
static void leave_signals(void)
{
	sigset_t none;

	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGHUP, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
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

/* Does what typed keys mean. */
static void take_keys(struct top *top)
{
	char key;

	while ((key = live_screen_key(&top->screen))) {
		if (key == 'q')
			is_interrupted = 1;
		else if (key == 'z')
			top->intervals.is_zeroing = !top->intervals.is_zeroing;
	}
}

/*
 * Waits until the recorder has something, or until that time, by clock_now(), 0: any; keys are taken meanwhile. 1: it
 * has something; 0: the time has come; -EINTR: it is to end.
 */
static int wait_for_recorder(struct top *top, uint64_t until)
{
	struct pollfd fds[] = { { .fd = top->feed.recorder.socket, .events = POLLIN },
				{ .fd = top->screen.has_keys ? STDIN_FILENO : -1, .events = POLLIN } };
	sigset_t none;

	sigemptyset(&none);
	while (!is_interrupted) {
		uint64_t now = clock_now(), left = until > now ? until - now : 0;
		struct timespec time = { .tv_sec = (time_t)(left / NS_PER_S), .tv_nsec = (long)(left % NS_PER_S) };

		if (until && !left)
			return 0;
		if (ppoll(fds, 2, until ? &time : NULL, &none) <= 0)
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
 * Waits for the end of the interval, in so many seconds, and has its recording. 0; -EINTR: it is to end; -ENODATA: the
 * recorder has, and nothing was recorded; or another negative errno with *err filled.
 */
static int next_recording(struct top *top, double seconds, struct error *err)
{
	uint64_t until = top->feed.now + (uint64_t)(seconds * (double)NS_PER_S);
	int result;

	do {
		result = wait_for_recorder(top, top->feed.is_asked ? 0 : until);
		if (result < 0)
			return result;
		if (!result)
			top_feed_ask(&top->feed);
		result = result ? top_feed_take(&top->feed, err) : -EAGAIN;
	} while (result == -EAGAIN);
	return result;
}

/* By the guardian. A browser does that itself, unless it is killed. */
static void close_screen(void *context, bool is_screen)
{
	const struct top *top = context;

	if (top->screen.is_on || (top->has_browser && is_screen))
		live_screen_close(&top->screen, is_screen);
}

/* Starts the recorder while that is allowed, and waits for the first recording, which the reader opens. */
static void start_recorder(void *context)
{
	struct top *top = context;
	const struct top_guardian_config config = {
		.words = top->options.words, .at_end = close_screen, .context = top, .holds_messages = top->has_browser
	};
	/* What sort keys mean where tracepoints have fields is known when there is a recording, whatever is in it. */
	double seconds = top->has_browser ? FIRST_SCREEN : top->options.may_have_fields ? 0.001 : top->options.delay;
	int result;

	if (top->has_browser) {
		browse_code_start(&top->code);
		saver_start(&top->saver);
	}
	top->is_tried = true;
	result = top_feed_start(&top->feed, &config, &top->why);
	if (!result)
		result = next_recording(top, seconds, &top->why);
	top->is_started = !result;
	if (!result)
		top_kept_path(&top->feed.kept, top->feed.kept.n - 1, top->path);
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

/* How long the last interval was, in seconds. */
static double last_seconds(const struct top *top)
{
	const struct top_recording *last = top_kept_last(&top->feed.kept);

	return (double)(last->until - last->since) / (double)NS_PER_S;
}

static int draw(struct top *top)
{
	struct live_screen_size size = live_screen_size();
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);
	int result = out ? top_text_print(out, &top->intervals, last_seconds(top), room(top, &size)) : -ENOMEM;

	if (out && fclose(out))
		result = -ENOMEM;
	if (!result) {
		if (!top->screen.is_drawn)
			top_recorder_screen(&top->feed.recorder, true);
		live_screen_draw(&top->screen, text, n);
	}
	free(text);
	return result;
}

static int show(struct top *top, struct error *err)
{
	char path[TOP_KEPT_PATH];
	int result;

	top_kept_path(&top->feed.kept, top->feed.kept.n - 1, path);
	result = top_intervals_next(&top->intervals, path, err);
	if (result)
		return result;
	result = top->screen.is_on ? draw(top)
				   : top_text_print(stdout, &top->intervals, last_seconds(top), room(top, NULL));
	if (result)
		return error_nomem(err);
	if (fflush(stdout))
		return error_set(err, -errno, "standard output: %s", strerror(errno));
	return 0;
}

/* Until it is to end, or the recorder does. */
static int show_all(struct top *top, struct error *err)
{
	int result = 0;

	if (top->options.may_have_fields)
		result = top_intervals_check(&top->intervals, top->path, err);
	if (!result && top->options.may_have_fields)
		result = next_recording(top, top->options.delay, err);
	if (result)
		return result == -EINTR || result == -ENODATA ? 0 : result;
	for (unsigned n = 1;; n++) {
		result = show(top, err);
		if (result || n == top->options.iterations)
			return result;
		result = next_recording(top, top->options.delay, err);
		if (result)
			return result == -EINTR || result == -ENODATA ? 0 : result;
	}
}

static int browse(struct top *top, struct error *err)
{
	const struct top_browse_parts parts = { .options = &top->options,
						.feed = &top->feed,
						.intervals = &top->intervals,
						.code = &top->code,
						.saver = &top->saver,
						.is_colored = top->reader.screen.colored };
	int result;

	top_recorder_screen(&top->feed.recorder, true);
	result = top_browse(&parts, err);
	top_recorder_screen(&top->feed.recorder, false);
	return result;
}

/* On a terminal, where nothing asks for text. */
static bool wants_browser(const struct top_options *o)
{
	const char *wanted = getenv("PREC_BROWSER");

	return !o->stdio && !o->iterations && !(wanted && !strcmp(wanted, "0")) && stdout_is_screen() &&
	       browser_is_possible();
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
	top->has_browser = wants_browser(&top->options);
	if (top->has_browser)
		live_screen_note(&top->screen);
	else
		live_screen_open(&top->screen);
	return 0;
}

static enum reader_need need(const struct top_options *o)
{
	return o->report.wants_lines || o->report.wants_types || (o->has_chains && !o->report.reader.no_inline)
		       ? READER_LINES
		       : READER_NAMES;
}

/* Messages wait until the browser has left; and what is missing of each recording is not said each time. */
static int show_live(struct top *top, struct error *err)
{
	int result = top_intervals_init(&top->intervals, &top->options, &top->reader) ? error_nomem(err) : 0;

	if (log_level() == LOG_NORMAL)
		log_set_level(LOG_QUIET);
	top->intervals.own[0] = (uint32_t)getpid();
	top->intervals.own[1] = (uint32_t)top->feed.recorder.recorder;
	top->intervals.is_for_person = top->screen.is_on || top->has_browser;
	if (!result)
		result = top->has_browser ? browse(top, err) : show_all(top, err);
	top_intervals_fini(&top->intervals);
	return result;
}

static int top_run(struct top *top, struct error *err)
{
	struct top_options *o = &top->options;
	int result = check_screen(top, err);

	if (!result)
		result = top_options_words(o, top->has_browser, err);
	if (result)
		return result;
	take_signals();
	o->report.reader.no_pager = true;
	o->report.reader.has_browser = top->has_browser;
	top->feed.kept.span = top->has_browser ? o->kept * NS_PER_S : 0;
	top->code.is_confined = !o->report.reader.no_sandbox;
	top->reader.start_more = start_recorder;
	top->reader.start_context = top;
	result = reader_open(&top->reader, &o->report.reader, need(o), err);
	if (top->is_tried && !top->is_started) {
		*err = top->why;
		return is_interrupted || top->feed.recorder.has_ended ? 0 : -EIO;
	}
	if (top->has_browser)
		leave_signals();
	return result ? result : show_live(top, err);
}

/* What a recorder that ended by itself has to say is said already; but for one that was killed. */
static int exit_status(const struct top *top, int result)
{
	const struct top_recorder *r = &top->feed.recorder;

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
	top_feed_fini(&top->feed);
	browse_code_stop(&top->code);
	saver_stop(&top->saver);
	reader_close(&top->reader);
	if (result && err.message[0])
		log_error("%s", err.message);
	return exit_status(top, result);
}

int cmd_top(int argc, char **argv)
{
	static struct top top = { .feed = TOP_FEED_NONE };
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
