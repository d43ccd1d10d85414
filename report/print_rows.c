#include "report/print_rows.h"

#include "common/buffer.h"
#include "report/callgraph.h"
#include "report/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#define NUMBER_WIDTH  8
#define COUNT_WIDTH   12
#define PID_DIGITS    7
#define CPU_MIN_WIDTH 3
#define CELL_MAX      4096

struct table {
	const struct rows *rows;
	const struct print_options *options;
	uint32_t event;
	int widths[COLUMNS_MAX];
};

void print_units(FILE *out, uint64_t n)
{
	static const char units[] = { ' ', 'K', 'M', 'G', 'T' };
	size_t unit = 0;

	for (; n > 999 && unit < sizeof(units) - 1; unit++)
		n /= 1000;
	fprintf(out, "%" PRIu64 "%c", n, units[unit]);
}

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

/* The last comm of a thread, as perf shows beside its number. */
static const char *thread_comm(const struct rows *r, uint32_t tid, char *text, size_t size)
{
	uint32_t comm = timeline_comm(r->frames->timeline, tid, UINT64_MAX);

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
	default: snprintf(text, size, "%s", r->analysis->file->events[key->event].name); break;
	}
}

/* A cell of a key column, without padding. */
static void cell_key(const struct table *t, enum column_kind kind, const struct row *row, char *text, size_t size)
{
	print_rows_key(t->rows, kind, row_key(t->rows, row), text, size);
}

static void cell_number(const struct table *t, enum column_kind kind, const struct row *row, char *text)
{
	uint64_t total = t->rows->totals[t->event].period;
	char *end;

	switch (kind) {
	case COLUMN_OVERHEAD: end = text_percent(text, percent(row->period, total)); break;
	case COLUMN_CHILDREN: end = text_percent(text, percent(row->children, total)); break;
	case COLUMN_SAMPLE: end = text_u64(text, row->count, 0, ' '); break;
	default: end = text_u64(text, row->period, 0, ' '); break;
	}
	*end = 0;
}

static void print_padding(FILE *out, const char *text, int width)
{
	for (int n = (int)strlen(text); n < width; n++)
		fputc(' ', out);
}

static int number_width(enum column_kind kind)
{
	return kind == COLUMN_OVERHEAD || kind == COLUMN_CHILDREN ? NUMBER_WIDTH : COUNT_WIDTH;
}

static void table_measure(struct table *t, const struct row **rows, uint32_t n)
{
	const struct rows_options *o = t->rows->options;

	for (unsigned c = 0; c < o->columns->n; c++) {
		enum column_kind kind = o->columns->list[c];
		int width = (int)strlen(column_title(kind, o->children));

		if (kind < COLUMN_FIRST_KEY) {
			t->widths[c] = number_width(kind);
			continue;
		}
		for (uint32_t i = 0; i < n; i++) {
			char text[CELL_MAX];
			int size;

			cell_key(t, kind, rows[i], text, sizeof(text));
			size = (int)strlen(text);
			width = size > width ? size : width;
		}
		t->widths[c] = width;
	}
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

	fputs("# ", out);
	for (unsigned c = 0; c < columns->n; c++) {
		const char *title = column_title(columns->list[c], children);

		if (t->options->separator)
			fprintf(out, "%s%s", c ? t->options->separator : "", title + strspn(title, " "));
		else if (columns->list[c] < COLUMN_FIRST_KEY)
			fprintf(out, "%s%*s", c ? "  " : "", t->widths[c], title);
		else
			fprintf(out, "%s%-*s", c ? "  " : "", t->widths[c], title);
	}
	fputc('\n', out);
	if (t->options->separator)
		return;
	fputs("# ", out);
	for (unsigned c = 0; c < columns->n; c++) {
		fputs(c ? "  " : "", out);
		for (int i = 0; i < t->widths[c]; i++)
			fputc('.', out);
	}
	fputs("\n#\n", out);
}

static void print_row(FILE *out, const struct table *t, const struct row *row)
{
	const struct columns *columns = t->rows->options->columns;

	if (!t->options->separator)
		fputs("  ", out);
	for (unsigned c = 0; c < columns->n; c++) {
		enum column_kind kind = columns->list[c];
		char text[CELL_MAX];

		if (kind < COLUMN_FIRST_KEY)
			cell_number(t, kind, row, text);
		else
			cell_key(t, kind, row, text, sizeof(text));
		if (t->options->separator) {
			fputs(c ? t->options->separator : "", out);
			print_separated(out, text + strspn(text, " "), t->options->separator);
		} else if (kind < COLUMN_FIRST_KEY) {
			fputs(c ? "  " : "", out);
			print_padding(out, text, t->widths[c]);
			fputs(text, out);
		} else {
			/* As in perf, a symbol at the end of a line is not padded. */
			bool pad = kind != COLUMN_SYM || c + 1 < columns->n;

			fputs(c ? "  " : "", out);
			fputs(text, out);
			if (pad)
				print_padding(out, text, t->widths[c]);
		}
	}
	fputc('\n', out);
}

/* What the limit is compared with: the children's share where there is one. */
static bool row_shown(const struct table *t, const struct row *row)
{
	const struct columns *columns = t->rows->options->columns;
	uint64_t part = columns->has[COLUMN_CHILDREN] ? row->children : row->period;

	return percent(part, t->rows->totals[t->event].period) >= t->options->percent_limit;
}

int print_rows(FILE *out, const struct rows *r, uint32_t event, const struct print_options *o)
{
	struct table t = { .rows = r, .options = o, .event = event };
	uint32_t n;
	const struct row **rows = rows_sorted(r, event, &n);
	int result = 0;

	if (!rows)
		return -ENOMEM;
	if (!o->separator)
		table_measure(&t, rows, n);
	if (!o->quiet)
		print_headings(out, &t);
	for (uint32_t i = 0; i < n && !result; i++) {
		if (!row_shown(&t, rows[i]))
			continue;
		print_row(out, &t, rows[i]);
		if (o->callgraph)
			result = callgraph_print(out, o->callgraph, rows[i]);
	}
	free(rows);
	return result;
}
