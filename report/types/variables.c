#include "report/types/variables.h"

#include "common/list.h"
#include "common/sorting.h"
#include "report/source/source_die.h"

#include <dwarf.h>
#include <stdlib.h>

/* Limit of nested DIEs, and of the variables that are taken of a file. */
#define DEPTH_MAX   64u
#define GLOBALS_MAX (4u << 20)

/* Registers of DWARF that places may have. */
#define REGISTERS 32u

void variables_fini(struct variables *v)
{
	type_table_fini(&v->types);
	free(v->globals);
	*v = (struct variables){ 0 };
}

void places_fini(struct places *p)
{
	free(p->list);
	*p = (struct places){ 0 };
}

/* --- locations -------------------------------------------------------------------------------- */

/* What a function's frame is counted from. */
struct frame_base {
	bool is_known, is_register; /* else the frame's address */
	uint8_t reg;
};

/* The register of an operation that names one, and the offset of one that adds it. False: it is another one. */
static bool register_of(const Dwarf_Op *op, bool *ret_is_sum, uint64_t *ret_reg, int64_t *ret_offset)
{
	*ret_offset = 0;
	*ret_is_sum = true;
	if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31) {
		*ret_is_sum = false;
		*ret_reg = op->atom - DW_OP_reg0;
	} else if (op->atom == DW_OP_regx) {
		*ret_is_sum = false;
		*ret_reg = op->number;
	} else if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31) {
		*ret_reg = op->atom - DW_OP_breg0;
		*ret_offset = (int64_t)op->number;
	} else if (op->atom == DW_OP_bregx) {
		*ret_reg = op->number;
		*ret_offset = (int64_t)op->number2;
	} else {
		return false;
	}
	return *ret_reg < REGISTERS;
}

/* Sets the place that operations without DW_OP_piece describe. False: they describe none that is followed. */
static bool place_of(const Dwarf_Op *ops, size_t n, const struct frame_base *base, struct place *p)
{
	bool is_sum, is_value = n == 2 && ops[1].atom == DW_OP_stack_value;
	uint64_t reg;

	if (n != 1 && !is_value)
		return false;
	if (ops[0].atom == DW_OP_fbreg) {
		p->kind = base->is_register ? PLACE_MEMORY : PLACE_FRAME;
		p->reg = base->reg;
		p->offset = (int64_t)ops[0].number;
		return base->is_known && !is_value;
	}
	if (!register_of(ops, &is_sum, &reg, &p->offset) || (!is_sum && is_value))
		return false;
	p->kind = is_sum && !is_value ? PLACE_MEMORY : PLACE_VALUE;
	p->reg = (uint8_t)reg;
	return true;
}

static struct frame_base frame_base_of(Dwarf_Die *function)
{
	struct frame_base base = { 0 };
	Dwarf_Attribute attribute;
	int64_t offset;
	uint64_t reg;
	Dwarf_Op *ops;
	size_t n;

	if (!dwarf_attr_integrate(function, DW_AT_frame_base, &attribute) || dwarf_getlocation(&attribute, &ops, &n) ||
	    n != 1)
		return base;
	if (ops[0].atom == DW_OP_call_frame_cfa) {
		base.is_known = true;
	} else if (register_of(ops, &base.is_known, &reg, &offset) && !base.is_known) {
		base = (struct frame_base){ .is_known = true, .is_register = true, .reg = (uint8_t)reg };
	} else {
		base.is_known = false;
	}
	return base;
}

/* --- the variables of a function -------------------------------------------------------------- */

struct finding {
	struct variables *v;
	struct places *places;
	struct source_walk walk;
	struct frame_base base;
	uint64_t code_base;
	uint64_t low, high;
	struct place place; /* the one that is being put */
};

static void put_range(void *context, uint64_t low, uint64_t high)
{
	struct finding *f = context;
	struct places *p = f->places;

	if (low >= high || low >= f->high || high <= f->low || p->n == PLACES_MAX)
		return;
	if (!list_reserve(&p->list, p->n, &p->capacity, sizeof(*p->list))) {
		p->failed = true;
		return;
	}
	p->list[p->n] = f->place;
	p->list[p->n].low = low;
	p->list[p->n++].high = high;
}

/* Where the places that are put are so: in a range, or in all of a scope. */
struct extent {
	Dwarf_Die *scope; /* NULL: a range */
	uint64_t low, high;
};

static void put_place(struct finding *f, const struct extent *e)
{
	if (e->scope)
		source_ranges(e->scope, f->code_base, put_range, f);
	else
		put_range(f, e->low, e->high);
}

/* Puts each part of a variable that is somewhere. */
static void put_parts(struct finding *f, const Dwarf_Op *ops, size_t n, const struct extent *e)
{
	size_t first = 0;

	f->place.part = 0;
	f->place.size = type_table_get(&f->v->types, f->place.type)->size;
	if (n && ops[n - 1].atom != DW_OP_piece && place_of(ops, n, &f->base, &f->place))
		put_place(f, e);
	for (size_t i = 0; i < n && ops[n - 1].atom == DW_OP_piece; i++) {
		if (ops[i].atom != DW_OP_piece)
			continue;
		f->place.size = ops[i].number;
		if (place_of(ops + first, i - first, &f->base, &f->place))
			put_place(f, e);
		f->place.part += f->place.size;
		first = i + 1;
	}
}

