#include "counts/stat_print.h"

#include "common/clock_ns.h"
#include "common/fileio.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define UNIT_WIDTH       4
#define NAME_WIDTH       32
#define INTERVALS_A_HEAD 25
#define DIGITS_OF_NS     9
#define CLEAR_SCREEN     "\033[H\033[2J\033[3J"
#define PREFIX_MAX       64
#define BAR_PERCENT      5 /* a '#' of --table: this difference from the mean, in percent of the run */
#define BAR_MAX          60

static const struct stat_form *form_of(const struct stat_printer *p)
{
	switch (p->show->style) {
	case STAT_STYLE_CSV: return &stat_form_csv;
	case STAT_STYLE_JSON: return &stat_form_json;
	default: return &stat_form_text;
	}
}

bool stat_print_has_deviation(const struct stat_printer *p, const struct stat_table *table)
{
	return p->show->repeats || table->elapsed.n > 1;
}

static const char *name_of(const struct stat_table *t, uint32_t event)
{
	return t->names[event] ? t->names[event] : t->events->list[event].name;
}

static int unit_width(const struct stat_table *t)
{
	size_t width = UNIT_WIDTH;

	for (uint32_t i = 0; i < t->events->n; i++) {
		const size_t size = strlen(stat_unit_of(&t->events->list[i]).text);

		width = size > width ? size : width;
	}
	return (int)width;
}

static bool is_shown(const struct stat_show *show, const struct stat_metric *metric)
{
	for (uint32_t i = 0; i < show->n_metrics; i++)
		if (metric->name && !strcmp(show->metrics[i], metric->name))
			return true;
	return !show->n_metrics;
}

static int keep_shown(const struct stat_show *show, struct stat_metric *metrics, int n)
{
	int kept = 0;

	for (int i = 0; i < n; i++)
		if (is_shown(show, &metrics[i]))
			metrics[kept++] = metrics[i];
	return kept;
}

/* Returns the width of the column of names: that of Linux perf; on a terminal at most that of the longest name. */
static int name_width(const struct stat_printer *p, const struct stat_table *t)
{
	size_t width = 0;

	for (uint32_t i = 0; p->screen && i < t->events->n; i++) {
		const size_t size = strlen(name_of(t, i));

		width = size > width && t->rows[i] == i ? size : width;
	}
	return p->screen && width < NAME_WIDTH ? (int)width : NAME_WIDTH;
}

static struct stat_row row_at(const struct stat_printer *p, const struct stat_table *t, uint32_t aggr, uint32_t event,
			      const char *prefix, struct stat_metric metrics[STAT_METRICS_MAX])
{
	struct stat_row row = { .table = t,
				.event = &t->events->list[event],
				.name = name_of(t, event),
				.aggr = &t->aggrs.list[aggr],
				.by = !p->show->metrics_only && stat_table_is_core(t, event) ? STAT_BY_CORE
											     : t->aggrs.by,
				.value = stat_table_value(t, aggr, event),
				.unit = stat_unit_of(&t->events->list[event]),
				.metrics = metrics,
				.unit_width = p->unit_width,
				.prefix = prefix };

	row.n_metrics = stat_metrics_find(t, aggr, event, t->elapsed.mean, p->show->metrics_only, metrics);
	row.n_metrics = keep_shown(p->show, metrics, row.n_metrics);
	return row;
}

static void print_row(struct stat_printer *p, const struct stat_table *t, uint32_t aggr, uint32_t event,
		      const char *prefix)
{
	struct stat_metric metrics[STAT_METRICS_MAX];
	const struct stat_row row = row_at(p, t, aggr, event, prefix, metrics);

	if (row.value.state == STAT_ELSEWHERE)
		return;
	if (!p->show->hides_zeros || row.value.count || row.value.state != STAT_COUNTED)
		form_of(p)->row(p, &row);
}

static int compare_aggrs(const void *a, const void *b, void *context)
{
	const struct stat_table *t = context;
	const uint32_t *of_a = a, *of_b = b;

	return stat_aggr_compare(&t->aggrs.list[*of_a], &t->aggrs.list[*of_b]);
}

/* Returns the indexes of all aggregations in the order in which they are shown; NULL without memory. */
static uint32_t *sort_aggrs(const struct stat_table *t)
{
	uint32_t *order = malloc((t->aggrs.n + 1) * sizeof(*order));

	for (uint32_t i = 0; order && i < t->aggrs.n; i++)
		order[i] = i;
	if (order && t->aggrs.by != STAT_BY_THREAD)
		qsort_r(order, t->aggrs.n, sizeof(*order), compare_aggrs, (void *)t);
	return order;
}

struct thread_order {
	const struct stat_table *table;
	uint32_t event;
};

