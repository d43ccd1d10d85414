#include "report/source/source_dwarf.h"

#include "common/bisect.h"
#include "common/list.h"
#include "common/regular_file.h"
#include "formats/elf/build_id.h"
#include "report/elf/elf_file.h"
#include "report/source/source_elf.h"
#include "report/source/source_package.h"

#include <dwarf.h>
#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct source_unit_slot {
	Dwarf_Off offset; /* of its DIE */
	bool tried;
	struct source_unit *unit; /* NULL: not read, or it could not be */
};

/* A range of addresses, and the number of the unit whose code it is. */
struct unit_range {
	uint64_t low, high;
	uint32_t unit;
};

struct open_elf {
	int fd;
	Elf *elf;
	Dwarf *dwarf;
};

struct source_dwarf {
	struct open_elf file, alternate;
	struct buffer nothing; /* the alternate file where there is none */
	char *path;
	struct source_package *package; /* NULL: none, or not looked for yet */
	bool package_tried;
	struct unit_range *ranges; /* sorted; those with the higher ends first of the same beginning */
	struct source_unit_slot *units;
	uint32_t n_ranges, ranges_capacity, n_units, units_capacity;
	bool failed; /* for lack of memory */
};

/* --- files ------------------------------------------------------------------------------ */

static void elf_close(struct open_elf *e)
{
	dwarf_end(e->dwarf);
	elf_end(e->elf);
	if (e->fd >= 0)
		close(e->fd);
}

/* Opens the file of a descriptor, which is taken over. False: it is none with debug information. */
static bool elf_open_fd(struct open_elf *e, int fd)
{
	*e = (struct open_elf){ .fd = fd };
	e->elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	e->dwarf = e->elf ? dwarf_begin_elf(e->elf, DWARF_C_READ, NULL) : NULL;
	if (e->dwarf)
		return true;
	elf_close(e);
	*e = (struct open_elf){ .fd = -1 };
	return false;
}

static bool same_build_id(Elf *elf, const void *id, size_t size)
{
	const void *own;

	return dwelf_elf_gnu_build_id(elf, &own) == (ssize_t)size && !memcmp(own, id, size);
}

/* One of the places where the alternate file may be. */
static bool alternate_try(struct source_dwarf *d, const char *path, const void *id, size_t size)
{
	uint64_t file_size;
	int fd = elf_file_open_regular(path, &file_size, NULL);

	if (fd < 0)
		return false;
	if (regular_file_is_made_up(fd)) {
		close(fd);
		return false;
	}
	if (!elf_open_fd(&d->alternate, fd))
		return false;
	if (same_build_id(d->alternate.elf, id, size))
		return true;
	elf_close(&d->alternate);
	d->alternate = (struct open_elf){ .fd = -1 };
	return false;
}

static void alternate_find(struct source_dwarf *d, const char *symfs, const char *name, const void *id, size_t size)
{
	struct build_id build_id = { .size = (uint8_t)(size < BUILD_ID_SIZE_MAX ? size : BUILD_ID_SIZE_MAX) };
	const char *slash = strrchr(d->path, '/');
	char text[BUILD_ID_TEXT_SIZE], path[PATH_MAX];

	memcpy(build_id.data, id, build_id.size);
	build_id_text(&build_id, text);
	snprintf(path, sizeof(path), "%s/usr/lib/debug/.build-id/%.2s/%s.debug", symfs, text, text + 2);
	if (size > 1 && alternate_try(d, path, id, size))
		return;
	if (name[0] == '/')
		snprintf(path, sizeof(path), "%s%s", symfs, name);
	else
		snprintf(path, sizeof(path), "%.*s%s", slash ? (int)(slash - d->path) + 1 : 0, d->path, name);
	alternate_try(d, path, id, size);
}

/* One without anything, so that libdw looks for none. */
static bool alternate_make(struct source_dwarf *d)
{
	static const char nothing[8];
	const struct source_elf_section section = { ".debug_str", nothing, sizeof(nothing) };
	const struct source_elf_section info = { ".debug_info", nothing, sizeof(nothing) };
	const struct source_elf_section sections[] = { section, info };
	size_t size;
	const char *ident = elf_getident(d->file.elf, &size);

	if (!ident)
		return false;
	source_elf_make((const unsigned char *)ident, sections, 2, &d->nothing);
	if (!buffer_ok(&d->nothing))
		return false;
	d->alternate.elf = elf_memory((char *)d->nothing.data, d->nothing.size);
	d->alternate.dwarf = d->alternate.elf ? dwarf_begin_elf(d->alternate.elf, DWARF_C_READ, NULL) : NULL;
	return d->alternate.dwarf != NULL;
}

