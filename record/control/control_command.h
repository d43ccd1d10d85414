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

#include "common/error.h"

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
	bool attr, group, freq;
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

#endif
