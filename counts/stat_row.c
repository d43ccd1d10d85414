#include "counts/stat_row.h"

#include <stdio.h>
#include <string.h>

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

size_t stat_columns_line(const struct stat_row *rows, size_t n)
{
	size_t line = n ? 1 : 0;

	while (line < n && same_text(rows[line].event->cgroup, rows[0].event->cgroup))
		line++;
	for (size_t i = line; i < n; i++) {
		const char *own = rows[i].event->cgroup, *first = rows[i - i % line].event->cgroup;

		if (!own || !same_text(own, first) || strcmp(rows[i].name, rows[i % line].name) != 0)
			return n;
	}
	return !line || n % line ? n : line;
}

bool stat_columns_are_same(const struct stat_row *a, const struct stat_row *b)
{
	return same_text(a->name, b->name) && same_text(a->event->cgroup, b->event->cgroup);
}

const char *stat_columns_cgroup(const struct stat_line *line)
{
	for (size_t i = 1; i < line->n; i++)
		if (!same_text(line->rows[i].event->cgroup, line->rows[0].event->cgroup))
			return NULL;
	return line->n ? line->rows[0].event->cgroup : NULL;
}

/* True if other metrics of the line have the same name. Names of rates begin with their events. */
static bool is_ambiguous(const struct stat_line *line, const struct stat_metric *metric)
{
	int n = 0;

	for (size_t i = 0; i < line->n; i++)
		for (int k = 0; k < line->rows[i].n_metrics; k++)
			n += same_text(line->rows[i].metrics[k].unit, metric->unit);
	return n > 1 && !metric->is_rate;
}

const char *stat_columns_name(const struct stat_line *line, size_t i, int k, char text[STAT_COLUMN_MAX])
{
	const struct stat_row *row = &line->rows[i];
	const struct stat_metric *metric = &row->metrics[k];
	const char *event = metric->is_rate ? row->name : "", *cgroup = row->event->cgroup;

	if (stat_columns_cgroup(line))
		cgroup = NULL;
	if (is_ambiguous(line, metric))
		snprintf(text, STAT_COLUMN_MAX, "%s (%s%s%s)", metric->unit, row->name, cgroup ? " " : "",
			 cgroup ?: "");
	else if (cgroup)
		snprintf(text, STAT_COLUMN_MAX, "%s%s (%s)", event, metric->unit, cgroup);
	else
		snprintf(text, STAT_COLUMN_MAX, "%s%s", event, metric->unit);
	return text;
}
