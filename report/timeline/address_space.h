/*
 * address_space: keeps the mappings of processes, at all times of a recording.
 *
 * An address space is a set of intervals that do not overlap, in a persistent treap: a change makes a new root, and the
 * old one stays as it was. So every past state of a process can be looked up. A change costs about log n nodes; a fork
 * shares its parent's root. Nodes made since the last address_space_seal belong to no older root, and are changed in
 * place. So each of the thousands of mappings at the beginning of a recording costs one node.
 *
 * Roots are numbers; SPACE_EMPTY is the space without mappings.
 *
 * Ownership: address_space_store_init/_fini. One thread at a time; any number may read while nothing is inserted.
 */
#ifndef PREC_REPORT_TIMELINE_ADDRESS_SPACE_H
#define PREC_REPORT_TIMELINE_ADDRESS_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPACE_EMPTY 0u
#define SPACE_NONE  UINT32_MAX

typedef uint32_t address_space_root;

struct address_space_node {
	uint64_t start, end;
	uint32_t map; /* the caller's value for the interval */
	uint32_t priority;
	uint32_t left, right;
	uint32_t edit; /* value of address_space_store.edit when the node was made */
};

struct address_space_store {
	struct address_space_node *nodes; /* [0] means "no node" */
	uint32_t n, capacity;
	uint32_t edit;
	bool failed; /* sticky: out of memory */
};

/* Makes a store without nodes. 0 or -ENOMEM. */
int address_space_store_init(struct address_space_store *s);
void address_space_store_fini(struct address_space_store *s);

/* Makes all existing roots constant: later changes do not alter them. */
static inline void address_space_seal(struct address_space_store *s)
{
	s->edit++;
}

/*
 * Maps [start, end) to `map` over whatever was there; parts of older intervals outside of it stay. Returns the new
 * root; without memory the old one, and s->failed is set. An interval with end <= start changes nothing.
 */
address_space_root address_space_insert(struct address_space_store *s, address_space_root root, uint64_t start,
					uint64_t end, uint32_t map);

/* Returns the map at an address; SPACE_NONE: it is not mapped. */
uint32_t address_space_find(const struct address_space_store *s, address_space_root root, uint64_t addr);

/*
 * Returns the first interval that ends after addr, or NULL. To iterate over all, call it with 0, then with each
 * returned end.
 */
const struct address_space_node *address_space_next(const struct address_space_store *s, address_space_root root,
						    uint64_t addr);

#endif
