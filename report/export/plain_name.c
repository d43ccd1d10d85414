#include "report/export/plain_name.h"

#include "common/escaped.h"

static bool is_plain(const char *name)
{
	for (; *name; name++)
		if (*name < ' ' || *name > '~' || *name == '\\')
			return false;
	return true;
}

const char *plain_name(struct buffer *b, const char *name)
{
	if (is_plain(name))
		return name;
	buffer_clear(b);
	escaped_put(b, name, ESCAPED_CONTROLS);
	buffer_put_u8(b, 0);
	return buffer_ok(b) ? (const char *)b->data : NULL;
}
