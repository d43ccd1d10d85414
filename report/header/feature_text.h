/*
 * feature_text: the fields of a feature section (formats/feature/feature_fields.h) as they come to the functions that
 * print them in the words of Linux perf, an item at a time.
 */
#ifndef PREC_REPORT_HEADER_FEATURE_TEXT_H
#define PREC_REPORT_HEADER_FEATURE_TEXT_H

#include "formats/file/perf_file.h"
#include "formats/record/field.h"

#include <stdio.h>

/* Of one group, the plain ones; more are not kept. */
#define TEXT_FIELDS 12

enum text_event {
	TEXT_LIST,     /* a list begins; fields: of the group or section that has it, as far as they came before */
	TEXT_ITEM,     /* an item of a list has ended; fields: its own, or one without a name */
	TEXT_END_LIST, /* fields: as TEXT_LIST, but for the index, which is the number of items */
	TEXT_END,      /* the section has ended, undamaged; fields: of the section */
};

struct text_fields {
	const struct text_fields *outer; /* of the group around the list, or of the section; NULL for these */
	uint64_t index;                  /* of the item */
	unsigned n;
	struct field fields[TEXT_FIELDS];
};

struct feature_text {
	FILE *out;
	const struct perf_file *file;
	unsigned feature;
};

/* list: the list's name, NULL for TEXT_END. */
typedef void (*feature_text_fn)(const struct feature_text *t, enum text_event event, const char *list,
				const struct text_fields *f);

/*
 * Decodes the feature and has it printed. 0 or what file_feature_fields says; what came before damage has been printed.
 */
int feature_text_print(FILE *out, const struct perf_file *file, unsigned feature, feature_text_fn print,
		       struct error *err);

/* The field of the name (NULL: of a plain item), or NULL. */
const struct field *text_field(const struct text_fields *f, const char *name);
/* 0 without it. */
uint64_t text_number(const struct text_fields *f, const char *name);
/* Prints a text; nothing without it. */
void text_put(FILE *out, const struct text_fields *f, const char *name);

/* Text from a file: what could steer a terminal becomes a question mark. */
void print_text(FILE *out, const char *text);

#endif
