#include "record/pmu/event_text.h"

#include <errno.h>
#include <string.h>

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
