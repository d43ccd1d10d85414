/*
 * record_types: the table that describes each record type: its name, its fields, the bits of misc, and flags.
 *
 * HACKING.md, "Add a record type", lists what a new type needs.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_RECORD_RECORD_TYPES_H
#define PREC_FORMATS_RECORD_RECORD_TYPES_H

#include "formats/record/record.h"
#include "formats/record/record_item.h"

/* Returns the description of a type; NULL: not known. */
const struct record_type *record_type_find(uint32_t type);

/* True if the type is known and has all of the flags. */
static inline bool record_type_is(uint32_t type, unsigned flags)
{
	const struct record_type *t = record_type_find(type);

	return t && (t->flags & flags) == flags;
}

/* The items of a record, those of a note that prec has put into it included; NULL: a type not known. */
const struct record_item *record_items(const struct record *r);

#endif
