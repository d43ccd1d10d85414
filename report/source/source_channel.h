/*
 * source_channel: the reader's side of a worker: requests and their answers (report/source/source_packet.h).
 *
 * Answers are untrusted bytes until source_window_decode has checked them.
 *
 * Thread: one at a time; the caller holds the lock.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_CHANNEL_H
#define PREC_REPORT_SOURCE_SOURCE_CHANNEL_H

#include "common/buffer.h"
#include "report/source/source_packet.h"

#include <pthread.h>

struct source_origin;

enum source_answer {
	SOURCE_NO,
	SOURCE_YES,
	SOURCE_ENDED, /* the worker has ended */
	SOURCE_GONE,  /* the server has ended, or cannot start a worker */
};

struct source_channel {
	pthread_mutex_t lock;
	int socket;
	uint64_t serial;     /* of the last request */
	uint32_t generation; /* counts workers; a new worker has no files open */
	uint64_t requests;   /* requests for addresses that were sent */
	uint64_t asked;      /* addresses in them, that is windows */
	int code;            /* errno: a worker could not be started, or not open a file; 0: all could */
	struct buffer answer;
};

/* What a worker last reported about its progress: the range of the unit that it reads. */
struct source_progress {
	bool is_known;
	uint64_t begin, end;
};

/* Callbacks for the answers. */
struct source_taker {
	void *context;
	/* The answer to address `number`: SOURCE_YES with bytes, or SOURCE_NO. progress: the unit it is from. */
	void (*take)(void *context, uint32_t number, enum source_answer answer, const struct source_progress *progress,
		     const struct buffer *bytes);
	/*
	 * A file that the worker looks for, or with missing the name of a file that it did not find. path is valid
	 * during the call.
	 */
	void (*other)(void *context, const char *path, bool missing);
};

void source_channel_init(struct source_channel *c, int socket);
void source_channel_fini(struct source_channel *c);

/* Makes the worker open a file. */
enum source_answer source_channel_open(struct source_channel *c, const struct source_packet *head,
				       const struct source_origin *origin, const struct source_taker *taker);

/* Addresses of a file, ascending, 1 to SOURCE_ASK_MAX. */
struct source_question {
	uint32_t file; /* its number */
	const uint64_t *addresses;
	uint32_t n;
	bool want_lines;
};

/*
 * Asks a question. SOURCE_YES: *ret_done is n. Otherwise *ret_done addresses were answered, and *ret_progress says
 * where the worker was with the next one.
 */
enum source_answer source_channel_ask(struct source_channel *c, const struct source_question *q,
				      const struct source_taker *taker, uint32_t *ret_done,
				      struct source_progress *ret_progress);

/* Sends the code of a function, of at most SOURCE_CODE_MAX bytes. SOURCE_YES: the answer is in c->answer. */
enum source_answer source_channel_ask_code(struct source_channel *c, uint32_t file, uint64_t address, const void *code,
					   uint32_t size, const struct source_taker *taker);

#endif
