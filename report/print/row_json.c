#include "report/print/row_json.h"

void row_json_put(struct json *j, const struct row_field *field)
{
	if (field->is_first_part) {
		json_name(j, field->name);
		json_begin(j, '{');
	}
	json_name(j, field->part ? field->part : field->name);
	switch (field->kind) {
	case ROW_FIELD_COUNT: json_u64(j, field->count); break;
	case ROW_FIELD_NUMBER: json_double(j, field->number, field->digits); break;
	case ROW_FIELD_TEXT: json_string(j, field->text); break;
	}
	if (field->is_last_part)
		json_end(j, '}');
}
