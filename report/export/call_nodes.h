/*
 * call_nodes: the call tree by functions: stacks whose functions are the same have one node, whatever their addresses.
 */
#ifndef PREC_REPORT_EXPORT_CALL_NODES_H
#define PREC_REPORT_EXPORT_CALL_NODES_H

#include "report/export/stacks.h"

struct call_node {
	uint32_t caller; /* a node, of a smaller number; 0: it is the outermost */
	uint32_t function;
};

struct call_nodes {
	const struct stacks *stacks; /* borrowed */
	struct call_node *list;      /* from 1 on */
	uint32_t n, capacity;
	struct hash_table table;
	uint32_t *of_stack; /* its innermost node */
	uint32_t n_stacks, stacks_capacity;
};

/* Begins with no nodes. call_nodes_fini is due. */
void call_nodes_init(struct call_nodes *c, const struct stacks *stacks);
void call_nodes_fini(struct call_nodes *c);

/* Returns the node of a stack; 0 of stack 0. CALL_NODES_FAILED without memory. */
#define CALL_NODES_FAILED UINT32_MAX
uint32_t call_nodes_of(struct call_nodes *c, uint32_t stack);

#endif
