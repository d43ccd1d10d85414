#include "report/command/top_browse.h"

#include "common/clock_ns.h"
#include "common/log.h"
#include "report/browser/browse_live.h"
#include "report/browser/browser.h"
#include "report/command/browse_about.h"
#include "report/command/browse_query.h"
#include "report/command/top_merge.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct top_browse {
	struct top_browse_parts p;
	struct report_options base; /* as the command line has them */
	struct browse_source source;
	struct browse_live live;
	uint64_t counted_since; /* recordings before that time are not counted any more */
	char head[128];         /* what the first line begins with */
	bool has_ended;         /* the recorder has */
};

/* --- what is shown ---------------------------------------------------------------------------------- */

static double percent(uint64_t part, uint64_t all)
{
	return all ? 100.0 * (double)part / (double)all : 0;
}

static void make_head(struct top_browse *t)
{
	const struct top_counts *c = &t->p.intervals->last->counts;
	const struct top_recording *last = top_kept_last(&t->p.feed->kept);
	double seconds = (double)(last->until - last->since) / (double)NS_PER_S;

	snprintf(t->head, sizeof(t->head), "%s  %.0f/s, kernel %.0f%%, prec %.1f%%, lost %" PRIu64 "%s",
		 t->has_ended        ? "ENDED"
		 : t->live.is_paused ? "PAUSED"
				     : "top",
		 seconds > 0 ? (double)c->n / seconds : 0, percent(c->n_kernel, c->n), percent(c->n_own, c->n),
		 c->n_lost, t->live.is_zeroing ? ", zeroing" : "");
}

static void show_last(struct top_browse *t)
{
	struct report *r = &t->p.intervals->last->report;

	t->source.rows = &r->rows;
	t->source.columns = &r->columns;
	t->source.callgraph = r->rows_options.wants_callgraph && r->options.callgraph.style != CALLGRAPH_NONE
				      ? &r->options.callgraph
				      : NULL;
	make_head(t);
}

/* --- rows ------------------------------------------------------------------------------------------- */

static int read_kept(struct top_browse *t, unsigned i, struct error *err)
{
	char path[TOP_KEPT_PATH];

	top_kept_path(&t->p.feed->kept, i, path);
	return top_intervals_next(t->p.intervals, path, err);
}

/* Those from the time on from which counts are kept, the last in any case. */
static int read_all(struct top_browse *t, struct error *err)
{
	const struct top_kept *kept = &t->p.feed->kept;
	int result = 0;

	top_intervals_forget(t->p.intervals);
	for (unsigned i = 0; i < kept->n && !result; i++)
		if (kept->list[i].since >= t->counted_since || i + 1 == kept->n)
			result = read_kept(t, i, err);
	return result;
}

static int load(struct browse_source *s, const struct browse_query *query, struct error *err)
{
	struct top_browse *t = s->context;
	int result = browse_query_apply(&t->p.options->report, &t->base, query, err);

	top_intervals_forget(t->p.intervals);
	t->p.intervals->is_zeroing = t->live.is_zeroing;
	if (!result)
		result = read_kept(t, t->p.feed->kept.n - 1, err);
	if (!result && top_intervals_add_up(t->p.intervals))
		result = read_all(t, err);
	if (!result)
		show_last(t);
	return result;
}

/* --- time ------------------------------------------------------------------------------------------- */

static int due(struct browse_source *s)
{
	const struct top_browse *t = s->context;
	const struct top_feed *f = t->p.feed;
	uint64_t now = clock_now(), next = f->now + t->live.delay * NS_PER_S;

	if (t->has_ended || t->live.is_paused || f->is_asked)
		return -1;
	return next > now ? (int)((next - now + NS_PER_MS - 1) / NS_PER_MS) : 0;
}

/* What was recorded stays to be looked at. */
static void end(struct top_browse *t)
{
	t->has_ended = true;
	t->live.fd = -1;
	make_head(t);
}

/* 0: a recording has come; 1: something else; or a negative errno with *err filled. */
static int take(struct top_browse *t, struct error *err)
{
	int result = top_feed_take(t->p.feed, err);

	if (result == -EAGAIN)
		return 1;
	if (result == -ENODATA)
		end(t);
	return result == -ENODATA ? 1 : result;
}

static int renew(struct browse_source *s, struct error *err)
{
	struct top_browse *t = s->context;
	int result;

	if (!due(s)) {
		top_feed_ask(t->p.feed);
		return 0;
	}
	result = take(t, err);
	if (result)
		return result < 0 ? result : 0;
	t->p.intervals->is_zeroing = t->live.is_zeroing;
	if (top_intervals_are_full(t->p.intervals))
		return 2;
	result = read_kept(t, t->p.feed->kept.n - 1, err);
	if (result)
		return result;
	show_last(t);
	return 1;
}