static int compare_counts(const void *a, const void *b, void *context)
{
	const struct thread_order *o = context;
	const uint32_t *of_a = a, *of_b = b;
	const double count_a = stat_table_value(o->table, *of_a, o->event).count;
	const double count_b = stat_table_value(o->table, *of_b, o->event).count;

	if (count_a != count_b)
		return count_a > count_b ? -1 : 1;
	return *of_a < *of_b ? -1 : *of_a > *of_b;
}

/* Prints the rows of an event by thread, the largest count first, with hides_idle only those that counted. */
static void print_per_thread(struct stat_printer *p, const struct stat_table *t, uint32_t event, uint32_t *order,
			     const char *prefix)
{
	struct thread_order by_count = { t, event };

	qsort_r(order, t->aggrs.n, sizeof(*order), compare_counts, &by_count);
	for (uint32_t i = 0; i < t->aggrs.n; i++)
		if (!p->show->hides_idle || stat_table_value(t, order[i], event).count)
			print_row(p, t, order[i], event, prefix);
}

/* Removes the metrics of an event that is counted twice, since a JSON object has one member of a name. */
static void drop_repeated(struct stat_row *line, size_t n)
{
	for (size_t i = 1; i < n; i++)
		for (size_t k = 0; k < i && line[i].n_metrics; k++)
			if (stat_columns_are_same(&line[i], &line[k]))
				line[i].n_metrics = 0;
}

static void print_metrics(struct stat_printer *p, const struct stat_table *t, uint32_t aggr, const char *prefix,
			  bool with_names)
{
	const size_t n = (size_t)t->events->n;
	struct stat_row *rows = calloc(n + 1, sizeof(*rows));
	struct stat_metric(*metrics)[STAT_METRICS_MAX] = calloc(n + 1, sizeof(*metrics));
	size_t size;

	for (uint32_t i = 0; rows && metrics && i < n; i++)
		rows[i] = row_at(p, t, aggr, i, prefix, metrics[i]);
	size = rows && metrics ? stat_columns_line(rows, n) : 0;
	for (size_t i = 0; size && i < n; i += size) {
		const struct stat_line line = { rows + i, size };

		drop_repeated(rows + i, size);
		if (with_names && !i)
			form_of(p)->names(p, &line);
		form_of(p)->metrics(p, &line);
	}
	free(rows);
	free(metrics);
}

/* Prints all counts: of CPUs and threads event by event; of other aggregations one after the other. */
static void print_counts(struct stat_printer *p, const struct stat_table *t, const char *prefix, bool with_names)
{
	const bool by_event = t->aggrs.by == STAT_BY_CPU || t->aggrs.by == STAT_BY_THREAD;
	const uint32_t n_events = t->events->n;
	uint32_t *order = sort_aggrs(t);

	for (uint32_t i = 0; order && p->show->metrics_only && i < t->aggrs.n; i++)
		print_metrics(p, t, order[i], prefix, with_names && !i);
	for (uint32_t event = 0; order && by_event && !p->show->metrics_only && event < n_events; event++) {
		if (t->aggrs.by == STAT_BY_THREAD)
			print_per_thread(p, t, event, order, prefix);
		for (uint32_t i = 0; t->aggrs.by == STAT_BY_CPU && i < t->aggrs.n; i++)
			print_row(p, t, order[i], event, prefix);
	}
	for (uint32_t i = 0; order && !by_event && !p->show->metrics_only && i < t->aggrs.n; i++)
		for (uint32_t event = 0; event < n_events; event++)
			print_row(p, t, order[i], event, prefix);
	free(order);
}

/* Prints the titles of columns above intervals. */
static void print_titles(const struct stat_printer *p, const struct stat_table *t)
{
	static const char *const of[] = {
		[STAT_BY_ALL] = "",
		[STAT_BY_NODE] = " node   cpus",
		[STAT_BY_SOCKET] = " socket cpus",
		[STAT_BY_DIE] = " die          cpus",
		[STAT_BY_CLUSTER] = " cluster              cpus",
		[STAT_BY_CACHE] = " cache                  cpus",
		[STAT_BY_CORE] = " core            cpus",
		[STAT_BY_CPU] = " CPU       ",
		[STAT_BY_THREAD] = "             comm-pid     ",
	};

	fprintf(p->out, "#           time%s", of[t->aggrs.by]);
	if (p->show->metrics_only)
		fputc('\n', p->out);
	else
		fprintf(p->out, "             counts %*s events\n", p->unit_width, "unit");
}

/* Clears the screen. Writes to the terminal directly: p->out masks control characters. */
static void clear_screen(const struct stat_printer *p)
{
	if (p->screen && !fflush(p->out))
		fileio_write(p->screen, CLEAR_SCREEN, strlen(CLEAR_SCREEN), NULL);
	else
		fputs(CLEAR_SCREEN, p->out);
}

