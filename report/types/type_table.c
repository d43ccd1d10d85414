#include "report/types/type_table.h"

#include "common/list.h"
#include "report/source/source_die.h"

#include <dwarf.h>
#include <stdlib.h>

/* Limits of types that refer to types: qualifiers and typedefs, pointers in a name, arrays and structures within. */
#define LINKS_MAX  64u
#define NESTED_MAX 32u
#define NAME_LINKS 8u

#define DIMENSIONS_MAX 16u
#define BITS_MAX       65536u

void type_table_fini(struct type_table *t)
{
	free(t->list);
	hash_table_fini(&t->by_die);
	*t = (struct type_table){ 0 };
}

/* --- DIEs ------------------------------------------------------------------------------------- */

static bool type_of(Dwarf_Die *die, Dwarf_Die *ret_type)
{
	Dwarf_Attribute attribute;

	return dwarf_attr_integrate(die, DW_AT_type, &attribute) && dwarf_formref_die(&attribute, ret_type);
}

static bool is_qualifier(int tag)
{
	switch (tag) {
	case DW_TAG_const_type:
	case DW_TAG_volatile_type:
	case DW_TAG_restrict_type:
	case DW_TAG_atomic_type:
	case DW_TAG_immutable_type:
	case DW_TAG_packed_type:
	case DW_TAG_shared_type: return true;
	default: return false;
	}
}

/* Replaces *die by what is behind its qualifiers, and behind typedefs too. False: there is nothing. */
static bool skip(Dwarf_Die *die, bool skips_typedefs)
{
	for (unsigned i = 0; i < LINKS_MAX; i++) {
		const int tag = dwarf_tag(die);

		if (!is_qualifier(tag) && !(skips_typedefs && tag == DW_TAG_typedef))
			return tag != DW_TAG_invalid;
		if (!type_of(die, die))
			return false;
	}
	return false;
}

static bool number_of(Dwarf_Die *die, unsigned name, uint64_t *ret)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value;

	if (!dwarf_attr_integrate(die, name, &attribute) || dwarf_formudata(&attribute, &value))
		return false;
	*ret = value;
	return true;
}

static enum type_kind kind_of(int tag)
{
	switch (tag) {
	case DW_TAG_pointer_type:
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type: return TYPE_POINTER;
	case DW_TAG_array_type: return TYPE_ARRAY;
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
	case DW_TAG_class_type: return TYPE_AGGREGATE;
	default: return TYPE_SCALAR;
	}
}

/* The elements of an array; 0: not known. */
static uint64_t array_length(Dwarf_Die *array)
{
	struct source_walk walk = { 0 };
	uint64_t n = 1, count, upper;
	unsigned dimensions = 0;
	Dwarf_Die die;

	if (!source_walk_child(&walk, array, &die))
		return 0;
	do {
		if (dwarf_tag(&die) != DW_TAG_subrange_type)
			continue;
		if (!number_of(&die, DW_AT_count, &count)) {
			if (!number_of(&die, DW_AT_upper_bound, &upper) || upper == UINT64_MAX)
				return 0;
			count = upper + 1;
		}
		if (__builtin_mul_overflow(n, count, &n))
			return 0;
	} while (++dimensions < DIMENSIONS_MAX && source_walk_sibling(&walk, &die));
	return n;
}

/* Size of a type that has one of its own, or is an array, of arrays at most NESTED_MAX deep. */
static uint64_t size_of(Dwarf_Die *bare, unsigned depth)
{
	const int tag = dwarf_tag(bare);
	uint8_t address_size;
	uint64_t size;
	Dwarf_Die element;

	if (number_of(bare, DW_AT_byte_size, &size))
		return size;
	if (kind_of(tag) == TYPE_POINTER)
		return dwarf_cu_info(bare->cu, NULL, NULL, NULL, NULL, NULL, &address_size, NULL) ? 0 : address_size;
	if (tag != DW_TAG_array_type || depth == NESTED_MAX || !type_of(bare, &element) || !skip(&element, true) ||
	    __builtin_mul_overflow(size_of(&element, depth + 1), array_length(bare), &size))
		return 0;
	return size;
}

/* --- the table -------------------------------------------------------------------------------- */

static bool same_die(const void *context, uint32_t number, const void *wanted)
{
	return ((const struct type_table *)context)->list[number].named.addr == ((const Dwarf_Die *)wanted)->addr;
}

static uint32_t add(struct type_table *t, const Dwarf_Die *named)
{
	const uint64_t hash = hash_u64((uintptr_t)named->addr);
	const uint32_t known = hash_table_find(&t->by_die, hash, same_die, t, named);
	struct type_entry e = { .target = TYPE_NONE, .named = *named, .bare = *named };

	if (known != HASH_TABLE_NONE)
		return known;
	if (!skip(&e.bare, true))
		return TYPE_NONE;
	e.kind = (uint8_t)kind_of(dwarf_tag(&e.bare));
	e.size = size_of(&e.bare, 0);
	if (!list_reserve(&t->list, t->n, &t->capacity, sizeof(*t->list)) || hash_table_add(&t->by_die, hash, t->n)) {
		t->failed = true;
		return TYPE_NONE;
	}
	t->list[t->n] = e;
	return t->n++;
}

uint32_t type_table_of(struct type_table *t, Dwarf_Die *die)
{
	Dwarf_Die type;

	return type_of(die, &type) && skip(&type, false) ? add(t, &type) : TYPE_NONE;
}

uint32_t type_table_target(struct type_table *t, uint32_t type)
{
	struct type_entry *e = &t->list[type];
	uint32_t target;

	if (!e->has_target && (e->kind == TYPE_POINTER || e->kind == TYPE_ARRAY)) {
		target = type_table_of(t, &e->bare);
		e = &t->list[type];
		e->target = target;
		e->has_target = true;
	}
	return e->target;
}

