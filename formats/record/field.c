#include "formats/record/field.h"

static void put(const struct field_sink *sink, struct field f)
{
	sink->put(sink->context, &f);
}

void field_number(const struct field_sink *sink, const char *name, uint64_t number)
{
	put(sink, (struct field){ .name = name, .kind = FIELD_NUMBER, .number = number });
}

void field_address(const struct field_sink *sink, const char *name, uint64_t number)
{
	put(sink, (struct field){ .name = name, .kind = FIELD_NUMBER, .format = FIELD_ADDRESS, .number = number });
}

void field_flags(const struct field_sink *sink, const char *name, uint64_t bits, const struct field_word *words)
{
	put(sink, (struct field){ .name = name, .kind = FIELD_FLAGS, .number = bits, .words = words });
}

void field_word(const struct field_sink *sink, const char *name, uint64_t number, const struct field_word *words)
{
	put(sink, (struct field){ .name = name, .kind = FIELD_NUMBER, .number = number, .words = words });
}

void field_text(const struct field_sink *sink, const char *name, const void *text, uint64_t size)
{
	put(sink,
	    (struct field){ .name = name, .kind = FIELD_TEXT, .bytes = text, .size = size ? strnlen(text, size) : 0 });
}

void field_string(const struct field_sink *sink, const char *name, const char *text)
{
	put(sink,
	    (struct field){ .name = name, .kind = FIELD_TEXT, .bytes = (const uint8_t *)text, .size = strlen(text) });
}

void field_bytes(const struct field_sink *sink, const char *name, enum field_kind kind, const void *bytes,
		 uint64_t size)
{
	put(sink, (struct field){ .name = name, .kind = kind, .bytes = bytes, .size = size });
}

void field_mark(const struct field_sink *sink, const char *name, enum field_kind kind)
{
	put(sink, (struct field){ .name = name, .kind = kind });
}

const char *field_word_find(const struct field_word *words, uint64_t number)
{
	for (; words && words->word; words++)
		if (words->value == number)
			return words->word;
	return NULL;
}
