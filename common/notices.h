/*
 * notices: what an engine has to say to the user beside its result: a list of texts with their levels, in order.
 *
 * Engines add to the list and print nothing. The command that runs them shows the list (log_notices in common/log.h)
 * after a call, also after one that failed.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_COMMON_NOTICES_H
#define PREC_COMMON_NOTICES_H

#include <stdint.h>

enum notice_level {
	NOTICE_WARNING,
	NOTICE_NOTE,
	NOTICE_VERBOSE,
	NOTICE_DEBUG,
};

struct notice {
	enum notice_level level;
	char *text;
};

struct notices {
	enum notice_level least; /* what is less important is not kept */
	struct notice *list;
	uint32_t n, capacity;
	uint32_t n_dropped; /* there was no memory for these */
};

void notices_init(struct notices *notices, enum notice_level least);
void notices_fini(struct notices *notices);

/* notices: NULL where nobody will look at them. */
void notices_add(struct notices *notices, enum notice_level level, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

void notices_clear(struct notices *notices);

#endif
