/*
 * chain_tree: callchains kept once each, as paths of a tree whose root is the outermost caller.
 *
 * A node is (parent, address, mode). A chain is the number of its innermost node; chains that share their callers share
 * nodes, and a chain seen before adds nothing. Node 0 is the root and stands for "no chain".
 * One thread at a time.
 */
#ifndef PREC_REPORT_CHAIN_TREE_H
#define PREC_REPORT_CHAIN_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CHAIN_EMPTY  0u
#define CHAIN_FAILED UINT32_MAX

struct chain_node {
	uint64_t addr;
	uint32_t parent;
	uint8_t mode; /* RECORD_MISC_KERNEL, ... */
};

struct chain_tree {
	struct chain_node *nodes;
	uint32_t n, capacity;
	uint32_t *slots; /* by parent, address, mode; node number, 0: free */
	uint32_t n_slots;
};

/* 0 or -ENOMEM. */
int chain_tree_init(struct chain_tree *t);
void chain_tree_fini(struct chain_tree *t);

/* The child of parent with the address, added when there is none. CHAIN_FAILED without memory. */
uint32_t chain_tree_child(struct chain_tree *t, uint32_t parent, uint64_t addr, uint8_t mode);

/*
 * The chain of a sample: n unaligned addresses, the innermost first, with context markers among them (perf_event.h,
 * PERF_CONTEXT_*). mode: what holds before the first marker. CHAIN_EMPTY for a chain with a marker there is none of,
 * CHAIN_FAILED without memory.
 */
uint32_t chain_tree_add(struct chain_tree *t, const uint8_t *addrs, uint64_t n, uint8_t mode, bool swap);

#endif
