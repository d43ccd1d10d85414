/*
 * chain_tree: stores each distinct callchain once, as a path of a tree from the root to its innermost frame.
 *
 *	root (0) -- main -- run -- loop		chain "loop, run, main": the number of the node loop
 *	                      `-- wait		chain "wait, run, main": the number of the node wait
 *
 * A chain is the number of its innermost node; each node has the number of its caller's. Node 0 is the root and means
 * "no chain". A known chain is found by a digest of its words. A new chain shares the nodes of its outer callers with
 * the chain added before it, which is often similar, since samples of one CPU follow each other in a file. So no frame
 * is looked up by itself. The price: callers that two chains share may have two sets of nodes if the chains were added
 * far apart. They become one when they are named (report/rows/call_tree.h).
 *
 * The digest has 128 bits and a secret key, so that nobody can make a file with two chains of one digest.
 *
 * Ownership: _init/_fini. One thread at a time; any number may read while nothing is added.
 */
#ifndef PREC_REPORT_SCAN_CHAIN_TREE_H
#define PREC_REPORT_SCAN_CHAIN_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The root: no chain. */
#define CHAIN_EMPTY  0u
#define CHAIN_FAILED UINT32_MAX

/* A chain of the tree, found by its digest. */
struct chain_seen {
	uint64_t digest[2];
	uint32_t node; /* CHAIN_EMPTY: the slot is free */
};

struct chain_seen_part {
	struct chain_seen *slots; /* open addressing */
	uint32_t n, n_slots;
};

/* Makes an empty table. 0 or -ENOMEM; the caller calls chain_seen_fini in both cases. */
int chain_seen_init(struct chain_seen_part *seen);
void chain_seen_fini(struct chain_seen_part *seen);

/* Returns the slot of a digest, or the free slot for it. */
static inline struct chain_seen *chain_seen_slot(const struct chain_seen_part *seen, const uint64_t *digest)
{
	uint32_t i = (uint32_t)digest[0] & (seen->n_slots - 1);

	while (seen->slots[i].node != CHAIN_EMPTY &&
	       (seen->slots[i].digest[0] != digest[0] || seen->slots[i].digest[1] != digest[1]))
		i = (i + 1) & (seen->n_slots - 1);
	return &seen->slots[i];
}

/* Adds a chain that is not in the table. slot: what chain_seen_slot returned. 0 or -ENOMEM. */
int chain_seen_add(struct chain_seen_part *seen, struct chain_seen *slot, const uint64_t *digest, uint32_t node);
struct chain_node {
	uint64_t addr;
	uint32_t parent;
	uint8_t mode; /* RECORD_MISC_KERNEL, ... */
};

/* The table of chains has parts, so that several workers can merge at once. */
#define CHAIN_PARTS 16u

struct chain_tree {
	struct chain_node *nodes; /* [0]: the root */
	uint32_t n, capacity;
	struct chain_seen_part seen[CHAIN_PARTS]; /* by some bits of the digest */
	uint64_t n_slots;                         /* of all parts */
	uint32_t *last;                           /* nodes of the chain added last, from the outermost caller inwards */
	uint32_t n_last, last_capacity;
	uint32_t last_pid; /* that of the chain added last */
	uint64_t key[2];   /* secret; the same in all trees of the running program */
};

/* Makes an empty tree. 0 or -ENOMEM. */
int chain_tree_init(struct chain_tree *t);
void chain_tree_fini(struct chain_tree *t);

/*
 * Finds or adds the chain of a sample, and returns its node. addrs: n unaligned words, the innermost address first,
 * with markers among them (PERF_CONTEXT_*, perf_event_open(2)). mode: RECORD_MISC_*, that of the addresses before the
 * first marker. swap: the words are in the other byte order. Chains of two processes share no nodes, since an address
 * has a meaning in its process only. CHAIN_EMPTY: there is an unknown marker, or no address; CHAIN_FAILED: no memory.
 */
uint32_t chain_tree_add(struct chain_tree *t, uint32_t pid, const uint8_t *addrs, uint64_t n, uint8_t mode, bool swap);

/* Returns a hash of n words that is the same in all trees of the running program. */
uint64_t chain_tree_hash(const struct chain_tree *t, const uint8_t *addrs, uint64_t n);

/* Returns the node of a chain; CHAIN_EMPTY: it was not added. Arguments as above. */
uint32_t chain_tree_find(const struct chain_tree *t, uint32_t pid, const uint8_t *addrs, uint64_t n, uint8_t mode);

/* Makes room for n more nodes, and for a chain of n frames. 0 or -ENOMEM. */
int chain_tree_reserve(struct chain_tree *t, uint64_t n);

/* Returns the memory of the tree in bytes. */
static inline uint64_t chain_tree_bytes(const struct chain_tree *t)
{
	return (uint64_t)t->capacity * sizeof(*t->nodes) + t->n_slots * sizeof(struct chain_seen);
}

/* Returns the node of a node's caller; 0: it is the outermost. */
static inline uint32_t chain_tree_outer(const struct chain_tree *t, uint32_t node)
{
	return t->nodes[node].parent;
}

/*
 * Adds the chains of n other trees, with as many threads as `workers`, of which each merges a part of the digests.
 * ret_maps: an array for each tree that the caller frees: the new number of each of its chains, by the old number; of
 * nodes that are no chains it is undefined. 0; -ENOMEM: all maps are NULL.
 */
int chain_tree_merge(struct chain_tree *t, const struct chain_tree *const *from, unsigned n, unsigned workers,
		     uint32_t **ret_maps);

#endif