void stat_print_interval(struct stat_printer *p, const struct stat_table *table, uint64_t since)
{
	const bool is_head = p->show->clears || p->n_intervals % INTERVALS_A_HEAD == 0;
	const uint64_t seconds = since / NS_PER_S, ns = since % NS_PER_S;
	char prefix[PREFIX_MAX];

	switch (p->show->style) {
	case STAT_STYLE_CSV:
		snprintf(prefix, sizeof(prefix), "%" PRIu64 ".%09" PRIu64 "%s", seconds, ns, p->show->separator);
		break;
	case STAT_STYLE_JSON:
		snprintf(prefix, sizeof(prefix), "\"interval\" : %" PRIu64 ".%09" PRIu64, seconds, ns);
		break;
	default: snprintf(prefix, sizeof(prefix), "%6" PRIu64 ".%09" PRIu64 " ", seconds, ns);
	}
	p->unit_width = unit_width(table);
	p->name_width = name_width(p, table);
	if (p->show->clears)
		clear_screen(p);
	if (is_head && p->show->style == STAT_STYLE_TEXT)
		print_titles(p, table);
	print_counts(p, table, prefix, p->n_intervals == 0 || (is_head && p->show->style == STAT_STYLE_TEXT));
	fflush(p->out);
	p->n_intervals++;
}

static void print_head(const struct stat_printer *p, uint32_t n_runs)
{
	fprintf(p->out, "\n Performance counter stats for %s", p->target);
	if (n_runs > 1)
		fprintf(p->out, " (%" PRIu32 " runs)", n_runs);
	fputs(":\n\n", p->out);
}

/* Returns how many digits after the point to show: up to the first one of the deviation, and two more; at most 9. */
static int digits_for(double deviation)
{
	int digits = deviation > 1 || deviation <= 0 ? 0 : (int)ceil(-log10(deviation));

	return digits + 2 > DIGITS_OF_NS ? DIGITS_OF_NS : digits + 2;
}

/* Prints a line for each run. */
static void print_runs(const struct stat_printer *p, const uint64_t *times, uint32_t n, double mean, int digits)
{
	char text[PREFIX_MAX];
	int indent;

	snprintf(text, sizeof(text), " %17.*f", digits, mean);
	indent = (int)strspn(text, " ");
	fprintf(p->out, "%*s# Table of individual measurements:\n", indent, "");
	for (uint32_t i = 0; i < n; i++) {
		const double run = (double)times[i] / (double)NS_PER_S;
		const double percent = run ? fabs(100 * (run - mean) / run) : 0;
		const double bar = 1 + floor(percent / BAR_PERCENT);

		fprintf(p->out, " %17.*f (%+.*f) ", digits, run, digits, run - mean);
		for (int k = 0; k < (bar < BAR_MAX ? (int)bar : BAR_MAX); k++)
			fputc('#', p->out);
		fputc('\n', p->out);
	}
	fprintf(p->out, "\n%*s# Final result:\n", indent, "");
}

static double seconds_of(const struct timeval *t)
{
	return (double)timeval_ns(t) / (double)NS_PER_S;
}

static void print_foot(const struct stat_printer *p, const struct stat_table *t, const struct rusage *usage,
		       const uint64_t *times)
{
	const double mean = t->elapsed.mean / (double)NS_PER_S;
	const double deviation = stat_series_deviation(&t->elapsed) / (double)NS_PER_S;
	const int digits = digits_for(deviation);

	if (!p->show->is_empty)
		fputc('\n', p->out);
	if (t->elapsed.n > 1) {
		if (p->show->table)
			print_runs(p, times, t->elapsed.n, mean, digits);
		fprintf(p->out, " %17.*f +- %.*f seconds time elapsed  ( +-%6.2f%% )", digits, mean, digits, deviation,
			mean ? 100 * deviation / mean : 0);
	} else {
		fprintf(p->out, " %17.9f seconds time elapsed", mean);
		if (usage)
			fprintf(p->out, "\n\n %17.9f seconds user\n %17.9f seconds sys\n", seconds_of(&usage->ru_utime),
				seconds_of(&usage->ru_stime));
	}
	fputs("\n\n", p->out);
}

int stat_print_whole(struct stat_printer *p, const struct stat_table *table, const struct rusage *usage,
		     const uint64_t *times)
{
	const bool is_summary = p->show->is_summary;
	char summary[PREFIX_MAX] = "";

	p->unit_width = unit_width(table);
	p->name_width = name_width(p, table);
	if (p->show->style == STAT_STYLE_TEXT)
		print_head(p, table->elapsed.n);
	if (p->show->style == STAT_STYLE_CSV && is_summary && !p->show->plain_summary)
		snprintf(summary, sizeof(summary), "summary%s", p->show->separator);
	if (p->show->style == STAT_STYLE_JSON && is_summary)
		snprintf(summary, sizeof(summary), "\"summary\" : \"summary\"");
	print_counts(p, table, summary, true);
	if (p->show->style == STAT_STYLE_TEXT)
		print_foot(p, table, usage, times);
	return fflush(p->out) || ferror(p->out) ? -EIO : 0;
}
