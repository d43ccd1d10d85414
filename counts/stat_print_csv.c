/* stat_print_csv: prints counts as CSV, in the columns of Linux perf (stat_form_csv of counts/stat_print.h). */
#include "counts/stat_print.h"

#include <inttypes.h>

/* Separators between the count and the first metric, without those of the cgroup and the deviation. */
#define FIELDS_TO_METRIC 4

static void print_aggr(const struct stat_printer *p, const struct stat_row *row)
{
	const struct stat_aggr *aggr = row->aggr;
	const char *sep = p->show->separator;
	char name[STAT_AGGR_NAME_MAX];

	if (row->by != row->table->aggrs.by) {
		fprintf(p->out, "%s%s", stat_aggr_name(row->by, aggr, name), sep);
		return;
	}
	switch (row->by) {
	case STAT_BY_ALL: break;
	case STAT_BY_CPU: fprintf(p->out, "CPU%d%s", aggr->cpu, sep); break;
	case STAT_BY_THREAD: fprintf(p->out, "%s-%d%s", aggr->comm, aggr->tid, sep); break;
	default: fprintf(p->out, "%s%s%u%s", stat_aggr_name(row->by, aggr, name), sep, aggr->n_cpus, sep);
	}
}

static void print_count(const struct stat_printer *p, const struct stat_row *row)
{
	const double count = row->value.count * row->unit.scale;

	if (row->value.state == STAT_COUNTED)
		fprintf(p->out, "%.*f", stat_unit_digits(&row->unit), count);
	else
		fputs(row->value.state == STAT_NOT_SUPPORTED ? "<not supported>" : "<not counted>", p->out);
}

/* Prints the fields of a metric. metric: NULL: there is none. */
static void print_metric(const struct stat_printer *p, const struct stat_metric *metric)
{
	const char *sep = p->show->separator;

	if (metric && metric->is_known)
		fprintf(p->out, "%s%.*f%s%s", sep, metric->digits, metric->value, sep, metric->unit);
	else
		fprintf(p->out, "%s%s", sep, sep);
}

/* Prints a further metric on a line of its own, whose other fields are empty. */
static void print_more(const struct stat_printer *p, const struct stat_row *row, const struct stat_metric *metric)
{
	const int n = FIELDS_TO_METRIC + (row->event->cgroup != NULL) + stat_print_has_deviation(p, row->table);

	fprintf(p->out, "\n%s", row->prefix);
	print_aggr(p, row);
	for (int i = 0; i < n; i++)
		fputs(p->show->separator, p->out);
	print_metric(p, metric);
}

static void print_csv_row(const struct stat_printer *p, const struct stat_row *row)
{
	const struct stat_value *value = &row->value;
	const char *sep = p->show->separator;

	fputs(row->prefix, p->out);
	print_aggr(p, row);
	print_count(p, row);
	fprintf(p->out, "%s%s%s%s", sep, row->unit.text, sep, row->name);
	if (row->event->cgroup)
		fprintf(p->out, "%s%s", sep, row->event->cgroup);
	if (stat_print_has_deviation(p, row->table))
		fprintf(p->out, "%s%.2f%%", sep, value->deviation);
	fprintf(p->out, "%s%" PRIu64 "%s%.2f", sep, value->running, sep,
		value->enabled ? 100 * (double)value->running / (double)value->enabled : 100);
	print_metric(p, row->n_metrics ? &row->metrics[0] : NULL);
	for (int i = 1; i < row->n_metrics; i++)
		print_more(p, row, &row->metrics[i]);
	fputc('\n', p->out);
}

/* Prints Linux perf's names of the fields before metrics. */
static void print_aggr_names(const struct stat_printer *p, const struct stat_row *row)
{
	const enum stat_by by = row->table->aggrs.by;
	const char *sep = p->show->separator;

	if (*row->prefix)
		fprintf(p->out, "time%s", sep);
	if (*stat_aggr_kind(by))
		fprintf(p->out, "%s%s", stat_aggr_kind(by), sep);
	if (*stat_aggr_kind(by) && by != STAT_BY_CPU)
		fprintf(p->out, "cpus%s", sep);
}

static void print_csv_names(const struct stat_printer *p, const struct stat_line *line)
{
	char name[STAT_COLUMN_MAX];

	print_aggr_names(p, line->rows);
	if (stat_columns_cgroup(line))
		fprintf(p->out, "cgroup%s", p->show->separator);
	for (size_t i = 0; i < line->n; i++)
		for (int k = 0; k < line->rows[i].n_metrics; k++)
			fprintf(p->out, "%s%s", stat_columns_name(line, i, k, name), p->show->separator);
	fputc('\n', p->out);
}

static void print_csv_metrics(const struct stat_printer *p, const struct stat_line *line)
{
	const char *cgroup = stat_columns_cgroup(line);

	fputs(line->rows->prefix, p->out);
	print_aggr(p, line->rows);
	if (cgroup)
		fprintf(p->out, "%s%s", cgroup, p->show->separator);
	for (size_t i = 0; i < line->n; i++)
		for (int k = 0; k < line->rows[i].n_metrics; k++) {
			const struct stat_metric *metric = &line->rows[i].metrics[k];

			if (metric->is_known)
				fprintf(p->out, "%.*f", metric->digits, metric->value);
			fputs(p->show->separator, p->out);
		}
	fputc('\n', p->out);
}

const struct stat_form stat_form_csv = { print_csv_row, print_csv_names, print_csv_metrics };
