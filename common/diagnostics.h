/*
 * diagnostics: collects an engine's messages for the user, apart from errors: a list of texts with levels.
 *
 * Engines add to the list and print nothing. The command that runs them shows the list (log_diagnostics in
 * common/log.h) after a call, also after one that failed.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_COMMON_DIAGNOSTICS_H
#define PREC_COMMON_DIAGNOSTICS_H

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

struct diagnostics {
	enum notice_level least; /* less important messages are dropped */
	struct notice *list;
	uint32_t n, capacity;
	uint32_t n_dropped; /* messages that were lost for want of memory */
};

/* Makes an empty list. least: the least important level to keep. */
void diagnostics_init(struct diagnostics *diagnostics, enum notice_level least);
void diagnostics_fini(struct diagnostics *diagnostics);

/* Adds a message, whose text is made by common/message.h. diagnostics NULL: does nothing. */
void diagnostics_add(struct diagnostics *diagnostics, enum notice_level level, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Removes all messages. */
void diagnostics_clear(struct diagnostics *diagnostics);

#endif
