#include "common/utf8.h"

/* The first bytes of characters, and what their second byte may be; all others are 0x80 to 0xbf. */
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

size_t utf8_size(const uint8_t *p, size_t left, bool *ret_cut)
{
	const struct lead *lead = left ? lead_find(*p) : NULL;

	if (ret_cut)
		*ret_cut = false;
	if (!lead)
		return 0;
	for (size_t i = 1; i < lead->size; i++) {
		if (i == left) {
			if (ret_cut)
				*ret_cut = true;
			return 0;
		}
		if (p[i] < (i == 1 ? lead->least : 0x80) || p[i] > (i == 1 ? lead->most : 0xbf))
			return 0;
	}
	return lead->size;
}
