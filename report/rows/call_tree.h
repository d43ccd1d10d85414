/*
 * call_tree: the named callchains as a tree of frames, outermost caller at the top.
 *
 *	positions   1    2    3    4    5    6    7       of the frames of all chains, each part of one once
 *	frames      main run  loop a    b    c    d
 *	            [-- node 1 --] [- node 2 ] [3 ]       node 1 is the parent of 2 and 3: chains part after loop
 *
 * A node is a sequence of frames; chains end or part only at its last frame. A chain that shares nothing with others
 * costs one node and four bytes a frame, however deep it is. When a new chain parts within a node, the node is cut in
 * two; a frame keeps its position.
 *
 * A node also has a row prefix: the other keys that distinguish rows (event, comm, ...), so that each row finds its own
 * chains. The samples of a chain count at the node that ends with its innermost frame (self); total is the sum of a
 * node and its subtree. The views of callers and callees and the children column are computed from the tree, whose
 * size is that of the distinct named chains.
 *
 * Node 0 and position 0 mean "none"; after call_tree_finish the outermost callers are children of node 0.
 */
#ifndef PREC_REPORT_ROWS_CALL_TREE_H
#define PREC_REPORT_ROWS_CALL_TREE_H

#include "report/profile/resolver.h"
#include "report/scan/chain_tree.h"

struct call_node {
	uint32_t row_prefix;
	uint32_t parent;                    /* 0: begins with an outermost caller */
	uint32_t begin, n;                  /* its positions; a parent begins before its children */
	uint32_t first_child, next_sibling; /* after call_tree_finish */
	uint64_t self, self_count;
	uint64_t total, total_count; /* after call_tree_finish */
};

/* A position and the node it is in; all 0 above the outermost callers. */
struct call_at {
	uint32_t node, position;
};

/*
 * A cache: the position of a chain node that was named before. Most chains of a process have one row prefix and one
 * state of mappings. The node may have been cut since then: see call_tree_at. Chains are added in the order of their
 * numbers, so a chain shares nodes with the one before it, and a cache of the latest nodes is enough.
 */
struct call_memo {
	struct call_at at; /* node 0: not named yet */
	uint32_t state;    /* of the mappings, timeline_mapping_epoch */
	uint32_t chain;    /* the chain node; its slot is its number modulo CALL_MEMOS */
};

#define CALL_MEMOS 32768u

/*
 * A cache of steps, by position and address: chains that are far apart have separate chain nodes for shared callers.
 */
struct call_step {
	uint64_t addr;
	const struct mapping_epoch *space; /* the mappings by which the address was named */
	uint32_t row_prefix, from;         /* from: the position stepped from */
	struct call_at to;                 /* node 0: the slot is free */
	uint8_t mode;
};

#define CALL_STEPS 32768u

struct call_tree {
	struct resolver *resolver; /* borrowed */
	unsigned resolve;          /* RESOLVE_INLINES ...: what frames are wanted */
	struct call_node *nodes;
	uint32_t n, capacity;
	uint32_t *frames; /* by position */
	uint32_t n_frames, frames_capacity;
	uint32_t open;           /* the last node, if the current chain made it; 0: it did not */
	struct hash_table table; /* of the nodes, by row prefix, parent and first frame */
	struct call_step *steps; /* CALL_STEPS */
	uint32_t *path;          /* a buffer for a chain's nodes */
	uint32_t path_capacity;
};

/* resolve: RESOLVE_INLINES, RESOLVE_LINES, RESOLVE_ADDRESSES: what frames are wanted. 0 or -ENOMEM. */
int call_tree_init(struct call_tree *t, struct resolver *resolver, unsigned resolve);
void call_tree_fini(struct call_tree *t);

/*
 * Returns the node of a chain with a row prefix, made if it is new. at: the state of its process. memos: CALL_MEMOS,
 * all zero at first. Valid as long as the tree. CHAIN_FAILED without memory.
 */
uint32_t call_tree_node(struct call_tree *t, const struct chain_tree *chains, struct call_memo *memos,
			uint32_t row_prefix, uint32_t chain, const struct timeline_snapshot *at);

/*
 * Add a chain from the root: call _child for each frame, outermost first, then _end. _child moves *at to the position
 * of a frame below it, made if it is new: 0 or -ENOMEM. _end returns the node that ends at this position, and cuts it
 * there if needed: CHAIN_FAILED without memory. _at returns the current node of an older position, whose node may have
 * been cut.
 */
int call_tree_child(struct call_tree *t, uint32_t row_prefix, struct call_at *at, uint32_t frame);
uint32_t call_tree_end(struct call_tree *t, struct call_at at);
struct call_at call_tree_at(const struct call_tree *t, struct call_at at);

/* Adds samples to a node. */
void call_tree_count(struct call_tree *t, uint32_t node, uint64_t period, uint64_t count);

/* Computes totals, and links children; nothing may be added after it. 0 or -ENOMEM. */
int call_tree_finish(struct call_tree *t);

/*
 * Returns the frame in which the samples of a node were taken: its last frame or, if that is inlined, the function that
 * contains it, with the line of the sampled code. FRAMES_NONE without memory.
 */
uint32_t call_tree_sampled(const struct call_tree *t, uint32_t node);

static inline bool call_tree_is_empty(const struct call_tree *t)
{
	return t->n == 1;
}

/* Makes the hash table anew after row prefixes or frames of nodes have changed. 0 or -ENOMEM. */
int call_tree_rehash(struct call_tree *t);

static inline uint32_t call_node_last(const struct call_node *c)
{
	return c->begin + c->n - 1;
}

#endif
