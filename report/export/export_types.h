/*
 * export_types: what the events of a profile count, for formats in which each number has a type and a unit: the event's
 * name, and nanoseconds of a clock, else count.
 */
#ifndef PREC_REPORT_EXPORT_EXPORT_TYPES_H
#define PREC_REPORT_EXPORT_EXPORT_TYPES_H

#include "report/export/export.h"
#include "report/export/export_strings.h"

struct export_type {
	uint32_t event;      /* as in the file */
	uint32_t name, unit; /* numbers of strings; no two types have the same name */
	uint64_t period;     /* between two samples; 0: it varies */
};

struct export_types {
	struct export_type *list; /* as in the file */
	uint32_t n;
	uint32_t *by_event; /* number of its type; EXPORT_NONE: it has none */
};

enum export_types_of {
	EXPORT_TYPES_ALL,     /* of all events, but for those that stand for none (dummy) and have no samples */
	EXPORT_TYPES_SAMPLED, /* of those that have samples */
};

/* Makes the types, and adds their strings. 0 or -ENOMEM; export_types_fini is due in any case. */
int export_types_init(struct export_types *t, const struct export *x, enum export_types_of of,
		      struct export_strings *strings);
void export_types_fini(struct export_types *t);

#endif
