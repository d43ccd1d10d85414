#include "counts/stat_print.h"

#include "common/json.h"

#include <inttypes.h>

/* Between name and value Linux perf has blanks, which some of its readers look for. */
static void print_text(FILE *out, const char *name, const char *text)
{
	struct json value = { .out = out };

	fprintf(out, "\"%s\" : ", name);
	json_string(&value, text);
}

static void print_place(FILE *out, const struct stat_row *row)
{
	const enum stat_by by = row->table->places.by;
	const struct stat_place *place = row->place;
	char name[STAT_PLACE_NAME_MAX];

	switch (by) {
	case STAT_BY_ALL: break;
	case STAT_BY_CPU: fprintf(out, "\"cpu\" : \"%d\", ", place->cpu); break;
	case STAT_BY_THREAD:
		snprintf(name, sizeof(name), "%s-%d", place->comm, place->tid);
		print_text(out, "thread", name);
		fputs(", ", out);
		break;
	default: /* the number is called so by Linux perf before 6.9, and after that */
		fprintf(out, "\"%s\" : \"%s\", \"aggregate-number\" : %u, \"counters\" : %u, ", stat_place_kind(by),
			stat_place_name(by, place, name), place->n_cpus, place->n_cpus);
	}
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

	fprintf(p->out, "{%s", row->prefix);
	print_place(p->out, row);
	print_count(p->out, row);
	print_text(p->out, "unit", row->unit.text);
	fputs(", ", p->out);
	print_text(p->out, "event", row->name);
	if (row->event->cgroup) {
		fputs(", ", p->out);
		print_text(p->out, "cgroup", row->event->cgroup);
	}
	if (row->table->elapsed.n > 1)
		fprintf(p->out, ", \"variance\" : %.2f", value->deviation);
	fprintf(p->out, ", \"event-runtime\" : %" PRIu64 ", \"pcnt-running\" : %.2f", value->running,
		value->enabled ? 100 * (double)value->running / (double)value->enabled : 100);
	for (int i = 0; i < row->n_metrics; i++) {
		if (!row->metrics[i].is_known)
			continue;
		if (i) {
			fprintf(p->out, "}\n{%s", row->prefix);
			print_place(p->out, row);
		} else {
			fputs(", ", p->out);
		}
		print_metric(p->out, &row->metrics[i]);
	}
	fputs("}\n", p->out);
}

static void print_json_names(const struct stat_printer *p, const struct stat_row *rows, size_t n)
{
	(void)p, (void)rows, (void)n;
}

/* An object with a member for each metric. */
static void print_json_metrics(const struct stat_printer *p, const struct stat_row *rows, size_t n)
{
	const char *between = "";
	char number[64];

	if (!n)
		return;
	fprintf(p->out, "{%s", rows->prefix);
	print_place(p->out, rows);
	for (size_t i = 0; i < n; i++)
		for (int k = 0; k < rows[i].n_metrics; k++) {
			const struct stat_metric *metric = &rows[i].metrics[k];

			if (!metric->is_known)
				continue;
			snprintf(number, sizeof(number), "%.*f", metric->digits, metric->value);
			fputs(between, p->out);
			print_text(p->out, metric->unit, number);
			between = ", ";
		}
	fputs("}\n", p->out);
}

const struct stat_form stat_form_json = { print_json_row, print_json_names, print_json_metrics };
