#include "report/tracepoint/trace_format.h"

#include "common/buffer.h"

#include <ctype.h>
#include <stdlib.h>

/* Events have a dozen. */
#define TRACE_FIELDS_MAX 1024

struct trace_lines {
	const char *p, *end;
	struct buffer fields; /* struct trace_field */
};

/* Takes the word, which has to stand there. */
static bool take(struct trace_lines *l, const char *word)
{
	size_t size = strlen(word);

	if ((size_t)(l->end - l->p) < size || memcmp(l->p, word, size) != 0)
		return false;
	l->p += size;
	return true;
}

static void skip_blanks(struct trace_lines *l, const char *blanks)
{
	while (l->p < l->end && strchr(blanks, *l->p))
		l->p++;
}

/* A decimal number of at most `max`. */
static bool take_number(struct trace_lines *l, uint32_t max, uint32_t *ret_number)
{
	uint64_t number = 0;
	const char *first = l->p;

	while (l->p < l->end && isdigit((unsigned char)*l->p) && number <= max)
		number = number * 10 + (uint64_t)(*l->p++ - '0');
	*ret_number = (uint32_t)number;
	return l->p > first && number <= max;
}

static bool take_name(struct trace_lines *l)
{
	const char *first = l->p;

	while (l->p < l->end && (isalnum((unsigned char)*l->p) || *l->p == '_' || *l->p == '-' || *l->p == '.'))
		l->p++;
	return l->p > first;
}

/* What a field is declared as, up to its semicolon: words, stars, sizes in brackets. Its name is the last word. */
static bool take_declaration(struct trace_lines *l, struct trace_field *ret_field)
{
	unsigned words = 0;
	bool in_size = false, in_word = false;

	for (; l->p < l->end && *l->p != ';'; l->p++) {
		bool word = isalnum((unsigned char)*l->p) || *l->p == '_';

		if (*l->p == '[' || *l->p == ']') {
			if (in_size == (*l->p == '[') || !words)
				return false;
			in_size = !in_size;
		} else if (!word && !strchr(in_size ? " +-*" : " *", *l->p)) {
			return false;
		}
		if (word && !in_size) {
			words += !in_word;
			if (!in_word)
				*ret_field = (struct trace_field){ .name = l->p };
			ret_field->name_size++;
		}
		in_word = word;
	}
	return words >= 2 && !in_size;
}

/* One line of a field; *ret_is_one false: another line stands there. */
static bool take_field(struct trace_lines *l, bool *ret_is_one)
{
	struct trace_field field = { 0 };
	uint32_t offset, size, is_signed;

	skip_blanks(l, "\n");
	*ret_is_one = take(l, "\tfield:");
	if (!*ret_is_one)
		return true;
	if (!take_declaration(l, &field) || !take(l, ";\toffset:") || !take_number(l, TRACE_DATA_MAX, &offset) ||
	    !take(l, ";\tsize:") || !take_number(l, TRACE_DATA_MAX - offset, &size) || !take(l, ";"))
		return false;
	if (take(l, "\tsigned:") && (!take_number(l, 1, &is_signed) || !take(l, ";")))
		return false;
	field.size = size;
	return take(l, "\n") && l->fields.size < TRACE_FIELDS_MAX * sizeof(field) &&
	       buffer_append(&l->fields, &field, sizeof(field));
}

/* All up to "print fmt:". */
static bool take_fields(struct trace_lines *l)
{
	bool is_one = true;
	uint32_t id;

	if (!take(l, "name: ") || !take_name(l) || !take(l, "\nID: ") || !take_number(l, INT32_MAX, &id) ||
	    !take(l, "\nformat:\n"))
		return false;
	while (is_one)
		if (!take_field(l, &is_one))
			return false;
	return true;
}

/* A NUL ends the text for the library. */
static bool text_is_plain(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if ((unsigned char)text[i] >= 127 || (text[i] < ' ' && text[i] != '\t' && text[i] != '\n'))
			return false;
	return true;
}

enum trace_verdict trace_format_check(const char *text, size_t size, size_t *ret_print)
{
	struct trace_lines l = { .p = text, .end = text + size };
	enum trace_verdict verdict = TRACE_BAD;
	const struct trace_field *fields;

	buffer_init(&l.fields);
	*ret_print = size;
	if (text_is_plain(text, size) && take_fields(&l) && l.fields.size) {
		uint32_t n = (uint32_t)(l.fields.size / sizeof(*fields));

		*ret_print = (size_t)(l.p - text);
		qsort(l.fields.data, n, sizeof(*fields), trace_field_compare);
		fields = (const struct trace_field *)l.fields.data;
		verdict = TRACE_NO_PRINT;
		if (take(&l, "print fmt: ") && trace_print_check(l.p, l.end, fields, n))
			verdict = TRACE_GOOD;
	}
	buffer_fini(&l.fields);
	return verdict;
}
