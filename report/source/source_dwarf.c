#include "report/source/source_dwarf.h"

#include "common/list.h"
#include "common/sorting.h"
#include "report/source/source_file.h"
#include "report/source/source_package.h"
#include "report/source/source_unit.h"

#include <dwarf.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * --- the index: which unit has code at an address -----------------------------------
 *
 * Made of .debug_aranges and, for units that are not in there, of the ranges of the units themselves.
 */
/* A range of addresses, and the number of the unit with code there. */
struct source_index_range {
	uint64_t low, high;
	uint32_t unit;
};

struct source_index {
	const struct source_file *file;
	struct source_index_range *ranges; /* sorted by low; of equal ones the one with the higher end first */
	uint32_t n_ranges, ranges_capacity;
	Dwarf_Off *units; /* offsets of the units' DIEs */
	uint32_t n_units, units_capacity;
	bool failed; /* for lack of memory */
};

#define SOURCE_INDEX_NONE UINT32_MAX

/* Makes the index. Borrows the file. 0 or -ENOMEM; call source_index_fini in either case. */

/*
 * Finds the unit of an address. Returns its number. *ret_begin, *ret_end: the range of the unit that holds it.
 * SOURCE_INDEX_NONE: no unit has code in that range.
 */

static uint32_t put_unit(struct source_index *x, Dwarf_Off offset)
{
	if (!list_reserve(&x->units, x->n_units, &x->units_capacity, sizeof(*x->units))) {
		x->failed = true;
		return 0;
	}
	x->units[x->n_units] = offset;
	return x->n_units++;
}

/* Adds a range of the last unit. */
static void put_range(void *context, uint64_t low, uint64_t high)
{
	struct source_index *x = context;

	if (!list_reserve(&x->ranges, x->n_ranges, &x->ranges_capacity, sizeof(*x->ranges)))
		x->failed = true;
	else if (x->n_units && low < high)
		x->ranges[x->n_ranges++] =
			(struct source_index_range){ .low = low, .high = high, .unit = x->n_units - 1 };
}

struct arange {
	Dwarf_Off unit;
	uint64_t low, high;
};

static int compare_aranges(const void *a, const void *b)
{
	const struct arange *x = a, *y = b;

	return x->unit < y->unit ? -1 : x->unit > y->unit;
}

/* Reads .debug_aranges, unit by unit. */
static void index_table(struct source_index *x)
{
	Dwarf_Aranges *table;
	struct arange *list;
	size_t n, used = 0;

	if (dwarf_getaranges(x->file->own.dwarf, &table, &n) || !n)
		return;
	list = malloc(n * sizeof(*list));
	if (!list) {
		x->failed = true;
		return;
	}
	for (size_t i = 0; i < n; i++) {
		Dwarf_Addr start;
		Dwarf_Word length;
		Dwarf_Off unit;

		if (!dwarf_getarangeinfo(dwarf_onearange(table, i), &start, &length, &unit) && start &&
		    length <= UINT64_MAX - start)
			list[used++] = (struct arange){ unit, start, start + length };
	}
	if (used)
		qsort(list, used, sizeof(*list), compare_aranges);
	for (size_t i = 0; i < used && !x->failed; i++) {
		if (!i || list[i].unit != list[i - 1].unit)
			put_unit(x, list[i].unit);
		put_range(x, list[i].low, list[i].high);
	}
	free(list);
}

/* Searches the first n units, which are sorted by offset. */
static bool is_in_table(const struct source_index *x, uint32_t n, Dwarf_Off offset)
{
	uint32_t at = BISECT(0, n, i, x->units[i] < offset);

	return at < n && x->units[at] == offset;
}

/* Adds units that are not in .debug_aranges: clang does not write it by default. */
static void index_others(struct source_index *x)
{
	uint32_t n = x->n_units;
	Dwarf_CU *unit = NULL;
	Dwarf_Die die;
	uint8_t type;

	while (!x->failed && !dwarf_get_units(x->file->own.dwarf, unit, &unit, NULL, &type, &die, NULL)) {
		int tag = dwarf_tag(&die);

		if ((tag != DW_TAG_compile_unit && tag != DW_TAG_skeleton_unit) ||
		    is_in_table(x, n, dwarf_dieoffset(&die)) ||
		    (type == DW_UT_skeleton && !source_file_may_split(x->file, &die, false)))
			continue;
		put_unit(x, dwarf_dieoffset(&die));
		source_ranges(&die, 0, put_range, x);
	}
}

static int compare_ranges(const void *a, const void *b)
{
	const struct source_index_range *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	return x->high > y->high ? -1 : x->high < y->high;
}

static int source_index_make(struct source_index *x, const struct source_file *file)
{
	*x = (struct source_index){ .file = file };
	index_table(x);
	index_others(x);
	if (x->failed)
		return -ENOMEM;
	if (x->n_ranges)
		qsort(x->ranges, x->n_ranges, sizeof(*x->ranges), compare_ranges);
	return 0;
}

static void source_index_fini(struct source_index *x)
{
	free(x->ranges);
	free(x->units);
}

/* Nested ranges are rare: in damaged files, and of functions that a linker has folded. */
#define OVERLAPPING_MAX 16u

