#include "report/print/table.h"

#include "common/text.h"
#include "report/terminal/fit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define PERCENT_WIDTH 7 /* "100.00%" */

int table_cell_width(const struct table *t, const char *text)
{
	return (int)(t->options->columns ? line_cut_width(text) : strlen(text));
}

void table_cell_key(const struct table *t, const struct column *column, const struct row *row, char *text, size_t size)
{
	rows_text(t->rows, column, row_key(t->rows, row), row, text, size);
}

double table_cell_share(const struct table *t, const struct column *column, const struct row *row, uint32_t member)
{
	uint64_t total = rows_total(t->rows, column, t->event + member);

	return percent_of(rows_number(t->rows, column, row, member), total);
}

void table_cell_number(const struct table *t, const struct column *column, const struct row *row, uint32_t member,
		       char text[static TABLE_CELL_MAX])
{
	if (column->key->number.is_share)
		*text_percent(text, table_cell_share(t, column, row, member)) = 0;
	else if (column->key->number.mean)
		sprintf(text, "%.1f%s", column->key->number.mean(t->rows, column, row, member),
			column->key->number.unit ? column->key->number.unit : "");
	else
		*text_u64(text, rows_number(t->rows, column, row, member), 0, ' ') = 0;
}

static double row_share_of(const struct table *t, const struct row *row, uint32_t member)
{
	const struct row_share counts = row_counts(t->rows, row, member);

	return percent_of(t->columns.needs & KEY_CHILDREN ? counts.children : counts.period,
			  t->rows->totals[t->event + member].period);
}

bool table_shows(const struct table *t, const struct row *row)
{
	bool shown = row_share_of(t, row, 0) >= t->options->percent_limit;

	for (uint32_t i = 0; i < t->n_members && !shown && t->options->for_person; i++)
		shown = row_share_of(t, row, t->members[i]) >= t->options->percent_limit;
	return shown;
}

/* --- widths of columns ----------------------------------------------------------------- */

/* Returns the width of a key's cell. */
static int cell_key_width(const struct table *t, const struct column *column, const struct row *row)
{
	uint64_t value[SORT_KEY_WORDS];
	char text[TABLE_CELL_MAX];

	table_cell_key(t, column, row, text, sizeof(text));
	if (!column->key->text_width || t->options->columns)
		return table_cell_width(t, text);
	rows_value(t->rows, row_key(t->rows, row), column, value);
	return column->key->text_width(t->rows, value, text);
}

/* Returns the width of a number: of shares the largest possible, of counts with `view` that of the largest. */
static int number_width(const struct table *t, const struct column *column, const struct row **rows, uint32_t n)
{
	int width = column->key->number.is_share ? PERCENT_WIDTH : 0;
	int title = (int)strlen(column_title(column, false));

	if (!t->options->for_person)
		return column->key->width > title ? column->key->width : title;
	for (uint64_t i = 0; i < (uint64_t)n * t->n_members && !column->key->number.is_share; i++) {
		char text[TABLE_CELL_MAX];

		table_cell_number(t, column, rows[i / t->n_members], t->members[i % t->n_members], text);
		width = (int)strlen(text) > width ? (int)strlen(text) : width;
	}
	return width;
}

/* Narrows keys until the table fits. Each column has two spaces before it; symbols get twice as much room as others. */
static void table_fit(struct table *t)
{
	const struct columns *columns = &t->columns;
	int widths[COLUMNS_MAX], shares[COLUMNS_MAX];
	int room = (int)t->options->columns;
	unsigned n = 0;

	for (unsigned c = 0; c < columns->n; c++) {
		const struct column *column = columns_shown(columns, c);

		room -= 2;
		if (sort_key_is_number(column->key)) {
			room -= t->widths[c];
			continue;
		}
		widths[n] = t->widths[c];
		shares[n++] = column->key->needs & KEY_SYM ? 2 : 1;
	}
	fit_columns(widths, shares, n, room);
	n = 0;
	for (unsigned c = 0; c < columns->n; c++)
		if (!sort_key_is_number(columns_shown(columns, c)->key))
			t->widths[c] = widths[n++];
}

int table_numbers_width(const struct table *t, unsigned column)
{
	int gap = t->options->for_person ? TABLE_VIEW_GAP : 0;

	return (int)t->n_members * (t->number_widths[column] + gap) - gap;
}

/* Returns the width of a key's column: that of its title and cells; in the form of perf at least that of perf. */
static int key_column_width(const struct table *t, const struct column *column, const struct row **rows, uint32_t n,
			    int title)
{
	int width = title;

	if (!t->options->for_person && width < column->key->width)
		width = column->key->width;
	if (!t->options->for_person && width < column->width)
		width = column->width;
	for (uint32_t i = 0; i < n; i++) {
		int size;

		if (t->options->columns && !table_shows(t, rows[i]))
			continue;
		size = cell_key_width(t, column, rows[i]);
		width = size > width ? size : width;
	}
	return width;
}

/* Applies the widths of the options. A column of numbers is not narrowed: a number without its last digits is wrong. */
static void table_fix(struct table *t)
{
	const struct column_widths *widths = &t->options->widths;

	for (unsigned c = 0; c < t->columns.n && c < widths->n; c++) {
		bool is_number = sort_key_is_number(columns_shown(&t->columns, c)->key);

		t->fixed[c] = widths->list[c];
		if (t->fixed[c] && (!is_number || t->widths[c] < widths->list[c]))
			t->widths[c] = widths->list[c];
	}
}

