#include "report/print/table.h"

#include "common/buffer.h"
#include "common/percent.h"
#include "common/text.h"
#include "report/print/print_breakdown.h"
#include "report/terminal/fit.h"
#include "report/terminal/line_cut.h"
#include "report/terminal/percent_color.h"

#include <errno.h>
#include <stdlib.h>

#define PERCENT_WIDTH 7 /* "100.00%" */
#define CELL_MAX      4096

#define VIEW_GAP 2 /* between the numbers of two members, for a person; perf's numbers are wide enough without */

/* How many columns a text takes. */
static int cell_width(const struct table *t, const char *text)
{
	return (int)(t->options->columns ? line_cut_width(text) : strlen(text));
}

/* A cell of a key column, without padding. */
static void cell_key(const struct table *t, const struct column *column, const struct row *row, char *text, size_t size)
{
	rows_text(t->rows, column, row_key(t->rows, row), row, text, size);
}

/* How wide a column has to be for a cell. */
static int cell_key_width(const struct table *t, const struct column *column, const struct row *row)
{
	uint64_t value[SORT_KEY_WORDS];
	char text[CELL_MAX];

	cell_key(t, column, row, text, sizeof(text));
	if (!column->key->text_width || t->options->columns)
		return cell_width(t, text);
	rows_value(t->rows, row_key(t->rows, row), column, value);
	return column->key->text_width(t->rows, value, text);
}

static double cell_share(const struct table *t, const struct column *column, const struct row *row, uint32_t place)
{
	uint64_t total = rows_total(t->rows, column, t->event + place);

	return percent_of(rows_number(t->rows, column, row, place), total);
}

static void cell_number(const struct table *t, const struct column *column, const struct row *row, uint32_t place,
			char *text)
{
	if (column->key->share)
		*text_percent(text, cell_share(t, column, row, place)) = 0;
	else if (column->key->mean)
		sprintf(text, "%.1f%s", column->key->mean(t->rows, column, row, place),
			column->key->unit ? column->key->unit : "");
	else
		*text_u64(text, rows_number(t->rows, column, row, place), 0, ' ') = 0;
}

static void print_padding(FILE *out, const struct table *t, const char *text, int width)
{
	int n = width - cell_width(t, text);

	if (n > 0)
		fprintf(out, "%*s", n, "");
}

static double row_share_of(const struct table *t, const struct row *row, uint32_t place)
{
	const struct row_share counts = row_counts(t->rows, row, place);

	return percent_of(t->columns.needs & KEY_CHILDREN ? counts.children : counts.period,
			  t->rows->totals[t->event + place].period);
}

bool table_shows(const struct table *t, const struct row *row)
{
	bool shown = row_share_of(t, row, 0) >= t->options->percent_limit;

	for (uint32_t i = 0; i < t->n_places && !shown && t->options->view; i++)
		shown = row_share_of(t, row, t->places[i]) >= t->options->percent_limit;
	return shown;
}

/* Shares take as much as they can; counts as the largest of them does, where that is worth looking. */
static int number_width(const struct table *t, const struct column *column, const struct row **rows, uint32_t n)
{
	int width = column->key->share ? PERCENT_WIDTH : 0;
	int title = (int)strlen(column_title(column, false));

	if (!t->options->view)
		return column->key->width > title ? column->key->width : title;
	for (uint64_t i = 0; i < (uint64_t)n * t->n_places && !column->key->share; i++) {
		char text[CELL_MAX];

		cell_number(t, column, rows[i / t->n_places], t->places[i % t->n_places], text);
		width = (int)strlen(text) > width ? (int)strlen(text) : width;
	}
	return width;
}

/* A cell of a key that is longer than its column is shortened; what could break a line on a terminal is masked. */
static void cell_fit(const struct table *t, unsigned column, char *text)
{
	bool last = column + 1 == t->columns.n;

	if (!t->options->columns)
		return;
	for (char *p = text; *p; p++)
		if (*p == '\n' || *p == '\t')
			*p = '?';
	fit_name(text, t->widths[column], !last || !t->options->whole);
}

