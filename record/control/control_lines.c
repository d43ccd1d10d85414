#include "record/control/control_lines.h"

#include <string.h>

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
