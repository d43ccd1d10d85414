/* stat_print_text: prints counts as a table for people (stat_form_text of counts/stat_print.h). */
#include "counts/stat_print.h"

#include <string.h>

#define COUNT_WIDTH         18
#define METRIC_WIDTH        38
#define SCREEN_METRIC_WIDTH 25
#define AGGR_MAX            (STAT_AGGR_NAME_MAX + 16)
#define COLUMN_WIDTH        20 /* of a metric with --metric-only */
#define CGROUP_WIDTH        16
#define CPU_WIDTH           10

/* Makes the fields before the counts of an aggregation, in the columns of Linux perf. Returns text. */
static const char *aggr_text(const struct stat_row *row, char text[AGGR_MAX])
{
	static const int widths[] = { [STAT_BY_NODE] = 6,     [STAT_BY_SOCKET] = 6, [STAT_BY_DIE] = 12,
				      [STAT_BY_CLUSTER] = 20, [STAT_BY_CACHE] = 22, [STAT_BY_CORE] = 15 };
	const struct stat_aggr *aggr = row->aggr;
	char name[STAT_AGGR_NAME_MAX];

	if (row->by != row->table->aggrs.by) {
		snprintf(text, AGGR_MAX, "%-*s ", CPU_WIDTH, stat_aggr_name(row->by, aggr, name));
		return text;
	}
	switch (row->by) {
	case STAT_BY_ALL: *text = '\0'; break;
	case STAT_BY_CPU: snprintf(text, AGGR_MAX, "CPU%-*d ", CPU_WIDTH - 3, aggr->cpu); break;
	case STAT_BY_THREAD: snprintf(text, AGGR_MAX, "%16s-%-8d ", aggr->comm, aggr->tid); break;
	default:
		snprintf(text, AGGR_MAX, "%-*s %4u ", widths[row->by], stat_aggr_name(row->by, aggr, name),
			 aggr->n_cpus);
	}
	return text;
}

static void print_count(const struct stat_printer *p, const struct stat_row *row)
{
	const double count = row->value.count * row->unit.scale;
	const int digits = stat_unit_digits(&row->unit);

	if (row->value.state != STAT_COUNTED)
		fprintf(p->out, "%*s ", COUNT_WIDTH,
			row->value.state == STAT_NOT_SUPPORTED ? "<not supported>" : "<not counted>");
	else if (p->show->groups_digits)
		fprintf(p->out, "%'*.*f ", COUNT_WIDTH, digits, count);
	else
		fprintf(p->out, "%*.*f ", COUNT_WIDTH, digits, count);
}

/* Prints a metric, padded to a width; 0: not padded. metric: NULL: there is none. */
static void print_metric(FILE *out, const struct stat_metric *metric, int width)
{
	int n;

	if (!metric || !metric->is_known) {
		fprintf(out, "%*s", width, "");
		return;
	}
	n = fprintf(out, " # %*.*f%s", metric->width, metric->digits, metric->value, metric->sign);
	fprintf(out, " %-*s", width > n ? width - n - 1 : 0, metric->unit);
}

static bool has_deviation(const struct stat_row *row)
{
	return row->value.deviation;
}

static bool has_share(const struct stat_row *row)
{
	return row->value.running != row->value.enabled;
}

/* Returns the width of a metric's field. On a terminal a line has no padding at its end, which could break it. */
static int metric_width(const struct stat_printer *p, const struct stat_row *row, int metric)
{
	const bool is_last = metric + 1 >= row->n_metrics;

	if (!p->screen)
		return METRIC_WIDTH;
	return is_last && (has_deviation(row) || has_share(row)) ? SCREEN_METRIC_WIDTH : 0;
}

/* Prints the metrics of a row, each below the one before. */
static void print_metrics(const struct stat_printer *p, const struct stat_row *row)
{
	char aggr[AGGR_MAX];
	const int cgroup = row->event->cgroup ? (int)strlen(row->event->cgroup) + 1 : 0;

	print_metric(p->out, row->n_metrics ? &row->metrics[0] : NULL, metric_width(p, row, 0));
	for (int i = 1; i < row->n_metrics; i++) {
		fprintf(p->out, "\n%s%s", row->prefix, aggr_text(row, aggr));
		fprintf(p->out, "%*s", COUNT_WIDTH + 1 + row->unit_width + 1 + p->name_width + cgroup, "");
		print_metric(p->out, &row->metrics[i], metric_width(p, row, i));
	}
}

static void print_text_row(const struct stat_printer *p, const struct stat_row *row)
{
	const struct stat_value *value = &row->value;
	char aggr[AGGR_MAX];

	fprintf(p->out, "%s%s", row->prefix, aggr_text(row, aggr));
	print_count(p, row);
	fprintf(p->out, "%-*s %-*s", row->unit_width, row->unit.text, p->name_width, row->name);
	if (row->event->cgroup)
		fprintf(p->out, " %s", row->event->cgroup);
	print_metrics(p, row);
	if (has_deviation(row))
		fprintf(p->out, "  ( +-%6.2f%% )", value->deviation);
	if (has_share(row))
		fprintf(p->out, "  (%.2f%%)", 100 * (double)value->running / (double)value->enabled);
	fputc('\n', p->out);
}

/* Returns the width of a column of metrics, which a long name widens. */
static int column_width(const char *name)
{
	int size = (int)strlen(name);

	return size > COLUMN_WIDTH ? size : COLUMN_WIDTH;
}

static void print_text_names(const struct stat_printer *p, const struct stat_line *line)
{
	char aggr[AGGR_MAX], name[STAT_COLUMN_MAX];
	const struct stat_row *first = line->rows;

	fprintf(p->out, "%*s", (int)(strlen(first->prefix) + strlen(aggr_text(first, aggr))), "");
	if (stat_columns_cgroup(line))
		fprintf(p->out, " %-*s", CGROUP_WIDTH, "cgroup");
	for (size_t i = 0; i < line->n; i++)
		for (int k = 0; k < line->rows[i].n_metrics; k++)
			fprintf(p->out, " %*s", COLUMN_WIDTH, stat_columns_name(line, i, k, name));
	fputc('\n', p->out);
}

static void print_text_metrics(const struct stat_printer *p, const struct stat_line *line)
{
	char aggr[AGGR_MAX], name[STAT_COLUMN_MAX];
	const char *cgroup = stat_columns_cgroup(line);

	fprintf(p->out, "%s%s", line->rows->prefix, aggr_text(line->rows, aggr));
	if (cgroup)
		fprintf(p->out, " %-*s", CGROUP_WIDTH, cgroup);
	for (size_t i = 0; i < line->n; i++)
		for (int k = 0; k < line->rows[i].n_metrics; k++) {
			const struct stat_metric *m = &line->rows[i].metrics[k];
			int width = column_width(stat_columns_name(line, i, k, name));

			if (m->is_known)
				fprintf(p->out, " %*.*f%s", width - (int)strlen(m->sign), m->digits, m->value, m->sign);
			else
				fprintf(p->out, " %*s", width, "");
		}
	fputc('\n', p->out);
}

const struct stat_form stat_form_text = { print_text_row, print_text_names, print_text_metrics };
