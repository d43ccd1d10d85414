/*
 * record_item: defines the elements of the tables that describe records (formats/record/record_types.h).
 */
#ifndef PREC_FORMATS_RECORD_RECORD_ITEM_H
#define PREC_FORMATS_RECORD_RECORD_ITEM_H

#include "formats/record/field.h"

enum item_type {
	ITEM_END,
	ITEM_U8,
	ITEM_U16,
	ITEM_U32,
	ITEM_S32,
	ITEM_U64,
	ITEM_SKIP,   /* `size` bytes without a meaning */
	ITEM_STRING, /* text up to its NUL, and the padding after it */
	ITEM_CHARS,  /* text in `size` bytes; size 0: in all bytes that are left */
	ITEM_HEX,   /* the first `count` of `size` bytes; without `count` or `size` by the other; without both: the rest
		     */
	ITEM_BYTES, /* likewise */
	ITEM_LIST,  /* `items`, repeated `count` times; without `count` up to the end of the record */
	ITEM_GROUP, /* `items`, as a group */
	ITEM_READ,  /* counts, as the event's read_format lays them out */
	ITEM_ATTR,  /* a perf_event_attr, which has its own size */
	ITEM_SAMPLE, /* a whole sample */
};

/*
 * An item of a record. `count` and `when` refer to an item that is a number, by its number in the table, from 1 up to
 * RECORD_ITEMS_MAX; 0: to none. A list of plain numbers has one item without a name.
 */
struct record_item {
	const char *name; /* NULL: skipped bytes, and numbers in a list */
	uint8_t type;     /* enum item_type */
	uint8_t format;   /* enum field_format */
	bool are_bits;    /* `words` are names of bits */
	bool optional;    /* may be missing, with all items after it: older recorders do not write it */
	uint16_t size;    /* bytes */
	uint8_t count;    /* the item that has the number of repetitions or bytes */
	uint8_t when;     /* the item is there only if item `when` has the value when_value */
	uint8_t when_value;
	bool when_not;   /* turns that round: only if it has another value */
	bool count_bits; /* the number is that of the bits which are set in item `count` */
	/* the item is there only if the header's misc has one of the bits `misc`, and none of misc_not; 0: always */
	uint16_t misc, misc_not;
	const struct record_item *items;
	const struct field_word *words;
};

#define RECORD_ITEMS_MAX 16

enum record_type_flag {
	RECORD_STATE = 1 << 0,     /* changes names or mappings of processes, or where the kernel has code */
	RECORD_COMPLETES = 1 << 1, /* completes what came before it: a trace, or a sample's callchain */
};

struct record_type {
	const char *name;                /* as in Linux perf */
	const struct record_item *items; /* what follows the header, up to ITEM_END */
	const struct field_word *misc;   /* names of the bits of misc, without the cpumode; NULL: none */
	unsigned flags;                  /* enum record_type_flag */
};

#define ITEM(...)           \
	{                   \
		__VA_ARGS__ \
	}
#define U16(label)      ITEM(.name = label, .type = ITEM_U16)
#define U32(label)      ITEM(.name = label, .type = ITEM_U32)
#define S32(label)      ITEM(.name = label, .type = ITEM_S32, .format = FIELD_SIGNED)
#define U64(label)      ITEM(.name = label, .type = ITEM_U64)
#define X32(label)      ITEM(.name = label, .type = ITEM_U32, .format = FIELD_ADDRESS)
#define X64(label)      ITEM(.name = label, .type = ITEM_U64, .format = FIELD_ADDRESS)
#define SKIP(n)         ITEM(.type = ITEM_SKIP, .size = n)
#define STRING(label)   ITEM(.name = label, .type = ITEM_STRING)
#define CHARS(label, n) ITEM(.name = label, .type = ITEM_CHARS, .size = n)
#define HEX(label, n)   ITEM(.name = label, .type = ITEM_HEX, .size = n)
#define END             ITEM(.type = ITEM_END)

#endif
