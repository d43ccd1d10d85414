#include "report/source/source_names.h"

#include "common/list.h"
#include "common/sorting.h"
#include "report/source/source_die.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* Limits of nested DIEs, and of the DIEs that lead from one to the one that says its scopes. */
#define DEPTH_MAX 64u
#define LINKS_MAX 8u

#define NO_PARENT UINT32_MAX

#ifndef DW_LANG_C_plus_plus_17
#define DW_LANG_C_plus_plus_17 0x002a
#endif
#ifndef DW_LANG_C_plus_plus_20
#define DW_LANG_C_plus_plus_20 0x002b
#endif

struct scope_die {
	Dwarf_Die die;
	uint32_t parent; /* an index of the list; NO_PARENT: the unit */
};

/* The scopes of a unit, and what lies in them, ascending by address. */
struct source_parents {
	Dwarf_CU *unit;
	struct scope_die *list;
	uint32_t n, capacity;
};

void source_names_fini(struct source_names *names)
{
	for (uint32_t i = 0; i < names->n; i++)
		free(names->units[i].list);
	free(names->units);
	hash_table_fini(&names->by_unit);
	buffer_fini(&names->text);
	*names = (struct source_names){ 0 };
}

bool source_names_has_scopes(Dwarf_Die *unit)
{
	switch (dwarf_srclang(unit)) {
	case DW_LANG_C_plus_plus:
	case DW_LANG_ObjC_plus_plus:
	case DW_LANG_C_plus_plus_03:
	case DW_LANG_C_plus_plus_11:
	case DW_LANG_C_plus_plus_14:
	case DW_LANG_C_plus_plus_17:
	case DW_LANG_C_plus_plus_20: return true;
	default: return false;
	}
}

/* --- parents ------------------------------------------------------------------------------ */

static bool is_scope(int tag)
{
	switch (tag) {
	case DW_TAG_namespace:
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
	case DW_TAG_subprogram: return true;
	default: return false;
	}
}

static void collect(struct source_parents *p, struct source_walk *walk, Dwarf_Die *outer, uint32_t parent,
		    unsigned depth)
{
	Dwarf_Die die;

	if (depth == DEPTH_MAX || !source_walk_child(walk, outer, &die))
		return;
	do {
		const int tag = dwarf_tag(&die);
		uint32_t own = parent;

		if (is_scope(tag)) {
			if (!list_reserve(&p->list, p->n, &p->capacity, sizeof(*p->list)))
				return;
			own = p->n++;
			p->list[own] = (struct scope_die){ die, parent };
		}
		if ((own != parent || tag == DW_TAG_lexical_block) && dwarf_haschildren(&die) > 0)
			collect(p, walk, &die, own, depth + 1);
	} while (source_walk_sibling(walk, &die));
}

static bool same_unit(const void *context, uint32_t number, const void *wanted)
{
	return ((const struct source_names *)context)->units[number].unit == wanted;
}

/* Returns the table of the unit that a DIE is in, and makes it. NULL: it cannot be made. */
static const struct source_parents *parents_of(struct source_names *names, Dwarf_Die *die)
{
	struct source_walk walk = { 0 };
	struct source_parents *p;
	Dwarf_Die unit;
	const uint64_t hash = hash_u64((uintptr_t)die->cu);
	uint32_t number = hash_table_find(&names->by_unit, hash, same_unit, names, die->cu);

	if (number != HASH_TABLE_NONE)
		return &names->units[number];
	if (!dwarf_diecu(die, &unit, NULL, NULL) ||
	    !list_reserve(&names->units, names->n, &names->capacity, sizeof(*names->units)) ||
	    hash_table_add(&names->by_unit, hash, names->n))
		return NULL;
	p = &names->units[names->n++];
	*p = (struct source_parents){ .unit = die->cu };
	collect(p, &walk, &unit, NO_PARENT, 0);
	return p;
}

/* Finds a DIE in the table of its unit. NO_PARENT: it is not there. */
static uint32_t find(const struct source_parents *p, const Dwarf_Die *die)
{
	uint32_t at = BISECT(0, p->n, i, (uintptr_t)p->list[i].die.addr < (uintptr_t)die->addr);

	return at < p->n && p->list[at].die.addr == die->addr ? at : NO_PARENT;
}

/* --- names -------------------------------------------------------------------------------- */

/* Follows one link to the DIE that declares this one. */
static bool follow(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	Dwarf_Die other;

	if (!dwarf_attr(die, DW_AT_abstract_origin, &attribute) && !dwarf_attr(die, DW_AT_specification, &attribute))
		return false;
	if (!dwarf_formref_die(&attribute, &other))
		return false;
	*die = other;
	return true;
}

/* True if a function is the code of a lambda, whose class the compiler has given no name. */
static bool is_lambda(Dwarf_Die *die)
{
	const char *name = dwarf_diename(die);

	return name && !strcmp(name, "operator()") && dwarf_hasattr(die, DW_AT_artificial);
}

/* lambda: the DIE is the class of one. */
static const char *name_of(Dwarf_Die *die, bool lambda)
{
	const char *name = dwarf_diename(die);

	if (name && *name)
		return name;
	switch (dwarf_tag(die)) {
	case DW_TAG_namespace: return "(anonymous namespace)";
	case DW_TAG_subprogram: return NULL;
	default: return lambda ? "{lambda}" : "{unnamed type}";
	}
}

/* Appends the name of a DIE after those of its scopes. */
static void put_name(struct source_names *names, Dwarf_Die die, bool lambda, unsigned depth)
{
	const char *name = name_of(&die, lambda);
	const struct source_parents *p;
	uint32_t at;

	for (unsigned i = 0; i < LINKS_MAX && follow(&die);)
		i++;
	p = depth < DEPTH_MAX ? parents_of(names, &die) : NULL;
	at = p ? find(p, &die) : NO_PARENT;
	if (at != NO_PARENT && p->list[at].parent != NO_PARENT)
		put_name(names, p->list[p->list[at].parent].die, is_lambda(&die), depth + 1);
	if (!name || names->text.size + strlen(name) > SOURCE_NAME_MAX)
		return;
	if (names->text.size)
		buffer_append(&names->text, "::", 2);
	buffer_append(&names->text, name, strlen(name));
}

const char *source_names_get(struct source_names *names, Dwarf_Die *function)
{
	const char *name = dwarf_diename(function);
	size_t size;

	if (!name)
		return NULL;
	buffer_clear(&names->text);
	put_name(names, *function, false, 0);
	size = names->text.size;
	buffer_put_u8(&names->text, 0);
	/* A name that found no room is not there; one of its scopes is no name of it. */
	if (!buffer_ok(&names->text) || size < strlen(name) ||
	    memcmp(names->text.data + size - strlen(name), name, strlen(name)) != 0)
		return name;
	return (const char *)names->text.data;
}
