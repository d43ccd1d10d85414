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
#ifndef PREC_RECORD_EVENTS_EVENT_TERM_LIST_H
#define PREC_RECORD_EVENTS_EVENT_TERM_LIST_H

#include "common/error.h"

#include <stddef.h>

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

#endif
