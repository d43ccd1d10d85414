/*
 * control_channel: the pipes by which another program controls a recording (--control): one for commands, one for
 * answers.
 *
 *	fd:CTL[,ACK]      inherited descriptors; the command that this program starts does not inherit them
 *	fifo:CTL[,ACK]    paths of named pipes
 *
 * A line ends with a newline or a NUL, as in Linux perf (tools/perf/util/evlist.c), or when the writers close the pipe.
 * Writing an answer never blocks: what does not fit into the pipe is kept and written later, up to CONTROL_ANSWERS_MAX
 * bytes; the rest is lost.
 *
 * Ownership: _init/_fini. _fini writes answers as far as the pipe takes them, and closes what _open has opened;
 * inherited descriptors stay open. One thread at a time.
 */
#ifndef PREC_RECORD_CONTROL_CONTROL_CHANNEL_H
#define PREC_RECORD_CONTROL_CONTROL_CHANNEL_H

#include "common/buffer.h"
#include "common/error.h"

#define CONTROL_LINE_MAX    (1 << 20)
#define CONTROL_ANSWERS_MAX (1 << 20)

struct control_channel {
	int fd;          /* -1: there is none, or its writers have closed it */
	int ack_fd;      /* -1: none, or its readers have closed it */
	bool opened;     /* this program opened the pipes */
	bool is_skipped; /* the current line is too long */
	size_t taken;    /* bytes of input that were returned as lines */
	struct buffer input, answers;
};

void control_channel_init(struct control_channel *c);

/* Opens the pipes of spec, which has one of the forms above. 0 or a negative errno; -EINVAL: it has neither. */
int control_channel_open(struct control_channel *c, const char *spec, struct error *err);
void control_channel_fini(struct control_channel *c);

static inline bool control_channel_is_open(const struct control_channel *c)
{
	return c->fd >= 0;
}

/*
 * Reads without blocking. 0; -EPIPE: the writers have closed the pipe, and control_channel_next returns what is left;
 * or another negative errno.
 */
int control_channel_read(struct control_channel *c);

/*
 * Returns the next whole line, without its end; the caller may change it, and the next call makes it invalid. 1; 0:
 * there is none now; -EMSGSIZE: a line longer than CONTROL_LINE_MAX was skipped.
 */
int control_channel_next(struct control_channel *c, char **ret_line);

/* Closes the pipe of commands. */
void control_channel_close(struct control_channel *c);

/* Adds an answer, text without a newline, and writes what the pipe takes. */
void control_channel_answer(struct control_channel *c, const char *text);

/* Writes waiting answers as far as the pipe takes them. */
void control_channel_flush(struct control_channel *c);

#endif
