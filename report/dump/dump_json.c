#include "report/dump/dump_json.h"

#include "common/text.h"

static char *put_number(char *p, const char *name, uint64_t v)
{
	return text_u64(dump_word(p, name), v, 0, ' ');
}

static void json_begin(struct dump_writer *w, const char *kind, const char *type, uint64_t where, uint64_t inner)
{
	char *p = dump_out_room(w->out, DUMP_BEGIN_MAX);

	p = dump_word(dump_word(dump_word(p, "{\"kind\":\""), kind), "\"");
	if (where != DUMP_NO_OFFSET)
		p = put_number(p, ",\"offset\":", where);
	if (inner != DUMP_NO_INNER)
		p = put_number(p, ",\"inner\":", inner);
	p = dump_word(dump_word(dump_word(p, ",\"type\":\""), type), "\"");
	dump_out_end(w->out, p);
	w->first = false;
}

static void json_fields(struct dump_writer *w, bool begin)
{
	dump_out_string(w->out, begin ? ",\"fields\":{" : "}");
	w->first = begin;
}

static void json_blob(const struct dump_writer *w, const uint8_t *data, size_t size)
{
	dump_out_string(w->out, "{\"size\":");
	dump_out_decimal(w->out, size);
	if (w->hex) {
		dump_out_string(w->out, ",\"hex\":");
		dump_put_hex_bytes(w, data, size);
	}
	dump_out_char(w->out, '}');
}

static void json_bytes(struct dump_writer *w, const uint8_t *data, size_t size)
{
	dump_out_string(w->out, ",\"hex\":");
	dump_put_hex_bytes(w, data, size);
}

static void json_end(struct dump_writer *w)
{
	dump_out_string(w->out, "}\n");
}

/* Addresses are strings, so that programs whose numbers are doubles do not round them. */
const struct dump_style dump_json_style = {
	.separator = ',',
	.assign = ':',
	.quote = '"',
	.flags_begin = '[',
	.flags_between = ',',
	.flags_end = ']',
	.begin = json_begin,
	.fields = json_fields,
	.blob = json_blob,
	.bytes = json_bytes,
	.end = json_end,
};
