/*
 * control_actions: does what a control channel asks of the recording under way.
 *
 * Every command is answered by one line: "ack", as Linux perf answers; "error: WHY"; and status by its JSON object. An
 * answer is written when what was asked for is done: after that of `detach` no sample of the process comes any more.
 * What its pipe has no room for is written when there is room again.
 *
 * Once a process has been attached or detached, a recording ends no more because its targets have ended.
 *
 * Ownership: all is borrowed. Threads: that of the session.
 */
#ifndef PREC_RECORD_LIVE_CONTROL_ACTIONS_H
#define PREC_RECORD_LIVE_CONTROL_ACTIONS_H

#include "record/control/control_channel.h"
#include "record/control/control_command.h"
#include "record/session/session.h"

struct live {
	struct session *session;
	struct control_channel *channel;
	/* Lists the events, for the command evlist. */
	void (*list_events)(void *context, const struct control_details *details);
	void *list_context;
	bool waits; /* for room for answers */
	int waits_fd;
};

/* The lines of the channel control the session: for its setup. */
struct session_control control_actions_control(struct live *live);

#endif
