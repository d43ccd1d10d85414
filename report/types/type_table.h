/*
 * type_table: the types of one file's debug information, as numbers: their sizes, members and what they point to.
 *
 *	DIE of "const struct node *"  ->  TYPE_POINTER, 8 bytes, target: number of "struct node"
 *
 * const, volatile and the like are left out; a typedef has its own name and all else of what it stands for. DIEs are
 * untrusted: every walk over them is bounded, and what is beyond is unknown.
 *
 * Runs in a worker only (report/source/source_server.h). Source: DWARF 5, chapter 5.
 */
#ifndef PREC_REPORT_TYPES_TYPE_TABLE_H
#define PREC_REPORT_TYPES_TYPE_TABLE_H

#include "common/buffer.h"
#include "common/hash_table.h"

#include <elfutils/libdw.h>
#include <stdbool.h>

/* No type: void, or debug information that is damaged. */
#define TYPE_NONE UINT32_MAX

enum type_kind {
	TYPE_SCALAR = 0,
	TYPE_POINTER,   /* or a reference */
	TYPE_ARRAY,     /* target: of its elements, of all dimensions */
	TYPE_AGGREGATE, /* struct, union, class */
};

struct type_entry {
	uint8_t kind;    /* enum type_kind */
	bool has_target; /* target is known, though it may be TYPE_NONE */
	uint32_t target;
	uint64_t size;   /* bytes; 0: unknown */
	Dwarf_Die named; /* as it is called: a typedef, or `bare` */
	Dwarf_Die bare;  /* what it is */
};

struct type_table {
	struct type_entry *list;
	uint32_t n, capacity;
	struct hash_table by_die; /* by the address of `named` */
	bool failed;              /* for lack of memory */
};

void type_table_fini(struct type_table *t);

/* Returns the number of the type that the DIE of a variable, member, pointer or function has; TYPE_NONE: none. */
uint32_t type_table_of(struct type_table *t, Dwarf_Die *die);

/* Returns what a pointer points to, or of what an array is. */
uint32_t type_table_target(struct type_table *t, uint32_t type);

static inline const struct type_entry *type_table_get(const struct type_table *t, uint32_t type)
{
	return &t->list[type];
}

static inline bool type_table_is(const struct type_table *t, uint32_t type, enum type_kind kind)
{
	return type != TYPE_NONE && t->list[type].kind == kind;
}

/*
 * Goes from an array of structures to the one at *offset, which becomes the offset in that. Other types stay, so that
 * an array of numbers is shown as one.
 */
uint32_t type_table_element(struct type_table *t, uint32_t type, uint64_t *offset);

/* Returns the type of the innermost member or element that begins at an offset of a type; TYPE_NONE: none does. */
uint32_t type_table_member(struct type_table *t, uint32_t type, uint64_t offset);

/* Appends the name with its NUL, as Linux perf writes it: "struct node*", "long int[]", "(function_type)*". */
void type_table_put_name(struct type_table *t, uint32_t type, struct buffer *b);

/* A member of an aggregate, or a class that it inherits from. */
struct type_member {
	const char *name; /* NULL: none; owned by libdw */
	uint32_t type;
	uint32_t n_bits; /* of a bit field; 0: it is none */
	uint64_t offset, size;
};

/* Limit of the members of one aggregate that are looked at. */
#define TYPE_MEMBERS_MAX 16384u

/* Calls take for each member in the order of the file, until it returns false. */
void type_table_each_member(struct type_table *t, uint32_t type,
			    bool (*take)(void *context, const struct type_member *m), void *context);

#endif
