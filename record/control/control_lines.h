/*
 * control_lines: takes the commands that have come on a control channel, and answers each: with "ack", or with "error:
 * " and the reason.
 *
 * Ownership: everything is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_CONTROL_CONTROL_LINES_H
#define PREC_RECORD_CONTROL_CONTROL_LINES_H

#include "common/diagnostics.h"
#include "record/control/control_channel.h"
#include "record/control/control_command.h"

struct control_handler {
	void *context;
	unsigned verbs; /* the commands that there are: see control_command_parse() */

	/*
	 * 0, or a negative errno with a message, which is the answer; where *ret_fatal is set it is the caller's
	 * failure instead, and nobody is answered. CONTROL_STATUS it answers itself.
	 */
	int (*run)(void *context, const struct control_command *command, bool *ret_fatal, struct error *err);

	/* Whether no further line is taken. */
	bool (*is_over)(void *context);

	struct diagnostics *diagnostics; /* gets what was refused, too */
};

/* All that has been read. 0, or the negative errno of what was fatal. */
int control_lines_take(struct control_channel *channel, const struct control_handler *handler, struct error *err);

#endif
