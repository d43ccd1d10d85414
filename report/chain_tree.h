/*
 * chain_tree: callchains kept once each, as paths of a tree whose root is the outermost caller.
 *
 * A node is (parent, address, mode). A chain is the number of its innermost node; chains that share their callers share
 * nodes, and a chain seen before adds nothing. Node 0 is the root and stands for "no chain". Below it stands a node for
 * each process, of mode CHAIN_MODE_PID, and below that its chains: an address means something only in its process.
 * One thread at a time.
 */
#ifndef PREC_REPORT_CHAIN_TREE_H
#define PREC_REPORT_CHAIN_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CHAIN_EMPTY  0u
#define CHAIN_FAILED UINT32_MAX

#define CHAIN_MODE_PID 0x80 /* no frame: addr is a pid */

struct chain_node {
	uint64_t addr;
	uint32_t parent;
	uint8_t mode; /* RECORD_MISC_KERNEL, ... or CHAIN_MODE_PID */
};

/*
 * The chain added last, from the outermost caller in, with its nodes: samples of one CPU follow each other in a file,
 * and mostly share their outer callers, which are then found without a look into the table.
 */
struct chain_last {
	struct chain_node *frames;
	uint32_t *nodes;
	uint32_t n, capacity;
	uint32_t pid;
}; /* all zero: none yet */

void chain_last_fini(struct chain_last *l);

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
 * The chain of a sample of a process: n unaligned addresses, the innermost first, with context markers among them
 * (perf_event.h, PERF_CONTEXT_*). mode: what holds before the first marker. CHAIN_EMPTY for a chain with a marker there
 * is none of, CHAIN_FAILED without memory.
 */
uint32_t chain_tree_add(struct chain_tree *t, struct chain_last *last, uint32_t pid, const uint8_t *addrs, uint64_t n,
			uint8_t mode, bool swap);

/* The next frame out from a node: its parent, or 0 behind the outermost caller. */
static inline uint32_t chain_tree_outer(const struct chain_tree *t, uint32_t node)
{
	uint32_t parent = t->nodes[node].parent;

	return t->nodes[parent].mode & CHAIN_MODE_PID ? CHAIN_EMPTY : parent;
}

/* The same of a chain that is there; CHAIN_FAILED when it is not. Any number of threads while none adds. */
uint32_t chain_tree_find(const struct chain_tree *t, struct chain_last *last, uint32_t pid, const uint8_t *addrs,
			 uint64_t n, uint8_t mode, bool swap);

#endif