/* What is somewhere in all of its scope has one range that is all addresses. */
static void put_variable(struct finding *f, Dwarf_Die *die, Dwarf_Die *scope)
{
	Dwarf_Addr base, low, high;
	Dwarf_Attribute attribute;
	ptrdiff_t at = 0;
	Dwarf_Op *ops;
	size_t n;

	if (!dwarf_attr(die, DW_AT_location, &attribute))
		return;
	f->place.type = type_table_of(&f->v->types, die);
	if (f->place.type == TYPE_NONE)
		return;
	while ((at = dwarf_getlocations(&attribute, at, &base, &low, &high, &ops, &n)) > 0 && !f->places->failed &&
	       f->places->n < PLACES_MAX) {
		const uint64_t add = base ? 0 : f->code_base;
		const bool is_everywhere = !low && high == UINT64_MAX;

		put_parts(f, ops, n, &(struct extent){ is_everywhere ? scope : NULL, low + add, high + add });
	}
}

static bool is_scope(int tag)
{
	return tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_try_block ||
	       tag == DW_TAG_catch_block;
}

/* Puts the variables of a scope, and of those within. */
static void put_scope(struct finding *f, Dwarf_Die *scope, unsigned depth)
{
	Dwarf_Die die;

	if (depth == DEPTH_MAX || f->places->failed || !source_walk_child(&f->walk, scope, &die))
		return;
	do {
		const int tag = dwarf_tag(&die);

		f->place.depth = (uint16_t)depth;
		if (tag == DW_TAG_formal_parameter || tag == DW_TAG_variable)
			put_variable(f, &die, scope);
		else if (is_scope(tag) && dwarf_haschildren(&die) > 0)
			put_scope(f, &die, depth + 1);
	} while (!f->places->failed && source_walk_sibling(&f->walk, &die));
}

static int compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return x->low < y->low ? -1 : x->low > y->low;
}

void variables_find(struct variables *v, struct source_unit *unit, uint64_t low, uint64_t high,
		    struct places *ret_places)
{
	struct finding f = { .v = v, .places = ret_places, .code_base = unit->code_base, .low = low, .high = high };
	const void *last = NULL;

	*ret_places = (struct places){ 0 };
	for (uint32_t i = 0; i < unit->n_functions && unit->functions[i].low < high; i++) {
		Dwarf_Die function = unit->functions[i].die;

		if (unit->functions[i].high <= low || function.addr == last)
			continue;
		last = function.addr;
		f.walk = (struct source_walk){ 0 };
		f.base = frame_base_of(&function);
		put_scope(&f, &function, 0);
	}
	v->failed = v->failed || ret_places->failed || v->types.failed;
	if (ret_places->n)
		qsort(ret_places->list, ret_places->n, sizeof(*ret_places->list), compare_places);
}

/* --- global variables ------------------------------------------------------------------------- */

static void put_global(struct variables *v, Dwarf_Die *die)
{
	Dwarf_Attribute attribute, address;
	struct global g = { .die = *die };
	Dwarf_Op *ops;
	size_t n;

	if (!dwarf_attr(die, DW_AT_location, &attribute) || dwarf_getlocation(&attribute, &ops, &n) || n != 1)
		return;
	if (ops[0].atom == DW_OP_addr)
		g.address = ops[0].number;
	else if (ops[0].atom != DW_OP_addrx || dwarf_getlocation_attr(&attribute, ops, &address) ||
		 dwarf_formaddr(&address, &g.address))
		return;
	if (v->n_globals == GLOBALS_MAX)
		return;
	if (!list_reserve(&v->globals, v->n_globals, &v->globals_capacity, sizeof(*v->globals)))
		v->failed = true;
	else
		v->globals[v->n_globals++] = g;
}

static bool holds_globals(int tag)
{
	switch (tag) {
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_subprogram:
	case DW_TAG_lexical_block: return true;
	default: return false;
	}
}

static void put_globals(struct variables *v, struct source_walk *walk, Dwarf_Die *parent, unsigned depth)
{
	Dwarf_Die die;

	if (depth == DEPTH_MAX || v->failed || !source_walk_child(walk, parent, &die))
		return;
	do {
		const int tag = dwarf_tag(&die);

		if (tag == DW_TAG_variable)
			put_global(v, &die);
		else if (holds_globals(tag) && dwarf_haschildren(&die) > 0)
			put_globals(v, walk, &die, depth + 1);
	} while (!v->failed && source_walk_sibling(walk, &die));
}

static int compare_globals(const void *a, const void *b)
{
	const struct global *x = a, *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

static void find_globals(struct variables *v)
{
	Dwarf_Die unit;

	v->has_globals = true;
	for (uint32_t i = 0; source_dwarf_code(v->dwarf, i, &unit) && !v->failed; i++) {
		struct source_walk walk = { 0 };

		if (unit.addr)
			put_globals(v, &walk, &unit, 0);
	}
	if (v->n_globals)
		qsort(v->globals, v->n_globals, sizeof(*v->globals), compare_globals);
}

/* Of several names of one place, the first with a type that reaches the address. */
#define ALIASES_MAX 8u

uint32_t variables_global(struct variables *v, uint64_t address, uint64_t *ret_offset)
{
	uint32_t after;

	if (!v->has_globals)
		find_globals(v);
	after = BISECT(0, v->n_globals, i, v->globals[i].address <= address);
	for (uint32_t i = 0; i < ALIASES_MAX && i < after; i++) {
		struct global *g = &v->globals[after - 1 - i];
		uint32_t type = type_table_of(&v->types, &g->die);

		v->failed = v->failed || v->types.failed;
		if (type == TYPE_NONE || address - g->address >= type_table_get(&v->types, type)->size)
			continue;
		*ret_offset = address - g->address;
		return type_table_element(&v->types, type, ret_offset);
	}
	return TYPE_NONE;
}
