#include "common/printable.h"

#include "common/utf8.h"

#include <stdint.h>
#include <string.h>

/* Of a whole character: a control character, or one of direction. */
static bool character_is_command(const uint8_t *p)
{
	if (*p < 0x80)
		return (*p < 0x20 && *p != '\n' && *p != '\t') || *p == 0x7f;
	if (*p == 0xc2)
		return p[1] <= 0x9f;
	if (*p != 0xe2)
		return false;
	return (p[1] == 0x80 && p[2] >= 0xaa && p[2] <= 0xae) || (p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9);
}

size_t printable_mask(char *text, size_t size, bool more)
{
	uint8_t *p = (uint8_t *)text;

	for (size_t i = 0, n; i < size; i += n) {
		bool whole = p[i] < 0x80, cut = false;

		n = 1;
		if (!whole) {
			n = utf8_size(p + i, size - i, &cut);
			whole = n > 0;
			n += !n;
		}
		if (cut && more)
			return i;
		if (whole ? character_is_command(p + i) : p[i] <= 0x9f)
			memset(p + i, '?', n);
	}
	return size;
}
