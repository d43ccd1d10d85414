/*
 * event_term_defs: the terms that events have whatever their PMU: configs, period, name, call-graph ... A new term is a
 * row of the table.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_TERM_DEFS_H
#define PREC_RECORD_EVENTS_EVENT_TERM_DEFS_H

#include "record/events/event_list.h"
#include "record/pmu/event_context.h"
#include "record/events/event_term_list.h"
#include "record/pmu/pmu.h"

#include <errno.h>

#define EVENT_TERM_UNKNOWN (-ENOKEY) /* the PMU, or the kind of event, has no such term, or no such CPU */

/* What the terms of one event are applied to. */
struct event_terms {
	struct event_spec *spec;
	const struct pmu *pmu;               /* NULL: an event of no PMU */
	const struct event_term_list *typed; /* what the user gave; terms of an event file may refer to it */
	const char *event;                   /* the event file or generic name among them, or NULL */
	int depth;                           /* 0: what the user gave; more: within event files */
	struct error *err;
};

struct event_term_def {
	const char *name;
	/* 0 or a negative errno with a message; value is NULL where none was given. */
	int (*apply)(struct event_terms *t, const char *name, const char *value);
	enum {
		EVENT_TERM_OF_ALL,
		EVENT_TERM_OF_ATTRS, /* where terms of a PMU may be, or of an attr that nothing else fills: no
					tracepoints, no mem: */
		EVENT_TERM_OF_PMUS,
		EVENT_TERM_OF_CORES,
	} of;
	bool is_config; /* it sets a whole field of the attr, of which other terms then set bits */
};

/* The term of that name that this event can have, or NULL. */
const struct event_term_def *event_term_find(const struct event_terms *t, const char *name);

/* The names of the terms that this event can have: the next one from *i on, or NULL after the last. */
const char *event_term_next(const struct event_terms *t, size_t *i);

/* The number that a term's value is; 1 where it has none. 0 or -EINVAL. */
int event_term_number(const struct event_terms *t, const char *name, const char *value, uint64_t *ret_number);

/*
 * The term cpu=: the event counts on these CPUs alone, or on those of its PMU. Several of them add up: the first one
 * does it for all. In event_term_cpu.c.
 */
int event_term_cpu(struct event_terms *t, const char *name, const char *value);

/* Whether the CPUs that such terms chose for the events from first on are online. 0, -ENODEV with a message, -ENOMEM.
 */
int event_term_cpu_check(const struct event_list *list, int first, const struct event_context *context,
			 struct error *err);

#endif
