#include "report/export/message_writer.h"

#include "report/export/proto_writer.h"

#include <inttypes.h>

static void open_field(struct message_writer *w, const struct message_field *field)
{
	w->open[w->depth++] = proto_begin(w->b, field->number);
}

static void close_field(struct message_writer *w)
{
	proto_end(w->b, w->open[--w->depth]);
}

void message_begin(struct message_writer *w, const struct message_field *field)
{
	if (!w->json) {
		open_field(w, field);
		return;
	}
	json_name(w->json, field->name);
	json_begin(w->json, '{');
}

void message_end(struct message_writer *w)
{
	if (w->json)
		json_end(w->json, '}');
	else
		close_field(w);
}

void message_list_begin(struct message_writer *w, const struct message_field *field)
{
	if (!w->json)
		return;
	json_name(w->json, field->name);
	json_begin(w->json, '[');
}

void message_list_end(struct message_writer *w)
{
	if (w->json)
		json_end(w->json, ']');
}

void message_item_begin(struct message_writer *w, const struct message_field *field)
{
	if (!w->json) {
		open_field(w, field);
		return;
	}
	json_line(w->json);
	json_begin(w->json, '{');
}

void message_item_end(struct message_writer *w)
{
	message_end(w);
}

void message_item_text(struct message_writer *w, const struct message_field *field, const char *text)
{
	if (!w->json) {
		proto_put_string(w->b, field->number, text);
		return;
	}
	json_line(w->json);
	json_string(w->json, text);
}

void message_numbers_begin(struct message_writer *w, const struct message_field *field)
{
	if (w->json)
		message_list_begin(w, field);
	else
		open_field(w, field);
}

void message_numbers_end(struct message_writer *w)
{
	if (w->json)
		message_list_end(w);
	else
		close_field(w);
}

static void json_text64(struct json *j, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, value);
	json_string(j, text);
}

void message_item_number(struct message_writer *w, uint32_t value)
{
	if (w->json)
		json_u64(w->json, value);
	else
		proto_put_packed(w->b, value);
}

void message_item_number64(struct message_writer *w, uint64_t value)
{
	if (w->json)
		json_text64(w->json, value);
	else
		proto_put_packed(w->b, value);
}

void message_put_number(struct message_writer *w, const struct message_field *field, uint32_t value)
{
	if (!w->json) {
		proto_put_nonzero(w->b, field->number, value);
	} else if (value) {
		json_name(w->json, field->name);
		json_u64(w->json, value);
	}
}

void message_put_choice64(struct message_writer *w, const struct message_field *field, uint64_t value)
{
	if (!w->json) {
		proto_put_number(w->b, field->number, value);
		return;
	}
	json_name(w->json, field->name);
	json_text64(w->json, value);
}

void message_put_number64(struct message_writer *w, const struct message_field *field, uint64_t value)
{
	if (value)
		message_put_choice64(w, field, value);
}

void message_put_fixed64(struct message_writer *w, const struct message_field *field, uint64_t value)
{
	if (w->json)
		message_put_number64(w, field, value);
	else if (value)
		proto_put_fixed64(w->b, field->number, value);
}

void message_put_choice_text(struct message_writer *w, const struct message_field *field, const char *text)
{
	if (!w->json) {
		proto_put_string(w->b, field->number, text);
		return;
	}
	json_name(w->json, field->name);
	json_string(w->json, text);
}

void message_put_text(struct message_writer *w, const struct message_field *field, const char *text)
{
	if (*text)
		message_put_choice_text(w, field, text);
}

/* text: four characters for each three bytes, and a NUL. */
static void base64_make(char *text, const uint8_t *data, size_t size)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < size; i += 3) {
		size_t left = size - i;
		uint32_t bits = (uint32_t)data[i] << 16 | (left > 1 ? (uint32_t)data[i + 1] << 8 : 0) |
				(left > 2 ? data[i + 2] : 0);

		for (int shift = 18; shift >= 0; shift -= 6)
			*text++ = digits[bits >> shift & 63];
		if (left < 3)
			text[-1] = '=';
		if (left < 2)
			text[-2] = '=';
	}
	*text = '\0';
}

void message_put_bytes(struct message_writer *w, const struct message_field *field, const uint8_t *data, size_t size)
{
	char text[MESSAGE_BYTES_MAX / 3 * 4 + 5];

	if (!w->json) {
		proto_put_bytes(w->b, field->number, data, size);
		return;
	}
	base64_make(text, data, size < MESSAGE_BYTES_MAX ? size : MESSAGE_BYTES_MAX);
	json_name(w->json, field->name);
	json_string(w->json, text);
}