static void set_pause(struct browse_source *s, bool pause)
{
	struct top_browse *t = s->context;

	t->live.is_paused = pause;
	if (pause)
		top_feed_ask(t->p.feed);
	else
		t->p.feed->now = clock_now();
	top_recorder_pause(&t->p.feed->recorder, pause);
	make_head(t);
}

static void forget(struct browse_source *s)
{
	struct top_browse *t = s->context;

	t->counted_since = t->p.feed->now;
	t->p.intervals->begins_anew = true;
}

/* --- texts ------------------------------------------------------------------------------------------ */

/* What is read is not held, since the next interval takes its place: what a call refers to is found by its name. */
static int read_code(struct browse_source *s, const struct browse_code_query *query, struct code_lines *ret_lines,
		     struct error *err)
{
	struct top_browse *t = s->context;
	const struct report *r = &t->p.intervals->last->report;
	struct reader beside = r->reader;
	struct reader_options options = r->options.reader;
	const struct browse_code_input input = { .beside = &beside, .filter = &r->options.filter };
	const struct browse_code_query by_name = { .name = query->name };
	char path[TOP_KEPT_PATH];
	int fd = top_merge(&t->p.feed->kept, &r->options.reader.input_options, err), result;

	*ret_lines = (struct code_lines){ 0 };
	if (fd < 0)
		return fd;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	options.input = path;
	beside.options = &options;
	result = browse_code_lines(t->p.code, &input, &by_name, ret_lines, err);
	browse_code_leave(t->p.code);
	close(fd);
	return result;
}

static char *text(struct browse_source *s, enum browse_text what, const char *of, struct error *err)
{
	struct top_browse *t = s->context;
	const struct report *r = &t->p.intervals->last->report;
	struct missing_symbols missing;
	char *made;

	(void)of;
	if (missing_symbols_of_rows(&missing, &r->rows)) {
		error_nomem(err);
		return NULL;
	}
	made = browse_about_text(r, &missing, what, err);
	missing_symbols_fini(&missing);
	return made;
}

static int save_text(struct browse_source *s, const char *saved, char *name, size_t size)
{
	const struct top_browse *t = s->context;
	char written[SAVER_NAME];
	int result = saver_write(t->p.saver, SAVER_REPORT, saved, strlen(saved), written);

	snprintf(name, size, "%s", written);
	return result;
}

static int save(struct browse_source *s, char *said, size_t size, struct error *err)
{
	const struct top_browse *t = s->context;
	const struct top_kept *kept = &t->p.feed->kept;
	char name[SAVER_NAME];
	double seconds;
	int fd = top_merge(kept, &t->p.intervals->last->report.options.reader.input_options, err);
	int result = fd;

	if (fd >= 0) {
		result = saver_copy(t->p.saver, SAVER_RECORDING, fd, name);
		close(fd);
		if (result)
			error_set(err, result, "it could not be written: %s", strerror(-result));
	}
	if (result)
		return result;
	seconds = (double)(kept->list[kept->n - 1].until - kept->list[0].since) / (double)NS_PER_S;
	snprintf(said, size, "the last %.1f s are written to %s", seconds, name);
	return 0;
}

int top_browse(const struct top_browse_parts *parts, struct error *err)
{
	struct top_browse t = { .p = *parts, .base = parts->options->report };
	struct profile_filter *filter = &parts->options->report.filter;
	int result;

	filter->no_kernel = parts->options->hides_kernel;
	filter->no_user = parts->options->hides_user;
	result = read_kept(&t, 0, err);

	if (result)
		return result;
	t.p.intervals->keeps_before = true;
	t.live = (struct browse_live){ .fd = parts->feed->recorder.socket,
				       .delay = parts->options->delay,
				       .is_zeroing = parts->options->zero,
				       .due = due,
				       .renew = renew,
				       .pause = set_pause,
				       .forget = forget,
				       .save = save };
	t.source = (struct browse_source){ .context = &t,
					   .live = &t.live,
					   .input = t.head,
					   .max_rows = parts->options->entries,
					   .percent_limit = t.base.percent_limit > 0 ? t.base.percent_limit : 0,
					   .load = load,
					   .text = text,
					   .code = read_code,
					   .save = parts->saver->pid ? save_text : NULL };
	t.source.hides_kernel = filter->no_kernel;
	t.source.hides_user = filter->no_user;
	t.source.min_count = parts->options->count_filter ? parts->options->count_filter + 1 : 0;
	show_last(&t);
	return browser_run(&t.source, parts->is_colored, err);
}
