/*
 * json: a JSON text (RFC 8259) written to a stream, value by value; commas are put in between.
 *
 *	struct json j = { .out = stdout };
 *
 *	json_begin(&j, '{');
 *	json_name(&j, "samples");
 *	json_u64(&j, 12);
 *	json_end(&j, '}');
 *
 * Errors of the stream are the stream's: ask ferror() at the end. One thread at a time.
 */
#ifndef PREC_COMMON_JSON_H
#define PREC_COMMON_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct json {
	FILE *out;
	bool comma; /* stands before the next value or name */
};

/* '{' and '}' of an object, '[' and ']' of an array. */
void json_begin(struct json *j, char bracket);
void json_end(struct json *j, char bracket);

/* Begins a line, so that large texts can be read and compared. */
void json_line(struct json *j);

/* The name of an object's next value, as it is. */
void json_name(struct json *j, const char *name);

void json_string(struct json *j, const char *text);
void json_u64(struct json *j, uint64_t v);
void json_i64(struct json *j, int64_t v);
void json_bool(struct json *j, bool v);

/* With so many digits after the point. */
void json_double(struct json *j, double v, int digits);

/*
 * The next character of a text as it stands in a JSON string, in at most JSON_CHARACTER_MAX bytes: control characters,
 * also those of U+0080 to U+009F, quotes, backslashes and bytes that are no UTF-8 are escaped, the latter as \u00XX.
 * *ret_taken: how many of the `left` bytes it is. Returns how many were written.
 */
#define JSON_CHARACTER_MAX 6
size_t json_character(const uint8_t *text, size_t left, char ret_bytes[static JSON_CHARACTER_MAX], size_t *ret_taken);

/* Whether a byte is a character that stands for itself. */
static inline bool json_is_plain(uint8_t c)
{
	return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
}

#endif
