/*
 * field: decoded data as a run of named values, which can be shown or checked without knowing what they mean.
 *
 * A decoder puts its fields into a sink, one after the other. Lists and groups nest:
 *
 *	NUMBER pid 10 | LIST links | GROUP | NUMBER dev 3 | NUMBER inode 77 | END_GROUP | ... | END_LIST | TEXT comm
 * "cat"
 *
 * What begins is always ended, at damage too. Nothing is owned: bytes and names live as long as the record does.
 */
#ifndef PREC_FORMATS_RECORD_FIELD_H
#define PREC_FORMATS_RECORD_FIELD_H

#include "common/bytes.h"

enum field_kind {
	FIELD_NUMBER,
	FIELD_FLAGS, /* a number of bits that have names */
	FIELD_TEXT,  /* `size` bytes of text, no NUL */
	FIELD_HEX,   /* `size` bytes that stand for themselves: a build-id, a tag */
	FIELD_BYTES, /* `size` bytes of something else's format */
	FIELD_LIST,  /* its items follow, without names */
	FIELD_END_LIST,
	FIELD_GROUP, /* its fields follow, with names */
	FIELD_END_GROUP,
};

enum field_format {
	FIELD_DECIMAL,
	FIELD_SIGNED,
	FIELD_ADDRESS, /* hexadecimal */
	FIELD_DOUBLE,  /* the number is the bits of a double */
};

/* A value, or bits, with a name. */
struct field_word {
	uint64_t value;
	const char *word; /* NULL ends a table */
};

struct field {
	const char *name; /* NULL in a list */
	enum field_kind kind;
	enum field_format format;
	uint64_t number;
	const struct field_word *words; /* of numbers that stand for something, and of flags; or NULL */
	const uint8_t *bytes;
	uint64_t size;
};

struct field_sink {
	void (*put)(void *context, const struct field *field);
	void *context;
};

/* Puts one field, in short. */
void field_number(const struct field_sink *sink, const char *name, uint64_t number);
void field_address(const struct field_sink *sink, const char *name, uint64_t number);
void field_flags(const struct field_sink *sink, const char *name, uint64_t bits, const struct field_word *words);
/* A number for which a word stands. */
void field_word(const struct field_sink *sink, const char *name, uint64_t number, const struct field_word *words);
/* Up to a NUL, or all of it. */
void field_text(const struct field_sink *sink, const char *name, const void *text, uint64_t size);
/* All of a string. */
void field_string(const struct field_sink *sink, const char *name, const char *text);
void field_bytes(const struct field_sink *sink, const char *name, enum field_kind kind, const void *bytes,
		 uint64_t size);
/* FIELD_LIST, FIELD_GROUP and their ends. */
void field_mark(const struct field_sink *sink, const char *name, enum field_kind kind);

/* The word for the number, or NULL (words may be NULL). */
const char *field_word_find(const struct field_word *words, uint64_t number);

#endif
