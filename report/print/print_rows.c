#include "report/print/print_rows.h"

#include "common/buffer.h"
#include "common/percent.h"
#include "common/text.h"
#include "report/profile/callgraph.h"
#include "report/terminal/fit.h"
#include "report/terminal/line_cut.h"
#include "report/terminal/percent_color.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#define NUMBER_WIDTH  8
#define PERCENT_WIDTH 7 /* "100.00%" */
#define COUNT_WIDTH   12
#define PID_DIGITS    7
#define CPU_MIN_WIDTH 3
#define CELL_MAX      4096

struct table {
	const struct rows *rows;
	const struct print_options *options;
	uint32_t event;
	int widths[COLUMNS_MAX];
	int number_widths[COLUMNS_MAX]; /* of the number of one event */
	uint32_t *places;               /* in the event's group, of the members that have columns */
	uint32_t n_places;
};

#define VIEW_GAP 2 /* between the numbers of two members, for a person; perf's numbers are wide enough without */

void print_units(FILE *out, uint64_t n)
{
	static const char units[] = { ' ', 'K', 'M', 'G', 'T' };
	size_t unit = 0;

	for (; n > 999 && unit < sizeof(units) - 1; unit++)
		n /= 1000;
	fprintf(out, "%" PRIu64 "%c", n, units[unit]);
}

/* The last comm of a thread, as perf shows beside its number. */
static const char *thread_comm(const struct rows *r, uint32_t tid, char *text, size_t size)
{
	uint32_t comm = timeline_comm(r->resolver->timeline, tid, UINT64_MAX);

	if (comm != STRTAB_NONE)
		return strtab_get(r->frames->strings, comm);
	snprintf(text, size, ":%d", (int32_t)tid);
	return text;
}

static void cell_thread(const struct rows *r, uint32_t tid, char *text, size_t size)
{
	char number[16];

	snprintf(text, size, "%*d:%s", PID_DIGITS, (int32_t)tid, thread_comm(r, tid, number, sizeof(number)));
}

static void cell_symbol(const struct rows *r, uint32_t frame, char *text, size_t size)
{
	char made[CELL_MAX];
	const char *name = frame_text(r->frames, frame, made, sizeof(made));
	size_t n = strnlen(name, size - 5);

	if (r->frames->list[frame].kind == FRAME_UNNAMED) {
		bool has_dso = r->options->columns->has[COLUMN_DSO];

		snprintf(text, size, "%s%s%s",
			 has_dso ? "" : strtab_get(r->frames->strings, r->frames->list[frame].dso), has_dso ? "" : " ",
			 name);
		return;
	}
	text[0] = '[';
	text[1] = r->frames->list[frame].level;
	memcpy(text + 2, "] ", 2);
	memcpy(text + 4, name, n);
	text[4 + n] = 0;
}

void print_rows_key(const struct rows *r, enum column_kind kind, const struct row_key *key, char *text, size_t size)
{
	switch (kind) {
	case COLUMN_COMM: snprintf(text, size, "%s", strtab_get(r->frames->strings, key->comm)); break;
	case COLUMN_DSO: snprintf(text, size, "%s", strtab_get(r->frames->strings, key->dso)); break;
	case COLUMN_SYM: cell_symbol(r, key->frame, text, size); break;
	case COLUMN_PID:
	case COLUMN_TID: cell_thread(r, key->tid, text, size); break;
	case COLUMN_TGID: cell_thread(r, key->pid, text, size); break;
	case COLUMN_CPU: snprintf(text, size, "%.*d", CPU_MIN_WIDTH, (int32_t)key->cpu); break;
	case COLUMN_TRACE: snprintf(text, size, "%s", strtab_get(r->frames->strings, key->trace)); break;
	default: snprintf(text, size, "%s", r->analysis->file->events[key->event].name); break;
	}
}

/* A cell of a key column, without padding. */
static void cell_key(const struct table *t, enum column_kind kind, const struct row *row, char *text, size_t size)
{
	print_rows_key(t->rows, kind, row_key(t->rows, row), text, size);
}

static double cell_share(const struct table *t, enum column_kind kind, const struct row *row, uint32_t place)
{
	uint64_t total = t->rows->totals[t->event + place].period;

	return percent_of(row_number(t->rows, row, kind, place), total);
}

