/*
 * archive_range: codes decisions between two by how often each was taken before, in fractions of a bit: a range coder.
 *
 * Source: G. N. N. Martin, Range encoding, 1979; the carry as in the LZMA SDK.
 *
 * Decoding takes untrusted bytes: past their end the decisions are any, and more bytes are wanted than there are.
 */
#ifndef PREC_FORMATS_ARCHIVE_ARCHIVE_RANGE_H
#define PREC_FORMATS_ARCHIVE_ARCHIVE_RANGE_H

#include "common/buffer.h"

/* How likely "no" is: what was seen lately, and over a longer time. */
struct archive_chance {
	uint16_t fast, slow;
};

#define ARCHIVE_CHANCE_EVEN ((struct archive_chance){ 1u << 15, 1u << 15 })

struct archive_range {
	uint64_t low;     /* encoding */
	uint64_t pending; /* bytes that a carry may still change */
	uint8_t first;    /* of these; the others are 0xff */
	uint32_t code;    /* decoding */
	uint32_t range;
};

/* Begins to encode, with bytes that are appended as they are known. */
void archive_range_begin(struct archive_range *r);

/* Encodes a decision, and learns from it. */
void archive_range_put(struct archive_range *r, struct archive_chance *c, bool bit, struct buffer *out);

/* Appends what is left. */
void archive_range_end(struct archive_range *r, struct buffer *out);

/*
 * Begins to decode, and decodes a decision. bytes: all of them; *at: the next one, which goes beyond the last where
 * some are missing.
 */
void archive_range_open(struct archive_range *r, const struct buffer *bytes, size_t *at);
bool archive_range_take(struct archive_range *r, struct archive_chance *c, const struct buffer *bytes, size_t *at);

#endif
