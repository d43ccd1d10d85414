/*
 * control_channel: the pipes by which another program controls a recording (--control): lines come on one, and answers
 * go to the other.
 *
 *	fd:CTL[,ACK]      descriptors that this program has inherited; the command that it starts does not
 *	fifo:CTL[,ACK]    paths of named pipes
 *
 * A line ends with a newline or a NUL, as in Linux perf (tools/perf/util/evlist.c). What has no end yet waits for it,
 * unless the writers have closed the pipe. Answers never wait for their reader: what does not fit into the pipe is kept
 * and written later, up to CONTROL_ANSWERS_MAX bytes; a reader that takes none loses the rest.
 *
 * Ownership: _init/_fini, which writes answers as far as the pipe takes them and closes what _open has opened;
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
	bool opened;     /* by this program */
	bool is_skipped; /* a line that is too long */
	size_t taken;    /* of input, by lines that were returned */
	struct buffer input, answers;
};

void control_channel_init(struct control_channel *c);

/* spec: as above. 0 or a negative errno: -EINVAL where it is neither form. */
int control_channel_open(struct control_channel *c, const char *spec, struct error *err);
void control_channel_fini(struct control_channel *c);

static inline bool control_channel_is_open(const struct control_channel *c)
{
	return c->fd >= 0;
}

/*
 * Reads what is there, without waiting. 0; -EPIPE: the writers have closed it, and control_channel_next returns what is
 * left; or another negative errno.
 */
int control_channel_read(struct control_channel *c);

/*
 * The next whole line, without its end, which the next call makes invalid; may be changed. 1; 0: none for now;
 * -EMSGSIZE: one was longer than CONTROL_LINE_MAX, and was skipped.
 */
int control_channel_next(struct control_channel *c, char **ret_line);

/* Closes the pipe of lines. */
void control_channel_close(struct control_channel *c);

/* Adds a line to the answers, and writes what the pipe takes. text: without a newline. */
void control_channel_answer(struct control_channel *c, const char *text);

/* Writes what is left of the answers, as far as the pipe takes it. */
void control_channel_flush(struct control_channel *c);

#endif
