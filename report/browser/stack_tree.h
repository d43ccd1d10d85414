/*
 * stack_tree: all callchains of an event as one tree of functions, whatever rows they are of:
 *
 *	STACKS_WHOLE	from the outermost callers down
 *	STACKS_BELOW	what a function called: from its outermost place on each chain down
 *	STACKS_ABOVE	who called it: from that place up
 *
 * Its size is that of the call tree of the rows (report/rows/call_tree.h), and each of its positions is visited once;
 * for STACKS_ABOVE the callers of each place are.
 *
 * Ownership: _init/_fini; the rows are borrowed. One thread.
 */
#ifndef PREC_REPORT_BROWSER_STACK_TREE_H
#define PREC_REPORT_BROWSER_STACK_TREE_H

#include "report/rows/rows.h"

enum stacks_way {
	STACKS_WHOLE,
	STACKS_BELOW,
	STACKS_ABOVE,
};

struct stacks_choice {
	uint32_t event;
	enum stacks_way way;
	uint32_t frame;       /* the function, if the way is not the whole */
	bool joins_recursion; /* a function that calls itself is one */
	const bool *dropped;  /* by frame: it counts as its caller; NULL: none is */
};

struct stack_node {
	uint32_t frame; /* the function's; of node 0, the root, that of the choice or FRAMES_NONE */
	uint32_t parent, depth;
	uint32_t first_child, next_sibling; /* 0: none; the largest first */
	uint64_t total;                     /* period */
};

struct stack_tree {
	const struct rows *rows;
	struct stacks_choice choice;
	struct stack_node *nodes;
	uint32_t n, capacity;
	struct hash_table table; /* by parent and frame */
};

/* Deeper callers are left out. */
#define STACK_TREE_DEPTH_MAX 1024u

/* Makes the tree of rows that have a call tree. 0 or -ENOMEM; the caller calls stack_tree_fini in both cases. */
int stack_tree_init(struct stack_tree *t, const struct rows *rows, const struct stacks_choice *choice);
void stack_tree_fini(struct stack_tree *t);

#endif
