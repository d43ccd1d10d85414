/*
 * chain_tree: callchains kept once each, as paths of a tree whose root is the outermost caller.
 *
 * A chain is the number of its innermost node; each node has the number of its caller's. Node 0 is the root and stands
 * for "no chain". A chain that was there before is known by a digest and costs no more than that; a new one shares the
 * nodes of its outer callers with the chain added before it, as samples of one CPU follow each other in a file. So
 * nothing is looked up frame by frame. The price is that chains that came far apart may have callers in common of which
 * there are several nodes; whoever names them puts them together.
 *
 * The digest has 128 bits and a secret key, so that no file can hold two chains with the same one.
 * One thread at a time; any number may look while nothing is added.
 */
#ifndef PREC_REPORT_SCAN_CHAIN_TREE_H
#define PREC_REPORT_SCAN_CHAIN_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * chain_seen: chains that are there, by their digests.
 */

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

#define CHAIN_FAILED UINT32_MAX

struct chain_node {
	uint64_t addr;
	uint32_t parent;
	uint8_t mode; /* RECORD_MISC_KERNEL, ... */
};

/* Of the table of chains, so that workers can merge parts at once. */
#define CHAIN_PARTS 16u

struct chain_tree {
	struct chain_node *nodes;
	uint32_t n, capacity;
	struct chain_seen_part seen[CHAIN_PARTS]; /* by their digests: each is a table of its own */
	uint64_t n_slots;                         /* of all parts */
	/* The chain added last: its nodes, from the outermost caller in. */
	uint32_t *last;
	uint32_t n_last, last_capacity;
	uint32_t last_pid;
	uint64_t key[2];
};

/* 0 or -ENOMEM. */
int chain_tree_init(struct chain_tree *t);
void chain_tree_fini(struct chain_tree *t);

/*
 * The chain of a sample of a process, added when it is new: n unaligned addresses, the innermost first, with context
 * markers among them (perf_event.h, PERF_CONTEXT_*). mode: what holds before the first marker. Addresses mean something
 * only in their process, so chains of two processes share nothing. CHAIN_EMPTY for a chain with a marker there is none
 * of, CHAIN_FAILED without memory.
 */
uint32_t chain_tree_add(struct chain_tree *t, uint32_t pid, const uint8_t *addrs, uint64_t n, uint8_t mode, bool swap);

/* A number of n addresses that is the same in all trees of this process. */
uint64_t chain_tree_hash(const struct chain_tree *t, const uint8_t *addrs, uint64_t n);

/* The node of a chain that is there, CHAIN_EMPTY when it is not. */
uint32_t chain_tree_find(const struct chain_tree *t, uint32_t pid, const uint8_t *addrs, uint64_t n, uint8_t mode);

/* Room for n more nodes and a path as long. 0 or -ENOMEM. */
int chain_tree_reserve(struct chain_tree *t, uint64_t n);

/* The memory it takes. */
static inline uint64_t chain_tree_bytes(const struct chain_tree *t)
{
	return (uint64_t)t->capacity * sizeof(*t->nodes) + t->n_slots * sizeof(struct chain_seen);
}

/* The next frame out from a node: its caller, or 0 after the outermost one. */
static inline uint32_t chain_tree_outer(const struct chain_tree *t, uint32_t node)
{
	return t->nodes[node].parent;
}

/*
 * chain_tree_merge: the chains of several workers' trees in one.
 */

/*
 * Adds the chains of n other trees of this process, by several workers at once: each merges a part of the digests.
 * ret_maps: of each tree the numbers of its chains here, of those only, by the number there; malloced. 0 or -ENOMEM,
 * when there are none.
 */
int chain_tree_merge(struct chain_tree *t, const struct chain_tree *const *from, unsigned n, unsigned workers,
		     uint32_t **ret_maps);

#endif
