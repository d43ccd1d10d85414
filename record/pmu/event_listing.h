/*
 * event_listing: lists every event that -e takes on this machine, with its meaning.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_PMU_EVENT_LISTING_H
#define PREC_RECORD_PMU_EVENT_LISTING_H

#include "common/suggest.h"
#include "record/pmu/event_context.h"

/*
 * event_suggest: offers the names of all events as suggestions for an unknown one.
 *
 * Threads: no state, any thread.
 */

/* Offers all generic events, cache events and event files of the PMUs. */
void event_suggest_offer_events(struct suggest *s, const struct event_context *context);

/* Offers all tracepoints SYSTEM:NAME of a system; NULL: of every system. */
void event_suggest_offer_tracepoints(struct suggest *s, const char *tracefs, const char *system);

enum event_kind {
	EVENT_KIND_HARDWARE,
	EVENT_KIND_SOFTWARE,
	EVENT_KIND_CACHE,
	EVENT_KIND_PMU,
	EVENT_KIND_PFM,
	EVENT_KIND_RAW,
	EVENT_KIND_BREAKPOINT,
	EVENT_KIND_PROBE,
	EVENT_KIND_TRACEPOINT,
};

/* One event. Its strings are valid during the call; NULL: it has none. */
struct event_listed {
	enum event_kind kind;
	const char *name;
	const char *alias;    /* another name */
	const char *unit;     /* the PMU */
	const char *about;    /* what is counted, in a few words */
	const char *format;   /* of a tracepoint: the text of its file in tracefs */
	const char *encoding; /* how it is asked for in numbers: "cpu/event=0x3c/" */
};

/*
 * Calls found for each event, by kind and name; hardware and software events in the order of generic_names.h. Hardware
 * and cache events are listed if there is a core PMU. Tracepoints that this user may not read are left out. Events of
 * libpfm4 are listed if it is installed and sysfs has a core PMU.
 */
void event_listing_each(const struct event_context *context,
			void (*found)(void *context, const struct event_listed *event), void *found_context);

#endif
