/*
 * source_die: DIEs of libdw: their strings, and walks over them.
 *
 * Runs in a worker only.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_DIE_H
#define PREC_REPORT_SOURCE_SOURCE_DIE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

/* An attribute that is a string, libdw's; NULL: it has none, or a bad one. */
static inline const char *source_die_string(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;

	return dwarf_attr(die, name, &attribute) ? dwarf_formstring(&attribute) : NULL;
}

/*
 * A walk over the DIEs of a unit, each once, in the order of the file. In a damaged unit DW_AT_sibling may lead to what
 * is below another DIE, too: a walk that goes by it alone comes to each DIE once for each way there is, and has no end
 * in practice. Zero at first.
 */
struct source_walk {
	uintptr_t last; /* where the DIE is that it came to last */
};

static inline bool source_walk_reach(struct source_walk *w, const Dwarf_Die *die)
{
	bool is_ahead = (uintptr_t)die->addr > w->last;

	w->last = is_ahead ? (uintptr_t)die->addr : UINTPTR_MAX;
	return is_ahead;
}

/* The first DIE below one. False: there is none, or the walk has ended. */
static inline bool source_walk_child(struct source_walk *w, Dwarf_Die *parent, Dwarf_Die *ret_child)
{
	return w->last != UINTPTR_MAX && !dwarf_child(parent, ret_child) && source_walk_reach(w, ret_child);
}

/* The next one beside it, in its place. */
static inline bool source_walk_sibling(struct source_walk *w, Dwarf_Die *die)
{
	return w->last != UINTPTR_MAX && !dwarf_siblingof(die, die) && source_walk_reach(w, die);
}

#endif
