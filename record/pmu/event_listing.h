/*
 * event_listing: every event that -e takes on this machine, with what it stands for.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_PMU_EVENT_LISTING_H
#define PREC_RECORD_PMU_EVENT_LISTING_H

#include "common/suggest.h"
#include "record/pmu/event_context.h"

/*
 * event_suggest: the names of all events, to suggest some where one is unknown.
 *
 * Threads: no state, any thread.
 */

/* All generic events, cache events and event files of the PMUs. */
void event_suggest_offer_events(struct suggest *s, const struct event_context *context);

/* All tracepoints SYSTEM:NAME of a system, or of every one for NULL. */
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

/* The strings last until the call for it returns; NULL: it has none. */
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
 * Calls found for each, by kind, in the order of their names; hardware and software events in that of generic_names.h.
 * Hardware and cache events are listed where there is a PMU for cores. Tracepoints that this user may not read are left
 * out. Events of libpfm4 are listed where it is installed and sysfs shows a PMU of cores.
 */
void event_listing_each(const struct event_context *context,
			void (*found)(void *context, const struct event_listed *event), void *found_context);

#endif
