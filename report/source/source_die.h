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

/* Returns a string attribute, which libdw owns. NULL: there is none, or it is damaged. */
static inline const char *source_die_string(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;

	return dwarf_attr(die, name, &attribute) ? dwarf_formstring(&attribute) : NULL;
}

/*
 * A walk over the DIEs of a unit, each once, in the order of the file. In a damaged unit DW_AT_sibling may point below
 * another DIE. A walk that follows it blindly visits a DIE once for each path to it, which takes practically forever.
 * Zero at first.
 */
struct source_walk {
	uintptr_t last; /* address of the last DIE; UINTPTR_MAX: ended */
};

static inline bool source_walk_reach(struct source_walk *w, const Dwarf_Die *die)
{
	bool is_ahead = (uintptr_t)die->addr > w->last;

	w->last = is_ahead ? (uintptr_t)die->addr : UINTPTR_MAX;
	return is_ahead;
}

/* Finds the first child of a DIE. False: there is none, or the walk has ended. */
static inline bool source_walk_child(struct source_walk *w, Dwarf_Die *parent, Dwarf_Die *ret_child)
{
	return w->last != UINTPTR_MAX && !dwarf_child(parent, ret_child) && source_walk_reach(w, ret_child);
}

/* Replaces *die by its next sibling. False: there is none, or the walk has ended. */
static inline bool source_walk_sibling(struct source_walk *w, Dwarf_Die *die)
{
	return w->last != UINTPTR_MAX && !dwarf_siblingof(die, die) && source_walk_reach(w, die);
}

#endif
