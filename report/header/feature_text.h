/*
 * feature_text: passes the fields of a feature section (formats/feature/feature_fields.h), an item at a time, to
 * functions that print them as Linux perf does.
 */
#ifndef PREC_REPORT_HEADER_FEATURE_TEXT_H
#define PREC_REPORT_HEADER_FEATURE_TEXT_H

#include "formats/file/perf_file.h"
#include "formats/record/field.h"

#include <stdio.h>

/* Limit of the plain fields of a group; more are dropped. */
#define TEXT_FIELDS 12

enum text_event {
	TEXT_LIST,     /* a list begins; fields: those of its group or section that came before it */
	TEXT_ITEM,     /* an item of a list is complete; fields: its own, or one without a name */
	TEXT_END_LIST, /* a list ends; fields: as TEXT_LIST; index: the number of items */
	TEXT_END,      /* the section ends, undamaged; fields: of the section */
};

struct text_fields {
	const struct text_fields
		*outer; /* of the group around the list, or of the section; NULL: this is the section */
	uint64_t index; /* of the item in its list */
	unsigned n;
	struct field fields[TEXT_FIELDS];
};

struct feature_text {
	FILE *out;
	const struct perf_file *file;
	unsigned feature;
};

/* Prints one event of a section. list: the name of the list; NULL for TEXT_END. */
typedef void (*feature_text_fn)(const struct feature_text *t, enum text_event event, const char *list,
				const struct text_fields *f);

/*
 * Decodes the feature and calls print for its events, also for those before damage. 0, or an error of
 * file_feature_fields.
 */
int feature_text_print(FILE *out, const struct perf_file *file, unsigned feature, feature_text_fn print,
		       struct error *err);

/* Finds a field by name (NULL: a plain item), or NULL. */
const struct field *text_fields_find(const struct text_fields *f, const char *name);
/* Returns the number of a field; 0 without it. */
uint64_t text_fields_number(const struct text_fields *f, const char *name);
/* Prints the text of a field; nothing without it. */
void text_fields_print(FILE *out, const struct text_fields *f, const char *name);

/* Prints text from a file; a control character becomes a question mark. */
void print_masked(FILE *out, const char *text);

#endif
