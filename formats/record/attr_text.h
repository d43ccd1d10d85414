/*
 * attr_text: an event's attr as text, field by field, in the order and words of Linux perf (`perf report --header`,
 * `perf record -vv`).
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_RECORD_ATTR_TEXT_H
#define PREC_FORMATS_RECORD_ATTR_TEXT_H

#include "formats/record/abi.h"

/* What gives numbers their names. Everything may be NULL. */
struct attr_text_names {
	const char *event; /* the event's name, which says what tracepoint a config is */
	const char *(*pmu)(const void *context, uint32_t type); /* the PMU of a type, or NULL */
	const void *context;
};

struct attr_text_sink {
	void (*put)(void *context, const char *field, const char *value);
	void *context;
};

/* Puts each field that is not 0, type and config always. size: of the attr as its writer knew it. */
void attr_text(const struct event_attr *attr, uint32_t size, const struct attr_text_names *names,
	       const struct attr_text_sink *sink);

#endif
