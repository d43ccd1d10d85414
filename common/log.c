#include "common/log.h"

#include "common/buffer.h"
#include "common/message.h"
#include "common/printable.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Room for two paths and a sentence about them. */
#define LOG_LINE_MAX 12288

static struct {
	const char *name;
	int level;
	pthread_mutex_t lock; /* of what follows */
	bool holding;
	struct buffer held;
} log_state = { .name = "prec", .lock = PTHREAD_MUTEX_INITIALIZER };

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

void log_hold(void)
{
	pthread_mutex_lock(&log_state.lock);
	log_state.holding = true;
	pthread_mutex_unlock(&log_state.lock);
}

void log_release(void)
{
	struct buffer *held = &log_state.held;

	pthread_mutex_lock(&log_state.lock);
	log_state.holding = false;
	if (held->size)
		fwrite(held->data, 1, held->size, stderr);
	buffer_fini(held);
	pthread_mutex_unlock(&log_state.lock);
}

/* Keeps a message for log_release. False: it has to be printed now. */
static bool log_keep(const char *kind, const char *text)
{
	struct buffer *held = &log_state.held;
	const char *const parts[] = { log_state.name, ": ", kind, text, "\n" };
	size_t before;
	bool kept = false;

	pthread_mutex_lock(&log_state.lock);
	before = held->size;
	if (log_state.holding) {
		for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
			buffer_append(held, parts[i], strlen(parts[i]));
		kept = buffer_ok(held);
		if (!kept)
			held->size = before;
	}
	pthread_mutex_unlock(&log_state.lock);
	return kept;
}

__attribute__((format(printf, 3, 0))) static void log_line(int level, const char *kind, const char *format,
							   va_list args)
{
	char line[LOG_LINE_MAX];

	if (level > log_state.level)
		return;
	message_print(line, sizeof(line), format, args);
	printable_mask(line, strlen(line), false);
	if (!log_keep(kind, line))
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

enum notice_level log_notice_level(void)
{
	return log_state.level >= LOG_DEBUG     ? NOTICE_DEBUG
	       : log_state.level >= LOG_VERBOSE ? NOTICE_VERBOSE
						: NOTICE_NOTE;
}

void log_diagnostics(struct diagnostics *diagnostics)
{
	static void (*const functions[])(const char *format, ...) = {
		[NOTICE_WARNING] = log_warn,
		[NOTICE_NOTE] = log_note,
		[NOTICE_VERBOSE] = log_verbose,
		[NOTICE_DEBUG] = log_debug,
	};

	for (uint32_t i = 0; i < diagnostics->n; i++)
		functions[diagnostics->list[i].level]("%s", diagnostics->list[i].text);
	if (diagnostics->n_dropped)
		log_warn("there was no memory for %u messages", diagnostics->n_dropped);
	diagnostics_clear(diagnostics);
}
