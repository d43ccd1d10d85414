/*
 * log: messages for the person at the terminal, on standard error.
 *
 * For the programs and their modules record/ and report/; formats/ and the rest of common/ return errors instead.
 * Every line begins with the name set by log_init ("prec record: "). The level is one of this tree's two globals.
 */
#ifndef PREC_COMMON_LOG_H
#define PREC_COMMON_LOG_H

#include "common/error.h"
#include "common/diagnostics.h"

enum log_level {
	LOG_QUIET = -1, /* errors only */
	LOG_NORMAL = 0, /* and warnings and notes */
	LOG_VERBOSE = 1,
	LOG_DEBUG = 2,
};

/* name: a string that outlives the program's use of log, for example "prec record". */
void log_init(const char *name);
void log_set_level(int level);
int log_level(void);

/*
 * From log_hold to log_release messages are kept, in their order, and shown then: while a pager has the screen they
 * would be lost on it. Kept in memory; what finds none is shown at once. Any thread.
 */
void log_hold(void);
void log_release(void);

/* Messages are made by common/message.h. */
void log_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Shown with -v, -vv. */
void log_verbose(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_debug(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The least important diagnostics that the level shows. */
enum notice_level log_notice_level(void);

/* Shows the diagnostics, each at its level, and clears the list. */
void log_diagnostics(struct diagnostics *diagnostics);

#endif
