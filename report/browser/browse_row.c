/* The lines of rows: cells of the table, beside each other. */
#include "report/browser/browse_draw.h"
#include "report/browser/elide.h"

#include <stdio.h>
#include <string.h>

/* Before the first column: whether the row can be opened. */
#define MARK_COLUMNS 2u
#define GAP_COLUMNS  2u

#define HOT_PERCENT  5.0
#define WARM_PERCENT 0.5

static enum cell_style share_style(const struct row_list *l, const struct column *column, const struct row *row,
				   uint32_t member)
{
	double percent = column->key->number.is_share ? table_cell_share(&l->table, column, row, member) : 0;

	return percent >= HOT_PERCENT ? STYLE_HOT : percent > WARM_PERCENT ? STYLE_WARM : STYLE_PLAIN;
}

/* What callees count is not known of an estimate. */
static bool is_known(const struct browse *b, const struct column *column)
{
	return !b->source->estimate || !(column->key->needs & KEY_CHILDREN);
}

static void draw_numbers(const struct browse *b, struct cells *c, unsigned line, unsigned at, unsigned number,
			 const struct row *row)
{
	const struct row_list *l = &b->list;
	const struct table *t = &l->table;
	const struct column *column = columns_shown(&t->columns, number);
	int more = t->widths[number] - table_numbers_width(t, number);
	char text[TABLE_CELL_MAX];

	if (column->key->number.parts) {
		breakdown_numbers(t->rows, column, t->parts[number], row, text, sizeof(text));
		cells_put(c, line, at, c->columns, STYLE_PLAIN, text);
		return;
	}
	at += more > 0 ? (unsigned)more : 0;
	for (uint32_t i = 0; i < t->n_members; i++) {
		unsigned width = (unsigned)t->number_widths[number], size;

		if (is_known(b, column))
			table_cell_number(t, column, row, t->members[i], text);
		else
			snprintf(text, sizeof(text), "...");
		size = (unsigned)strlen(text);
		cells_put(c, line, at + (size < width ? width - size : 0), width,
			  b->source->estimate ? STYLE_DIM : share_style(l, column, row, t->members[i]), text);
		at += width + TABLE_VIEW_GAP;
	}
}

static void mark_matches(const struct browse *b, struct cells *c, unsigned line, unsigned at, unsigned width,
			 const char *text)
{
	const struct name_pattern *p = b->find.text ? &b->find : &b->list.filter;
	unsigned from, n;

	if (!p->text || !name_pattern_matches(p, text, &from, &n) || from >= width)
		return;
	cells_paint(c, line, at + from, n < width - from ? n : width - from, STYLE_MATCH);
}

static void draw_name(const struct browse *b, struct cells *c, unsigned line, unsigned at, unsigned number,
		      const struct row *row)
{
	const struct table *t = &b->list.table;
	const struct column *column = columns_shown(&t->columns, number);
	unsigned width = (unsigned)t->widths[number], used;
	char text[TABLE_CELL_MAX + 4];

	if (number + 1 == t->columns.n && c->columns > at)
		width = c->columns - at;
	table_cell_key(t, column, row, text, TABLE_CELL_MAX);
	if (b->list.columns->needs & KEY_SYM && row_key(t->rows, row)->frame != FRAMES_NONE)
		browse_add_detail(b, column->key->needs, row_key(t->rows, row)->frame, text, TABLE_CELL_MAX);
	elide_name(c, text, sizeof(text), width);
	used = cells_width(c, text);
	if (column->key->is_right && used < width && number + 1 < t->columns.n)
		at += width - used;
	cells_put(c, line, at, width, STYLE_PLAIN, text);
	mark_matches(b, c, line, at, width, text);
}

void browse_draw_row(struct browse *b, struct cells *c, unsigned line, const struct row *row)
{
	const struct table *t = &b->list.table;
	unsigned at = MARK_COLUMNS;

	if (row_graphs_has(&b->graphs, row))
		cells_put(c, line, 0, 1, STYLE_KEY, row_graphs_of(&b->graphs, row) ? "-" : "+");
	for (unsigned i = 0; i < t->columns.n && at < c->columns; i++) {
		if (sort_key_is_number(columns_shown(&t->columns, i)->key))
			draw_numbers(b, c, line, at, i, row);
		else
			draw_name(b, c, line, at, i, row);
		at += (unsigned)t->widths[i] + GAP_COLUMNS;
	}
}

unsigned browse_column_at(const struct browse *b, unsigned column)
{
	const struct table *t = &b->list.table;
	unsigned at = MARK_COLUMNS;

	for (unsigned i = 0; i < t->columns.n; i++) {
		at += (unsigned)t->widths[i] + GAP_COLUMNS;
		if (column < at || i + 1 == t->columns.n)
			return i;
	}
	return t->columns.n;
}

void browse_draw_titles(const struct browse *b, struct cells *c, unsigned line)
{
	const struct table *t = &b->list.table;
	unsigned at = MARK_COLUMNS, sorted = row_list_sorted_by(&b->list);

	cells_paint(c, line, 0, c->columns, STYLE_TITLE);
	for (unsigned i = 0; i < t->columns.n && at < c->columns; i++) {
		const struct column *column = columns_shown(&t->columns, i);
		unsigned width = (unsigned)t->widths[i], size;
		char title[TABLE_CELL_MAX];

		if (column->key->number.parts)
			breakdown_names(column, t->parts[i], title, sizeof(title));
		else
			snprintf(title, sizeof(title), "%s%s", column_title(column, t->columns.titled_self),
				 i != sorted           ? ""
				 : !c->is_utf8         ? b->list.is_reversed ? "^" : "v"
				 : b->list.is_reversed ? "▲"
						       : "▼");
		size = cells_width(c, title);
		cells_put(c, line, at + (sort_key_is_number(column->key) && size < width ? width - size : 0),
			  i + 1 == t->columns.n ? c->columns : width + GAP_COLUMNS - 1,
			  i == sorted ? STYLE_SORTED : STYLE_TITLE, title);
		at += width + GAP_COLUMNS;
	}
}

void browse_draw_menu(const struct browse_menu *m, struct cells *c)
{
	unsigned width = 0, line, column;

	for (unsigned i = 0; i < m->n; i++) {
		unsigned size = cells_width(c, m->list[i].text);

		width = size > width ? size : width;
	}
	width = width + 2 > c->columns ? c->columns : width + 2;
	line = c->lines > m->n + 4 ? (c->lines - m->n) / 2 : 1;
	column = (c->columns - width) / 2;
	for (unsigned i = 0; i < m->n && line + i + 1 < c->lines; i++) {
		for (unsigned k = 0; k < width; k++)
			cells_put(c, line + i, column + k, 1, STYLE_MENU, " ");
		cells_put(c, line + i, column + 1, width - 2, STYLE_MENU, m->list[i].text);
		if (i == m->at)
			cells_paint(c, line + i, column, width, STYLE_SELECTED);
	}
}
