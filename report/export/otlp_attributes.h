/*
 * otlp_attributes: the attributes of a file of OpenTelemetry, each once, known by number. 0 is none. Keys are those of
 * its semantic conventions, and strings (opentelemetry.io/docs/specs/semconv/general/profiles).
 */
#ifndef PREC_REPORT_EXPORT_OTLP_ATTRIBUTES_H
#define PREC_REPORT_EXPORT_OTLP_ATTRIBUTES_H

#include "report/export/export_strings.h"

struct otlp_attribute {
	uint32_t key; /* number of a string */
	bool is_text;
	uint64_t value; /* a number, or the number of a text, which is not written as one */
};

struct otlp_attributes {
	struct otlp_attribute *list;
	uint32_t n, capacity;
	struct hash_table table;
	struct export_strings *strings; /* borrowed: keys */
	struct export_strings texts;    /* values */
	bool failed;                    /* sticky: out of memory */
};

/* Borrows the strings. 0 or -ENOMEM; otlp_attributes_fini is due in any case. */
int otlp_attributes_init(struct otlp_attributes *a, struct export_strings *strings);
void otlp_attributes_fini(struct otlp_attributes *a);

/* Returns the number of an attribute, which is added if it is new. */
uint32_t otlp_attribute_number(struct otlp_attributes *a, const char *key, uint64_t value);
uint32_t otlp_attribute_text(struct otlp_attributes *a, const char *key, const char *text);

/* As otlp_attribute_text, of a string of the profile by its id. */
uint32_t otlp_attribute_string(struct otlp_attributes *a, const char *key, uint32_t id);

#endif