/* What several files share. False: libdw cannot be kept from looking for it. */
static bool alternate_set(struct source_dwarf *d, const char *symfs)
{
	const char *name;
	const void *id;
	ssize_t size = dwelf_dwarf_gnu_debugaltlink(d->file.dwarf, &name, &id);

	if (size > 0)
		alternate_find(d, symfs, name, id, (size_t)size);
	if (size && !d->alternate.dwarf && !alternate_make(d))
		return false;
	if (d->alternate.dwarf)
		dwarf_setalt(d->file.dwarf, d->alternate.dwarf);
	return true;
}

/* --- the index --------------------------------------------------------------------------- */

static uint32_t put_unit(struct source_dwarf *d, Dwarf_Off offset)
{
	if (!list_reserve(&d->units, d->n_units, &d->units_capacity, sizeof(*d->units))) {
		d->failed = true;
		return 0;
	}
	d->units[d->n_units] = (struct source_unit_slot){ .offset = offset };
	return d->n_units++;
}

/* Of the unit that was put last. */
static void put_range(void *context, uint64_t low, uint64_t high)
{
	struct source_dwarf *d = context;

	if (!list_reserve(&d->ranges, d->n_ranges, &d->ranges_capacity, sizeof(*d->ranges)))
		d->failed = true;
	else if (d->n_units && low < high)
		d->ranges[d->n_ranges++] = (struct unit_range){ .low = low, .high = high, .unit = d->n_units - 1 };
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
static void index_table(struct source_dwarf *d)
{
	Dwarf_Aranges *table;
	struct arange *list;
	size_t n, used = 0;

	if (dwarf_getaranges(d->file.dwarf, &table, &n) || !n)
		return;
	list = malloc(n * sizeof(*list));
	if (!list) {
		d->failed = true;
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
	qsort(list, used, sizeof(*list), compare_aranges);
	for (size_t i = 0; i < used && !d->failed; i++) {
		if (!i || list[i].unit != list[i - 1].unit)
			put_unit(d, list[i].unit);
		put_range(d, list[i].low, list[i].high);
	}
	free(list);
}

/* Of the first n units, which are in the order of their offsets. */
static bool is_in_table(const struct source_dwarf *d, uint32_t n, Dwarf_Off offset)
{
	uint32_t at = BISECT(0, n, i, d->units[i].offset < offset);

	return at < n && d->units[at].offset == offset;
}

static bool regular_or_missing(const char *path)
{
	struct stat st;

	return stat(path, &st) ? errno == ENOENT || errno == ENOTDIR : S_ISREG(st.st_mode);
}

static const char *string_attribute(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;

	return dwarf_attr(die, name, &attribute) ? dwarf_formstring(&attribute) : NULL;
}

/*
 * Whether libdw may look for the rest of a skeleton unit: it opens the file of that name, beside this one and in the
 * directory of the compilation.
 */
static bool may_split(const struct source_dwarf *d, Dwarf_Die *die)
{
	const char *name = string_attribute(die, DW_AT_dwo_name);
	const char *directory = string_attribute(die, DW_AT_comp_dir);
	const char *slash = strrchr(d->path, '/');
	char path[PATH_MAX];

	if (!name)
		name = string_attribute(die, DW_AT_GNU_dwo_name);
	if (!name)
		return true;
	if (name[0] == '/')
		return regular_or_missing(name);
	if (snprintf(path, sizeof(path), "%.*s%s", slash ? (int)(slash - d->path) + 1 : 0, d->path, name) >= PATH_MAX ||
	    !regular_or_missing(path))
		return false;
	return !directory ||
	       (snprintf(path, sizeof(path), "%s/%s", directory, name) < PATH_MAX && regular_or_missing(path));
}

/* Units that the table does not have: clang makes none unless it is asked to. */
static void index_others(struct source_dwarf *d)
{
	uint32_t n = d->n_units;
	Dwarf_CU *unit = NULL;
	Dwarf_Die die;
	uint8_t type;

	while (!d->failed && !dwarf_get_units(d->file.dwarf, unit, &unit, NULL, &type, &die, NULL)) {
		int tag = dwarf_tag(&die);

		if ((tag != DW_TAG_compile_unit && tag != DW_TAG_skeleton_unit) ||
		    is_in_table(d, n, dwarf_dieoffset(&die)) || (type == DW_UT_skeleton && !may_split(d, &die)))
			continue;
		put_unit(d, dwarf_dieoffset(&die));
		source_ranges(&die, 0, put_range, d);
	}
}

static int compare_ranges(const void *a, const void *b)
{
	const struct unit_range *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	return x->high > y->high ? -1 : x->high < y->high;
}

struct source_dwarf *source_dwarf_open(const struct source_dwarf_place *place)
{
	struct source_dwarf *d = calloc(1, sizeof(*d));
	uint64_t size;
	struct stat st;
	int fd;

	if (!d)
		return NULL;
	elf_version(EV_CURRENT);
	buffer_init(&d->nothing);
	d->file.fd = d->alternate.fd = -1;
	d->path = strdup(place->path);
	fd = d->path ? elf_file_open_regular(place->path, &size, NULL) : -1;
	if (fd >= 0 && (fstat(fd, &st) || st.st_dev != place->device || st.st_ino != place->inode)) {
		close(fd);
		fd = -1;
	}
	if (fd < 0 || !elf_open_fd(&d->file, fd) || !alternate_set(d, place->symfs)) {
		source_dwarf_close(d);
		return NULL;
	}
	index_table(d);
	index_others(d);
	if (d->failed || !d->n_ranges) {
		source_dwarf_close(d);
		return NULL;
	}
	qsort(d->ranges, d->n_ranges, sizeof(*d->ranges), compare_ranges);
	return d;
}

void source_dwarf_close(struct source_dwarf *d)
{
	for (uint32_t i = 0; i < d->n_units; i++) {
		if (d->units[i].unit)
			source_unit_fini(d->units[i].unit);
		free(d->units[i].unit);
	}
	source_package_close(d->package);
	elf_close(&d->file);
	elf_close(&d->alternate);
	buffer_fini(&d->nothing);
	free(d->ranges);
	free(d->units);
	free(d->path);
	free(d);
}

/* Ranges that hold one another are rare: of damaged files, and of functions a linker found to be the same. */
#define OVERLAPPING_MAX 16u

struct source_unit_slot *source_dwarf_find(struct source_dwarf *d, uint64_t address, uint64_t *ret_begin,
					   uint64_t *ret_end)
{
	uint32_t n = BISECT(0, d->n_ranges, i, d->ranges[i].low <= address);

	*ret_end = n < d->n_ranges ? d->ranges[n].low : UINT64_MAX;
	*ret_begin = 0;
	for (uint32_t i = 0; i < OVERLAPPING_MAX && i < n; i++) {
		const struct unit_range *r = &d->ranges[n - 1 - i];

		if (r->high > address) {
			*ret_begin = r->low > *ret_begin ? r->low : *ret_begin;
			*ret_end = r->high < *ret_end ? r->high : *ret_end;
			return &d->units[r->unit];
		}
		*ret_begin = r->high > *ret_begin ? r->high : *ret_begin;
	}
	return NULL;
}

/* --- units --------------------------------------------------------------------------------- */

/* The DIEs of a skeleton's code: of its own file, or of the package; addr NULL: of none that is here. */
static Dwarf_Die split_code(struct source_dwarf *d, Dwarf_Die *skeleton, uint64_t *ret_base)
{
	Dwarf_Die none = { 0 }, split = { 0 };
	uint8_t type;

	if (!may_split(d, skeleton))
		return none;
	if (!dwarf_cu_info(skeleton->cu, NULL, &type, NULL, &split, NULL, NULL, NULL) && split.addr)
		return split;
	if (!d->package_tried) {
		d->package_tried = true;
		d->package = source_package_open(d->path, d->file.elf);
	}
	return d->package ? source_package_unit(d->package, skeleton, ret_base) : none;
}

struct source_unit *source_dwarf_read(struct source_dwarf *d, struct source_unit_slot *slot)
{
	Dwarf_Die die, code;
	uint64_t base = 0;
	uint8_t type;

	if (slot->tried)
		return slot->unit;
	slot->tried = true;
	if (!dwarf_offdie(d->file.dwarf, slot->offset, &die) ||
	    dwarf_cu_info(die.cu, NULL, &type, NULL, NULL, NULL, NULL, NULL))
		return NULL;
	code = type == DW_UT_skeleton ? split_code(d, &die, &base) : die;
	slot->unit = calloc(1, sizeof(*slot->unit));
	if (slot->unit && source_unit_init(slot->unit, &die, &code, base)) {
		source_unit_fini(slot->unit);
		free(slot->unit);
		slot->unit = NULL;
	}
	return slot->unit;
}
