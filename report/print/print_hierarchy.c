#include "report/print/print_hierarchy.h"

#include "report/print/print_callgraph.h"
#include "report/print/print_rows.h"
#include "report/rows/row_hierarchy.h"

#include <errno.h>
#include <stdlib.h>

#define INDENT 3 /* columns for each level */

struct hierarchy_table {
	struct table table;
	struct row_hierarchy hierarchy;
};

static void print_times(FILE *out, char c, int n)
{
	while (n-- > 0)
		fputc(c, out);
}

/* Returns how far the last level is indented. */
static int last_indent(const struct hierarchy_table *h)
{
	return ((int)h->hierarchy.n_levels - 1) * INDENT;
}

/* Returns the width of the keys of all levels, with their indents, and of the titles. */
static int keys_width(const struct hierarchy_table *h, int titles)
{
	const struct columns *columns = &h->table.columns;
	int widest = titles;

	for (int level = 0; level < (int)h->hierarchy.n_levels; level++) {
		int width = level * INDENT - 1;

		for (unsigned c = 0; c < columns->n; c++)
			if (h->hierarchy.levels[columns->list[c]] == level)
				width += 1 + h->table.widths[c];
		widest = width > widest ? width : widest;
	}
	return widest;
}

/* Prints the titles of keys, "Command / Shared Object+Symbol". Returns their width. */
static int print_titles(FILE *out, const struct hierarchy_table *h)
{
	const struct columns *columns = &h->table.columns;
	int before = -1, width = 0;

	for (unsigned c = 0; c < columns->n; c++) {
		const char *title = column_title(columns_shown(columns, c), false);
		int level = h->hierarchy.levels[columns->list[c]];

		if (level < 0)
			continue;
		title += strspn(title, " ");
		width += fprintf(out, "%s%s", before < 0 ? "" : level == before ? "+" : " / ", title);
		before = level;
	}
	return width;
}

/* Prints a line of headings of numbers: the upper one of two, or the only one. */
static void print_number_titles(FILE *out, const struct hierarchy_table *h, bool upper)
{
	const struct table *t = &h->table;

	fputs(t->options->for_person ? "  " : "# ", out);
	if (!t->options->separator)
		print_times(out, ' ', last_indent(h));
	for (unsigned c = 0; c < t->columns.n; c++) {
		if (!sort_key_is_number(columns_shown(&t->columns, c)->key))
			continue;
		print_table_heading(out, t, c, upper);
		fputs(t->options->separator ? t->options->separator : "  ", out);
	}
}

static void print_headings(FILE *out, const struct hierarchy_table *h)
{
	const struct table *t = &h->table;
	int width, n = 0;

	if (table_has_two_headings(t)) {
		print_number_titles(out, h, true);
		fputc('\n', out);
	}
	print_number_titles(out, h, false);
	width = print_titles(out, h);
	fputc('\n', out);
	if (t->options->separator || t->options->for_person)
		return;
	fputs("# ", out);
	print_times(out, '.', last_indent(h));
	for (unsigned c = 0; c < t->columns.n; c++)
		if (sort_key_is_number(columns_shown(&t->columns, c)->key))
			print_times(out, '.', t->widths[c] + (n++ ? 2 : 0));
	fputs("  ", out);
	print_times(out, '.', keys_width(h, width));
	fputs("\n#\n", out);
}

static void print_entry(FILE *out, const struct hierarchy_table *h, const struct hierarchy_entry *e)
{
	const struct table *t = &h->table;
	const struct row *row = &t->rows->list[e->row];
	const char *separator = t->options->separator;
	bool first = true;

	print_times(out, ' ', (int)e->level * INDENT);
	for (unsigned c = 0; c < t->columns.n; c++) {
		if (!sort_key_is_number(columns_shown(&t->columns, c)->key))
			continue;
		fputs(!separator ? "  " : first ? "" : separator, out);
		print_table_number(out, t, c, row);
		first = false;
	}
	if (!separator)
		print_times(out, ' ', last_indent(h));
	for (unsigned c = 0; c < t->columns.n; c++) {
		if (h->hierarchy.levels[t->columns.list[c]] != (int)e->level)
			continue;
		fputs(!separator ? "  " : first ? "" : separator, out);
		print_table_level_key(out, t, c, row);
		first = false;
	}
	fputc('\n', out);
}

