#include "report/export/export_strings.h"

#include "common/json.h"
#include "common/printable.h"
#include "common/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

int export_strings_init(struct export_strings *s, const struct strtab *from)
{
	*s = (struct export_strings){ .from = from, .n_numbers = from->n, .numbers = calloc(from->n + 1ull, 4) };
	buffer_init(&s->text);
	return strtab_init(&s->table) || !s->numbers ? -ENOMEM : 0;
}

void export_strings_fini(struct export_strings *s)
{
	strtab_fini(&s->table);
	buffer_fini(&s->text);
	free(s->numbers);
}

/* Whether a backslash is followed by what would be read as an escaped byte. */
static bool looks_escaped(const uint8_t *p, size_t left)
{
	return left > 3 && p[1] == 'x' && isxdigit(p[2]) && isxdigit(p[3]);
}

/* How many bytes stand for themselves; 0: the first is to be escaped. */
static size_t plain_size(const uint8_t *p, size_t left)
{
	size_t size;

	if (*p == '\\')
		return !looks_escaped(p, left);
	if (*p < 0x80)
		return *p >= ' ' && *p != 0x7f;
	size = utf8_size(p, left, NULL);
	/* U+0080 to U+009F are commands to terminals. */
	return size == 2 && p[0] == 0xc2 && p[1] < 0xa0 ? 0 : size;
}

static void escape(struct buffer *b, const char *text)
{
	const uint8_t *p = (const uint8_t *)text;
	size_t left = strlen(text);

	buffer_clear(b);
	while (left) {
		size_t size = plain_size(p, left);

		if (size) {
			buffer_append(b, p, size);
		} else {
			buffer_append(b, "\\x", 2);
			buffer_append(b, &text_hex_pairs[2 * *p], 2);
			size = 1;
		}
		p += size;
		left -= size;
	}
}

static bool needs_no_escape(const char *text)
{
	for (; *text; text++)
		if (!json_is_plain((uint8_t)*text))
			return false;
	return true;
}

uint32_t export_strings_add(struct export_strings *s, const char *text)
{
	size_t size = strlen(text);
	uint32_t number;

	if (!needs_no_escape(text)) {
		escape(&s->text, text);
		text = (const char *)s->text.data;
		size = s->text.size;
	}
	number = buffer_ok(&s->text) ? strtab_add(&s->table, text, size) : STRTAB_NONE;
	if (number != STRTAB_NONE)
		return number;
	s->failed = true;
	return 0;
}

uint32_t export_strings_of(struct export_strings *s, uint32_t id)
{
	if (id >= s->n_numbers)
		return 0;
	if (!s->numbers[id])
		s->numbers[id] = export_strings_add(s, strtab_get(s->from, id));
	return s->numbers[id];
}
