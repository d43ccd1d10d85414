#include "report/elf/elf_lines.h"

#include <elfutils/libdw.h>
#include <elfutils/libdwelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct elf_lines {
	int fd;
	Elf *elf;
	Dwarf *dwarf;
};

static bool same_build_id(Elf *elf, const struct build_id *id)
{
	const void *data;
	ssize_t size = dwelf_elf_gnu_build_id(elf, &data);

	return size <= 0 ? !id->size : (size_t)size == id->size && !memcmp(data, id->data, id->size);
}

/*
 * The file named in .gnu_debugaltlink would be opened by libdw, and waited for if it is a fifo. Lines do without it, so
 * the section loses its name.
 */
static void hide_alternate(Elf *elf)
{
	static const char name[] = ".gnu_debugaltlink";
	size_t index;
	Elf_Scn *section = elf_getshdrstrndx(elf, &index) ? NULL : elf_getscn(elf, index);
	Elf_Data *names = section ? elf_rawdata(section, NULL) : NULL;
	char *at = names ? names->d_buf : NULL;
	char *end = at ? at + names->d_size : NULL;

	while (at && (at = memmem(at, (size_t)(end - at), name, sizeof(name))))
		*at = '_';
}

/* Names in a packed table cannot be changed; such a file has no lines. */
static bool names_alternate(Dwarf *dwarf)
{
	const char *name;
	const void *id;

	return dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id) != 0;
}

struct elf_lines *elf_lines_new(const struct elf_file *f)
{
	struct elf_lines *l = calloc(1, sizeof(*l));
	uint64_t size;

	if (!l)
		return NULL;
	elf_version(EV_CURRENT);
	l->fd = elf_file_open_regular(f->path, &size, NULL);
	l->elf = l->fd >= 0 ? elf_begin(l->fd, ELF_C_READ, NULL) : NULL;
	if (l->elf && same_build_id(l->elf, &f->build_id)) {
		hide_alternate(l->elf);
		l->dwarf = dwarf_begin_elf(l->elf, DWARF_C_READ, NULL);
	}
	if (l->dwarf && !names_alternate(l->dwarf))
		return l;
	elf_lines_free(l);
	return NULL;
}

void elf_lines_free(struct elf_lines *l)
{
	if (!l)
		return;
	dwarf_end(l->dwarf);
	elf_end(l->elf);
	if (l->fd >= 0)
		close(l->fd);
	free(l);
}

/* The unit of an address, by the table for that or, where the compiler made none, by a look at each. */
static bool unit_find(struct elf_lines *l, uint64_t address, Dwarf_Die *ret_unit)
{
	Dwarf_Off offset = 0, next;
	size_t header;

	if (dwarf_addrdie(l->dwarf, address, ret_unit))
		return true;
	for (; !dwarf_nextcu(l->dwarf, offset, &next, &header, NULL, NULL, NULL); offset = next)
		if (dwarf_offdie(l->dwarf, offset + header, ret_unit) && dwarf_haspc(ret_unit, address) > 0)
			return true;
	return false;
}

bool elf_lines_find(struct elf_lines *l, uint64_t address, struct elf_line *ret_line)
{
	Dwarf_Die unit;
	Dwarf_Line *line = unit_find(l, address, &unit) ? dwarf_getsrc_die(&unit, address) : NULL;
	const char *file = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
	int number;

	if (!file || dwarf_lineno(line, &number))
		return false;
	*ret_line = (struct elf_line){ .file = file, .line = (unsigned)number };
	return true;
}
