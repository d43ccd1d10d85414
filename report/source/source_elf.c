#include "report/source/source_elf.h"

#include "common/cursor.h"
#include "common/list.h"
#include "formats/elf/unpack.h"
#include "report/elf/elf_unpacked.h"

#include <elf.h>
#include <gelf.h>
#include <stdlib.h>

#define ALIGNMENT 8u

static bool is_swapped(const unsigned char *ident)
{
	return order_is_swapped(ident[EI_DATA] == ELFDATA2MSB);
}

bool source_elf_is_swapped(Elf *elf)
{
	size_t size;
	const char *ident = elf_getident(elf, &size);

	return ident && is_swapped((const unsigned char *)ident);
}

/* Appends a word of the class's size. */
static void put_word(struct buffer *b, bool is_64, uint64_t value)
{
	if (is_64)
		buffer_put_u64(b, value);
	else
		buffer_put_u32(b, (uint32_t)value);
}

/* Appends the header, with the offset of the section headers. n: number of sections. */
static void put_header(struct buffer *b, const unsigned char *ident, uint64_t headers, unsigned n)
{
	bool is_64 = ident[EI_CLASS] == ELFCLASS64;

	buffer_append(b, ident, EI_NIDENT);
	buffer_put_u16(b, ET_EXEC);
	buffer_put_u16(b, EM_NONE);
	buffer_put_u32(b, EV_CURRENT);
	put_word(b, is_64, 0); /* offset */
	put_word(b, is_64, 0); /* segments */
	put_word(b, is_64, headers);
	buffer_put_u32(b, 0);
	buffer_put_u16(b, is_64 ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr));
	buffer_put_u16(b, 0);
	buffer_put_u16(b, 0);
	buffer_put_u16(b, is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr));
	buffer_put_u16(b, (uint16_t)n);
	buffer_put_u16(b, (uint16_t)(n - 1)); /* the names come last */
}

static void put_section(struct buffer *b, bool is_64, uint32_t name, uint32_t type, uint64_t offset, uint64_t size)
{
	buffer_put_u32(b, name);
	buffer_put_u32(b, type);
	put_word(b, is_64, 0);
	put_word(b, is_64, 0);
	put_word(b, is_64, offset);
	put_word(b, is_64, size);
	buffer_put_u32(b, 0);
	buffer_put_u32(b, 0);
	put_word(b, is_64, type ? 1 : 0);
	put_word(b, is_64, 0);
}

void source_elf_make(const unsigned char *ident, const struct source_elf_section *sections, unsigned n,
		     struct buffer *b)
{
	static const char names_name[] = ".shstrtab";
	bool is_64 = ident[EI_CLASS] == ELFCLASS64;
	uint64_t at = align_up(is_64 ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr), ALIGNMENT);
	uint64_t names = at, names_size = 1 + sizeof(names_name), name = 1;

	b->swap = is_swapped(ident);
	for (unsigned i = 0; i < n; i++) {
		names += align_up(sections[i].size, ALIGNMENT);
		names_size += strlen(sections[i].name) + 1;
	}
	put_header(b, ident, align_up(names + names_size, ALIGNMENT), n + 2);
	buffer_pad(b, ALIGNMENT);
	for (unsigned i = 0; i < n; i++) {
		buffer_append(b, sections[i].data, sections[i].size);
		buffer_pad(b, ALIGNMENT);
	}
	buffer_put_u8(b, 0);
	for (unsigned i = 0; i < n; i++)
		buffer_put_string(b, sections[i].name);
	buffer_put_string(b, names_name);
	buffer_pad(b, ALIGNMENT);
	put_section(b, is_64, 0, SHT_NULL, 0, 0);
	for (unsigned i = 0; i < n; i++) {
		put_section(b, is_64, (uint32_t)name, SHT_PROGBITS, at, sections[i].size);
		name += strlen(sections[i].name) + 1;
		at += align_up(sections[i].size, ALIGNMENT);
	}
	put_section(b, is_64, (uint32_t)name, SHT_STRTAB, names, names_size);
}

/* Returns the decompressed contents of a section, or NULL. *ret_size, *ret_align: its size and alignment. */
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
	/* libdw reads either. */
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
