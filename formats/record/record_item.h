/*
 * record_item: the language of the tables that say what records are (formats/record/record_types.h).
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
	ITEM_SKIP,   /* `size` bytes that mean nothing */
	ITEM_STRING, /* up to its NUL; what pads it is passed over */
	ITEM_CHARS,  /* text in `size` bytes, or in all that are left */
	ITEM_HEX,   /* `size` bytes, or as many as `count` says, or all that are left; both: the first `count` of `size`
		     */
	ITEM_BYTES, /* likewise */
	ITEM_LIST,  /* as many of `items` as `count` says, or as many as there are */
	ITEM_GROUP, /* `items` of their own */
	ITEM_READ,  /* by the event's read_format */
	ITEM_ATTR,  /* a perf_event_attr, whose size is in it */
	ITEM_SAMPLE, /* all of a sample */
};

/*
 * Items that hold numbers can be referred to by their index in the table, counted from 1: up to RECORD_ITEMS_MAX. Lists
 * of plain numbers have one item without name.
 */
struct record_item {
	const char *name; /* NULL: of what is skipped, and of numbers in a list */
	uint8_t type;
	uint8_t format; /* enum field_format */
	bool flags;     /* words are names of bits */
	bool optional;  /* may be missing, with all after it: newer recorders write it */
	uint16_t size;
	uint8_t count; /* the item that says how many */
	uint8_t when;  /* only if the item `when` is when_value */
	uint8_t when_value;
	bool when_not;           /* only if it is not */
	bool count_bits;         /* as many as the item `count` has bits set */
	uint16_t misc, misc_not; /* only if one of these bits of the header's misc is set; is not set */
	const struct record_item *items;
	const struct field_word *words;
};

#define RECORD_ITEMS_MAX 16

enum record_type_flag {
	RECORD_STATE = 1 << 0,     /* changes what processes are called and have mapped, or where the kernel has code */
	RECORD_COMPLETES = 1 << 1, /* is a part of what came before it: of a trace, of a sample's callchain */
};

struct record_type {
	const char *name;                /* as Linux perf has it */
	const struct record_item *items; /* what follows the header, ended by ITEM_END */
	const struct field_word *misc;   /* the bits of misc beside the cpumode; NULL: none */
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
