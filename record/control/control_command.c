#include "record/control/control_command.h"

#include "common/bytes.h"
#include "common/sorting.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\r"

static const struct {
	const char *word;
	enum control_verb verb;
} verbs[] = {
	{ "enable", CONTROL_ENABLE }, { "disable", CONTROL_DISABLE }, { "snapshot", CONTROL_SNAPSHOT },
	{ "stop", CONTROL_STOP },     { "ping", CONTROL_PING },       { "evlist", CONTROL_EVLIST },
	{ "attach", CONTROL_ATTACH }, { "detach", CONTROL_DETACH },   { "period", CONTROL_PERIOD },
	{ "freq", CONTROL_FREQ },     { "status", CONTROL_STATUS },
};

/* Ends the next word of *rest with a NUL, and moves *rest to the one after it. NULL: there is none. */
static char *next_word(char **rest)
{
	char *word = *rest + strspn(*rest, BLANKS);
	char *end = word + strcspn(word, BLANKS);

	*rest = *end ? end + 1 : end;
	*end = 0;
	return *word ? word : NULL;
}

/* The rest of the line without blanks around it: names of events may have blanks. NULL: nothing. */
static char *last_words(char *rest)
{
	char *text = rest + strspn(rest, BLANKS);
	size_t size = strlen(text);

	while (size && strchr(BLANKS, text[size - 1]))
		text[--size] = 0;
	return size ? text : NULL;
}

static int parse_pids(struct control_command *command, const char *word, const char *text, struct error *err)
{
	const char *p = text ? text : "";

	command->pids = calloc(strlen(p) / 2 + 1, sizeof(*command->pids));
	if (!command->pids)
		return error_nomem(err);
	for (;;) {
		char *end;
		long pid = strtol(p, &end, 10);

		if (!isdigit((unsigned char)*p) || (*end && *end != ',') || pid < 1 || pid > INT_MAX) {
			control_command_fini(command);
			return error_set(err, -EINVAL, "%s takes PID[,PID...], not '%s'", word, text ? text : "");
		}
		command->pids[command->n_pids++] = (pid_t)pid;
		if (!*end)
			break;
		p = end + 1;
	}
	command->n_pids = pids_sort(command->pids, command->n_pids);
	return 0;
}

static int parse_rate(struct control_command *command, const char *word, char *rest, struct error *err)
{
	const char *text = next_word(&rest);
	char *end = NULL;
	unsigned long long number;

	errno = 0;
	number = text ? strtoull(text, &end, 10) : 0;
	if (!text || !isdigit((unsigned char)*text) || *end || errno || !number || number > INT64_MAX)
		return error_set(err, -EINVAL, "%s takes a number of at least 1, and may have an event after it", word);
	command->number = number;
	command->event = last_words(rest);
	return 0;
}

static int parse_details(struct control_details *details, char *rest, struct error *err)
{
	char *word;

	while ((word = next_word(&rest))) {
		if (!strcmp(word, "-v"))
			details->with_attr = true;
		else if (!strcmp(word, "-g"))
			details->with_group = true;
		else if (!strcmp(word, "-F"))
			details->with_freq = true;
		else
			return error_set(err, -EINVAL, "evlist takes -v, -g or -F, not '%s'", word);
	}
	return 0;
}

static int parse_arguments(struct control_command *command, const char *word, char *rest, struct error *err)
{
	switch (command->verb) {
	case CONTROL_ENABLE:
	case CONTROL_DISABLE: command->event = last_words(rest); return 0;
	case CONTROL_ATTACH:
	case CONTROL_DETACH: return parse_pids(command, word, last_words(rest), err);
	case CONTROL_PERIOD:
	case CONTROL_FREQ: return parse_rate(command, word, rest, err);
	case CONTROL_EVLIST: return parse_details(&command->details, rest, err);
	default: return last_words(rest) ? error_set(err, -EINVAL, "%s takes nothing after it", word) : 0;
	}
}

static int unknown_command(const char *word, unsigned known, struct error *err)
{
	char list[128] = "";
	size_t size = 0;

	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++)
		if (known & CONTROL_VERB(verbs[i].verb))
			size += (size_t)snprintf(list + size, sizeof(list) - size, "%s%s", size ? ", " : "",
						 verbs[i].word);
	return error_set(err, -EINVAL, "there is no command '%.64s'; there are %s", word, list);
}

int control_command_parse(struct control_command *command, char *line, unsigned known, struct error *err)
{
	char *rest = line;
	const char *word = next_word(&rest);

	*command = (struct control_command){ 0 };
	if (!word)
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++)
		if (known & CONTROL_VERB(verbs[i].verb) && !strcmp(word, verbs[i].word)) {
			command->verb = verbs[i].verb;
			return parse_arguments(command, word, rest, err);
		}
	return unknown_command(word, known, err);
}

void control_command_fini(struct control_command *command)
{
	free(command->pids);
	command->pids = NULL;
	command->n_pids = 0;
}

#define ANSWER_DONE  "ack"
#define ANSWER_ERROR "error: "

static void refuse(struct control_channel *channel, const struct control_handler *handler, const struct error *cause)
{
	char text[sizeof(ANSWER_ERROR) + ERROR_MESSAGE_MAX];
	const size_t start = sizeof(ANSWER_ERROR) - 1;

	memcpy(text, ANSWER_ERROR, start);
	memcpy(text + start, cause->message, sizeof(cause->message));
	text[start + strcspn(text + start, "\n")] = 0; /* an answer is one line */
	diagnostics_add(handler->diagnostics, NOTICE_WARNING, "--control: %s", cause->message);
	control_channel_answer(channel, text);
}

static int take_line(struct control_channel *channel, const struct control_handler *handler, char *line,
		     struct error *err)
{
	struct control_command command;
	struct error cause = ERROR_INIT;
	bool fatal = false;
	int result = control_command_parse(&command, line, handler->verbs, &cause);

	if (result) {
		refuse(channel, handler, &cause);
		return 0;
	}
	result = handler->run(handler->context, &command, &fatal, &cause);
	if (result && fatal)
		*err = cause;
	else if (result)
		refuse(channel, handler, &cause);
	else if (command.verb != CONTROL_NOTHING && command.verb != CONTROL_STATUS)
		control_channel_answer(channel, ANSWER_DONE);
	control_command_fini(&command);
	return fatal ? result : 0;
}

int control_lines_take(struct control_channel *channel, const struct control_handler *handler, struct error *err)
{
	char *line;
	int result = 0;
	int next;

	while (!result && !handler->is_over(handler->context) && (next = control_channel_next(channel, &line))) {
		struct error too_long = ERROR_INIT;

		if (next > 0) {
			result = take_line(channel, handler, line, err);
			continue;
		}
		error_set(&too_long, next, "a line of more than %d bytes", CONTROL_LINE_MAX);
		refuse(channel, handler, &too_long);
	}
	return result;
}
