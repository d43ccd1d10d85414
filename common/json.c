#include "common/json.h"

#include "common/printable.h"
#include "common/text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* One thread writes at a time, so no value needs the lock of its stream. */
static void json_put(struct json *j, const void *bytes, size_t size)
{
	fwrite_unlocked(bytes, 1, size, j->out);
}

static void json_value(struct json *j)
{
	if (j->comma)
		fputc_unlocked(',', j->out);
	j->comma = true;
}

void json_begin(struct json *j, char bracket)
{
	json_value(j);
	fputc(bracket, j->out);
	j->comma = false;
}

void json_end(struct json *j, char bracket)
{
	fputc(bracket, j->out);
	j->comma = true;
}

void json_line(struct json *j)
{
	if (j->comma)
		fputc(',', j->out);
	j->comma = false;
	fputc('\n', j->out);
}

size_t json_character(const uint8_t *text, size_t left, char ret_bytes[static JSON_CHARACTER_MAX], size_t *ret_taken)
{
	static const char digits[] = "0123456789abcdef";
	size_t size = *text < 0x80 ? json_is_plain(*text) : utf8_size(text, left, NULL);
	/* U+0080 to U+009F are commands to terminals, as those below U+0020 are. */
	bool is_control = size == 2 && text[0] == 0xc2 && text[1] < 0xa0;

	*ret_taken = size ? size : 1;
	if (is_control) {
		text++;
		size = 0;
	}
	if (size) {
		memcpy(ret_bytes, text, size);
		return size;
	}
	if (*text == '"' || *text == '\\') {
		ret_bytes[0] = '\\';
		ret_bytes[1] = (char)*text;
		return 2;
	}
	memcpy(ret_bytes, "\\u00", 4);
	ret_bytes[4] = digits[*text >> 4];
	ret_bytes[5] = digits[*text & 15];
	return 6;
}

static void json_put_string(struct json *j, const char *text)
{
	const uint8_t *p = (const uint8_t *)text;
	size_t left = strlen(text), taken;
	char bytes[JSON_CHARACTER_MAX];

	fputc('"', j->out);
	while (left) {
		size_t plain = 0;

		while (plain < left && json_is_plain(p[plain]))
			plain++;
		fwrite(p, 1, plain, j->out);
		p += plain;
		left -= plain;
		if (!left)
			break;
		fwrite(bytes, 1, json_character(p, left, bytes, &taken), j->out);
		p += taken;
		left -= taken;
	}
	fputc('"', j->out);
}

void json_name(struct json *j, const char *name)
{
	json_value(j);
	json_put_string(j, name);
	fputc(':', j->out);
	j->comma = false;
}

void json_string(struct json *j, const char *text)
{
	json_value(j);
	json_put_string(j, text);
}

void json_u64(struct json *j, uint64_t v)
{
	char text[TEXT_NUMBER];

	json_value(j);
	json_put(j, text, (size_t)(text_u64(text, v, 0, ' ') - text));
}

void json_fixed(struct json *j, uint64_t v, unsigned digits)
{
	char text[2 * TEXT_NUMBER + 1];
	uint64_t unit = digits ? text_powers[digits] : 1;
	char *end = text_u64(text, v / unit, 0, ' ');

	if (v % unit) {
		*end++ = '.';
		end = text_u64(end, v % unit, digits, '0');
		while (end[-1] == '0')
			end--;
	}
	json_value(j);
	json_put(j, text, (size_t)(end - text));
}

void json_plain(struct json *j, const char *value)
{
	json_value(j);
	json_put(j, value, strlen(value));
}

void json_i64(struct json *j, int64_t v)
{
	json_value(j);
	fprintf(j->out, "%" PRId64, v);
}

void json_bool(struct json *j, bool v)
{
	json_value(j);
	fputs(v ? "true" : "false", j->out);
}

void json_double(struct json *j, double v, int digits)
{
	json_value(j);
	if (isfinite(v))
		fprintf(j->out, "%.*f", digits, v);
	else
		fputs("null", j->out);
}
