#include "common/escaped.h"

#include "common/printable.h"
#include "common/text.h"

#include <ctype.h>
#include <string.h>

/* Whether what begins here would be taken for an escaped byte. */
static bool looks_escaped(const uint8_t *p)
{
	return p[0] == '\\' && p[1] == 'x' && isxdigit(p[2]) && isxdigit(p[3]);
}

/* How many bytes of the text stand for themselves as one character; 0: the first byte is escaped. */
static size_t plain_size(const uint8_t *p, size_t left, unsigned also)
{
	size_t size;

	if (*p < 0x80)
		return !looks_escaped(p) && !(also & ESCAPED_CONTROLS && (*p < ' ' || *p == 0x7f));
	size = utf8_size(p, left, NULL);
	return also & ESCAPED_CONTROLS && size == 2 && p[0] == 0xc2 && p[1] < 0xa0 ? 0 : size;
}

static bool begins_formula(const char *text)
{
	return *text && strchr("=+-@", *text) && text[1];
}

void escaped_put(struct buffer *b, const char *text, unsigned also)
{
	const uint8_t *p = (const uint8_t *)text, *end = p + strlen(text);
	bool escape = also & ESCAPED_FORMULA && begins_formula(text);

	while (p < end) {
		size_t size = escape ? 0 : plain_size(p, (size_t)(end - p), also);

		escape = false;
		if (size)
			buffer_append(b, p, size);
		else
			text_printf(b, "\\x%02x", *p);
		p += size ? size : 1;
	}
}
