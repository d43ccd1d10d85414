#include "report/source/source_dwarf.h"

#include "report/source/source_index.h"
#include "report/source/source_package.h"

#include <dwarf.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

struct source_unit_slot {
	bool tried;
	struct source_unit *unit; /* NULL: not read, or it could not be */
};

struct source_dwarf {
	struct source_file file;
	struct source_package *package; /* NULL: none, or not looked for yet */
	bool package_tried;
	struct source_index index;
	struct source_unit_slot *units; /* those of the index */
	bool failed;                    /* for lack of memory */
};

struct source_dwarf *source_dwarf_open(const struct source_file_place *place)
{
	struct source_dwarf *d = calloc(1, sizeof(*d));

	if (!d)
		return NULL;
	if (!source_file_open(&d->file, place)) {
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

/* The package is beside the program, or beside its separate debug file. */
static void package_find(struct source_dwarf *d)
{
	d->package_tried = true;
	d->package = package_open(d, d->file.path);
	if (!d->package && strcmp(d->file.program, d->file.path) != 0)
		d->package = package_open(d, d->file.program);
}

/* The DIEs of a skeleton's code: of its own file, or of the package; addr NULL: of none that is here. */
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

struct source_unit *source_dwarf_read(struct source_dwarf *d, struct source_unit_slot *slot)
{
	Dwarf_Die die, code;
	uint64_t base = 0;
	uint8_t type;

	if (slot->tried)
		return slot->unit;
	slot->tried = true;
	if (!dwarf_offdie(d->file.own.dwarf, d->index.units[slot - d->units], &die) ||
	    dwarf_cu_info(die.cu, NULL, &type, NULL, NULL, NULL, NULL, NULL))
		return NULL;
	code = type == DW_UT_skeleton ? split_code(d, &die, &base) : die;
	slot->unit = calloc(1, sizeof(*slot->unit));
	d->failed = !slot->unit;
	if (slot->unit && source_unit_init(slot->unit, &die, &code, base)) {
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
