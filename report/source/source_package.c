#include "report/source/source_package.h"

#include "common/bytes.h"
#include "common/cursor.h"
#include "common/list.h"
#include "common/safe_open.h"
#include "report/elf/elf_file.h"
#include "report/source/source_elf.h"

#include <dwarf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <unistd.h>

/* The sections of the index's columns, by their numbers. */
#define COLUMNS_MAX 8u

static const char *const column_names_4[COLUMNS_MAX + 1] = {
	[1] = ".debug_info.dwo", [3] = ".debug_abbrev.dwo",      [4] = ".debug_line.dwo",
	[5] = ".debug_loc.dwo",  [6] = ".debug_str_offsets.dwo",
};
static const char *const column_names_5[COLUMNS_MAX + 1] = {
	[1] = ".debug_info.dwo",     [3] = ".debug_abbrev.dwo",      [4] = ".debug_line.dwo",
	[5] = ".debug_loclists.dwo", [6] = ".debug_str_offsets.dwo", [8] = ".debug_rnglists.dwo",
};

/* The sections of a unit: those of the columns, and three more. */
#define SECTIONS_MAX (COLUMNS_MAX + 3)

struct package_unit {
	struct buffer image;
	Elf *elf;
	Dwarf *dwarf;
};

struct source_package {
	Elf *program; /* borrowed */
	int fd;
	Elf *elf;
	struct source_unpacked unpacked;
	struct package_unit **units;
	uint32_t n_units, capacity;
};

struct source_package *source_package_open(const char *path, Elf *program)
{
	struct source_package *p = calloc(1, sizeof(*p));
	uint64_t size;

	if (!p)
		return NULL;
	p->program = program;
	p->fd = file_opener_open(NULL, path, FILE_REGULAR, &size, NULL);
	if (p->fd >= 0 && !regular_file_is_made_up(p->fd))
		p->elf = elf_begin(p->fd, ELF_C_READ_MMAP, NULL);
	if (p->elf) {
		source_unpack(&p->unpacked, p->elf);
		return p;
	}
	source_package_close(p);
	return NULL;
}

void source_package_close(struct source_package *p)
{
	if (!p)
		return;
	for (uint32_t i = 0; i < p->n_units; i++) {
		dwarf_end(p->units[i]->dwarf);
		elf_end(p->units[i]->elf);
		buffer_fini(&p->units[i]->image);
		free(p->units[i]);
	}
	elf_end(p->elf);
	source_unpacked_fini(&p->unpacked);
	if (p->fd >= 0)
		close(p->fd);
	free(p->units);
	free(p);
}

/* Returns the decompressed bytes of a section; size 0: none. */
static struct source_elf_section find_section(Elf *elf, const char *name)
{
	struct source_elf_section found = { .name = name };
	Elf_Scn *section = NULL;
	size_t names;

	if (elf_getshdrstrndx(elf, &names))
		return found;
	while ((section = elf_nextscn(elf, section))) {
		GElf_Shdr header;
		const char *own = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
		Elf_Data *data;

		if (!own || strcmp(own, name) != 0 || header.sh_type == SHT_NOBITS)
			continue;
		if (header.sh_flags & SHF_COMPRESSED && elf_compress(section, 0, 0) < 0)
			return found;
		data = elf_rawdata(section, NULL);
		if (data && data->d_buf) {
			found.data = data->d_buf;
			found.size = data->d_size;
		}
		return found;
	}
	return found;
}

/* --- the index ------------------------------------------------------------------------------ */

/* Reads .debug_cu_index: a hash table by signature, then offsets and sizes for each unit. */
struct package_index {
	unsigned version;
	uint32_t n_columns, n_units, n_slots;
	struct cursor signatures, rows, columns, offsets, sizes;
};

static bool index_read(const struct source_package *p, struct package_index *ret)
{
	const struct source_elf_section s = find_section(p->elf, ".debug_cu_index");
	struct cursor c = cursor_make(s.data, s.size, source_elf_is_swapped(p->elf)), half;
	uint64_t table;

	half = c;
	ret->version = cursor_u32(&c);
	/* In DWARF 5 the version is 16 bits, and padding. */
	if (ret->version != 2)
		ret->version = cursor_u16(&half);
	ret->n_columns = cursor_u32(&c);
	ret->n_units = cursor_u32(&c);
	ret->n_slots = cursor_u32(&c);
	if (!cursor_ok(&c) || (ret->version != 2 && ret->version != 5) || !ret->n_columns ||
	    ret->n_columns > COLUMNS_MAX)
		return false;
	table = 4ull * ret->n_columns * ret->n_units;
	ret->signatures = cursor_sub(&c, 8ull * ret->n_slots);
	ret->rows = cursor_sub(&c, 4ull * ret->n_slots);
	ret->columns = cursor_sub(&c, 4ull * ret->n_columns);
	ret->offsets = cursor_sub(&c, table);
	ret->sizes = cursor_sub(&c, table);
	return cursor_ok(&c);
}

