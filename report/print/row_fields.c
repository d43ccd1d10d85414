#include "report/print/row_fields.h"

#include "common/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PERCENT_DIGITS 4
#define MEAN_DIGITS    6
#define TEXT_MAX       4096
#define NAME_MAX_SIZE  (2 * COLUMNS_FIELD_MAX + 2)

/* Where the values of one row go. */
struct fields {
	const struct rows *rows;
	const struct row *row; /* NULL: there are names alone */
	uint32_t event;
	row_field_sink *sink;
	void *context;
};

static void put_count(const struct fields *f, const char *name, uint64_t count)
{
	f->sink(f->context, &(struct row_field){ .name = name, .kind = ROW_FIELD_COUNT, .count = count });
}

static void put_number(const struct fields *f, const char *name, double number, int digits)
{
	f->sink(f->context,
		&(struct row_field){ .name = name, .kind = ROW_FIELD_NUMBER, .number = number, .digits = digits });
}

static void put_text(const struct fields *f, const char *name, const char *text)
{
	f->sink(f->context, &(struct row_field){ .name = name, .kind = ROW_FIELD_TEXT, .text = text });
}

/* --- what all rows have ---------------------------------------------------------------------- */

static const char *const counts[] = { "overhead", "overhead_children", "sample", "period" };

static bool is_among_counts(const struct sort_key *key)
{
	for (size_t i = 0; i < ARRAY_SIZE(counts); i++)
		if (!strcmp(key->name, counts[i]))
			return true;
	return false;
}

void row_fields_counts(const struct rows *r, const struct row *row, uint32_t event, uint32_t member,
		       row_field_sink *sink, void *context)
{
	const struct fields f = { .rows = r, .row = row, .event = event, .sink = sink, .context = context };
	const struct row_share share = row ? row_counts(r, row, member) : (struct row_share){ 0 };
	uint64_t total = row ? r->totals[event + member].period : 0;

	if (r->options->wants_children) {
		put_number(&f, "children", percent_of(share.children, total), PERCENT_DIGITS);
		put_count(&f, "children_period", share.children);
	}
	put_number(&f, "overhead", percent_of(share.period, total), PERCENT_DIGITS);
	put_count(&f, "samples", share.count);
	put_count(&f, "period", share.period);
}

/* --- columns ------------------------------------------------------------------------------------ */

/* A breakdown: the share of each part. */
static void put_parts(const struct fields *f, const struct column *column)
{
	const struct sort_key_part *parts = column->key->number.parts;
	uint64_t total = f->row ? f->rows->totals[f->event].period : 0;

	for (unsigned i = 0; parts[i].name; i++) {
		uint64_t sum = f->row ? *rows_sum(f->rows, f->row, 0, column->slot + i) : 0;

		f->sink(f->context, &(struct row_field){ .name = column->key->name,
							 .part = parts[i].name,
							 .is_first_part = i == 0,
							 .is_last_part = !parts[i + 1].name,
							 .kind = ROW_FIELD_NUMBER,
							 .number = percent_of(sum, total),
							 .digits = PERCENT_DIGITS });
	}
}

/* A number that only some reports show. */
static void put_column_number(const struct fields *f, const struct column *column)
{
	const struct sort_key *key = column->key;
	uint64_t number =
		f->row && !key->number.parts && !key->number.mean ? rows_number(f->rows, column, f->row, 0) : 0;

	if (key->number.parts)
		put_parts(f, column);
	else if (key->number.is_share)
		put_number(f, key->name, percent_of(number, f->row ? rows_total(f->rows, column, f->event) : 0),
			   PERCENT_DIGITS);
	else if (key->number.mean)
		put_number(f, key->name, f->row ? key->number.mean(f->rows, column, f->row, 0) : 0, MEAN_DIGITS);
	else
		put_count(f, key->name, number);
}

/* A function, with the letter of its level. */
static void put_function(const struct fields *f, const char *name)
{
	const struct frames *frames = f->rows->frames;
	uint32_t number = f->row ? row_key(f->rows, f->row)->frame : FRAMES_NONE;
	const char level[] = { f->row ? frames->list[number].level : 0, 0 };
	char text[TEXT_MAX];

	put_text(f, name, f->row ? frame_text(frames, number, text, sizeof(text)) : "");
	put_text(f, "level", level);
}

/* How many values have that name. */
static unsigned count_named(const struct columns *columns, const char *name)
{
	static const char *const others[] = { "event", "children", "children_period", "samples", "level" };
	unsigned n = 0;

	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		n += !strcmp(others[i], name);
	for (unsigned i = 0; i < columns->n; i++) {
		const struct column *column = columns_shown(columns, i);

		n += !strcmp(*column->field ? column->field : column->key->name, name);
	}
	return n;
}

