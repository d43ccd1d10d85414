/*
 * attr_text: writes an attr as text, field by field, in the order and words of Linux perf (`perf report --header`,
 * `perf record -vv`).
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_RECORD_ATTR_TEXT_H
#define PREC_FORMATS_RECORD_ATTR_TEXT_H

#include "formats/record/abi.h"

/* Names for numbers of the attr. All members may be NULL. */
struct attr_text_names {
	const char *event; /* the event's name, which a tracepoint's config is shown as */
	const char *(*pmu)(const void *context, uint32_t type); /* returns the name of a PMU; NULL: not known */
	const void *context;
};

struct attr_text_sink {
	void (*put)(void *context, const char *field, const char *value); /* both are valid until it returns */
	void *context;
};

/* Puts type, config and each other field that is not 0. size: the attr's size in bytes, as its writer knew it. */
void attr_text(const struct event_attr *attr, uint32_t size, const struct attr_text_names *names,
	       const struct attr_text_sink *sink);

#endif
