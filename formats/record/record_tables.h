/*
 * record_tables: what the records consist of. For formats/record only.
 */
#ifndef PREC_FORMATS_RECORD_RECORD_TABLES_H
#define PREC_FORMATS_RECORD_RECORD_TABLES_H

#include "formats/record/record.h"
#include "formats/record/record_item.h"

/* The items of a record, ended by ITEM_END; NULL: a type not known. */
const struct record_item *record_items(const struct record *r);

#endif
