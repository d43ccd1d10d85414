#include "report/source/source_unit.h"

#include "common/list.h"
#include "common/sorting.h"
#include "report/source/source_die.h"
#include "report/source/source_rows.h"

#include <dwarf.h>
#include <errno.h>
#include <stdlib.h>

/* Limit of nested DIEs; deeper ones are skipped. */
#define DEPTH_MAX 256u

/* Limit of enclosing functions that are searched. Nested functions (GNU C, Ada) come after the enclosing ones. */
#define NESTED_MAX 64u

static bool has_code(Dwarf_Die *die)
{
	return dwarf_hasattr(die, DW_AT_low_pc) || dwarf_hasattr(die, DW_AT_ranges);
}

void source_ranges(Dwarf_Die *die, uint64_t base, void (*put)(void *context, uint64_t low, uint64_t high),
		   void *context)
{
	Dwarf_Addr begin, end, of_list = UINT64_MAX;
	ptrdiff_t at = 0;

	/* Most DIEs are declarations: skip them first. */
	if (!has_code(die))
		return;
	while ((at = dwarf_ranges(die, at, &of_list, &begin, &end)) > 0) {
		uint64_t add = of_list ? 0 : base;

		/* Code that a linker discarded begins at 0. */
		if (begin + add && begin < end)
			put(context, begin + add, end + add);
	}
}

/* --- functions --------------------------------------------------------------------------- */

struct collecting {
	struct source_unit *unit;
	Dwarf_Die die;
	struct source_walk walk;
	bool failed;
};

static void put_function(void *context, uint64_t low, uint64_t high)
{
	struct collecting *c = context;
	struct source_unit *u = c->unit;

	if (!list_reserve(&u->functions, u->n_functions, &u->functions_capacity, sizeof(*u->functions))) {
		c->failed = true;
		return;
	}
	u->functions[u->n_functions++] = (struct source_function){ .low = low, .high = high, .die = c->die };
}

/* Whether a DIE of that tag may contain functions. */
static bool holds_functions(int tag)
{
	switch (tag) {
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
	case DW_TAG_interface_type:
	case DW_TAG_enumeration_type:
	case DW_TAG_lexical_block:
	case DW_TAG_subprogram: return true;
	default: return false;
	}
}

static void collect_functions(struct collecting *c, Dwarf_Die *parent, unsigned depth)
{
	Dwarf_Die die;

	if (depth == DEPTH_MAX || c->failed || !source_walk_child(&c->walk, parent, &die))
		return;
	do {
		int tag = dwarf_tag(&die);

		if (tag == DW_TAG_subprogram) {
			c->die = die;
			source_ranges(&die, c->unit->code_base, put_function, c);
		}
		if (holds_functions(tag) && dwarf_haschildren(&die) > 0)
			collect_functions(c, &die, depth + 1);
	} while (!c->failed && source_walk_sibling(&c->walk, &die));
}

static int compare_functions(const void *a, const void *b)
{
	const struct source_function *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	return x->high > y->high ? -1 : x->high < y->high;
}

int source_unit_init(struct source_unit *u, const Dwarf_Die *lines, const Dwarf_Die *code, uint64_t code_base,
		     struct source_names *names)
{
	struct collecting c = { .unit = u };

	*u = (struct source_unit){ .lines = *lines, .code = *code, .code_base = code_base };
	if (u->code.addr) {
		u->names = source_names_has_scopes(&u->code) ? names : NULL;
		collect_functions(&c, &u->code, 0);
	}
	if (c.failed)
		return -ENOMEM;
	if (u->n_functions)
		qsort(u->functions, u->n_functions, sizeof(*u->functions), compare_functions);
	return 0;
}

void source_unit_fini(struct source_unit *u)
{
	free(u->functions);
	*u = (struct source_unit){ 0 };
}

/* Returns the number of the first function after an address. */
static uint32_t functions_after(const struct source_unit *u, uint64_t address)
{
	return BISECT(0, u->n_functions, i, u->functions[i].low <= address);
}

/* Returns the innermost function at an address, or NULL. */
static const struct source_function *function_at(const struct source_unit *u, uint64_t address)
{
	uint32_t after = functions_after(u, address);

	for (uint32_t i = 0; i < NESTED_MAX && i < after; i++)
		if (u->functions[after - 1 - i].high > address)
			return &u->functions[after - 1 - i];
	return NULL;
}

/* --- windows ------------------------------------------------------------------------------ */

struct inlines {
	struct source_rows *rows;
	uint32_t scope;
};

static void put_span(void *context, uint64_t low, uint64_t high)
{
	const struct inlines *i = context;

	source_rows_span(i->rows, i->scope, low, high);
}

static bool is_block_tag(int tag)
{
	return tag == DW_TAG_lexical_block || tag == DW_TAG_try_block || tag == DW_TAG_catch_block ||
	       tag == DW_TAG_with_stmt;
}

/* Adds the functions that are inlined below a DIE of a scope. */
static void collect_inlines(const struct source_unit *u, struct source_rows *rows, struct source_walk *walk,
			    Dwarf_Die *parent, uint32_t scope, unsigned depth)
{
	Dwarf_Die die;

	if (depth == DEPTH_MAX || !source_walk_child(walk, parent, &die))
		return;
	do {
		bool is_block = is_block_tag(dwarf_tag(&die));
		struct inlines inlines = { rows, scope };

		if (!is_block && dwarf_tag(&die) != DW_TAG_inlined_subroutine)
			continue;
		if (!is_block || has_code(&die)) {
			inlines.scope = source_rows_scope(rows, &die, scope, is_block);
			source_ranges(&die, u->code_base, put_span, &inlines);
		}
		if (dwarf_haschildren(&die) > 0)
			collect_inlines(u, rows, walk, &die, inlines.scope, depth + 1);
	} while (source_walk_sibling(walk, &die));
}

/* Between functions: up to the next one. */
static void gap_at(const struct source_unit *u, uint64_t address, uint64_t *begin, uint64_t *end)
{
	uint32_t after = functions_after(u, address);

	*begin = u->begin;
	*end = after < u->n_functions && u->functions[after].low < u->end ? u->functions[after].low : u->end;
	for (uint32_t i = 0; i < after; i++)
		if (u->functions[i].high <= address && u->functions[i].high > *begin)
			*begin = u->functions[i].high;
}

int source_unit_window(struct source_unit *u, uint64_t address, bool want_lines, struct buffer *b, uint64_t *ret_end)
{
	const struct source_function *function = function_at(u, address);
	struct source_walk walk = { 0 };
	struct source_rows rows;
	uint64_t begin, end;
	Dwarf_Die die;
	int result;

	if (function) {
		begin = function->low;
		end = function->high;
		/* Nested functions have windows of their own. */
		for (const struct source_function *f = function + 1;
		     f < u->functions + u->n_functions && f->low < function->high; f++) {
			if (f->low > address && f->low < end)
				end = f->low;
			if (f->high <= address && f->high > begin)
				begin = f->high;
		}
	} else {
		gap_at(u, address, &begin, &end);
	}
	source_rows_init(&rows, begin, end);
	rows.scoped = u->names;
	if (function) {
		die = function->die;
		collect_inlines(u, &rows, &walk, &die, source_rows_scope(&rows, &die, SOURCE_NO_SCOPE, false), 0);
	}
	if (want_lines)
		source_rows_lines(&rows, &u->lines, &u->code);
	result = source_rows_encode(&rows, address, b, ret_end);
	source_rows_fini(&rows);
	return result;
}
