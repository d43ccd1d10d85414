/*
 * event_parser: a cursor over the text of one -e, used by event_parse only.
 *
 * Ownership: everything is borrowed. Threads: one at a time.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_PARSER_H
#define PREC_RECORD_EVENTS_EVENT_PARSER_H

#include "record/events/event_list.h"
#include "record/pmu/event_context.h"

struct parser {
	const char *text;
	const char *p;
	struct event_list *list;
	const struct event_context *context;
	struct error *err;
	bool in_group;
};

/* Fills the error with the text and the position. Returns -EINVAL. */
int parser_error(struct parser *ps, const char *at, const char *what);

/*
 * Adds the position in the text to the message of a function that does not know it. Returns its result, or -EINVAL for
 * an unknown term.
 */
int parser_point_out(struct parser *ps, const char *at, int result);

void parser_blanks(struct parser *ps);
bool parser_word_ends(char c);

/* Reads a word up to , : / { } or white space, which do not end it within [..] of a glob. */
struct event_text parser_word(struct parser *ps);

/* Reads "/TERMS/"; the cursor is on the first slash. 0 or -EINVAL. */
int parser_terms(struct parser *ps, struct event_text *ret_terms);

/*
 * Reads mem:PLACE[/LENGTH][:rwx][/TERMS/]; the cursor is on the colon. PLACE is an address; with an event_extension
 * also NAME[+OFFSET] or ADDRESS[+OFFSET], and a range larger than one breakpoint becomes several, of 1, 2, 4 or 8
 * bytes at a multiple of that. 0 or a negative errno. In event_breakpoint.c.
 */
int parser_breakpoint(struct parser *ps, bool *ret_modifiable);

/*
 * Adds the specs of one event with its terms, without modifiers. *ret_modifiable: modifiers may follow without ':'. 0
 * or a negative errno.
 */
int parser_event_body(struct parser *ps, bool *ret_modifiable);

#endif
