/*
 * control_lines: executes the commands that have come on a control channel, and answers each with "ack", or with
 * "error:" and the reason.
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
	unsigned verbs; /* the commands that it takes: control_command_parse() */

	/*
	 * Executes a command. 0 or a negative errno with a message, which becomes the answer. *ret_fatal: the error is
	 * returned to the caller of control_lines_take instead, and there is no answer. It answers CONTROL_STATUS
	 * itself.
	 */
	int (*run)(void *context, const struct control_command *command, bool *ret_fatal, struct error *err);

	/* True: no further line is taken. */
	bool (*is_over)(void *context);

	struct diagnostics *diagnostics; /* get what was refused, too */
};

/* Executes all lines that have been read. 0 or the negative errno of a fatal error. */
int control_lines_take(struct control_channel *channel, const struct control_handler *handler, struct error *err);

#endif
