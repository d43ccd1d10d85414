/*
 * archive_context: what was seen before, by context: tables without collision handling, since a wrong prediction costs
 * bytes, never correctness. Hashes have no seed: both directions need the same.
 */
#ifndef PREC_FORMATS_ARCHIVE_ARCHIVE_CONTEXT_H
#define PREC_FORMATS_ARCHIVE_ARCHIVE_CONTEXT_H

#include "common/buffer.h"
#include "formats/archive/archive_coder.h"

/* Mixes a number into a hash. */
static inline uint64_t context_mix(uint64_t hash, uint64_t x)
{
	x = (x ^ hash) * 0x9e3779b97f4a7c15ull;
	return x ^ x >> 29;
}

/* Returns a slot of a table with 2^bits slots. */
static inline uint32_t context_slot(uint64_t hash, unsigned bits)
{
	return (uint32_t)(hash * 0xd6e8feb86659fd93ull >> (64 - bits));
}

#define CONTEXT_PAIR_BITS   17
#define CONTEXT_SINGLE_BITS 14
#define CONTEXT_KNOWN_BITS  18
#define CONTEXT_PAIR_WAYS   3
#define CONTEXT_SINGLE_WAYS 8

/* What followed two addresses, the last first; and whether the first was right lately: 1, then a bit each time. */
struct archive_pair {
	uint64_t ways[CONTEXT_PAIR_WAYS];
	uint64_t history;
};

#define CONTEXT_HISTORY 64 /* one more than the highest */

/* Addresses: which follow which. Zero at first. */
struct archive_addresses {
	struct archive_pair pairs[1u << CONTEXT_PAIR_BITS];
	uint64_t singles[1u << CONTEXT_SINGLE_BITS][CONTEXT_SINGLE_WAYS]; /* after one, where two did not tell */
	uint32_t known[1u << CONTEXT_KNOWN_BITS];                         /* numbers + 1 of addresses, by hash */
	struct buffer list;                                               /* all addresses, by number */
	uint64_t next;          /* the number of what followed the last one that was known */
	uint64_t last_new[256]; /* the last new address, by the bits above 40 */
};

#define CONTEXT_FROM_BITS 7
#define CONTEXT_FROMS     8

/* A kind of address: its streams, of numbers, which take two; and the chances of where it is known from. */
struct archive_address_kind {
	unsigned known, new;
	struct archive_chance same[CONTEXT_HISTORY];
	struct archive_chance from[CONTEXT_FROMS][1u << CONTEXT_FROM_BITS];
};

/* Sets up a kind. stream: its first; there are four. */
void archive_address_kind_begin(struct archive_address_kind *kind, unsigned stream);

/*
 * Codes an address. before, before_that: those that it follows, or anything that says as much; 0: nothing.
 */
void archive_code_address(struct archive_coder *c, struct archive_addresses *a, struct archive_address_kind *kind,
			  uint64_t before, uint64_t before_that, uint64_t *address);

#endif