/* Two spaces stand before each column; symbols, which say most, get twice as much of the room as other keys. */
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

/* Of the numbers of all members. */
static int numbers_width(const struct table *t, unsigned column)
{
	int gap = t->options->view ? VIEW_GAP : 0;

	return (int)t->n_places * (t->number_widths[column] + gap) - gap;
}

static void table_measure(struct table *t, const struct row **rows, uint32_t n)
{
	const struct rows_options *o = t->rows->options;

	for (unsigned c = 0; c < t->columns.n; c++) {
		const struct column *column = columns_shown(&t->columns, c);
		int width = (int)strlen(column_title(column, o->children));

		if (column->key->parts) {
			int parts = breakdown_width(t->parts[c]);

			t->widths[c] = parts > width ? parts : width;
			continue;
		}
		if (sort_key_is_number(column->key)) {
			int number;

			t->number_widths[c] = number_width(t, column, rows, n);
			number = numbers_width(t, c);
			t->widths[c] = number > width || !t->options->view ? number : width;
			continue;
		}
		if (!t->options->view && width < column->key->width)
			width = column->key->width;
		if (!t->options->view && width < column->width)
			width = column->width;
		for (uint32_t i = 0; i < n; i++) {
			int size;

			if (t->options->columns && !table_shows(t, rows[i]))
				continue;
			size = cell_key_width(t, column, rows[i]);
			width = size > width ? size : width;
		}
		t->widths[c] = width;
	}
	if (t->options->columns)
		table_fit(t);
}

/* Text that may hold the separator, which then becomes a dot, as perf has it. */
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

/* What stands above a column: in the upper of two lines only the title of a breakdown. */
static void heading_text(const struct table *t, unsigned c, bool upper, char *text, size_t size)
{
	const struct column *column = columns_shown(&t->columns, c);

	if (!column->key->parts)
		snprintf(text, size, "%s", upper ? "" : column_title(column, t->rows->options->children));
	else if (upper)
		breakdown_title(column, t->parts[c], text, size);
	else
		breakdown_names(column, t->parts[c], text, size);
}

bool table_has_two_headings(const struct table *t)
{
	for (unsigned c = 0; c < t->columns.n; c++)
		if (columns_shown(&t->columns, c)->key->parts)
			return true;
	return false;
}

void table_print_heading(FILE *out, const struct table *t, unsigned c, bool upper)
{
	const struct column *column = columns_shown(&t->columns, c);
	char title[CELL_MAX];

	heading_text(t, c, upper, title, sizeof(title));
	if (t->options->separator)
		fputs(title + strspn(title, " "), out);
	else if (sort_key_is_number(column->key) || (column->key->has && !(t->options->view && c + 1 == t->columns.n)))
		fprintf(out, "%*s", t->widths[c], title);
	else if (t->options->view && c + 1 == t->columns.n)
		fputs(title, out);
	else
		fprintf(out, "%-*.*s", t->widths[c], t->options->columns ? t->widths[c] : (int)strlen(title), title);
}

static void print_heading_line(FILE *out, const struct table *t, bool upper)
{
	fputs(t->options->view ? "  " : "# ", out);
	for (unsigned c = 0; c < t->columns.n; c++) {
		fputs(!c ? "" : t->options->separator ? t->options->separator : "  ", out);
		table_print_heading(out, t, c, upper);
	}
	fputc('\n', out);
}

void table_print_headings(FILE *out, const struct table *t)
{
	if (table_has_two_headings(t))
		print_heading_line(out, t, true);
	print_heading_line(out, t, false);
	if (t->options->separator || t->options->view)
		return;
	fputs("# ", out);
	for (unsigned c = 0; c < t->columns.n; c++) {
		fputs(c ? "  " : "", out);
		for (int i = 0; i < t->widths[c]; i++)
			fputc('.', out);
	}
	fputs("\n#\n", out);
}

