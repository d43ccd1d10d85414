#include "common/log.h"

#include "common/printable.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Two paths and what is to be said of them. */
#define LOG_LINE_MAX 12288

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
	char line[LOG_LINE_MAX];

	if (level > log_state.level)
		return;
	vsnprintf(line, sizeof(line), format, args);
	printable_mask(line, strlen(line), false);
	fprintf(stderr, "%s: %s%s\n", log_state.name, kind, line);
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
