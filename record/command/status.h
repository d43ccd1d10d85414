/*
 * status: what the user sees of a recording: a renewed line on a terminal, and the summary at the end.
 *
 * Threads: one.
 */
#ifndef PREC_RECORD_COMMAND_STATUS_H
#define PREC_RECORD_COMMAND_STATUS_H

#include "record/live/session_summary.h"

struct status {
	bool is_shown;       /* the line is wanted */
	uint64_t started_ns; /* by clock_now() */
	uint64_t next_ns;    /* when the line is drawn next; 0: never */
};

/*
 * The recording begins. The line is wanted where standard error is a terminal, and not the place of the recorded
 * command's own output.
 */
void status_init(struct status *status, bool command_is_target, bool quiet);

/* Draws the line anew when it is due. 0, or a negative errno of draining. */
int status_update(struct status *status, struct session *session, struct error *err);

/* Takes the line away, where there is one. */
void status_clear(const struct status *status);

/* The summary, through log levels: nothing with -q but what went wrong. output: the name of the file. */
void status_summarize(const struct session_summary *summary, const char *output);

#endif