/* Prints a line below a row of which no lower row is shown, as Linux perf does. */
static void print_no_entry(FILE *out, const struct hierarchy_table *h, const struct hierarchy_entry *e)
{
	const struct table *t = &h->table;
	int width = 4, n = 0;

	if (t->options->for_person)
		return;
	for (unsigned c = 0; c < t->columns.n; c++)
		if (sort_key_is_number(columns_shown(&t->columns, c)->key))
			width += t->widths[c] + (n++ ? 2 : 0);
	if (!t->options->separator)
		print_times(out, ' ', last_indent(h) + ((int)e->level + 1) * INDENT);
	fprintf(out, "%*sno entry >= %.2f%%\n", width, "", t->options->percent_limit);
}

static bool entry_shows(const struct hierarchy_table *h, uint32_t i)
{
	return table_shows(&h->table, &h->table.rows->list[h->hierarchy.list[i].row]);
}

/* True if some row one level below an entry is shown. */
static bool shows_below(const struct hierarchy_table *h, uint32_t i)
{
	const struct hierarchy_entry *list = h->hierarchy.list;

	for (uint32_t below = i + 1; below < h->hierarchy.n && list[below].level > list[i].level; below++)
		if (list[below].level == list[i].level + 1 && entry_shows(h, below))
			return true;
	return false;
}

static int print_entries(FILE *out, const struct hierarchy_table *h, uint32_t *ret_hidden)
{
	const struct row_hierarchy *hierarchy = &h->hierarchy;
	struct callgraph *graphs = h->table.options->callgraph;
	int result = 0;

	for (uint32_t i = 0; i < hierarchy->n && !result; i++) {
		const struct hierarchy_entry *e = &hierarchy->list[i];
		bool last = hierarchy_entry_is_last(hierarchy, e);

		if (!entry_shows(h, i)) {
			*ret_hidden += last;
			continue;
		}
		print_entry(out, h, e);
		if (last && graphs)
			result = print_callgraph(out, graphs, &h->table.rows->list[e->row]);
		else if (!last && !shows_below(h, i))
			print_no_entry(out, h, e);
	}
	return result;
}

/* Makes keys as wide as the terminal allows. */
static void fit_keys(struct hierarchy_table *h)
{
	struct table *t = &h->table;
	int room = (int)t->options->columns - last_indent(h) - 2;

	for (unsigned c = 0; c < t->columns.n; c++)
		if (sort_key_is_number(columns_shown(&t->columns, c)->key))
			room -= t->widths[c] + 2;
	for (unsigned c = 0; c < t->columns.n; c++) {
		int level = h->hierarchy.levels[t->columns.list[c]];

		if (level >= 0 && t->widths[c] < room - level * INDENT)
			t->widths[c] = room - level * INDENT;
	}
}

int print_hierarchy(FILE *out, struct rows *r, uint32_t event, const struct print_options *o, uint32_t *ret_hidden)
{
	struct hierarchy_table h = { .hierarchy = { .n = 0 } };
	uint32_t n = 0;
	const struct row **rows = rows_sorted(r, event, &n);
	int result = rows ? table_init(&h.table, r, event, o, rows, n) : -ENOMEM;

	free(rows);
	*ret_hidden = 0;
	if (!result)
		result = row_hierarchy_init(&h.hierarchy, r, event, &h.table.columns);
	if (!result && o->columns)
		fit_keys(&h);
	if (!result && !o->quiet)
		print_headings(out, &h);
	if (!result)
		result = print_entries(out, &h, ret_hidden);
	row_hierarchy_fini(&h.hierarchy);
	table_fini(&h.table);
	return result;
}