/* Of a breakdown, what the leader has. */
static void print_parts(FILE *out, const struct table *t, unsigned c, const struct row *row)
{
	char text[CELL_MAX];

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

/* The numbers of all members, side by side. */
static void print_numbers(FILE *out, const struct table *t, unsigned column, const struct row *row)
{
	const struct column *shown = columns_shown(&t->columns, column);
	bool color = t->options->color && shown->key->share;
	/* The first has what the title is wider. */
	int more = t->widths[column] - numbers_width(t, column);
	char text[CELL_MAX];

	for (uint32_t i = 0; i < t->n_places; i++) {
		cell_number(t, shown, row, t->places[i], text);
		if (t->options->separator) {
			fputs(i ? " " : "", out);
			print_separated(out, text + strspn(text, " "), t->options->separator);
			continue;
		}
		if (i && t->options->view)
			fprintf(out, "%*s", VIEW_GAP, "");
		percent_color_begin(out, color, cell_share(t, shown, row, t->places[i]));
		print_padding(out, t, text, t->number_widths[column] + (i ? 0 : more));
		fputs(text, out);
		percent_color_end(out, color, cell_share(t, shown, row, t->places[i]));
	}
}

void table_print_number(FILE *out, const struct table *t, unsigned c, const struct row *row)
{
	if (columns_shown(&t->columns, c)->key->parts)
		print_parts(out, t, c, row);
	else
		print_numbers(out, t, c, row);
}

void table_print_level_key(FILE *out, const struct table *t, unsigned c, const struct row *row)
{
	const struct sort_key *key = columns_shown(&t->columns, c)->key;
	char text[CELL_MAX];

	cell_key(t, columns_shown(&t->columns, c), row, text, sizeof(text));
	if (t->options->separator) {
		print_separated(out, text + strspn(text, " "), t->options->separator);
		return;
	}
	cell_fit(t, c, text);
	fputs(text + strspn(text, " "), out);
	if (!key->unpadded && !key->right && !t->options->view)
		print_padding(out, t, text, t->widths[c]);
}

static void print_key(FILE *out, const struct table *t, unsigned c, const struct row *row)
{
	const struct columns *columns = &t->columns;
	const struct column *column = columns_shown(columns, c);
	/* As in perf, a symbol at the end of a line is not padded. */
	bool pad = c + 1 < columns->n || (!column->key->unpadded && !t->options->view);
	char text[CELL_MAX];

	cell_key(t, column, row, text, sizeof(text));
	if (t->options->separator) {
		print_separated(out, text + strspn(text, " "), t->options->separator);
		return;
	}
	cell_fit(t, c, text);
	if (column->key->right)
		print_padding(out, t, text, t->widths[c]);
	fputs(text, out);
	if (pad && !column->key->right)
		print_padding(out, t, text, t->widths[c]);
}

void table_print_row(FILE *out, const struct table *t, const struct row *row)
{
	const struct columns *columns = &t->columns;

	if (!t->options->separator)
		fputs("  ", out);
	for (unsigned c = 0; c < columns->n; c++) {
		fputs(!c ? "" : t->options->separator ? t->options->separator : "  ", out);
		if (sort_key_is_number(columns_shown(columns, c)->key))
			table_print_number(out, t, c, row);
		else
			print_key(out, t, c, row);
	}
	fputc('\n', out);
}

/* Leaves out what rows of the event do not have. */
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

	t->places = calloc(n + 1ull, sizeof(*t->places));
	if (!t->places)
		return -ENOMEM;
	for (uint32_t i = 0; i < n; i++)
		if (rows_member_shown(t->rows, t->event, i))
			t->places[t->n_places++] = i;
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
		if (columns_shown(&t->columns, c)->key->parts)
			t->parts[c] = breakdown_parts(r, columns_shown(&t->columns, c), rows, n);
	if (!o->separator)
		table_measure(t, rows, n);
	return 0;
}

void table_fini(struct table *t)
{
	free(t->places);
}
