#include "formats/elf/elf_header.h"

#include "common/fileio.h"

#include <errno.h>

struct elf_bytes elf_bytes_memory(const void *data, size_t size)
{
	return (struct elf_bytes){ .data = data, .size = size, .fd = -1 };
}

int elf_bytes_file(struct elf_bytes *ret_bytes, int fd, uint8_t first[ELF_FIRST_READ])
{
	ssize_t n = fileio_pread(fd, first, ELF_FIRST_READ, 0);

	if (n < 0)
		return (int)n;
	*ret_bytes = (struct elf_bytes){ .data = first, .size = (size_t)n, .fd = fd };
	return 0;
}

struct cursor elf_bytes_range(const struct elf_bytes *b, uint64_t offset, uint64_t size, bool swap, struct buffer *more)
{
	struct cursor whole = cursor_make(b->data, b->size, swap);
	uint8_t *to;

	if (b->fd < 0 || (offset <= b->size && size <= b->size - offset)) {
		cursor_skip(&whole, offset);
		return cursor_sub(&whole, size);
	}
	whole.failed = true;
	/* A file that ends within its first bytes has no others. */
	if (b->size < ELF_FIRST_READ || offset > INT64_MAX || size > INT64_MAX - offset)
		return whole;
	buffer_clear(more);
	to = buffer_reserve(more, size);
	if (!to || fileio_pread(b->fd, to, size, offset) != (ssize_t)size)
		return whole;
	return cursor_make(to, size, swap);
}

static bool elf_ident_read(struct elf_header *h, struct cursor *c)
{
	const uint8_t *ident = cursor_bytes(c, EI_NIDENT);

	if (!ident || memcmp(ident, ELFMAG, SELFMAG) != 0)
		return false;
	if (ident[EI_CLASS] != ELFCLASS32 && ident[EI_CLASS] != ELFCLASS64)
		return false;
	if (ident[EI_DATA] != ELFDATA2LSB && ident[EI_DATA] != ELFDATA2MSB)
		return false;
	h->is_64 = ident[EI_CLASS] == ELFCLASS64;
	h->swap = order_is_swapped(ident[EI_DATA] == ELFDATA2MSB);
	c->swap = h->swap;
	return true;
}

/*
 * Corrects the number of sections: if there are 0xff00 or more, it is in the first section's size, and the index of the
 * section with the names in its link.
 */
static void elf_sections_count(struct elf_header *h, const struct elf_bytes *bytes)
{
	struct elf_table *t = &h->sections;
	struct elf_section first;
	struct buffer more;
	struct cursor c;

	if (t->n && h->names_section != SHN_XINDEX)
		return;
	buffer_init(&more);
	c = elf_bytes_range(bytes, t->offset, t->entry_size, h->swap, &more);
	first = elf_section_read(&c, h->is_64);
	if (!cursor_ok(&c))
		t->n = 0;
	else if (!t->n)
		t->n = first.size;
	if (h->names_section == SHN_XINDEX)
		h->names_section = first.link;
	buffer_fini(&more);
}

int elf_header_read(struct elf_header *ret_header, const struct elf_bytes *bytes)
{
	struct cursor c = cursor_make(bytes->data, bytes->size, false);
	struct elf_header h = { 0 };

	if (!elf_ident_read(&h, &c))
		return -EBADMSG;
	h.type = cursor_u16(&c);
	h.machine = cursor_u16(&c);
	cursor_skip(&c, 4); /* e_version */
	h.entry = elf_word(&c, h.is_64);
	h.segments.offset = elf_word(&c, h.is_64);
	h.sections.offset = elf_word(&c, h.is_64);
	cursor_skip(&c, 4 + 2); /* e_flags, e_ehsize */
	h.segments.entry_size = cursor_u16(&c);
	h.segments.n = cursor_u16(&c);
	h.sections.entry_size = cursor_u16(&c);
	h.sections.n = cursor_u16(&c);
	h.names_section = cursor_u16(&c);
	if (!cursor_ok(&c))
		return -EBADMSG;
	if (h.segments.entry_size != (h.is_64 ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr)))
		h.segments.n = 0;
	if (!h.sections.offset || h.sections.entry_size != (h.is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr)))
		h.sections.n = 0;
	else
		elf_sections_count(&h, bytes);
	*ret_header = h;
	return 0;
}

struct cursor elf_header_table(const struct elf_header *h, const struct elf_table *table, const struct elf_bytes *bytes,
			       struct buffer *more)
{
	uint64_t size;

	/* What is too large for any file fails as such. */
	if (__builtin_mul_overflow(table->n, table->entry_size, &size))
		size = UINT64_MAX;
	return elf_bytes_range(bytes, table->offset, size, h->swap, more);
}

struct elf_section elf_section_read(struct cursor *c, bool is_64)
{
	struct elf_section s;

	s.name = cursor_u32(c);
	s.type = cursor_u32(c);
	s.flags = elf_word(c, is_64);
	s.address = elf_word(c, is_64);
	s.offset = elf_word(c, is_64);
	s.size = elf_word(c, is_64);
	s.link = cursor_u32(c);
	cursor_u32(c); /* sh_info */
	s.align = elf_word(c, is_64);
	s.entry_size = elf_word(c, is_64);
	return s;
}

struct elf_segment elf_segment_read(struct cursor *c, bool is_64)
{
	struct elf_segment s;

	s.type = cursor_u32(c);
	if (is_64)
		cursor_u32(c); /* p_flags */
	s.offset = elf_word(c, is_64);
	s.address = elf_word(c, is_64);
	elf_word(c, is_64); /* p_paddr */
	s.file_size = elf_word(c, is_64);
	s.memory_size = elf_word(c, is_64);
	if (!is_64)
		cursor_u32(c);
	s.align = elf_word(c, is_64);
	return s;
}