static uint32_t source_index_find(const struct source_index *x, uint64_t address, uint64_t *ret_begin,
				  uint64_t *ret_end)
{
	uint32_t n = BISECT(0, x->n_ranges, i, x->ranges[i].low <= address);

	*ret_end = n < x->n_ranges ? x->ranges[n].low : UINT64_MAX;
	*ret_begin = 0;
	for (uint32_t i = 0; i < OVERLAPPING_MAX && i < n; i++) {
		const struct source_index_range *r = &x->ranges[n - 1 - i];

		if (r->high > address) {
			*ret_begin = r->low > *ret_begin ? r->low : *ret_begin;
			*ret_end = r->high < *ret_end ? r->high : *ret_end;
			return r->unit;
		}
		*ret_begin = r->high > *ret_begin ? r->high : *ret_begin;
	}
	return SOURCE_INDEX_NONE;
}

struct source_unit_slot {
	bool tried;
	struct source_unit *unit; /* NULL: not read yet, or unreadable */
};

struct source_dwarf {
	struct source_file file;
	struct source_package *package; /* NULL: none, or not searched yet */
	bool package_tried;
	struct source_index index;
	struct source_unit_slot *units; /* the units of the index */
	struct source_names names;
	bool failed; /* for lack of memory */
};

struct source_dwarf *source_dwarf_open(const struct source_file_spec *spec)
{
	struct source_dwarf *d = calloc(1, sizeof(*d));

	if (!d)
		return NULL;
	if (!source_file_open(&d->file, spec)) {
		free(d);
		return NULL;
	}
	if (!source_index_make(&d->index, &d->file) && d->index.n_ranges)
		d->units = calloc(d->index.n_units, sizeof(*d->units));
	if (d->units)
		return d;
	source_dwarf_close(d);
	return NULL;
}

void source_dwarf_close(struct source_dwarf *d)
{
	for (uint32_t i = 0; d->units && i < d->index.n_units; i++) {
		if (d->units[i].unit)
			source_unit_fini(d->units[i].unit);
		free(d->units[i].unit);
	}
	free(d->units);
	source_names_fini(&d->names);
	source_index_fini(&d->index);
	source_package_close(d->package);
	source_file_close(&d->file);
	free(d);
}

struct source_unit_slot *source_dwarf_find(struct source_dwarf *d, uint64_t address, uint64_t *ret_begin,
					   uint64_t *ret_end)
{
	uint32_t unit = source_index_find(&d->index, address, ret_begin, ret_end);

	return unit == SOURCE_INDEX_NONE ? NULL : &d->units[unit];
}

static struct source_package *package_open(const struct source_dwarf *d, const char *beside)
{
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), "%s.dwp", beside) >= PATH_MAX)
		return NULL;
	source_file_other(&d->file, path);
	return source_package_open(path, d->file.own.elf);
}

/* The package is in the directory of the program, or of its separate debug file. */
static void package_find(struct source_dwarf *d)
{
	d->package_tried = true;
	d->package = package_open(d, d->file.path);
	if (!d->package && strcmp(d->file.program, d->file.path) != 0)
		d->package = package_open(d, d->file.program);
}

/* Returns the split unit of a skeleton: in a .dwo file, or in the package; addr NULL: none is here. */
static Dwarf_Die split_code(struct source_dwarf *d, Dwarf_Die *skeleton, uint64_t *ret_base)
{
	Dwarf_Die none = { 0 }, split = { 0 };
	uint8_t type;

	if (!source_file_may_split(&d->file, skeleton, true))
		return none;
	if (!dwarf_cu_info(skeleton->cu, NULL, &type, NULL, &split, NULL, NULL, NULL) && split.addr)
		return split;
	if (!d->package_tried)
		package_find(d);
	if (d->package)
		split = source_package_unit(d->package, skeleton, ret_base);
	if (!split.addr)
		source_file_report_split(&d->file, skeleton);
	return split;
}

/* Finds the DIEs of unit i: the one with the line program, and the one with the functions. */
static bool unit_dies(struct source_dwarf *d, uint32_t i, Dwarf_Die *ret_lines, Dwarf_Die *ret_code, uint64_t *ret_base)
{
	uint8_t type;

	*ret_base = 0;
	if (!dwarf_offdie(d->file.own.dwarf, d->index.units[i], ret_lines) ||
	    dwarf_cu_info(ret_lines->cu, NULL, &type, NULL, NULL, NULL, NULL, NULL))
		return false;
	*ret_code = type == DW_UT_skeleton ? split_code(d, ret_lines, ret_base) : *ret_lines;
	return true;
}

bool source_dwarf_code(struct source_dwarf *d, uint32_t i, Dwarf_Die *ret_code)
{
	Dwarf_Die lines;
	uint64_t base;

	if (i >= d->index.n_units)
		return false;
	if (!unit_dies(d, i, &lines, ret_code, &base))
		*ret_code = (Dwarf_Die){ 0 };
	return true;
}

struct source_unit *source_dwarf_read(struct source_dwarf *d, struct source_unit_slot *slot)
{
	Dwarf_Die die, code;
	uint64_t base;

	if (slot->tried)
		return slot->unit;
	slot->tried = true;
	if (!unit_dies(d, (uint32_t)(slot - d->units), &die, &code, &base))
		return NULL;
	slot->unit = calloc(1, sizeof(*slot->unit));
	d->failed = !slot->unit;
	if (slot->unit && source_unit_init(slot->unit, &die, &code, base, &d->names)) {
		source_unit_fini(slot->unit);
		free(slot->unit);
		slot->unit = NULL;
		d->failed = true;
	}
	return slot->unit;
}

bool source_dwarf_failed(const struct source_dwarf *d)
{
	return d->failed;
}
