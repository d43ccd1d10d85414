#include "report/command/top_interval.h"

#include "common/clock_ns.h"
#include "report/rows/row_history.h"
#include "report/symbols/symbols.h"
#include "report/tracepoint/trace_fields.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * Names are kept from one interval to the next, and so are those of functions and threads that are seen no more. With
 * so many all is forgotten, counts too, and they begin anew: some 100 MiB.
 */
#define NAMES_MAX (1u << 20)

/*
 * Symbols are looked up anew after so many intervals, so that new modules of the kernel are seen, and files that are
 * gone are let go; each time where code is generated.
 */
#define SYMBOLS_INTERVALS 15

int top_intervals_init(struct top_intervals *t, const struct top_options *options, const struct reader *reader)
{
	*t = (struct top_intervals){ .options = options, .reader = reader, .is_zeroing = options->zero };
	return profile_names_init(&t->names);
}

static void leave_symbols(struct top_symbols *s)
{
	if (!s || --s->n_users)
		return;
	symbols_free(s->symbols);
	free(s);
}

/* 0 or -ENOMEM. The recording has just ended. */
static int take_symbols(struct top_intervals *t, struct top_interval *i)
{
	struct symbols_config *config = &i->report.options.reader.symbols;
	struct top_symbols *s = t->symbols;

	config->until = clock_ns(CLOCK_REALTIME);
	if (s && (s->n_intervals == SYMBOLS_INTERVALS || !s->symbols || !symbols_go_on(s->symbols, config->until))) {
		leave_symbols(s);
		s = t->symbols = NULL;
	}
	if (!s) {
		s = t->symbols = calloc(1, sizeof(*s));
		if (!s)
			return -ENOMEM;
		s->n_users = 1;
	}
	s->n_users++;
	s->n_intervals++;
	i->symbols = s;
	config->shared = &s->symbols;
	return 0;
}

static void interval_free(struct top_interval *i)
{
	if (!i)
		return;
	rows_fini(&i->report.rows);
	report_plan_fini(&i->report);
	trace_fields_close(i->report.trace);
	pthread_mutex_destroy(&i->report.shared.lock);
	reader_close(&i->report.reader);
	leave_symbols(i->symbols);
	free(i);
}

void top_intervals_free_before(struct top_intervals *t)
{
	interval_free(t->before);
	t->before = NULL;
}

void top_intervals_forget(struct top_intervals *t)
{
	top_intervals_free_before(t);
	interval_free(t->last);
	t->last = NULL;
}

void top_intervals_fini(struct top_intervals *t)
{
	top_intervals_forget(t);
	leave_symbols(t->symbols);
	t->symbols = NULL;
	profile_names_fini(&t->names);
}

static void count_samples(const struct top_intervals *t, struct top_interval *i)
{
	const struct analysis *a = &i->report.reader.profile.analysis;
	struct top_counts *c = &i->counts;

	c->n_lost = a->counts.lost;
	for (uint64_t e = 0; e < a->n_entries; e++) {
		const struct sample_entry *entry = &a->entries[e];
		uint32_t pid = sample_key_pid(&entry->key);

		c->n += entry->count;
		if (sample_key_mode(&entry->key) == RECORD_MISC_KERNEL)
			c->n_kernel += entry->count;
		if (pid == t->own[0] || pid == t->own[1])
			c->n_own += entry->count;
	}
}

static int analyse(struct report *r, struct error *err)
{
	struct analysis_options options = { 0 };

	rows_plan(&r->rows_options, &options);
	options.plan.by_mode = options.plan.by_thread = true;
	options.stacks = &r->options.reader.symbols;
	return reader_analyse(&r->reader, &options, err);
}

/* The rows that go on in these, decayed; NULL: there are none. */
static const struct rows *history(struct top_intervals *t, const struct report *r)
{
	struct report *older = t->last ? &t->last->report : NULL;
	bool begins_anew = t->begins_anew || t->is_zeroing;

	t->begins_anew = false;
	if (!older || begins_anew || !row_history_possible(&r->columns) ||
	    older->reader.file->n_events != r->reader.file->n_events)
		return NULL;
	row_history_decay(&older->rows);
	return &older->rows;
}

static int make_rows(struct top_intervals *t, struct report *r, struct error *err)
{
	struct resolver *resolver = &r->reader.profile.symbolizer.resolver;
	int result = reader_symbolize(&r->reader, r->reader.need == READER_LINES, err);

	if (result)
		return result;
	resolver->merge_missing_symbols = !profile_filter_is_of_symbols(&r->options.filter);
	r->shared.locator = &resolver->locator;
	result = rows_build_after(&r->rows, &r->reader.profile, &r->rows_options, history(t, r), err);
	/* An event that had samples before is shown. */
	for (uint32_t event = 0; event < r->reader.file->n_events && !result; event++)
		if (r->rows.totals[event].count && !r->reader.profile.analysis.event_samples[event])
			r->reader.profile.analysis.event_samples[event] = 1;
	return result;
}

static int interval_open(struct top_intervals *t, struct top_interval *i, const char *path, struct error *err)
{
	struct report *r = &i->report;
	int result;

	*r = (struct report){ .options = t->options->report,
			      .shows = t->is_for_person ? REPORT_PERSON : REPORT_TEXT,
			      .reader.shared_names = &t->names,
			      .shared.lock = PTHREAD_MUTEX_INITIALIZER };
	r->options.reader.input = path;
	result = reader_open_beside(&r->reader, t->reader, &r->options.reader, err);
	return result ? result : report_plan(r, err);
}

static int interval_read(struct top_intervals *t, struct top_interval *i, const char *path, struct error *err)
{
	int result = interval_open(t, i, path, err);

	if (!result)
		result = take_symbols(t, i);
	if (!result)
		result = analyse(&i->report, err);
	if (result)
		return result;
	count_samples(t, i);
	return make_rows(t, &i->report, err);
}

static int failed(struct top_intervals *t, struct top_interval *i, int result, struct error *err)
{
	t->is_misused = i->report.misused;
	interval_free(i);
	return result == -ENOMEM ? error_nomem(err) : result;
}

int top_intervals_check(struct top_intervals *t, const char *path, struct error *err)
{
	struct top_interval *i = calloc(1, sizeof(*i));

	return i ? failed(t, i, interval_open(t, i, path, err), err) : error_nomem(err);
}

bool top_intervals_are_full(const struct top_intervals *t)
{
	return t->names.strings.n >= NAMES_MAX || t->names.frames.n >= NAMES_MAX;
}

/* Too many names: none is kept, nor what was counted. */
static int limit_names(struct top_intervals *t)
{
	if (!top_intervals_are_full(t))
		return 0;
	top_intervals_forget(t);
	profile_names_fini(&t->names);
	return profile_names_init(&t->names);
}

bool top_intervals_add_up(const struct top_intervals *t)
{
	return !t->is_zeroing && t->last && row_history_possible(&t->last->report.columns);
}

int top_intervals_next(struct top_intervals *t, const char *path, struct error *err)
{
	struct top_interval *i = calloc(1, sizeof(*i));
	int result;

	if (!i || limit_names(t)) {
		free(i);
		return error_nomem(err);
	}
	result = interval_read(t, i, path, err);
	if (result)
		return failed(t, i, result, err);
	top_intervals_free_before(t);
	t->before = t->last;
	t->last = i;
	if (!t->keeps_before)
		top_intervals_free_before(t);
	return 0;
}
