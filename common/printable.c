#include "common/printable.h"

#include <stdint.h>
#include <string.h>

/*
 * The first bytes of characters of more than one byte, and what their second byte may be (The Unicode Standard, table
 * 3-7, Well-Formed UTF-8 Byte Sequences); all others are 0x80 to 0xbf.
 */
static const struct lead {
	uint8_t first, last; /* the first bytes */
	uint8_t least, most; /* the second byte */
	uint8_t size;
} leads[] = {
	{ 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 }, { 0xe1, 0xec, 0x80, 0xbf, 3 },
	{ 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 }, { 0xf0, 0xf0, 0x90, 0xbf, 4 },
	{ 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
};

static const struct lead *lead_find(uint8_t byte)
{
	for (size_t i = 0; i < sizeof(leads) / sizeof(leads[0]); i++)
		if (byte >= leads[i].first && byte <= leads[i].last)
			return &leads[i];
	return NULL;
}

/*
 * The size of the character of more than one byte that stands there; 0: there is none. *ret_cut: there may be one whose
 * end is missing.
 */
static size_t character_size(const uint8_t *p, size_t left, bool *ret_cut)
{
	const struct lead *lead = lead_find(*p);

	*ret_cut = false;
	if (!lead)
		return 0;
	for (size_t i = 1; i < lead->size; i++) {
		if (i == left) {
			*ret_cut = true;
			return 0;
		}
		if (p[i] < (i == 1 ? lead->least : 0x80) || p[i] > (i == 1 ? lead->most : 0xbf))
			return 0;
	}
	return lead->size;
}

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
			n = character_size(p + i, size - i, &cut);
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
