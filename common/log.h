/*
 * log: prints messages for the user on standard error.
 *
 * Commands and report/ print messages; formats/ and the engines of record/ return errors and diagnostics. Every line
 * begins with the name that log_init was given ("prec record: ").
 *
 * Threads: any, after log_init and log_set_level.
 */
#ifndef PREC_COMMON_LOG_H
#define PREC_COMMON_LOG_H

#include "common/diagnostics.h"
#include "common/error.h"

enum log_level {
	LOG_QUIET = -1, /* errors only */
	LOG_NORMAL = 0, /* and warnings and notes */
	LOG_VERBOSE = 1,
	LOG_DEBUG = 2,
};

/* Sets the name that lines begin with, "prec record"; borrowed. */
void log_init(const char *name);

/* Sets and returns the level, an enum log_level; higher numbers count as LOG_DEBUG. */
void log_set_level(int level);
int log_level(void);

/*
 * From log_hold to log_release messages are kept in memory, and then printed in their order: while a pager has the
 * screen they would be lost there. Without memory a message is printed at once.
 */
void log_hold(void);
void log_release(void);

/* Print a message made by common/message.h, if the level allows it; control characters are masked. */
void log_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_verbose(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_debug(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Returns the least important level of diagnostics that are printed. */
enum notice_level log_notice_level(void);

/* Prints the diagnostics, each at its level, and clears the list. */
void log_diagnostics(struct diagnostics *diagnostics);

#endif
