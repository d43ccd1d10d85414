#include "common/printable.h"

#include <stdint.h>

static bool is_control(uint8_t byte)
{
	return (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f;
}

void printable_mask(struct printable *p, char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		uint8_t byte = (uint8_t)text[i];

		if (is_control(byte) || (p->lead && byte >= 0x80 && byte <= 0x9f))
			text[i] = '?';
		p->lead = byte == 0xc2;
	}
}
