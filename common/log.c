#include "common/log.h"

#include <stdarg.h>
#include <stdio.h>

static struct {
	const char *name;
	int level;
} log_state = { .name = "prec" };

void log_init(const char *name)
{
	log_state.name = name;
}

void log_set_level(int level)
{
	log_state.level = level;
}

int log_level(void)
{
	return log_state.level;
}

__attribute__((format(printf, 3, 0))) static void log_line(int level, const char *kind, const char *format,
							   va_list args)
{
	if (level > log_state.level)
		return;
	flockfile(stderr);
	fprintf(stderr, "%s: %s", log_state.name, kind);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	funlockfile(stderr);
}

#define LOG_FUNCTION(function, level, kind)          \
	void function(const char *format, ...)       \
	{                                            \
		va_list args;                        \
                                                     \
		va_start(args, format);              \
		log_line(level, kind, format, args); \
		va_end(args);                        \
	}

LOG_FUNCTION(log_error, LOG_QUIET, "error: ")
LOG_FUNCTION(log_warn, LOG_NORMAL, "warning: ")
LOG_FUNCTION(log_note, LOG_NORMAL, "")
LOG_FUNCTION(log_verbose, LOG_VERBOSE, "")
LOG_FUNCTION(log_debug, LOG_DEBUG, "")