/* The type of the elements of all dimensions and arrays within. */
static uint32_t innermost(struct type_table *t, uint32_t type)
{
	for (unsigned i = 0; i < NESTED_MAX && type_table_is(t, type, TYPE_ARRAY); i++)
		type = type_table_target(t, type);
	return type;
}

uint32_t type_table_element(struct type_table *t, uint32_t type, uint64_t *offset)
{
	const uint32_t element = innermost(t, type);

	if (element == type || !type_table_is(t, element, TYPE_AGGREGATE) || !t->list[element].size)
		return type;
	*offset %= t->list[element].size;
	return element;
}

/* --- members ---------------------------------------------------------------------------------- */

/* Where a member is. A bit field takes the bytes that its bits are in. */
static void place_member(struct type_table *t, Dwarf_Die *die, struct type_member *m)
{
	uint64_t first, n;

	m->size = t->list[m->type].size;
	number_of(die, DW_AT_data_member_location, &m->offset);
	if (!number_of(die, DW_AT_bit_size, &n) || n > BITS_MAX)
		return;
	m->n_bits = (uint32_t)n;
	if (!number_of(die, DW_AT_data_bit_offset, &first))
		return;
	m->offset = first / 8;
	m->size = (first % 8 + n + 7) / 8;
}

static bool take_member(struct type_table *t, Dwarf_Die *die, struct type_member *m)
{
	const int tag = dwarf_tag(die);

	if (tag != DW_TAG_member && tag != DW_TAG_inheritance)
		return false;
	/* A static member has no place in the structure, a virtual class none that is the same in all. */
	if (dwarf_hasattr(die, DW_AT_external) || dwarf_hasattr(die, DW_AT_declaration) ||
	    dwarf_hasattr(die, DW_AT_virtuality))
		return false;
	*m = (struct type_member){ .type = type_table_of(t, die) };
	/* An empty class has a byte, which is that of the first member. */
	if (tag == DW_TAG_inheritance && m->type != TYPE_NONE && t->list[m->type].size <= 1)
		return false;
	if (tag == DW_TAG_member)
		m->name = source_die_string(die, DW_AT_name);
	if (m->type != TYPE_NONE)
		place_member(t, die, m);
	return m->type != TYPE_NONE;
}

void type_table_each_member(struct type_table *t, uint32_t type,
			    bool (*take)(void *context, const struct type_member *m), void *context)
{
	struct source_walk walk = { 0 };
	struct type_member m;
	Dwarf_Die parent, die;
	unsigned n = 0;

	if (!type_table_is(t, type, TYPE_AGGREGATE))
		return;
	parent = t->list[type].bare;
	if (!source_walk_child(&walk, &parent, &die))
		return;
	do {
		if (take_member(t, &die, &m) && !take(context, &m))
			return;
	} while (++n < TYPE_MEMBERS_MAX && source_walk_sibling(&walk, &die));
}

struct member_search {
	uint64_t offset;
	struct type_member found;
};

/* The first member that holds the offset, as it is shown. */
static bool holds_offset(void *context, const struct type_member *m)
{
	struct member_search *s = context;

	if (s->offset < m->offset || s->offset - m->offset >= m->size)
		return true;
	s->found = *m;
	return false;
}

uint32_t type_table_member(struct type_table *t, uint32_t type, uint64_t offset)
{
	for (unsigned i = 0; i < NESTED_MAX && type != TYPE_NONE; i++) {
		struct member_search s = { offset, { .type = TYPE_NONE } };
		uint32_t element;

		switch (t->list[type].kind) {
		case TYPE_ARRAY:
			element = type_table_target(t, type);
			if (element == TYPE_NONE || !t->list[element].size)
				return TYPE_NONE;
			offset %= t->list[element].size;
			type = element;
			break;
		case TYPE_AGGREGATE:
			type_table_each_member(t, type, holds_offset, &s);
			offset -= s.found.offset;
			type = s.found.type;
			break;
		default: return offset ? TYPE_NONE : type;
		}
	}
	return TYPE_NONE;
}

/* --- names ------------------------------------------------------------------------------------ */

static const char *prefix_of(int tag)
{
	switch (tag) {
	case DW_TAG_structure_type: return "struct ";
	case DW_TAG_union_type: return "union ";
	case DW_TAG_enumeration_type: return "enum ";
	default: return "";
	}
}

static void put(struct buffer *b, const char *text)
{
	buffer_append(b, text, strlen(text));
}

static void put_plain(struct buffer *b, Dwarf_Die *named)
{
	const int tag = dwarf_tag(named);
	const char *name = source_die_string(named, DW_AT_name);

	if (tag == DW_TAG_subroutine_type) {
		put(b, "(function_type)");
		return;
	}
	put(b, prefix_of(tag));
	put(b, name ? name : "(unnamed)");
}

static void put_name(struct type_table *t, uint32_t type, struct buffer *b, unsigned depth)
{
	Dwarf_Die named;
	enum type_kind kind;

	if (type == TYPE_NONE) {
		put(b, "void");
		return;
	}
	named = t->list[type].named;
	kind = kind_of(dwarf_tag(&named));
	if (kind != TYPE_POINTER && kind != TYPE_ARRAY) {
		put_plain(b, &named);
		return;
	}
	if (depth < NAME_LINKS)
		put_name(t, type_table_target(t, type), b, depth + 1);
	put(b, kind == TYPE_ARRAY ? "[]" : dwarf_tag(&named) == DW_TAG_pointer_type ? "*" : "&");
}

void type_table_put_name(struct type_table *t, uint32_t type, struct buffer *b)
{
	put_name(t, type, b, 0);
	buffer_put_u8(b, 0);
}
