#include "report/trace_text.h"

#include <ctype.h>
#include <string.h>

#define NESTING_MAX 200
#define TEXT_MAX    (64u << 10) /* names are looked up in the text; the longest of Linux 6.18 has 5,523 bytes */

enum token {
	TOKEN_START,
	TOKEN_NAME,
	TOKEN_NUMBER,
	TOKEN_STRING,
	TOKEN_OPEN, /* ( [ { */
	TOKEN_CLOSE,
	TOKEN_COMMA,
	TOKEN_BINARY, /* needs something on both sides */
	TOKEN_DIVIDE, /* a binary one: / % */
	TOKEN_EITHER, /* may stand before an operand alone: - + ! ~ & * */
	TOKEN_END,
	TOKEN_BAD,
};

struct scan {
	const char *fields; /* the text before the print format, which declares them */
	size_t fields_size;
	const char *p, *end;
	bool field_next; /* what comes is a field's name: of REC->name, or __get_str(name) */
	enum token last;
	char last_char; /* the first of the last token */
	char open[NESTING_MAX];
	unsigned n_open;
};

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Strings and characters in quotes; the place behind, or NULL. */
static const char *skip_quoted(const char *p, const char *end)
{
	char quote = *p;

	for (p++; p < end && *p != quote; p++)
		p += *p == '\\';
	return p < end ? p + 1 : NULL;
}

static enum token scan_token(struct scan *s)
{
	static const char *const longer[] = { "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->" };
	char c = *s->p;

	if (is_word(c)) {
		while (s->p < s->end && is_word(*s->p))
			s->p++;
		return isdigit((unsigned char)c) ? TOKEN_NUMBER : TOKEN_NAME;
	}
	if (c == '"' || c == '\'') {
		const char *behind = skip_quoted(s->p, s->end);

		s->p = behind ? behind : s->end;
		return behind ? TOKEN_STRING : TOKEN_BAD;
	}
	for (size_t i = 0; i < sizeof(longer) / sizeof(*longer); i++) {
		if (s->end - s->p >= 2 && !memcmp(s->p, longer[i], 2)) {
			s->p += 2;
			return TOKEN_BINARY;
		}
	}
	s->p++;
	if (c == '/' || c == '%')
		return TOKEN_DIVIDE;
	return strchr("([{", c)       ? TOKEN_OPEN
	       : strchr(")]}", c)     ? TOKEN_CLOSE
	       : strchr("-+!~&*", c)  ? TOKEN_EITHER
	       : strchr("|^<>?:.", c) ? TOKEN_BINARY
	       : c == ','             ? TOKEN_COMMA
				      : TOKEN_BAD;
}

/* Opening and closing brackets belong together. */
static bool scan_brackets(struct scan *s, enum token token, char c)
{
	if (token == TOKEN_OPEN) {
		if (s->n_open == NESTING_MAX)
			return false;
		s->open[s->n_open++] = c == '(' ? ')' : c == '[' ? ']' : '}';
	}
	return token != TOKEN_CLOSE || (s->n_open && s->open[--s->n_open] == c);
}

/* "field:TYPE NAME;" or "NAME[16];" stands among the fields. */
static bool field_is_declared(const struct scan *s, const char *name, size_t size)
{
	const char *p = s->fields, *end = s->fields + s->fields_size;

	while ((p = memmem(p, (size_t)(end - p), name, size))) {
		if (p > s->fields && !is_word(p[-1]) && p + size < end && (p[size] == ';' || p[size] == '['))
			return true;
		p += size;
	}
	return false;
}

/* The library does not ask whether there is such a field. */
static bool scan_fields(struct scan *s, enum token token, const char *from)
{
	size_t size = (size_t)(s->p - from);
	bool getter = token == TOKEN_NAME && size > 6 && !memcmp(from, "__get_", 6);

	if (s->field_next && token == TOKEN_NAME && !field_is_declared(s, from, size))
		return false;
	s->field_next = getter || (s->field_next && token == TOKEN_OPEN) ||
			(token == TOKEN_BINARY && size == 2 && !memcmp(from, "->", 2));
	return true;
}

/* An operand may follow what stood last. */
static bool operand_may_follow(const struct scan *s, enum token token)
{
	switch (s->last) {
	case TOKEN_NAME: return token == TOKEN_NAME; /* unsigned long */
	case TOKEN_STRING: return token == TOKEN_STRING;
	case TOKEN_NUMBER: return false;
	case TOKEN_CLOSE: return s->last_char == ')'; /* a cast */
	default: return true;
	}
}

static bool may_follow(const struct scan *s, enum token token, char c)
{
	bool complete =
		s->last == TOKEN_NAME || s->last == TOKEN_NUMBER || s->last == TOKEN_STRING || s->last == TOKEN_CLOSE;

	switch (token) {
	case TOKEN_NAME:
	case TOKEN_STRING: return operand_may_follow(s, token);
	/* Nothing is divided by 0, nor by what could be it. */
	case TOKEN_NUMBER: return operand_may_follow(s, token) && (s->last != TOKEN_DIVIDE || c != '0');
	case TOKEN_OPEN:
		if (c == '[')
			return s->last == TOKEN_NAME || s->last == TOKEN_CLOSE;
		if (c == '{')
			return s->last == TOKEN_COMMA;
		return s->last != TOKEN_NUMBER && s->last != TOKEN_STRING && s->last != TOKEN_DIVIDE;
	case TOKEN_CLOSE:
		return complete || s->last == TOKEN_COMMA ||
		       (c == ')' && (s->last_char == '*' || s->last_char == '(')) || (c == '}' && s->last_char == '{');
	case TOKEN_COMMA: return complete;
	case TOKEN_BINARY:
	case TOKEN_DIVIDE: return complete && !(token == TOKEN_DIVIDE && memchr(s->open, '}', s->n_open));
	case TOKEN_EITHER: return s->last != TOKEN_DIVIDE;
	case TOKEN_END: return complete && !s->n_open;
	default: return false;
	}
}

static bool print_is_sane(const char *text, const char *print, size_t size)
{
	struct scan s = { .fields = text,
			  .fields_size = (size_t)(print - text),
			  .p = print,
			  .end = print + size,
			  .last = TOKEN_COMMA };

	for (;;) {
		enum token token = TOKEN_END;
		const char *from;
		char c = 0;

		while (s.p < s.end && isspace((unsigned char)*s.p))
			s.p++;
		from = s.p;
		if (s.p < s.end) {
			c = *s.p;
			token = scan_token(&s);
		}
		if (!may_follow(&s, token, c) || !scan_brackets(&s, token, c) || !scan_fields(&s, token, from))
			return false;
		if (token == TOKEN_END)
			return true;
		s.last = token;
		s.last_char = c;
	}
}

bool trace_text_is_sane(const char *text, size_t size)
{
	static const char mark[] = "print fmt:";
	const char *print = memmem(text, size, mark, sizeof(mark) - 1);

	if (size > TEXT_MAX)
		return false;
	for (size_t i = 0; i < size; i++)
		if (!isprint((unsigned char)text[i]) && !isspace((unsigned char)text[i]) && (text[i] || i + 1 < size))
			return false;
	if (!print)
		return true; /* the library refuses it */
	print += sizeof(mark) - 1;
	size -= (size_t)(print - text);
	return print_is_sane(text, print, size && !print[size - 1] ? size - 1 : size);
}
