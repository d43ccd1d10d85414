/*
 * record_types: what is known of each type of record, in one table: from it come names, fields, the words of misc,
 * statistics, and what is kept of a recording.
 *
 * HACKING.md, "Add a record type", says what else there is to do.
 */
#ifndef PREC_FORMATS_RECORD_RECORD_TYPES_H
#define PREC_FORMATS_RECORD_RECORD_TYPES_H

#include "formats/record/record.h"
#include "formats/record/record_item.h"

/* NULL: a type not known. */
const struct record_type *record_type_find(uint32_t type);

/* Whether all of the flags hold of the type; false for one not known. */
static inline bool record_type_is(uint32_t type, unsigned flags)
{
	const struct record_type *t = record_type_find(type);

	return t && (t->flags & flags) == flags;
}

/* The items of a record, those of a note that prec has put into it included; NULL: a type not known. */
const struct record_item *record_items(const struct record *r);

#endif