/* Finds the row of a unit, from 0. False: none. */
static bool index_find(struct package_index *index, uint64_t signature, uint32_t *ret_row)
{
	for (uint32_t i = 0; i < index->n_slots; i++) {
		uint64_t own = cursor_u64(&index->signatures);
		uint32_t row = cursor_u32(&index->rows);

		if (!row || own != signature)
			continue;
		*ret_row = row - 1;
		return row <= index->n_units;
	}
	return false;
}

/* --- units ------------------------------------------------------------------------------------- */

/* Fills the sections of a row. Returns their number. */
static unsigned unit_sections(const struct source_package *p, struct package_index *index, uint32_t row,
			      struct source_elf_section *sections)
{
	const char *const *names = index->version == 5 ? column_names_5 : column_names_4;
	unsigned n = 0;

	cursor_skip(&index->offsets, 4ull * row * index->n_columns);
	cursor_skip(&index->sizes, 4ull * row * index->n_columns);
	for (uint32_t i = 0; i < index->n_columns; i++) {
		uint32_t column = cursor_u32(&index->columns);
		uint32_t offset = cursor_u32(&index->offsets), size = cursor_u32(&index->sizes);
		const char *name = column <= COLUMNS_MAX ? names[column] : NULL;
		struct source_elf_section s = name ? find_section(p->elf, name) : (struct source_elf_section){ 0 };

		if (offset >= s.size || size > s.size - offset)
			continue;
		s.data = (const char *)s.data + offset;
		s.size = size;
		sections[n++] = s;
	}
	return n;
}

/* Adds a table of the program, from the unit's base on. False: the unit has no base. */
static bool program_section(const struct source_package *p, Dwarf_Die *skeleton, const unsigned attributes[2],
			    const char *name, const char *as, struct source_elf_section *ret)
{
	Dwarf_Attribute attribute;
	Dwarf_Word base = 0;

	if ((!dwarf_attr(skeleton, attributes[0], &attribute) && !dwarf_attr(skeleton, attributes[1], &attribute)) ||
	    dwarf_formudata(&attribute, &base))
		return false;
	*ret = find_section(p->program, name);
	if (base >= ret->size)
		return false;
	*ret = (struct source_elf_section){ as, (const char *)ret->data + base, ret->size - base };
	return true;
}

/* Makes the file of a unit for libdw. NULL without memory, or if libdw cannot read it. */
static struct package_unit *unit_make(const struct source_package *p, const struct source_elf_section *sections,
				      unsigned n)
{
	struct package_unit *u = calloc(1, sizeof(*u));
	size_t size;
	const char *ident = elf_getident(p->elf, &size);

	if (!u)
		return NULL;
	buffer_init(&u->image);
	if (ident)
		source_elf_make((const unsigned char *)ident, sections, n, &u->image);
	if (ident && buffer_ok(&u->image))
		u->elf = elf_memory((char *)u->image.data, u->image.size);
	u->dwarf = u->elf ? dwarf_begin_elf(u->elf, DWARF_C_READ, NULL) : NULL;
	if (u->dwarf)
		return u;
	elf_end(u->elf);
	buffer_fini(&u->image);
	free(u);
	return NULL;
}

Dwarf_Die source_package_unit(struct source_package *p, Dwarf_Die *skeleton, uint64_t *ret_base)
{
	static const unsigned address_base[2] = { DW_AT_addr_base, DW_AT_GNU_addr_base };
	static const unsigned ranges_base[2] = { DW_AT_GNU_ranges_base, DW_AT_GNU_ranges_base };
	struct source_elf_section sections[SECTIONS_MAX];
	struct package_index index = { 0 };
	Dwarf_Die die = { 0 };
	struct package_unit *u;
	Dwarf_CU *next = NULL;
	uint64_t signature;
	uint32_t row;
	unsigned n;

	if (dwarf_cu_info(skeleton->cu, NULL, NULL, NULL, NULL, &signature, NULL, NULL) || !index_read(p, &index) ||
	    !index_find(&index, signature, &row) ||
	    !list_reserve(&p->units, p->n_units, &p->capacity, sizeof(*p->units)))
		return die;
	n = unit_sections(p, &index, row, sections);
	sections[n] = find_section(p->elf, ".debug_str.dwo");
	n += sections[n].size > 0;
	n += program_section(p, skeleton, address_base, ".debug_addr", ".debug_addr.dwo", &sections[n]);
	/* Of DWARF 4. */
	n += index.version == 2 &&
	     program_section(p, skeleton, ranges_base, ".debug_ranges", ".debug_ranges.dwo", &sections[n]);
	u = unit_make(p, sections, n);
	if (!u)
		return die;
	p->units[p->n_units++] = u;
	if (dwarf_lowpc(skeleton, ret_base))
		*ret_base = 0;
	if (dwarf_get_units(u->dwarf, NULL, &next, NULL, NULL, &die, NULL))
		die = (Dwarf_Die){ 0 };
	return die;
}
