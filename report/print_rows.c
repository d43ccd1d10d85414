#include "report/print_rows.h"

#include "common/buffer.h"
#include "report/callgraph.h"
#include "report/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
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
	uint32_t *places; /* of the members of the event's group that have samples, or of the event alone */
	uint32_t n_places;
};

void print_units(FILE *out, uint64_t n)
{
	static const char units[] = { ' ', 'K', 'M', 'G', 'T' };
	size_t unit = 0;

	for (; n > 999 && unit < sizeof(units) - 1; unit++)
		n /= 1000;
	fprintf(out, "%" PRIu64 "%c", n, units[unit]);
}

/* Appends to a text of a group, as far as there is room. How long it is then. */
__attribute__((format(printf, 3, 4))) static size_t text_add(char *text, size_t used, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text + used, EVENT_GROUP_TEXT_MAX - used, format, args);
	va_end(args);
	return n > 0 && (size_t)n < EVENT_GROUP_TEXT_MAX - used ? used + (size_t)n : EVENT_GROUP_TEXT_MAX - 1;
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

static void cell_thread(const struct rows *r, const struct row_key *key, char *text, size_t size)
{
	char number[16];

	snprintf(text, size, "%*d:%s", PID_DIGITS, (int32_t)key->tid, thread_comm(r, key->tid, number, sizeof(number)));
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

/* A cell of a key column, without padding. */
static void cell_key(const struct table *t, enum column_kind kind, const struct row *row, char *text, size_t size)
{
	const struct rows *r = t->rows;
	const struct row_key *key = row_key(r, row);

	switch (kind) {
	case COLUMN_COMM: snprintf(text, size, "%s", strtab_get(r->frames->strings, key->comm)); break;
	case COLUMN_TRACE: snprintf(text, size, "%s", strtab_get(r->frames->strings, key->trace)); break;
	case COLUMN_DSO: snprintf(text, size, "%s", strtab_get(r->frames->strings, key->dso)); break;
	case COLUMN_SYM: cell_symbol(r, key->frame, text, size); break;
	case COLUMN_PID:
	case COLUMN_TID: cell_thread(r, key, text, size); break;
	case COLUMN_CPU: snprintf(text, size, "%.*d", CPU_MIN_WIDTH, (int32_t)key->cpu); break;
	default: snprintf(text, size, "%s", r->analysis->file->events[key->event].name); break;
	}
}

static void cell_number(const struct table *t, enum column_kind kind, const struct row *row, uint32_t place, char *text)
{
	uint64_t total = t->rows->totals[t->event + place].period;
	uint64_t number = row_number(t->rows, row, kind, place);

	if (kind == COLUMN_OVERHEAD || kind == COLUMN_CHILDREN)
		*text_percent(text, percent(number, total)) = 0;
	else
		*text_u64(text, number, 0, ' ') = 0;
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
			int numbers = number_width(kind) * (int)t->n_places;

			t->widths[c] = numbers > width ? numbers : width;
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

/* The numbers of all members that are shown, side by side. */
static void print_numbers(FILE *out, const struct table *t, enum column_kind kind, const struct row *row, int width)
{
	char text[64];

	/* Members have less than the heading's width only where there is one. */
	for (uint32_t i = 0; i < t->n_places; i++) {
		cell_number(t, kind, row, t->places[i], text);
		if (t->options->separator)
			fprintf(out, "%s%s", i ? " " : "", text + strspn(text, " "));
		else
			print_padding(out, text, width / (int)t->n_places);
		if (!t->options->separator)
			fputs(text, out);
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
			print_numbers(out, t, kind, row, t->widths[c]);
			continue;
		}
		cell_key(t, kind, row, text, sizeof(text));
		if (t->options->separator) {
			print_separated(out, text + strspn(text, " "), t->options->separator);
		} else {
			/* As in perf, a symbol at the end of a line is not padded. */
			bool pad = kind != COLUMN_SYM || c + 1 < columns->n;

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

/* As in perf 7, members without samples are left out, unless no member has any. */
static int table_choose(struct table *t)
{
	uint32_t n = t->rows->options->groups->list[t->event].n_members;

	t->places = calloc(n, sizeof(*t->places));
	if (!t->places)
		return -ENOMEM;
	for (uint32_t i = 0; i < n; i++)
		if (t->options->event_samples[t->event + i])
			t->places[t->n_places++] = i;
	if (!t->n_places)
		t->n_places = 1;
	return 0;
}

int print_event_heading(FILE *out, const struct rows *r, uint32_t event, const struct print_options *o)
{
	struct table t = { .rows = r, .options = o, .event = event };
	const struct event_group *group = &r->options->groups->list[event];
	const struct file_event *events = r->analysis->file->events;
	struct event_total sum = { 0 };
	char text[EVENT_GROUP_TEXT_MAX];
	size_t used = 0;

	if (table_choose(&t))
		return -ENOMEM;
	if (group->n_members > 1 && !group->forced)
		used = text_add(text, used, "%s { ", group->name ? group->name : "anon group");
	for (uint32_t i = 0; i < t.n_places; i++) {
		const struct event_total *total = &r->totals[event + t.places[i]];

		sum.count += total->count;
		sum.period += total->period;
		used = text_add(text, used, "%s%s", i ? ", " : "", events[event + t.places[i]].name);
	}
	if (group->n_members > 1 && !group->forced)
		used = text_add(text, used, " }");
	fprintf(out, "# Samples: ");
	print_units(out, sum.count);
	fprintf(out, " of event%s '%s'\n# Event count (approx.): %" PRIu64 "\n#\n", group->n_recorded > 1 ? "s" : "",
		group->n_members > 1 ? text : events[event].name, sum.period);
	free(t.places);
	return 0;
}

int print_rows(FILE *out, const struct rows *r, uint32_t event, const struct print_options *o)
{
	struct table t = { .rows = r, .options = o, .event = event };
	uint32_t n;
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
		if (!row_shown(&t, rows[i]))
			continue;
		print_row(out, &t, rows[i]);
		if (o->callgraph)
			result = callgraph_print(out, o->callgraph, rows[i]);
	}
	free(t.places);
	free(rows);
	return result;
}
