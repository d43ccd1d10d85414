/*
 * call_tree: callchains with their addresses named: a tree of frames, outermost caller at the top.
 *
 * Each node is (context, parent, frame); the context is what else tells rows apart (event, comm, ...), so that each row
 * finds its own chains. A chain's samples count at its innermost node (self); total is the sum of a node and all below
 * it. Callers' and callees' views and the children column are computed from the tree, whose size is that of the
 * distinct named chains.
 *
 * A parent's number is always less than its children's. Node 0 is no node.
 */
#ifndef PREC_REPORT_CALL_TREE_H
#define PREC_REPORT_CALL_TREE_H

#include "report/chain_tree.h"
#include "report/frames.h"

struct call_node {
	uint32_t context;
	uint32_t parent; /* 0: an outermost caller */
	uint32_t frame;
	uint32_t first_child, next_sibling; /* after call_tree_finish */
	uint64_t self, self_count;
	uint64_t total, total_count; /* after call_tree_finish */
};

/* What a chain node was named last, for whom: a process's chains are mostly wanted in one context and state. */
struct call_memo {
	uint32_t context, state; /* state: of the mappings, timeline_space_epoch */
	uint32_t node;           /* 0: not named yet */
};

/* Nodes that are not the one looked for are mostly known by their hash. */
struct call_slot {
	uint32_t hash;
	uint32_t node; /* 0: free */
};

/*
 * The step last made at a place of a table by parent and address: chains that came far apart have nodes of their own
 * for callers they share.
 */
struct call_step {
	uint64_t addr;
	const struct space_version *space; /* in which the address was named */
	uint32_t context, parent;
	uint32_t node; /* 0: the place is free */
	uint8_t mode;
};

#define CALL_STEPS 32768u

struct call_tree {
	struct frames *frames; /* borrowed */
	struct call_node *nodes;
	uint32_t n, capacity;
	struct call_slot *slots; /* by context, parent and frame: open addressing */
	uint32_t n_slots;
	struct call_step *steps; /* CALL_STEPS */
	uint32_t *path;          /* room for a chain's nodes */
	uint32_t path_capacity;
};

/* 0 or -ENOMEM. */
int call_tree_init(struct call_tree *t, struct frames *frames);
void call_tree_fini(struct call_tree *t);

/*
 * The node of a chain (its innermost frame) in a context, as its process was at a moment: made when new. memos: one for
 * each node of the chains, all zero at first. CHAIN_FAILED without memory.
 */
uint32_t call_tree_node(struct call_tree *t, const struct chain_tree *chains, struct call_memo *memos, uint32_t context,
			uint32_t chain, const struct timeline_moment *at);

/* Counts samples at a node. */
void call_tree_count(struct call_tree *t, uint32_t node, uint64_t period, uint64_t count);

/* Works out totals, and links children. Nothing is added after it. */
void call_tree_finish(struct call_tree *t);

#endif
