/*
 * json: writes JSON (RFC 8259) to a stream, value by value, with the commas between.
 *
 *	struct json j = { .out = stdout };
 *
 *	json_begin(&j, '{');
 *	json_name(&j, "samples");
 *	json_u64(&j, 12);
 *	json_end(&j, '}');
 *
 * The caller tests ferror(3) of the stream at the end. One thread at a time.
 */
#ifndef PREC_COMMON_JSON_H
#define PREC_COMMON_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct json {
	FILE *out;
	bool comma; /* a comma has to come before the next value or name */
};

/* Begin and end an object ('{', '}') or an array ('[', ']'). */
void json_begin(struct json *j, char bracket);
void json_end(struct json *j, char bracket);

/* Begins a new line, so that people can read and compare large texts. */
void json_line(struct json *j);

/* Writes the name of an object's next value; it is not escaped. */
void json_name(struct json *j, const char *name);

/* Write a value. */
void json_string(struct json *j, const char *text);
void json_u64(struct json *j, uint64_t v);
void json_i64(struct json *j, int64_t v);
void json_bool(struct json *j, bool v);

/* Writes v / 10^digits exactly, without zeros at the end of a fraction. digits: at most 19. */
void json_fixed(struct json *j, uint64_t v, unsigned digits);

/* Writes null, or another value as it is in the text. */
void json_plain(struct json *j, const char *value);

/* Writes a number with so many digits after the decimal point. */
void json_double(struct json *j, double v, int digits);

/*
 * Writes the next character of a text as it is in a JSON string. Control characters, also U+0080 to U+009F, quotes and
 * backslashes are escaped, and so are bytes that are no UTF-8, as \u00XX. left: the bytes of the text; *ret_taken: how
 * many of them the character has. Returns how many bytes were written.
 */
#define JSON_CHARACTER_MAX 6
size_t json_character(const uint8_t *text, size_t left, char ret_bytes[static JSON_CHARACTER_MAX], size_t *ret_taken);

/* True for an ASCII character that is not escaped. */
static inline bool json_is_plain(uint8_t c)
{
	return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
}

#endif
