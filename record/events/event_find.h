/*
 * event_find: makes specs from the text of one event.
 *
 * Each function appends specs without modifiers, and without a name unless a term name= gave one.
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_FIND_H
#define PREC_RECORD_EVENTS_EVENT_FIND_H

#include "record/events/event_list.h"
#include "record/pmu/event_context.h"

enum event_breakpoint_access { /* the kernel's HW_BREAKPOINT_* */
			       EVENT_BREAKPOINT_READ = 1,
			       EVENT_BREAKPOINT_WRITE = 2,
			       EVENT_BREAKPOINT_EXEC = 4,
};

struct event_breakpoint {
	uint64_t address;
	uint64_t length; /* 0: 4 bytes for data, a long for code */
	uint32_t access; /* EVENT_BREAKPOINT_* */
};

int event_find_breakpoint(struct event_list *list, const struct event_breakpoint *breakpoint, struct error *err);

/*
 * Finds a generic, cache or raw event, one for each kind of core; if a core PMU has an event file of the name, that is
 * the event. 1; 0: the word is none; or a negative errno.
 */
int event_find_generic(struct event_list *list, struct event_text word, const struct event_context *context,
		       struct error *err);

/* TYPE:CONFIG, as perf_event_open(2) has them, on the CPUs of the PMU that the type is of; a generic event without a
 * PMU on each kind of cores. */
int event_find_number(struct event_list *list, uint32_t type, uint64_t config, const struct event_context *context,
		      struct error *err);

/* Finds tracepoints by globs. */
int event_find_tracepoints(struct event_list *list, struct event_text system, struct event_text name,
			   const struct event_context *context, struct error *err);

/* Finds PMU/TERMS/, for each PMU that the word means and that knows the terms. */
int event_find_pmu(struct event_list *list, struct event_text pmu, struct event_text terms,
		   const struct event_context *context, struct error *err);

/* An event file of any PMU, and terms after it: one spec for each PMU that has it. -ENOENT with near names when none
 * has. */
int event_find_file(struct event_list *list, struct event_text word, struct event_text terms,
		    const struct event_context *context, struct error *err);
bool event_find_has_file(struct event_text word, const struct event_context *context);

/*
 * Applies terms of all events, such as period=, to the events from first on. If there are several, those that cannot
 * have a term (cpu= of another kind of cores) are dropped.
 */
int event_find_apply_terms(struct event_list *list, int first, struct event_text terms, struct error *err);

#endif
