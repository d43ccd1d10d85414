#include "report/print/print_jsonl.h"

#include "common/escaped.h"
#include "common/json.h"
#include "report/print/row_fields.h"
#include "report/print/row_json.h"

#include <errno.h>

struct jsonl {
	struct json json;
	const struct rows *rows;
	struct row_event event;
	struct buffer text;
};

/* JSON escapes control characters itself; it has nothing for bytes that are no UTF-8. */
static const char *escaped(struct jsonl *l, const char *text)
{
	buffer_clear(&l->text);
	escaped_put(&l->text, text, 0);
	buffer_put_u8(&l->text, 0);
	return buffer_ok(&l->text) ? (const char *)l->text.data : "";
}

static void put_field(void *jsonl, const struct row_field *field)
{
	struct jsonl *l = jsonl;
	struct row_field plain = *field;

	if (field->kind == ROW_FIELD_TEXT)
		plain.text = escaped(l, field->text);
	row_json_put(&l->json, &plain);
}

static int put_row(void *jsonl, const struct row *row, uint32_t event)
{
	struct jsonl *l = jsonl;

	json_begin(&l->json, '{');
	if (!row_fields_have_event(l->rows)) {
		const char *name = row_event_name(&l->event, l->rows, event);

		if (!name)
			return -ENOMEM;
		json_name(&l->json, "event");
		json_string(&l->json, escaped(l, name));
	}
	row_fields_counts(l->rows, row, event, 0, put_field, l);
	row_fields_columns(l->rows, row, event, put_field, l);
	json_end(&l->json, '}');
	l->json.comma = false;
	fputc('\n', l->json.out);
	return buffer_ok(&l->text) ? 0 : -ENOMEM;
}

int print_jsonl(FILE *out, const struct format_input *in, const char **ret_note)
{
	struct jsonl l = { .json.out = out, .rows = in->rows };
	int result;

	*ret_note = NULL;
	row_event_init(&l.event);
	buffer_init(&l.text);
	result = row_fields_each(in->rows, in->percent_limit, put_row, &l);
	row_event_fini(&l.event);
	buffer_fini(&l.text);
	return result;
}
