/*
 * control_actions: executes the commands of a control channel on the running recording.
 *
 * Every command has one line as its answer: "ack", as in Linux perf; "error: WHY"; a JSON object for status. The answer
 * is written when the command is done: after that of `detach` no sample of the process follows. If its pipe is full, it
 * is written when there is room.
 *
 * After an attach or detach, the recording does not end when its targets do.
 *
 * Ownership: all is borrowed. Threads: that of the session.
 */
#ifndef PREC_RECORD_LIVE_CONTROL_ACTIONS_H
#define PREC_RECORD_LIVE_CONTROL_ACTIONS_H

#include "record/control/control_channel.h"
#include "record/control/control_command.h"
#include "record/session/session.h"

struct control_actions {
	struct session *session;
	struct control_channel *channel;
	/* Lists the events, for the command evlist. */
	void (*list_events)(void *context, const struct control_details *details);
	void *list_context;
	bool waits; /* an answer waits for room in its pipe */
	int waits_fd;
};

/* Returns what session_setup.control needs so that the channel controls the session. */
struct session_control control_actions_control(struct control_actions *live);

#endif
