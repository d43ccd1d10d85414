/*
 * chain_seen: chains that are there, by their digests.
 */
#ifndef PREC_REPORT_SCAN_CHAIN_SEEN_H
#define PREC_REPORT_SCAN_CHAIN_SEEN_H

#include <stdint.h>

/* No chain: the number of no node. */
#define CHAIN_EMPTY 0u

struct chain_seen {
	uint64_t digest[2];
	uint32_t node; /* CHAIN_EMPTY: the slot is free */
};

struct chain_seen_part {
	struct chain_seen *slots; /* open addressing */
	uint32_t n, n_slots;
};

/* 0 or -ENOMEM; chain_seen_fini is due in any case. */
int chain_seen_init(struct chain_seen_part *seen);
void chain_seen_fini(struct chain_seen_part *seen);

/* The slot of the digest, or the free one where it would go. */
static inline struct chain_seen *chain_seen_slot(const struct chain_seen_part *seen, const uint64_t *digest)
{
	uint32_t i = (uint32_t)digest[0] & (seen->n_slots - 1);

	while (seen->slots[i].node != CHAIN_EMPTY &&
	       (seen->slots[i].digest[0] != digest[0] || seen->slots[i].digest[1] != digest[1]))
		i = (i + 1) & (seen->n_slots - 1);
	return &seen->slots[i];
}

/* Adds a chain that is not there. slot: what chain_seen_slot returned. 0 or -ENOMEM. */
int chain_seen_add(struct chain_seen_part *seen, struct chain_seen *slot, const uint64_t *digest, uint32_t node);

#endif
