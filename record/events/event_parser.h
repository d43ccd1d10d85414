/*
 * event_parser: a cursor over the text of one -e, for record/events/event_parse.h alone.
 *
 * Ownership: everything is borrowed. Threads: one at a time.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_PARSER_H
#define PREC_RECORD_EVENTS_EVENT_PARSER_H

#include "record/pmu/event_context.h"
#include "record/events/event_list.h"

struct parser {
	const char *text;
	const char *p;
	struct event_list *list;
	const struct event_context *context;
	struct error *err;
	bool in_group;
};

/* -EINVAL, with a message that has the text and the place. */
int parser_error(struct parser *ps, const char *at, const char *what);

/*
 * Adds the place in the text to a message of a function that does not know it. Returns the result, or -EINVAL for a
 * term that is unknown.
 */
int parser_place(struct parser *ps, const char *at, int result);

void parser_blanks(struct parser *ps);
bool parser_word_ends(char c);

/* A word up to , : / { } or white space. These do not end it within the [..] of a glob. */
struct event_text parser_word(struct parser *ps);

/* "/TERMS/"; the cursor is on the first slash. 0 or -EINVAL. */
int parser_terms(struct parser *ps, struct event_text *ret_terms);

/*
 * mem:PLACE[/LENGTH][:rwx][/TERMS/]; the cursor is on the colon. PLACE is an address; with a dialect NAME[+OFFSET] or
 * ADDRESS[+OFFSET], and what one breakpoint cannot cover becomes several, of 1, 2, 4 or 8 bytes at a multiple of that.
 * 0 or a negative errno. In event_breakpoint.c.
 */
int parser_breakpoint(struct parser *ps, bool *ret_modifiable);

/*
 * Adds what one event stands for, terms included, without modifiers. *ret_modifiable says that these may follow without
 * ':'. 0 or a negative errno.
 */
int parser_event_body(struct parser *ps, bool *ret_modifiable);

#endif