static bool is_share(enum column_kind kind)
{
	return kind == COLUMN_OVERHEAD || kind == COLUMN_CHILDREN;
}

static void cell_number(const struct table *t, enum column_kind kind, const struct row *row, uint32_t place, char *text)
{
	if (is_share(kind))
		*text_percent(text, cell_share(t, kind, row, place)) = 0;
	else
		*text_u64(text, row_number(t->rows, row, kind, place), 0, ' ') = 0;
}

/* How many columns a text takes. */
static int cell_width(const struct table *t, const char *text)
{
	return (int)(t->options->columns ? line_cut_width(text) : strlen(text));
}

static void print_padding(FILE *out, const struct table *t, const char *text, int width)
{
	for (int n = cell_width(t, text); n < width; n++)
		fputc(' ', out);
}

/*
 * What the limit is compared with: the children's share where there is one. Of a group it is the leader's, as in perf;
 * a person sees what is much of any member.
 */
static bool row_shown(const struct table *t, const struct row *row)
{
	enum column_kind kind = t->rows->options->columns->has[COLUMN_CHILDREN] ? COLUMN_CHILDREN : COLUMN_OVERHEAD;
	bool shown = cell_share(t, kind, row, 0) >= t->options->percent_limit;

	for (uint32_t i = 0; i < t->n_places && !shown && t->options->view; i++)
		shown = cell_share(t, kind, row, t->places[i]) >= t->options->percent_limit;
	return shown;
}

/* Shares take as much as they can; counts as the largest of them does, where that is worth looking. */
static int number_width(const struct table *t, enum column_kind kind, const struct row **rows, uint32_t n)
{
	int width = is_share(kind) ? PERCENT_WIDTH : 0;

	if (!t->options->view)
		return is_share(kind) ? NUMBER_WIDTH : COUNT_WIDTH;
	for (uint64_t i = 0; i < (uint64_t)n * t->n_places && !is_share(kind); i++) {
		char text[CELL_MAX];

		cell_number(t, kind, rows[i / t->n_places], t->places[i % t->n_places], text);
		width = (int)strlen(text) > width ? (int)strlen(text) : width;
	}
	return width;
}

