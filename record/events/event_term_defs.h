/*
 * event_term_defs: the terms that events of every PMU have: configs, period, name, call-graph ... A new term is a row
 * of the table.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_TERM_DEFS_H
#define PREC_RECORD_EVENTS_EVENT_TERM_DEFS_H

#include "common/error.h"
#include "record/events/event_list.h"
#include "record/pmu/event_context.h"
#include "record/pmu/pmu.h"

#include <errno.h>
#include <stddef.h>

/*
 * event_term_list: cuts the text between the slashes of an event into terms.
 *
 *	list	= [ term { "," term } ]
 *	term	= NAME [ "=" VALUE ]
 *
 * Blanks around a name or value do not belong to it. A value in single or double quotes may hold commas.
 *
 * Ownership: init/fini; the terms point into the list. Threads: no state, any thread.
 */

struct event_term {
	const char *name;
	const char *value; /* NULL: none was given */
};

struct event_term_list {
	char *text;
	struct event_term *terms;
	int n;
};

/* Cuts a text of `size` bytes. 0; -EINVAL: an empty term, an open quote, or a term that is too long; -ENOMEM. */
int event_term_list_parse(struct event_term_list *ret_list, const char *text, size_t size, struct error *err);
void event_term_list_fini(struct event_term_list *list);

/* Returns the value of the term of that name, or NULL. */
const char *event_term_list_value(const struct event_term_list *list, const char *name);

#define EVENT_TERM_UNKNOWN (-ENOKEY) /* the PMU, or the kind of event, has no such term, or no such CPU */

/* The terms of one event, and the spec to apply them to. */
struct event_terms {
	struct event_spec *spec;
	const struct pmu *pmu;               /* NULL: an event of no PMU */
	const struct event_term_list *typed; /* the user's terms; those of an event file may refer to them */
	const char *event;                   /* the event file or generic name among them, or NULL */
	int depth;                           /* 0: the user's terms; higher: within event files */
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
	bool is_config; /* it sets a whole field of the attr, before terms that set bits of it */
};

/* Finds the term of that name that this event can have, or NULL. */
const struct event_term_def *event_term_find(const struct event_terms *t, const char *name);

/* Returns the name of the next term, from *i on, that this event can have; NULL: there is none. */
const char *event_term_next(const struct event_terms *t, size_t *i);

/* Reads a term's value as a number; 1 without a value. 0 or -EINVAL. */
int event_term_number(const struct event_terms *t, const char *name, const char *value, uint64_t *ret_number);

/*
 * Applies the term cpu=: the event counts on these CPUs only, or on those of this PMU. Several of them add up: the
 * first one applies all. In event_term_cpu.c.
 */
int event_term_cpu(struct event_terms *t, const char *name, const char *value);

/* Whether the CPUs that such terms chose for the events from first on are online. 0, -ENODEV with a message, -ENOMEM.
 */
int event_term_cpu_check(const struct event_list *list, int first, const struct event_context *context,
			 struct error *err);

#endif
