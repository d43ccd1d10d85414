/*
 * call_tree: callchains with their addresses named: a tree of frames, outermost caller at the top.
 *
 *	places   1    2    3    4    5    6    7       the frames of all chains, each part of one once
 *	frames   main run  loop a    b    c    d
 *	         [-- node 1 --] [- node 2 ] [3 ]       node 1 is the parent of 2 and 3: chains part after loop
 *
 * A node is a run of frames in which no chain ends but at its last, and none parts from another. A chain that has
 * nothing in common with others costs a node and four bytes a frame, however deep it is. Runs are cut in two where a
 * new chain parts from them; a frame keeps its place.
 *
 * Nodes are told apart by their context too, which is what else tells rows apart (event, comm, ...), so that each row
 * finds its own chains. A chain's samples count at its node (self), whose last frame is its innermost one; total is the
 * sum of a node and all below it. Callers' and callees' views and the children column are computed from the tree, whose
 * size is that of the distinct named chains.
 *
 * Node 0 is none, but for having the outermost callers as its children in the end; place 0 is none.
 */
#ifndef PREC_REPORT_ROWS_CALL_TREE_H
#define PREC_REPORT_ROWS_CALL_TREE_H

#include "report/profile/resolver.h"
#include "report/scan/chain_tree.h"

struct call_node {
	uint32_t context;
	uint32_t parent;                    /* 0: begins with an outermost caller */
	uint32_t begin, n;                  /* its places; a parent begins before its children */
	uint32_t first_child, next_sibling; /* after call_tree_finish */
	uint64_t self, self_count;
	uint64_t total, total_count; /* after call_tree_finish */
};

/* A place and the node it is in; all 0 above the outermost callers. */
struct call_at {
	uint32_t node, place;
};

/*
 * What a chain node was named last, for whom: a process's chains are mostly wanted in one context, which is the node's,
 * and one state. The node may have been cut since: see call_tree_at. Chains are added in the order of their numbers,
 * in which a chain shares nodes with the one before it, so that the nodes met last are enough.
 */
struct call_memo {
	struct call_at at; /* node 0: not named yet */
	uint32_t state;    /* of the mappings, timeline_space_epoch */
	uint32_t chain;    /* the chain node: it has the place of its number modulo CALL_MEMOS */
};

#define CALL_MEMOS 32768u

/*
 * The step last made at a place of a table by place and address: chains that came far apart have nodes of their own
 * for callers they share.
 */
struct call_step {
	uint64_t addr;
	const struct address_space_version *space; /* in which the address was named */
	uint32_t context, from;                    /* from: the place stepped from */
	struct call_at to;                         /* node 0: nothing is here */
	uint8_t mode;
};

#define CALL_STEPS 32768u

struct call_tree {
	struct resolver *resolver; /* borrowed */
	unsigned resolve;          /* RESOLVE_INLINES ...: what frames are wanted */
	struct call_node *nodes;
	uint32_t n, capacity;
	uint32_t *places; /* the frames */
	uint32_t n_places, places_capacity;
	uint32_t open;           /* the node at the end of the places, which the chain being added has made; 0: none */
	struct hash_table table; /* of the nodes, by context, parent and first frame */
	struct call_step *steps; /* CALL_STEPS */
	uint32_t *path;          /* room for a chain's nodes */
	uint32_t path_capacity;
};

/* resolve: RESOLVE_INLINES, RESOLVE_LINES, RESOLVE_ADDRESSES: what frames are wanted. 0 or -ENOMEM. */
int call_tree_init(struct call_tree *t, struct resolver *resolver, unsigned resolve);
void call_tree_fini(struct call_tree *t);

/*
 * The node of a chain in a context, as its process was in the snapshot: made when new. memos: CALL_MEMOS, all zero at
 * first. Valid as long as the tree. CHAIN_FAILED without memory.
 */
uint32_t call_tree_node(struct call_tree *t, const struct chain_tree *chains, struct call_memo *memos, uint32_t context,
			uint32_t chain, const struct timeline_snapshot *at);

/*
 * What a chain is added by, frame by frame from its outermost one. From a place on to that of a frame below it, made
 * when new: 0 or -ENOMEM. Then the node that ends at the last place, cut from what comes after it if need be:
 * CHAIN_FAILED without memory. A place known a while ago is in another node where its own was cut since: call_tree_at.
 */
int call_tree_child(struct call_tree *t, uint32_t context, struct call_at *at, uint32_t frame);
uint32_t call_tree_end(struct call_tree *t, struct call_at at);
struct call_at call_tree_at(const struct call_tree *t, struct call_at at);

/* Counts samples at a node. */
void call_tree_count(struct call_tree *t, uint32_t node, uint64_t period, uint64_t count);

/* Works out totals, and links children. Nothing is added after it. 0 or -ENOMEM. */
int call_tree_finish(struct call_tree *t);

/*
 * The frame that the samples at a node were taken in: its last one or, where that is inlined, the function it is in,
 * with the line of the code itself. FRAMES_NONE without memory.
 */
uint32_t call_tree_sampled(const struct call_tree *t, uint32_t node);

static inline bool call_tree_is_empty(const struct call_tree *t)
{
	return t->n == 1;
}

/* The table of a tree whose nodes have other contexts or frames than when they were added. 0 or -ENOMEM. */
int call_tree_rehash(struct call_tree *t);

static inline uint32_t call_node_last(const struct call_node *c)
{
	return c->begin + c->n - 1;
}

#endif
