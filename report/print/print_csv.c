#include "report/print/print_csv.h"

#include "common/escaped.h"
#include "common/text.h"
#include "report/print/row_fields.h"

#include <errno.h>
#include <math.h>

struct csv {
	struct buffer line, text;
};

static void put_comma(struct csv *csv)
{
	if (csv->line.size)
		buffer_append(&csv->line, ",", 1);
}

/* A text without control characters, so that each row is one line. */
static void put_text(struct csv *csv, const char *text)
{
	const uint8_t *p, *end, *quote;

	buffer_clear(&csv->text);
	escaped_put(&csv->text, text, ESCAPED_CONTROLS | ESCAPED_FORMULA);
	put_comma(csv);
	buffer_append(&csv->line, "\"", 1);
	end = csv->text.data + csv->text.size;
	for (p = csv->text.data; p < end && (quote = memchr(p, '"', (size_t)(end - p))); p = quote + 1) {
		buffer_append(&csv->line, p, (size_t)(quote - p));
		buffer_append(&csv->line, "\"\"", 2);
	}
	if (p < end)
		buffer_append(&csv->line, p, (size_t)(end - p));
	buffer_append(&csv->line, "\"", 1);
}

static void put_name(void *context, const struct row_field *field)
{
	struct csv *csv = context;
	char name[256];

	snprintf(name, sizeof(name), "%s%s%s", field->name, field->part ? "." : "", field->part ? field->part : "");
	put_text(csv, name);
}

static void put_value(void *context, const struct row_field *field)
{
	struct csv *csv = context;

	switch (field->kind) {
	case ROW_FIELD_TEXT: put_text(csv, field->text); return;
	case ROW_FIELD_COUNT:
		put_comma(csv);
		text_put_u64(&csv->line, field->count, 0);
		return;
	case ROW_FIELD_NUMBER: break;
	}
	put_comma(csv);
	if (isfinite(field->number))
		text_printf(&csv->line, "%.*f", field->digits, field->number);
}

/* Where lines go. */
struct csv_output {
	FILE *out;
	const struct rows *rows;
	struct row_event event;
	struct csv csv;
};

/* Ends the line, writes it, and begins the next one. 0 or -ENOMEM. */
static int end_line(struct csv_output *o)
{
	struct buffer *line = &o->csv.line;

	buffer_append(line, "\r\n", 2);
	if (!buffer_ok(line) || !buffer_ok(&o->csv.text))
		return -ENOMEM;
	fwrite(line->data, 1, line->size, o->out);
	buffer_clear(line);
	return 0;
}

static int put_names(struct csv_output *o)
{
	if (!row_fields_have_event(o->rows))
		put_text(&o->csv, "event");
	row_fields_counts(o->rows, NULL, 0, 0, put_name, &o->csv);
	row_fields_columns(o->rows, NULL, 0, put_name, &o->csv);
	return end_line(o);
}

static int put_row(void *output, const struct row *row, uint32_t event)
{
	struct csv_output *o = output;

	if (!row_fields_have_event(o->rows)) {
		const char *name = row_event_name(&o->event, o->rows, event);

		if (!name)
			return -ENOMEM;
		put_text(&o->csv, name);
	}
	row_fields_counts(o->rows, row, event, 0, put_value, &o->csv);
	row_fields_columns(o->rows, row, event, put_value, &o->csv);
	return end_line(o);
}

int print_csv(FILE *out, const struct format_input *in, const char **ret_note)
{
	struct csv_output o = { .out = out, .rows = in->rows };
	int result;

	*ret_note = NULL;
	row_event_init(&o.event);
	buffer_init(&o.csv.line);
	buffer_init(&o.csv.text);
	result = put_names(&o);
	if (!result)
		result = row_fields_each(in->rows, in->percent_limit, put_row, &o);
	row_event_fini(&o.event);
	buffer_fini(&o.csv.line);
	buffer_fini(&o.csv.text);
	return result;
}
