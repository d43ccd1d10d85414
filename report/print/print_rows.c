#include "report/print/print_rows.h"

#include "report/print/graph_texts.h"
#include "report/print/table.h"
#include "report/terminal/screen.h"

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
	/* In a report of branches a total counts branches, of which each sample has many. */
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

/* Keeps only the rows that are shown. Returns their number. */
static uint32_t keep_shown(const struct table *t, const struct row **rows, uint32_t n)
{
	uint32_t shown = 0;

	for (uint32_t i = 0; i < n; i++)
		if (table_shows(t, rows[i]) && rows[i]->count >= t->options->min_count)
			rows[shown++] = rows[i];
	return shown;
}

int print_rows(FILE *out, const struct rows *r, uint32_t event, const struct print_options *o, uint32_t *ret_hidden)
{
	uint32_t all = 0, n, shown = 0;
	const struct row **rows = rows_sorted(r, event, &all);
	struct table t;
	int result;

	n = o->max_rows && all > o->max_rows ? o->max_rows : all;
	result = rows ? table_init(&t, r, event, o, rows, n) : -ENOMEM;

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
		*ret_hidden = all - shown;
	return result;
}

static void print_padding(FILE *out, const struct table *t, const char *text, int width)
{
	int n = width - table_cell_width(t, text);

	if (n > 0)
		fprintf(out, "%*s", n, "");
}

/* Prints a text in which the separator is replaced by a dot, as in perf. */
static void print_separated(FILE *out, const char *text, const char *separator)
{
	size_t size = strlen(separator);

	for (const char *p = text; *p;) {
		if (size && !strncmp(p, separator, size)) {
			fputc('.', out);
			p += size;
		} else {
			fputc(*p++, out);
		}
	}
}

/* Makes the heading of a column. The upper of two lines has only the titles of breakdowns. */
static void heading_text(const struct table *t, unsigned c, bool upper, char *text, size_t size)
{
	const struct column *column = columns_shown(&t->columns, c);

	if (!column->key->number.parts)
		snprintf(text, size, "%s", upper ? "" : column_title(column, t->columns.titled_self));
	else if (upper)
		breakdown_title(column, t->parts[c], text, size);
	else
		breakdown_names(column, t->parts[c], text, size);
}

void print_table_heading(FILE *out, const struct table *t, unsigned c, bool upper)
{
	const struct column *column = columns_shown(&t->columns, c);
	char title[TABLE_CELL_MAX];

	heading_text(t, c, upper, title, sizeof(title));
	if (t->options->separator)
		fputs(title + strspn(title, " "), out);
	else if (sort_key_is_number(column->key) ||
		 (column->key->has && !(t->options->for_person && c + 1 == t->columns.n)))
		fprintf(out, "%*.*s", t->widths[c], t->fixed[c] ? t->widths[c] : (int)strlen(title), title);
	else if (t->options->for_person && c + 1 == t->columns.n)
		fputs(title, out);
	else
		fprintf(out, "%-*.*s", t->widths[c],
			t->options->columns || t->fixed[c] ? t->widths[c] : (int)strlen(title), title);
}

static void print_heading_line(FILE *out, const struct table *t, bool upper)
{
	fputs(t->options->for_person ? "  " : "# ", out);
	for (unsigned c = 0; c < t->columns.n; c++) {
		fputs(!c ? "" : t->options->separator ? t->options->separator : "  ", out);
		print_table_heading(out, t, c, upper);
	}
	fputc('\n', out);
}

void print_table_headings(FILE *out, const struct table *t)
{
	if (table_has_two_headings(t))
		print_heading_line(out, t, true);
	print_heading_line(out, t, false);
	if (t->options->separator || t->options->for_person)
		return;
	fputs("# ", out);
	for (unsigned c = 0; c < t->columns.n; c++) {
		fputs(c ? "  " : "", out);
		for (int i = 0; i < t->widths[c]; i++)
			fputc('.', out);
	}
	fputs("\n#\n", out);
}

