#include "report/source/source_unpacked.h"

#include "common/cursor.h"
#include "common/list.h"
#include "formats/elf/unpack.h"
#include "report/elf/elf_unpacked.h"
#include "report/source/source_elf.h"

#include <gelf.h>
#include <stdlib.h>

/* The contents of a section of the file's class and byte order, or NULL. *ret_size, *ret_align: what they are to be. */
static void *unpack_bytes(const Elf_Data *packed, bool is_64, bool swap, size_t *ret_size, uint64_t *ret_align)
{
	struct cursor c = cursor_make(packed->d_buf, packed->d_size, swap);
	uint32_t type = cursor_u32(&c);
	void *bytes;

	if (is_64)
		cursor_u32(&c);
	*ret_size = is_64 ? cursor_u64(&c) : cursor_u32(&c);
	*ret_align = is_64 ? cursor_u64(&c) : cursor_u32(&c);
	if (!cursor_ok(&c) || type != ELF_PACKED_ZSTD || !*ret_size)
		return NULL;
	bytes = malloc(*ret_size);
	if (bytes && unpack_zstd_to(bytes, *ret_size, c.pos, cursor_left(&c)))
		return bytes;
	free(bytes);
	return NULL;
}

static void set_data(Elf_Data *data, void *bytes, size_t size, uint64_t align)
{
	data->d_buf = bytes;
	data->d_size = size;
	data->d_align = align;
	data->d_type = ELF_T_BYTE;
}

static void unpack_section(struct source_unpacked *u, Elf *elf, Elf_Scn *section, GElf_Shdr *header)
{
	/* Who reads the section asks for either. */
	Elf_Data *data = elf_rawdata(section, NULL), *converted = elf_getdata(section, NULL);
	uint64_t align;
	size_t size;
	void *bytes;

	if (!data || !data->d_buf || !converted ||
	    !list_reserve(&u->sections, u->n, &u->capacity, sizeof(*u->sections)))
		return;
	bytes = unpack_bytes(data, gelf_getclass(elf) == ELFCLASS64, source_elf_is_swapped(elf), &size, &align);
	if (!bytes)
		return;
	u->sections[u->n++] = bytes;
	header->sh_flags &= ~(GElf_Xword)SHF_COMPRESSED;
	header->sh_size = size;
	header->sh_addralign = align;
	if (!gelf_update_shdr(section, header))
		return;
	set_data(data, bytes, size, align);
	set_data(converted, bytes, size, align);
}

void source_unpack(struct source_unpacked *u, Elf *elf)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(elf, section))) {
		if (gelf_getshdr(section, &header) && header.sh_flags & SHF_COMPRESSED && header.sh_type != SHT_NOBITS)
			unpack_section(u, elf, section, &header);
	}
}

void source_unpacked_fini(struct source_unpacked *u)
{
	for (uint32_t i = 0; i < u->n; i++)
		free(u->sections[i]);
	free(u->sections);
	*u = (struct source_unpacked){ 0 };
}
