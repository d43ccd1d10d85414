/*
 * source_names: names functions that debug information gives no linkage name, with the namespaces, classes and
 * functions they are in. Compilers leave it out for functions that are only inlined: lambdas, those of unnamed
 * namespaces, templates of their types.
 *
 *	namespace geo                    DW_TAG_subprogram hash_step      geo::(anonymous namespace)::hash_step
 *	  namespace (no name)              ^
 *	    DW_TAG_subprogram hash_step <--' DW_AT_specification
 *
 * A DIE does not know its parent. So the first such function of a unit makes a table of the unit's DIEs that others lie
 * in. Words are those of the C++ demangler and of the compiler.
 *
 * Runs in a worker only.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_NAMES_H
#define PREC_REPORT_SOURCE_SOURCE_NAMES_H

#include "common/buffer.h"
#include "common/hash_table.h"

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

struct source_parents;

/* Tables of the units that were asked about; all zero is empty. */
struct source_names {
	struct source_parents *units;
	uint32_t n, capacity;
	struct hash_table by_unit;
	struct buffer text; /* the last name */
};

void source_names_fini(struct source_names *names);

/* True if the unit's functions have linkage names in which scopes are, as those of C++ do. */
bool source_names_has_scopes(Dwarf_Die *unit);

/*
 * Returns the name of a function with its scopes, valid until the next call; without memory, or if it is longer than
 * SOURCE_NAME_MAX, the name alone. NULL: it has none.
 */
#define SOURCE_NAME_MAX 4096u
const char *source_names_get(struct source_names *names, Dwarf_Die *function);

#endif
