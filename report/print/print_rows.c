#include "report/print/print_rows.h"

#include "report/print/graph_texts.h"
#include "report/print/print_table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

void print_units(FILE *out, uint64_t n)
{
	static const char units[] = { ' ', 'K', 'M', 'G', 'T' };
	size_t unit = 0;

	for (; n > 999 && unit < sizeof(units) - 1; unit++)
		n /= 1000;
	fprintf(out, "%" PRIu64 "%c", n, units[unit]);
}

void print_event_heading(FILE *out, const struct rows *r, uint32_t event, const char *sort)
{
	struct event_total total = rows_group_total(r, event);
	const struct sample_choice *choice = r->analysis->options.plan.choice;
	const char *times = choice ? choice->times_text : NULL;
	bool memory = r->options->mode == SORT_KEY_MEMORY;
	char text[EVENT_GROUP_TEXT_MAX];

	fprintf(out, "# Samples: ");
	/* Each has many branches. */
	print_units(out, r->options->mode == SORT_KEY_BRANCH ? r->analysis->event_samples[event] : total.count);
	fprintf(out, " of event%s '%s'", r->options->groups->list[event].n_recorded > 1 ? "s" : "",
		rows_event_text(r, event, text));
	if (times)
		fprintf(out, " (time slices: %s)", times);
	fprintf(out, "\n# %s: %" PRIu64 "\n", memory ? "Total weight " : "Event count (approx.)", total.period);
	if (memory && sort)
		fprintf(out, "# Sort order   : %s\n", sort);
	if (r->options->socket)
		fprintf(out, "# Processor Socket: %" PRIu32 "\n", r->options->socket - 1);
	fputs("#\n", out);
}

static int print_with_graphs(FILE *out, const struct table *t, const struct row *const *rows, uint32_t n)
{
	struct graph_texts graphs;
	int result = graph_texts_init(&graphs, t->options->callgraph, rows, n);

	for (uint32_t i = 0; i < n && !result; i++) {
		print_table_row(out, t, rows[i]);
		result = graph_texts_print(&graphs, out, i);
	}
	graph_texts_fini(&graphs);
	return result;
}

/* Leaves those in the list that are shown; returns how many. */
static uint32_t keep_shown(const struct table *t, const struct row **rows, uint32_t n)
{
	uint32_t shown = 0;

	for (uint32_t i = 0; i < n; i++)
		if (table_shows(t, rows[i]))
			rows[shown++] = rows[i];
	return shown;
}

int print_rows(FILE *out, const struct rows *r, uint32_t event, const struct print_options *o, uint32_t *ret_hidden)
{
	uint32_t n = 0, shown = 0;
	const struct row **rows = rows_sorted(r, event, &n);
	struct table t;
	int result = rows ? table_init(&t, r, event, o, rows, n) : -ENOMEM;

	if (!result && !o->quiet)
		print_table_headings(out, &t);
	if (!result)
		shown = keep_shown(&t, rows, n);
	if (!result && o->callgraph)
		result = print_with_graphs(out, &t, rows, shown);
	else
		for (uint32_t i = 0; i < shown; i++)
			print_table_row(out, &t, rows[i]);
	if (rows)
		table_fini(&t);
	free(rows);
	if (ret_hidden)
		*ret_hidden = n - shown;
	return result;
}