/* Prints a breakdown, that of the group's leader. */
static void print_parts(FILE *out, const struct table *t, unsigned c, const struct row *row)
{
	char text[TABLE_CELL_MAX];

	breakdown_numbers(t->rows, columns_shown(&t->columns, c), t->parts[c], row, text, sizeof(text));
	if (!t->options->separator) {
		print_padding(out, t, text, t->widths[c]);
		fputs(text, out);
		return;
	}
	for (char *save, *part = strtok_r(text, " ", &save); part; part = strtok_r(NULL, " ", &save)) {
		fputs(part == text + strspn(text, " ") ? "" : " ", out);
		print_separated(out, part, t->options->separator);
	}
}

/* Prints the numbers of all members, side by side. */
static void print_numbers(FILE *out, const struct table *t, unsigned column, const struct row *row)
{
	const struct column *shown = columns_shown(&t->columns, column);
	bool color = t->options->is_colored && shown->key->number.is_share;
	/* If the title is wider than the numbers, the first number gets the rest. */
	int more = t->widths[column] - table_numbers_width(t, column);
	char text[TABLE_CELL_MAX];

	for (uint32_t i = 0; i < t->n_members; i++) {
		table_cell_number(t, shown, row, t->members[i], text);
		if (t->options->separator) {
			fputs(i ? " " : "", out);
			print_separated(out, text + strspn(text, " "), t->options->separator);
			continue;
		}
		if (i && t->options->for_person)
			fprintf(out, "%*s", TABLE_VIEW_GAP, "");
		percent_color_begin(out, color, table_cell_share(t, shown, row, t->members[i]));
		print_padding(out, t, text, t->number_widths[column] + (i ? 0 : more));
		fputs(text, out);
		percent_color_end(out, color, table_cell_share(t, shown, row, t->members[i]));
	}
}

void print_table_number(FILE *out, const struct table *t, unsigned c, const struct row *row)
{
	if (columns_shown(&t->columns, c)->key->number.parts)
		print_parts(out, t, c, row);
	else
		print_numbers(out, t, c, row);
}

void print_table_level_key(FILE *out, const struct table *t, unsigned c, const struct row *row)
{
	const struct sort_key *key = columns_shown(&t->columns, c)->key;
	char text[TABLE_CELL_MAX];

	table_cell_key(t, columns_shown(&t->columns, c), row, text, sizeof(text));
	if (t->options->separator) {
		print_separated(out, text + strspn(text, " "), t->options->separator);
		return;
	}
	table_cell_fit(t, c, text);
	fputs(text + strspn(text, " "), out);
	if (!key->unpadded && !key->is_right && !t->options->for_person)
		print_padding(out, t, text, t->widths[c]);
}

static void print_key(FILE *out, const struct table *t, unsigned c, const struct row *row)
{
	const struct columns *columns = &t->columns;
	const struct column *column = columns_shown(columns, c);
	/* As in perf, a symbol at the end of a line is not padded. */
	bool pad = c + 1 < columns->n || (!column->key->unpadded && !t->options->for_person);
	char text[TABLE_CELL_MAX];

	table_cell_key(t, column, row, text, sizeof(text));
	if (t->options->separator) {
		print_separated(out, text + strspn(text, " "), t->options->separator);
		return;
	}
	table_cell_fit(t, c, text);
	if (column->key->is_right)
		print_padding(out, t, text, t->widths[c]);
	fputs(text, out);
	if (pad && !column->key->is_right)
		print_padding(out, t, text, t->widths[c]);
}

void print_table_row(FILE *out, const struct table *t, const struct row *row)
{
	const struct columns *columns = &t->columns;

	if (!t->options->separator)
		fputs("  ", out);
	for (unsigned c = 0; c < columns->n; c++) {
		fputs(!c ? "" : t->options->separator ? t->options->separator : "  ", out);
		if (sort_key_is_number(columns_shown(columns, c)->key))
			print_table_number(out, t, c, row);
		else
			print_key(out, t, c, row);
	}
	fputc('\n', out);
}
