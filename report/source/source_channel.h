/*
 * source_channel: the reader's side of a worker: requests and their answers (report/source/source_packet.h).
 *
 * What a worker says is not believed: an answer is bytes until source_window_decode has seen it.
 *
 * Thread: whoever holds the lock.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_CHANNEL_H
#define PREC_REPORT_SOURCE_SOURCE_CHANNEL_H

#include "report/source/source_packet.h"

#include "common/buffer.h"

#include <pthread.h>

struct source_origin;

enum source_answer {
	SOURCE_NO,
	SOURCE_YES,
	SOURCE_ENDED, /* the worker */
	SOURCE_GONE,  /* there is no server any more, or it can start none */
};

struct source_channel {
	pthread_mutex_t lock;
	int socket;
	uint64_t serial;     /* of the last request */
	uint32_t generation; /* of workers: each knows none of the files that the one before knew */
	uint64_t requests;   /* that were sent for addresses */
	uint64_t asked;      /* addresses, that is windows, that workers were asked for */
	int code;            /* errno: a worker could not be started, or not open a file; 0: all could */
	struct buffer answer;
};

/* What a worker said last of where it is. */
struct source_progress {
	bool known;
	uint64_t begin, end;
};

/* What becomes of answers. */
struct source_taker {
	void *context;
	/* The answer to the address of that number, YES with bytes or NO; progress: of the unit it is from. */
	void (*take)(void *context, uint32_t number, enum source_answer answer, const struct source_progress *progress,
		     const struct buffer *bytes);
	/*
	 * A file that the worker looks for, or that it has found nowhere, then by the name that the other one has for
	 * it; the path lives for the call.
	 */
	void (*other)(void *context, const char *path, bool missing);
};

void source_channel_init(struct source_channel *c, int socket);
void source_channel_fini(struct source_channel *c);

/* Has the worker open a file. */
enum source_answer source_channel_open(struct source_channel *c, const struct source_packet *head,
				       const struct source_origin *place, const struct source_taker *taker);

/*
 * Asks for n addresses, 1 to SOURCE_ASK_MAX, ascending. YES: *ret_done is n; otherwise how many were answered, and
 * *ret_progress where the worker was with the next.
 */
enum source_answer source_channel_ask(struct source_channel *c, uint32_t file, const uint64_t *addresses, uint32_t n,
				      bool want_lines, const struct source_taker *taker, uint32_t *ret_done,
				      struct source_progress *ret_progress);

#endif