static void table_measure(struct table *t, const struct row **rows, uint32_t n)
{
	for (unsigned c = 0; c < t->columns.n; c++) {
		const struct column *column = columns_shown(&t->columns, c);
		int title = (int)strlen(column_title(column, t->columns.titled_self));
		int width;

		if (column->key->number.parts) {
			width = breakdown_width(t->parts[c]);
			t->widths[c] = width > title ? width : title;
		} else if (sort_key_is_number(column->key)) {
			t->number_widths[c] = number_width(t, column, rows, n);
			width = table_numbers_width(t, c);
			t->widths[c] = width > title || !t->options->for_person ? width : title;
		} else {
			t->widths[c] = key_column_width(t, column, rows, n, title);
		}
	}
	if (t->options->columns)
		table_fit(t);
	table_fix(t);
}

/* Cuts a text after at most `width` bytes, between two characters. */
static void text_cut(char *text, int width)
{
	if (strlen(text) <= (size_t)width)
		return;
	while (width && ((unsigned char)text[width] & 0xc0) == 0x80)
		width--;
	text[width] = 0;
}

/* True if a cell is the address of a function without a name: "[.] 0x0000000000000100". */
static bool is_address(const char *text)
{
	return !strncmp(text + (*text == '[' && strlen(text) > 4 ? 4 : 0), "0x", 2);
}

void table_cell_fit(const struct table *t, unsigned column, char *text)
{
	bool last = column + 1 == t->columns.n;
	bool cut = t->fixed[column] && !columns_shown(&t->columns, column)->key->as_number && !is_address(text);

	if (!t->options->columns) {
		if (cut)
			text_cut(text, t->widths[column]);
		return;
	}
	for (char *p = text; *p; p++)
		if (*p == '\n' || *p == '\t')
			*p = '?';
	fit_name(text, t->widths[column], cut || !last || !t->options->last_is_whole);
}

/* ---------------------------------------------------------------------------------------- */

bool table_has_two_headings(const struct table *t)
{
	for (unsigned c = 0; c < t->columns.n; c++)
		if (columns_shown(&t->columns, c)->key->number.parts)
			return true;
	return false;
}

/* Removes columns that rows of the event do not have. */
static void columns_of_event(struct columns *c, const struct rows *r, uint32_t event)
{
	unsigned n = 0;

	for (unsigned i = 0; i < c->n; i++) {
		const struct column *column = columns_shown(c, i);

		if (!column->key->has || column->key->has(r, column, event))
			c->list[n++] = c->list[i];
	}
	c->n = n;
}

static int table_choose(struct table *t)
{
	uint32_t n = t->rows->options->groups->list[t->event].n_members;

	t->members = calloc(n + 1ull, sizeof(*t->members));
	if (!t->members)
		return -ENOMEM;
	for (uint32_t i = 0; i < n; i++)
		if (rows_member_shown(t->rows, t->event, i))
			t->members[t->n_members++] = i;
	return 0;
}

int table_init(struct table *t, const struct rows *r, uint32_t event, const struct print_options *o,
	       const struct row **rows, uint32_t n)
{
	*t = (struct table){ .rows = r, .options = o, .columns = *r->options->columns, .event = event };
	columns_of_event(&t->columns, r, event);
	if (table_choose(t))
		return -ENOMEM;
	for (unsigned c = 0; c < t->columns.n; c++)
		if (columns_shown(&t->columns, c)->key->number.parts)
			t->parts[c] = breakdown_parts(r, columns_shown(&t->columns, c), rows, n);
	if (!o->separator)
		table_measure(t, rows, n);
	return 0;
}

void table_fini(struct table *t)
{
	free(t->members);
}

#define PART_WIDTH 7 /* " 100.0%" */
#define DASHES     "------------------------------------------------------------"

uint64_t breakdown_parts(const struct rows *r, const struct column *column, const struct row **rows, uint32_t n)
{
	unsigned n_parts = sort_key_sums(column->key);
	uint64_t parts = 0;

	for (uint32_t i = 0; i < n; i++)
		for (unsigned part = 0; part < n_parts; part++)
			if (*rows_sum(r, rows[i], 0, column->slot + part))
				parts |= 1ull << part;
	return parts;
}

int breakdown_width(uint64_t parts)
{
	return PART_WIDTH * __builtin_popcountll(parts);
}

void breakdown_title(const struct column *column, uint64_t parts, char *text, size_t size)
{
	const char *title = column->key->title;
	int width = breakdown_width(parts), length = (int)strlen(title);
	int left = (width - length) / 2 - 1;
	int right = width - left - length - 2;

	if (left > 0 && right > 0)
		snprintf(text, size, "%.*s %s %.*s", left, DASHES, title, right, DASHES);
	else
		snprintf(text, size, "%*s", width, title);
}

void breakdown_names(const struct column *column, uint64_t parts, char *text, size_t size)
{
	size_t used = 0;

	*text = 0;
	for (unsigned part = 0; column->key->number.parts[part].name && used < size; part++)
		if (parts >> part & 1)
			used += (size_t)snprintf(text + used, size - used, "%*s", PART_WIDTH,
						 column->key->number.parts[part].name);
}

void breakdown_numbers(const struct rows *r, const struct column *column, uint64_t parts, const struct row *row,
		       char *text, size_t size)
{
	uint64_t total = r->totals[row_key(r, row)->event].period;
	size_t used = 0;

	*text = 0;
	for (unsigned part = 0; column->key->number.parts[part].name && used < size; part++)
		if (parts >> part & 1)
			used += (size_t)snprintf(text + used, size - used, "%*.1f%%", PART_WIDTH - 1,
						 percent_of(*rows_sum(r, row, 0, column->slot + part), total));
}
