#include "formats/record/time_conv.h"

#include <errno.h>

#define HEADER_SIZE 8

int record_decode_time_conv(const struct record *r, struct time_conv *ret_conv, struct error *err)
{
	struct cursor c = cursor_make(r->data + HEADER_SIZE, r->size - HEADER_SIZE, r->swap);
	struct time_conv conv = { .shift = cursor_u64(&c), .mult = cursor_u64(&c), .zero = cursor_u64(&c) };

	if (!cursor_ok(&c) || conv.shift > 63)
		return error_at(err, -EBADMSG, r->offset, r->type, "a conversion of times that is none");
	/* Linux 5.10 and up. */
	conv.cycles = cursor_u64(&c);
	conv.mask = cursor_u64(&c);
	cursor_skip(&c, 1);
	conv.is_short = cursor_u8(&c);
	conv.is_short = conv.is_short && cursor_ok(&c);
	*ret_conv = conv;
	return 0;
}

uint64_t time_conv_apply(const struct time_conv *c, uint64_t counter)
{
	uint64_t whole, rest;

	if (c->is_short)
		counter = c->cycles + ((counter - c->cycles) & c->mask);
	whole = counter >> c->shift;
	rest = counter & ((1ull << c->shift) - 1);
	return c->zero + whole * c->mult + ((rest * c->mult) >> c->shift);
}
