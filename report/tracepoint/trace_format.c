#include "report/tracepoint/trace_format.h"

#include "common/buffer.h"

#include <ctype.h>
#include <errno.h>

/* Events have a dozen. */
#define TRACE_FIELDS_MAX 1024

struct trace_lines {
	const char *p, *end;
	struct buffer fields; /* struct trace_field */
	uint32_t id;
	uint32_t n_common;
};

/* Consumes an expected word. */
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

/* Parses a decimal number up to `max`. */
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

static bool word_is(const char *word, size_t size, const char *want)
{
	return size == strlen(want) && !memcmp(word, want, size);
}

/* Returns the flags of a word in a declaration. */
static void take_word(struct trace_field *field, const char *word, size_t size, bool *bytes)
{
	if (word_is(word, size, "__data_loc"))
		field->flags |= TRACE_FIELD_DYNAMIC;
	else if (word_is(word, size, "__rel_loc"))
		field->flags |= TRACE_FIELD_DYNAMIC | TRACE_FIELD_RELATIVE;
	else if (word_is(word, size, "long"))
		field->flags |= TRACE_FIELD_LONG;
	*bytes = *bytes || memmem(word, size, "char", 4) || memmem(word, size, "u8", 2) || memmem(word, size, "s8", 2);
	field->name = word;
	field->name_size = (uint32_t)size;
}

/*
 * Parses the declaration of a field, up to its semicolon: words, stars, sizes in brackets. The last word is the name.
 * *ret_elements: the size in brackets, if it is a number.
 */
static bool take_declaration(struct trace_lines *l, struct trace_field *field, uint32_t *ret_elements)
{
	bool in_size = false, bytes = false, bytes_before = false;
	unsigned words = 0;

	*ret_elements = 0;
	while (l->p < l->end && *l->p != ';') {
		const char *first = l->p;

		while (l->p < l->end && (isalnum((unsigned char)*l->p) || *l->p == '_'))
			l->p++;
		if (l->p > first && !in_size) {
			bytes_before = bytes;
			take_word(field, first, (size_t)(l->p - first), &bytes);
			words++;
		} else if (l->p > first) {
			uint32_t n = 0;

			for (const char *p = first; p < l->p && isdigit((unsigned char)*p) && n <= TRACE_DATA_MAX; p++)
				n = n * 10 + (uint32_t)(*p - '0');
			*ret_elements = n;
		} else if (*l->p == '[' || *l->p == ']') {
			if (in_size == (*l->p++ == '[') || !words)
				return false;
			in_size = !in_size;
			field->flags |= TRACE_FIELD_ARRAY;
		} else if (strchr(in_size ? " +-*" : " *", *l->p)) {
			field->flags |= *l->p++ == '*' && !in_size ? TRACE_FIELD_POINTER : 0;
		} else {
			return false;
		}
	}
	/* The last word, the name, is not part of the type. */
	if (field->flags & TRACE_FIELD_ARRAY && bytes_before)
		field->flags |= TRACE_FIELD_STRING;
	return words >= 2 && !in_size;
}

/* Parses a line. *ret_is_one: it describes a field. */
static bool take_field(struct trace_lines *l, bool *ret_is_one)
{
	struct trace_field field = { 0 };
	uint32_t is_signed = 0, elements;
	const char *first = l->p;

	skip_blanks(l, "\n");
	if (l->p > first && !l->n_common)
		l->n_common = (uint32_t)(l->fields.size / sizeof(field));
	*ret_is_one = take(l, "\tfield:");
	if (!*ret_is_one)
		return true;
	if (!take_declaration(l, &field, &elements) || !take(l, ";\toffset:") ||
	    !take_number(l, TRACE_DATA_MAX, &field.offset) || !take(l, ";\tsize:") ||
	    !take_number(l, TRACE_DATA_MAX - field.offset, &field.size) || !take(l, ";"))
		return false;
	if (take(l, "\tsigned:") && (!take_number(l, 1, &is_signed) || !take(l, ";")))
		return false;
	field.flags |= is_signed ? TRACE_FIELD_SIGNED : 0;
	field.element_size = elements ? field.size / elements : field.flags & TRACE_FIELD_STRING ? 1 : field.size;
	return take(l, "\n") && l->fields.size < TRACE_FIELDS_MAX * sizeof(field) &&
	       buffer_append(&l->fields, &field, sizeof(field));
}

/* Parses the lines up to "print fmt:". */
static bool take_fields(struct trace_lines *l)
{
	bool is_one = true;

	if (!take(l, "name: ") || !take_name(l) || !take(l, "\nID: ") || !take_number(l, INT32_MAX, &l->id) ||
	    !take(l, "\nformat:\n"))
		return false;
	while (is_one)
		if (!take_field(l, &is_one))
			return false;
	return l->fields.size;
}

int trace_format_parse(struct trace_format *ret_format, struct arena *arena, const char *text, size_t size)
{
	struct trace_lines l = { .p = text, .end = text + size };
	struct trace_field *fields;
	int result = -EBADMSG;

	buffer_init(&l.fields);
	if (take_fields(&l)) {
		fields = arena_alloc(arena, l.fields.size);
		result = fields ? 0 : -ENOMEM;
	}
	if (!result) {
		memcpy(fields, l.fields.data, l.fields.size);
		*ret_format = (struct trace_format){ .id = l.id,
						     .fields = fields,
						     .n_fields = (uint32_t)(l.fields.size / sizeof(*fields)),
						     .n_common = l.n_common };
		if (take(&l, "print fmt:")) {
			ret_format->print = l.p;
			ret_format->end = l.end;
		}
	}
	buffer_fini(&l.fields);
	return result;
}

const struct trace_field *trace_format_field(const struct trace_format *f, const char *name, size_t size)
{
	for (uint32_t i = 0; i < f->n_fields; i++)
		if (f->fields[i].name_size == size && !memcmp(f->fields[i].name, name, size))
			return &f->fields[i];
	return NULL;
}
