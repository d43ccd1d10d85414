#include "record/pmu/event_context.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *folder_of(const char *variable)
{
	const char *folder = secure_getenv(variable);

	return folder && *folder ? folder : NULL;
}

struct event_context event_context_of_environment(void)
{
	return (struct event_context){ .sys_root = folder_of("SYSFS_PATH"), .tracefs = folder_of("TRACEFS_PATH") };
}

int event_text_copy(char *ret_word, struct event_text text, struct error *err)
{
	if (text.size >= EVENT_WORD_MAX)
		return error_set(err, -EINVAL, "a name of %zu letters, %d at most", text.size, EVENT_WORD_MAX - 1);
	memcpy(ret_word, text.start, text.size);
	ret_word[text.size] = 0;
	return 0;
}

int event_number_base(const char *text)
{
	return text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
}
