#include "formats/archive/archive_range.h"

#define CHANCE_BITS 12
#define FAST_SHIFT  4
#define SLOW_SHIFT  7
#define RANGE_MIN   (1u << 24)
#define STATE_BYTES 5 /* of a decoder, and what an encoder has left at the end */

/* Returns the part of the range that is "no". */
static inline uint32_t range_bound(const struct archive_range *r, const struct archive_chance *c)
{
	return (r->range >> CHANCE_BITS) * (((uint32_t)c->fast + c->slow) >> (17 - CHANCE_BITS));
}

/* Neither chance gets to 0 or 1, since the steps become 0 before. */
static inline void chance_learn(struct archive_chance *c, bool bit)
{
	if (bit) {
		c->fast -= c->fast >> FAST_SHIFT;
		c->slow -= c->slow >> SLOW_SHIFT;
	} else {
		c->fast += (uint16_t)((UINT16_MAX - c->fast) >> FAST_SHIFT);
		c->slow += (uint16_t)((UINT16_MAX - c->slow) >> SLOW_SHIFT);
	}
}

void archive_range_begin(struct archive_range *r)
{
	*r = (struct archive_range){ .range = UINT32_MAX, .pending = 1 };
}

/* Appends the bytes that no carry changes any more. */
static void low_shift(struct archive_range *r, struct buffer *out)
{
	const uint8_t carry = (uint8_t)(r->low >> 32);

	if (r->low < 0xff000000u || carry) {
		for (uint8_t byte = r->first; r->pending; r->pending--, byte = 0xff)
			buffer_put_u8(out, (uint8_t)(byte + carry));
		r->first = (uint8_t)(r->low >> 24);
	}
	r->pending++;
	r->low = (uint32_t)r->low << 8;
}

void archive_range_put(struct archive_range *r, struct archive_chance *c, bool bit, struct buffer *out)
{
	const uint32_t bound = range_bound(r, c);

	if (bit) {
		r->low += bound;
		r->range -= bound;
	} else {
		r->range = bound;
	}
	chance_learn(c, bit);
	for (; r->range < RANGE_MIN; r->range <<= 8)
		low_shift(r, out);
}

void archive_range_end(struct archive_range *r, struct buffer *out)
{
	for (unsigned i = 0; i < STATE_BYTES; i++)
		low_shift(r, out);
}

static inline uint8_t byte_at(const struct buffer *bytes, size_t at)
{
	return at < bytes->size ? bytes->data[at] : 0;
}

void archive_range_open(struct archive_range *r, const struct buffer *bytes, size_t *at)
{
	*r = (struct archive_range){ .range = UINT32_MAX };
	for (unsigned i = 0; i < STATE_BYTES; i++)
		r->code = r->code << 8 | byte_at(bytes, (*at)++);
}

bool archive_range_take(struct archive_range *r, struct archive_chance *c, const struct buffer *bytes, size_t *at)
{
	const uint32_t bound = range_bound(r, c);
	const bool bit = r->code >= bound;

	if (bit) {
		r->code -= bound;
		r->range -= bound;
	} else {
		r->range = bound;
	}
	chance_learn(c, bit);
	for (; r->range < RANGE_MIN; r->range <<= 8)
		r->code = r->code << 8 | byte_at(bytes, (*at)++);
	return bit;
}
