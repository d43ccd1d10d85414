#include "report/source/source_index.h"

#include "common/bisect.h"
#include "common/list.h"
#include "report/source/source_unit.h"

#include <dwarf.h>
#include <errno.h>
#include <stdlib.h>

static uint32_t put_unit(struct source_index *x, Dwarf_Off offset)
{
	if (!list_reserve(&x->units, x->n_units, &x->units_capacity, sizeof(*x->units))) {
		x->failed = true;
		return 0;
	}
	x->units[x->n_units] = offset;
	return x->n_units++;
}

/* Of the unit that was put last. */
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

/* .debug_aranges, unit by unit. */
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

/* Of the first n units, which are in the order of their offsets. */
static bool is_in_table(const struct source_index *x, uint32_t n, Dwarf_Off offset)
{
	uint32_t at = BISECT(0, n, i, x->units[i] < offset);

	return at < n && x->units[at] == offset;
}

/* Units that the table does not have: clang makes none unless it is asked to. */
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

int source_index_make(struct source_index *x, const struct source_file *file)
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

void source_index_fini(struct source_index *x)
{
	free(x->ranges);
	free(x->units);
}

/* Ranges that hold one another are rare: of damaged files, and of functions a linker found to be the same. */
#define OVERLAPPING_MAX 16u

uint32_t source_index_find(const struct source_index *x, uint64_t address, uint64_t *ret_begin, uint64_t *ret_end)
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
