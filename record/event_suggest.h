/*
 * event_suggest: names near to one that is not known.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENT_SUGGEST_H
#define PREC_RECORD_EVENT_SUGGEST_H

#include "common/error.h"
#include "record/event_parse.h"

#define EVENT_SUGGEST_MAX      3
#define EVENT_SUGGEST_NAME_MAX 128

/* The nearest names seen, nearest first. */
struct event_suggest {
	char wanted[EVENT_SUGGEST_NAME_MAX];
	char names[EVENT_SUGGEST_MAX][EVENT_SUGGEST_NAME_MAX];
	unsigned distances[EVENT_SUGGEST_MAX];
	int n;
};

void event_suggest_init(struct event_suggest *s, const char *wanted);

/* Takes the name into account when it is near enough: a third of the letters may differ, or the wanted one is its
 * beginning or what follows its colon.
 */
void event_suggest_offer(struct event_suggest *s, const char *name);

/* All generic events, cache events and event files of the PMUs. */
void event_suggest_offer_events(struct event_suggest *s, const struct event_parse_context *context);

/* All tracepoints SYSTEM:NAME of a system, or of every one for NULL. */
void event_suggest_offer_tracepoints(struct event_suggest *s, const char *tracefs, const char *system);

/* Appends "; did you mean A, B or C?" to the message of *err, when there are any. */
void event_suggest_append(const struct event_suggest *s, struct error *err);

#endif
