#include "report/source/source_elf.h"

#include <elf.h>

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

/* A word of the class's size. */
static void put_word(struct buffer *b, bool is_64, uint64_t value)
{
	if (is_64)
		buffer_put_u64(b, value);
	else
		buffer_put_u32(b, (uint32_t)value);
}

/* The header, with the section headers at a place. n: of sections. */
static void put_header(struct buffer *b, const unsigned char *ident, uint64_t headers, unsigned n)
{
	bool is_64 = ident[EI_CLASS] == ELFCLASS64;

	buffer_append(b, ident, EI_NIDENT);
	buffer_put_u16(b, ET_EXEC);
	buffer_put_u16(b, EM_NONE);
	buffer_put_u32(b, EV_CURRENT);
	put_word(b, is_64, 0); /* where it begins */
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
