/*
 * control_command: parses a line of a control channel.
 *
 *	enable [EVENT]    disable [EVENT]    snapshot    stop    ping    evlist [-v|-g|-F]         as in Linux perf
 *	attach PID[,PID...]    detach PID[,PID...]    period N [EVENT]    freq N [EVENT]    status          prec's own
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_CONTROL_CONTROL_COMMAND_H
#define PREC_RECORD_CONTROL_CONTROL_COMMAND_H

#include "common/diagnostics.h"
#include "common/error.h"
#include "record/control/control_channel.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum control_verb {
	CONTROL_NOTHING, /* an empty line */
	CONTROL_ENABLE,
	CONTROL_DISABLE,
	CONTROL_SNAPSHOT,
	CONTROL_STOP,
	CONTROL_PING,
	CONTROL_EVLIST,
	CONTROL_ATTACH,
	CONTROL_DETACH,
	CONTROL_PERIOD,
	CONTROL_FREQ,
	CONTROL_STATUS,
};

/* Sets of commands; some callers do not take all. */
#define CONTROL_VERB(verb) (1u << (verb))
#define CONTROL_VERBS_ALL  (~0u)

/* What evlist shows of each event besides its name. */
struct control_details {
	bool with_attr, with_group, with_freq;
};

struct control_command {
	enum control_verb verb;
	const char *event; /* points into the line; NULL: all events */
	uint64_t number;   /* with PERIOD and FREQ, at least 1 */
	pid_t *pids;       /* with ATTACH and DETACH; each once */
	size_t n_pids;
	struct control_details details; /* with EVLIST */
};

/*
 * Parses a line, which it changes and which must outlive the command. known: CONTROL_VERB() of each command that the
 * caller takes. 0 or a negative errno, with nothing to free; the message for an unknown command lists the known ones.
 */
int control_command_parse(struct control_command *command, char *line, unsigned known, struct error *err);
void control_command_fini(struct control_command *command);

/*
 * control_lines: executes the commands that have come on a control channel, and answers each with "ack", or with
 * "error:" and the reason.
 *
 * Ownership: everything is borrowed. One thread at a time.
 */

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