/* A cell of a key that is longer than its column is shortened; what could break a line on a terminal is masked. */
static void cell_fit(const struct table *t, unsigned column, char *text)
{
	bool last = column + 1 == t->rows->options->columns->n;

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
	const struct columns *columns = t->rows->options->columns;
	int widths[COLUMNS_MAX], shares[COLUMNS_MAX];
	int room = (int)t->options->columns;
	unsigned n = 0;

	for (unsigned c = 0; c < columns->n; c++) {
		room -= 2;
		if (columns->list[c] < COLUMN_FIRST_KEY) {
			room -= t->widths[c];
			continue;
		}
		widths[n] = t->widths[c];
		shares[n++] = columns->list[c] == COLUMN_SYM ? 2 : 1;
	}
	fit_columns(widths, shares, n, room);
	n = 0;
	for (unsigned c = 0; c < columns->n; c++)
		if (columns->list[c] >= COLUMN_FIRST_KEY)
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

	for (unsigned c = 0; c < o->columns->n; c++) {
		enum column_kind kind = o->columns->list[c];
		int width = (int)strlen(column_title(kind, o->children));

		if (kind < COLUMN_FIRST_KEY) {
			int number;

			t->number_widths[c] = number_width(t, kind, rows, n);
			number = numbers_width(t, c);
			t->widths[c] = number > width || !t->options->view ? number : width;
			continue;
		}
		for (uint32_t i = 0; i < n; i++) {
			char text[CELL_MAX];
			int size;

			if (t->options->columns && !row_shown(t, rows[i]))
				continue;
			cell_key(t, kind, rows[i], text, sizeof(text));
			size = cell_width(t, text);
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

static void print_headings(FILE *out, const struct table *t)
{
	const struct columns *columns = t->rows->options->columns;
	bool children = t->rows->options->children;

	fputs(t->options->view ? "  " : "# ", out);
	for (unsigned c = 0; c < columns->n; c++) {
		const char *title = column_title(columns->list[c], children);

		if (t->options->separator)
			fprintf(out, "%s%s", c ? t->options->separator : "", title + strspn(title, " "));
		else if (columns->list[c] < COLUMN_FIRST_KEY)
			fprintf(out, "%s%*s", c ? "  " : "", t->widths[c], title);
		else if (t->options->view && c + 1 == columns->n)
			fprintf(out, "%s%s", c ? "  " : "", title);
		else
			fprintf(out, "%s%-*.*s", c ? "  " : "", t->widths[c],
				t->options->columns ? t->widths[c] : (int)strlen(title), title);
	}
	fputc('\n', out);
	if (t->options->separator || t->options->view)
		return;
	fputs("# ", out);
	for (unsigned c = 0; c < columns->n; c++) {
		fputs(c ? "  " : "", out);
		for (int i = 0; i < t->widths[c]; i++)
			fputc('.', out);
	}
	fputs("\n#\n", out);
}

/* The numbers of all members, side by side. */
static void print_numbers(FILE *out, const struct table *t, unsigned column, const struct row *row)
{
	enum column_kind kind = t->rows->options->columns->list[column];
	bool color = t->options->color && is_share(kind);
	/* The first has what the title is wider. */
	int more = t->widths[column] - numbers_width(t, column);
	char text[CELL_MAX];

	for (uint32_t i = 0; i < t->n_places; i++) {
		cell_number(t, kind, row, t->places[i], text);
		if (t->options->separator) {
			fputs(i ? " " : "", out);
			print_separated(out, text + strspn(text, " "), t->options->separator);
			continue;
		}
		if (i && t->options->view)
			fprintf(out, "%*s", VIEW_GAP, "");
		percent_color_begin(out, color, cell_share(t, kind, row, t->places[i]));
		print_padding(out, t, text, t->number_widths[column] + (i ? 0 : more));
		fputs(text, out);
		percent_color_end(out, color, cell_share(t, kind, row, t->places[i]));
	}
}

static void print_row(FILE *out, const struct table *t, const struct row *row)
{
	const struct columns *columns = t->rows->options->columns;

	if (!t->options->separator)
		fputs("  ", out);
	for (unsigned c = 0; c < columns->n; c++) {
		enum column_kind kind = columns->list[c];
		char text[CELL_MAX];

		fputs(!c ? "" : t->options->separator ? t->options->separator : "  ", out);
		if (kind < COLUMN_FIRST_KEY) {
			print_numbers(out, t, c, row);
			continue;
		}
		cell_key(t, kind, row, text, sizeof(text));
		if (t->options->separator) {
			print_separated(out, text + strspn(text, " "), t->options->separator);
		} else {
			/* As in perf, a symbol at the end of a line is not padded. */
			bool pad = c + 1 < columns->n || (kind != COLUMN_SYM && !t->options->view);

			cell_fit(t, c, text);
			fputs(text, out);
			if (pad)
				print_padding(out, t, text, t->widths[c]);
		}
	}
	fputc('\n', out);
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

void print_event_heading(FILE *out, const struct rows *r, uint32_t event)
{
	struct event_total total = rows_group_total(r, event);
	char text[EVENT_GROUP_TEXT_MAX];

	fprintf(out, "# Samples: ");
	print_units(out, total.count);
	fprintf(out, " of event%s '%s'\n# Event count (approx.): %" PRIu64 "\n#\n",
		r->options->groups->list[event].n_recorded > 1 ? "s" : "", rows_event_text(r, event, text),
		total.period);
}

int print_rows(FILE *out, const struct rows *r, uint32_t event, const struct print_options *o, uint32_t *ret_hidden)
{
	struct table t = { .rows = r, .options = o, .event = event };
	uint32_t n, hidden = 0;
	const struct row **rows = rows_sorted(r, event, &n);
	int result = 0;

	if (!rows || table_choose(&t)) {
		free(rows);
		return -ENOMEM;
	}
	if (!o->separator)
		table_measure(&t, rows, n);
	if (!o->quiet)
		print_headings(out, &t);
	for (uint32_t i = 0; i < n && !result; i++) {
		if (!row_shown(&t, rows[i])) {
			hidden++;
			continue;
		}
		print_row(out, &t, rows[i]);
		if (o->callgraph)
			result = callgraph_print(out, o->callgraph, rows[i]);
	}
	free(t.places);
	free(rows);
	if (ret_hidden)
		*ret_hidden = hidden;
	return result;
}