/* The name of a column that is a field of tracepoints; with the event's where something else has the same name. */
static const char *field_name(const struct rows *r, const struct column *column, char text[static NAME_MAX_SIZE])
{
	if (!*column->event || count_named(r->options->columns, column->field) == 1)
		return column->field;
	snprintf(text, NAME_MAX_SIZE, "%s.%s", column->event, column->field);
	return text;
}

static void put_key(const struct fields *f, const struct column *column)
{
	uint64_t value[SORT_KEY_WORDS] = { 0 };
	char name_text[NAME_MAX_SIZE], text[TEXT_MAX] = "";
	const char *name = *column->field ? field_name(f->rows, column, name_text) : column->key->name;

	if (column->key->needs & KEY_SYM && !column->key->n_words) {
		put_function(f, name);
		return;
	}
	if (f->row)
		rows_value(f->rows, row_key(f->rows, f->row), column, value);
	if (column->key->as_number) {
		put_number(f, name, f->row ? column->key->as_number(f->rows, f->row, value) : 0, 0);
		return;
	}
	if (f->row)
		rows_text(f->rows, column, row_key(f->rows, f->row), f->row, text, sizeof(text));
	put_text(f, name, text + strspn(text, " "));
}

bool row_fields_have_event(const struct rows *r)
{
	const struct columns *columns = r->options->columns;

	for (unsigned i = 0; i < columns->n; i++)
		if (!strcmp(columns_shown(columns, i)->key->name, "event"))
			return true;
	return false;
}

/* Whether one of the first events has the name. */
static bool is_taken(const struct perf_file *file, uint32_t n, const char *name)
{
	for (uint32_t i = 0; i < n; i++)
		if (!strcmp(file->events[i].name, name))
			return true;
	return false;
}

/* A name with its number, which no event has. */
static void number_name(struct buffer *text, const struct perf_file *file, uint32_t event)
{
	const char *name = file->events[event].name;
	uint32_t number = 1;

	for (uint32_t i = 0; i < event; i++)
		number += !strcmp(file->events[i].name, name);
	do {
		buffer_clear(text);
		text_printf(text, "%s#%" PRIu32, name, number++);
		buffer_put_u8(text, 0);
	} while (buffer_ok(text) && is_taken(file, file->n_events, (const char *)text->data));
}

void row_event_init(struct row_event *e)
{
	buffer_init(&e->text);
	e->event = UINT32_MAX;
}

void row_event_fini(struct row_event *e)
{
	buffer_fini(&e->text);
}

const char *row_event_name(struct row_event *e, const struct rows *r, uint32_t event)
{
	const struct perf_file *file = r->analysis->file;
	const char *name = file->events[event].name;

	if (e->event != event && is_taken(file, event, name)) {
		number_name(&e->text, file, event);
	} else if (e->event != event) {
		buffer_clear(&e->text);
		buffer_append(&e->text, name, strlen(name) + 1);
	}
	e->event = event;
	return buffer_ok(&e->text) ? (const char *)e->text.data : NULL;
}

void row_fields_columns(const struct rows *r, const struct row *row, uint32_t event, row_field_sink *sink,
			void *context)
{
	const struct fields f = { .rows = r, .row = row, .event = event, .sink = sink, .context = context };
	const struct columns *columns = r->options->columns;

	for (unsigned i = 0; i < columns->n; i++) {
		const struct column *column = columns_shown(columns, i);

		if (is_among_counts(column->key))
			continue;
		if (sort_key_is_number(column->key))
			put_column_number(&f, column);
		else
			put_key(&f, column);
	}
}

/* --- rows --------------------------------------------------------------------------------------- */

int row_fields_of_event(const struct rows *r, uint32_t event, double percent_limit, row_fields_visitor *visit,
			void *context)
{
	uint32_t n = 0;
	const struct row **list = rows_sorted(r, event, &n);
	int result = list ? 0 : -ENOMEM;

	for (uint32_t i = 0; i < n && !result; i++) {
		uint64_t shown = r->options->wants_children ? list[i]->children : list[i]->period;

		if (percent_of(shown, r->totals[event].period) >= percent_limit)
			result = visit(context, list[i], event);
	}
	free(list);
	return result;
}

int row_fields_each(const struct rows *r, double percent_limit, row_fields_visitor *visit, void *context)
{
	int result = 0;

	for (uint32_t event = 0; event < r->analysis->file->n_events && !result; event++)
		if (!event_group_member(r->options->groups, event))
			result = row_fields_of_event(r, event, percent_limit, visit, context);
	return result;
}
