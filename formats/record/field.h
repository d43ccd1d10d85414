/*
 * field: hands over decoded data as a sequence of named values, which code can show or check without knowing what they
 * mean.
 *
 * A decoder puts its fields into a sink, one after the other. Lists and groups nest:
 *
 *	NUMBER pid 10
 *	LIST links
 *	    GROUP
 *	        NUMBER dev 3
 *	        NUMBER inode 77
 *	    END_GROUP
 *	    ...
 *	END_LIST
 *	TEXT comm "cat"
 *
 * Every list and group is ended, also if the data are damaged. Bytes and names are borrowed from the decoded data.
 */
#ifndef PREC_FORMATS_RECORD_FIELD_H
#define PREC_FORMATS_RECORD_FIELD_H

#include "common/bytes.h"

enum field_kind {
	FIELD_NUMBER,
	FIELD_FLAGS, /* a number whose bits have names */
	FIELD_TEXT,  /* `size` bytes of text, without a NUL */
	FIELD_HEX,   /* `size` bytes that are shown in hexadecimal: a build-id, a tag */
	FIELD_BYTES, /* `size` bytes in a format that is not decoded here */
	FIELD_LIST,  /* its items follow, without names, up to FIELD_END_LIST */
	FIELD_END_LIST,
	FIELD_GROUP, /* its fields follow, with names, up to FIELD_END_GROUP */
	FIELD_END_GROUP,
};

enum field_format {
	FIELD_DECIMAL,
	FIELD_SIGNED,
	FIELD_ADDRESS, /* hexadecimal */
	FIELD_DOUBLE,  /* the number is the bits of a double */
};

/* The word for a value, or for a bit of flags. */
struct field_word {
	uint64_t value;
	const char *word; /* NULL: the end of a table */
};

struct field {
	const char *name; /* NULL: in a list, and at the end of a list or group */
	enum field_kind kind;
	enum field_format format;
	uint64_t number;
	const struct field_word *words; /* names of values or bits; NULL: there are none */
	const uint8_t *bytes;
	uint64_t size;
};

struct field_sink {
	void (*put)(void *context, const struct field *field);
	void *context;
};

/* Put a number in decimal, an address in hexadecimal, and flags. */
void field_number(const struct field_sink *sink, const char *name, uint64_t number);
void field_address(const struct field_sink *sink, const char *name, uint64_t number);
void field_flags(const struct field_sink *sink, const char *name, uint64_t bits, const struct field_word *words);

/* Puts a number whose values have words. */
void field_word(const struct field_sink *sink, const char *name, uint64_t number, const struct field_word *words);

/* Puts text up to its NUL, at most size bytes. */
void field_text(const struct field_sink *sink, const char *name, const void *text, uint64_t size);

/* Puts a string. */
void field_string(const struct field_sink *sink, const char *name, const char *text);

/* Puts bytes. kind: FIELD_TEXT, FIELD_HEX or FIELD_BYTES. */
void field_bytes(const struct field_sink *sink, const char *name, enum field_kind kind, const void *bytes,
		 uint64_t size);

/* Puts the begin or end of a list or group. kind: FIELD_LIST, FIELD_GROUP or their ends. */
void field_mark(const struct field_sink *sink, const char *name, enum field_kind kind);

/* Returns the word for a number; NULL: there is none, or words is NULL. */
const char *field_word_find(const struct field_word *words, uint64_t number);

#endif
