/* stat_print_json: prints counts as JSON, one object a line (stat_form_json of counts/stat_print.h). */
#include "counts/stat_print.h"

#include "common/json.h"

#include <inttypes.h>

/* Prints a member. As in Linux perf there are blanks around the colon: some readers of its output need them. */
static void print_text(FILE *out, const char *name, const char *text)
{
	struct json value = { .out = out };

	fprintf(out, "\"%s\" : ", name);
	json_string(&value, text);
}

/* Begins an object with the members of an aggregation. Returns what must precede the next member: nothing, or ", ". */
static const char *print_aggr(FILE *out, const struct stat_row *row)
{
	const enum stat_by by = row->by;
	const struct stat_aggr *aggr = row->aggr;
	char name[STAT_AGGR_NAME_MAX + STAT_COMM_MAX];

	fprintf(out, "{%s%s", row->prefix, *row->prefix && by != STAT_BY_ALL ? ", " : "");
	if (by != row->table->aggrs.by) {
		fprintf(out, "\"%s\" : \"%s\"", stat_aggr_kind(by), stat_aggr_name(by, aggr, name));
		return ", ";
	}
	switch (by) {
	case STAT_BY_ALL: return *row->prefix ? ", " : "";
	case STAT_BY_CPU: fprintf(out, "\"cpu\" : \"%d\"", aggr->cpu); break;
	case STAT_BY_THREAD:
		snprintf(name, sizeof(name), "%s-%d", aggr->comm, aggr->tid);
		print_text(out, "thread", name);
		break;
	default: /* the number of CPUs: "aggregate-number" in Linux perf before 6.9, then "counters" */
		fprintf(out, "\"%s\" : \"%s\", \"aggregate-number\" : %u, \"counters\" : %u", stat_aggr_kind(by),
			stat_aggr_name(by, aggr, name), aggr->n_cpus, aggr->n_cpus);
	}
	return ", ";
}

static void print_count(FILE *out, const struct stat_row *row)
{
	if (row->value.state == STAT_COUNTED)
		fprintf(out, "\"counter-value\" : \"%f\", ", row->value.count * row->unit.scale);
	else
		fprintf(out, "\"counter-value\" : \"%s\", ",
			row->value.state == STAT_NOT_SUPPORTED ? "<not supported>" : "<not counted>");
}

static void print_metric(FILE *out, const struct stat_metric *metric)
{
	fprintf(out, "\"metric-value\" : \"%f\", ", metric->value);
	print_text(out, "metric-unit", metric->unit);
}

static void print_json_row(const struct stat_printer *p, const struct stat_row *row)
{
	const struct stat_value *value = &row->value;

	fputs(print_aggr(p->out, row), p->out);
	print_count(p->out, row);
	print_text(p->out, "unit", row->unit.text);
	fputs(", ", p->out);
	print_text(p->out, "event", row->name);
	if (row->event->cgroup) {
		fputs(", ", p->out);
		print_text(p->out, "cgroup", row->event->cgroup);
	}
	if (stat_print_has_deviation(p, row->table))
		fprintf(p->out, ", \"variance\" : %.2f", value->deviation);
	fprintf(p->out, ", \"event-runtime\" : %" PRIu64 ", \"pcnt-running\" : %.2f", value->running,
		value->enabled ? 100 * (double)value->running / (double)value->enabled : 100);
	for (int i = 0; i < row->n_metrics; i++) {
		if (!row->metrics[i].is_known)
			continue;
		if (i) {
			fputs("}\n", p->out);
			fputs(print_aggr(p->out, row), p->out);
		} else {
			fputs(", ", p->out);
		}
		print_metric(p->out, &row->metrics[i]);
	}
	fputs("}\n", p->out);
}

static void print_json_names(const struct stat_printer *p, const struct stat_line *line)
{
	(void)p, (void)line;
}

/* Prints an object with a member for each metric. */
static void print_json_metrics(const struct stat_printer *p, const struct stat_line *line)
{
	const char *between = print_aggr(p->out, line->rows), *cgroup = stat_columns_cgroup(line);
	char name[STAT_COLUMN_MAX], number[64];

	if (cgroup) {
		fputs(between, p->out);
		print_text(p->out, "cgroup", cgroup);
		between = ", ";
	}
	for (size_t i = 0; i < line->n; i++)
		for (int k = 0; k < line->rows[i].n_metrics; k++) {
			const struct stat_metric *metric = &line->rows[i].metrics[k];

			if (!metric->is_known)
				continue;
			snprintf(number, sizeof(number), "%.*f", metric->digits, metric->value);
			fputs(between, p->out);
			print_text(p->out, stat_columns_name(line, i, k, name), number);
			between = ", ";
		}
	fputs("}\n", p->out);
}

const struct stat_form stat_form_json = { print_json_row, print_json_names, print_json_metrics };
