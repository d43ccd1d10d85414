#include "tests/support/elf_builder.h"

#include <stdlib.h>

void elf_builder_word(const struct elf_builder *b, struct buffer *to, uint64_t v)
{
	if (b->is_64)
		buffer_put_u64(to, v);
	else
		buffer_put_u32(to, (uint32_t)v);
}

static void elf_builder_buffer(const struct elf_builder *b, struct buffer *buffer)
{
	buffer_init(buffer);
	buffer->swap = order_is_swapped(b->big_endian);
}

static uint32_t elf_builder_string(struct buffer *strings, const char *s)
{
	uint32_t at = (uint32_t)strings->size;

	buffer_put_string(strings, s);
	return at;
}

void elf_builder_init(struct elf_builder *b, bool is_64, bool big_endian, uint16_t type, uint16_t machine)
{
	memset(b, 0, sizeof(*b));
	b->is_64 = is_64;
	b->big_endian = big_endian;
	b->type = type;
	b->machine = machine;
	elf_builder_buffer(b, &b->names);
	elf_builder_buffer(b, &b->out);
	for (int i = 0; i < 2; i++) {
		elf_builder_buffer(b, &b->symbols[i]);
		elf_builder_buffer(b, &b->strings[i]);
		buffer_put_u8(&b->strings[i], 0);
	}
	buffer_put_u8(&b->names, 0);
	b->n_sections = 1;
	elf_builder_symbol(b, ELF_BUILDER_SYMTAB, "", 0, 0, 0, 0);
	elf_builder_symbol(b, ELF_BUILDER_DYNSYM, "", 0, 0, 0, 0);
}

void elf_builder_fini(struct elf_builder *b)
{
	for (unsigned i = 0; i < ELF_BUILDER_MAX_SECTIONS; i++)
		buffer_fini(&b->sections[i].bytes);
	for (int i = 0; i < 2; i++) {
		buffer_fini(&b->symbols[i]);
		buffer_fini(&b->strings[i]);
	}
	buffer_fini(&b->names);
	buffer_fini(&b->out);
}

unsigned elf_builder_section(struct elf_builder *b, const char *name, uint32_t type, uint64_t flags, uint64_t address,
			     const void *bytes, uint64_t size)
{
	struct elf_builder_section *s = &b->sections[b->n_sections];

	if (b->n_sections == ELF_BUILDER_MAX_SECTIONS)
		abort();
	s->name = elf_builder_string(&b->names, name);
	s->type = type;
	s->flags = flags;
	s->address = address;
	s->size = size;
	s->align = 1;
	elf_builder_buffer(b, &s->bytes);
	if (bytes)
		buffer_append(&s->bytes, bytes, size);
	return b->n_sections++;
}

unsigned elf_builder_symbol(struct elf_builder *b, enum elf_builder_table table, const char *name, uint64_t value,
			    uint64_t size, unsigned info, unsigned section)
{
	struct buffer *to = &b->symbols[table];
	size_t at = to->size;

	buffer_put_u32(to, *name ? elf_builder_string(&b->strings[table], name) : 0);
	if (!b->is_64) {
		buffer_put_u32(to, (uint32_t)value);
		buffer_put_u32(to, (uint32_t)size);
	}
	buffer_put_u8(to, (uint8_t)info);
	buffer_put_u8(to, 0);
	buffer_put_u16(to, (uint16_t)section);
	if (b->is_64) {
		buffer_put_u64(to, value);
		buffer_put_u64(to, size);
	}
	return (unsigned)(at / (to->size - at));
}

void elf_builder_build_id(struct elf_builder *b, const struct build_id *id)
{
	struct buffer note;

	elf_builder_buffer(b, &note);
	buffer_put_u32(&note, 4);
	buffer_put_u32(&note, id->size);
	buffer_put_u32(&note, NT_GNU_BUILD_ID);
	buffer_put_string(&note, "GNU");
	buffer_append(&note, id->data, id->size);
	elf_builder_section(b, ".note.gnu.build-id", SHT_NOTE, 0, 0, note.data, note.size);
	buffer_fini(&note);
}

void elf_builder_load(struct elf_builder *b, uint64_t offset, uint64_t address, uint64_t size)
{
	if (b->n_segments == ELF_BUILDER_MAX_SEGMENTS)
		abort();
	b->segments[b->n_segments++] = (struct elf_builder_segment){ offset, address, size };
}

/* A symbol table and its strings become sections. */
static void elf_builder_add_table(struct elf_builder *b, enum elf_builder_table table, uint32_t type, const char *name,
				  const char *strings)
{
	size_t entry = b->is_64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	unsigned index;

	if (b->symbols[table].size == entry)
		return;
	index = elf_builder_section(b, name, type, 0, 0, b->symbols[table].data, b->symbols[table].size);
	b->sections[index].entry_size = entry;
	b->sections[index].link =
		elf_builder_section(b, strings, SHT_STRTAB, 0, 0, b->strings[table].data, b->strings[table].size);
}

static void elf_builder_pad_to(struct elf_builder *b, uint64_t offset)
{
	if (b->out.size < offset)
		buffer_append(&b->out, NULL, offset - b->out.size);
}

static void elf_builder_put_bytes(struct elf_builder *b)
{
	for (unsigned i = 1; i < b->n_sections; i++) {
		struct elf_builder_section *s = &b->sections[i];

		if (s->flags & SHF_ALLOC)
			elf_builder_pad_to(b, s->address - b->base);
		s->offset = s->flags & SHF_ALLOC ? s->address - b->base : b->out.size;
		if (s->bytes.size)
			buffer_append(&b->out, s->bytes.data, s->bytes.size);
		buffer_pad(&b->out, 8);
	}
}

static void elf_builder_put_section(struct elf_builder *b, const struct elf_builder_section *s)
{
	buffer_put_u32(&b->out, s->name);
	buffer_put_u32(&b->out, s->type);
	elf_builder_word(b, &b->out, s->flags);
	elf_builder_word(b, &b->out, s->address);
	elf_builder_word(b, &b->out, s->offset);
	elf_builder_word(b, &b->out, s->size);
	buffer_put_u32(&b->out, s->link);
	buffer_put_u32(&b->out, 0);
	elf_builder_word(b, &b->out, s->align);
	elf_builder_word(b, &b->out, s->entry_size);
}

static void elf_builder_put_segment(struct elf_builder *b, const struct elf_builder_segment *s)
{
	buffer_put_u32(&b->out, PT_LOAD);
	if (b->is_64)
		buffer_put_u32(&b->out, PF_R | PF_X);
	elf_builder_word(b, &b->out, s->offset);
	elf_builder_word(b, &b->out, s->address);
	elf_builder_word(b, &b->out, s->address);
	elf_builder_word(b, &b->out, s->size);
	elf_builder_word(b, &b->out, s->size);
	if (!b->is_64)
		buffer_put_u32(&b->out, PF_R | PF_X);
	elf_builder_word(b, &b->out, 0x1000);
}

static void elf_builder_put_header(struct elf_builder *b, uint64_t segments, uint64_t sections)
{
	uint8_t ident[EI_NIDENT] = { ELFMAG0,
				     ELFMAG1,
				     ELFMAG2,
				     ELFMAG3,
				     b->is_64 ? ELFCLASS64 : ELFCLASS32,
				     b->big_endian ? ELFDATA2MSB : ELFDATA2LSB,
				     EV_CURRENT };

	buffer_append(&b->out, ident, sizeof(ident));
	buffer_put_u16(&b->out, b->type);
	buffer_put_u16(&b->out, b->machine);
	buffer_put_u32(&b->out, EV_CURRENT);
	elf_builder_word(b, &b->out, 0);
	elf_builder_word(b, &b->out, segments);
	elf_builder_word(b, &b->out, sections);
	buffer_put_u32(&b->out, 0);
	buffer_put_u16(&b->out, b->is_64 ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr));
	buffer_put_u16(&b->out, b->is_64 ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr));
	buffer_put_u16(&b->out, (uint16_t)b->n_segments);
	buffer_put_u16(&b->out, b->is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr));
	buffer_put_u16(&b->out, (uint16_t)b->n_sections);
	buffer_put_u16(&b->out, (uint16_t)(b->n_sections - 1)); /* the names are the last section */
}

void elf_builder_finish(struct elf_builder *b)
{
	uint64_t sections;
	unsigned names;

	elf_builder_add_table(b, ELF_BUILDER_DYNSYM, SHT_DYNSYM, ".dynsym", ".dynstr");
	elf_builder_add_table(b, ELF_BUILDER_SYMTAB, SHT_SYMTAB, ".symtab", ".strtab");
	buffer_reserve(&b->names, 1); /* its own name must not move the bytes it is made from */
	names = elf_builder_section(b, "", SHT_STRTAB, 0, 0, b->names.data, b->names.size);
	b->sections[names].name = 0; /* nor stand after them */
	elf_builder_put_header(b, b->is_64 ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr), 0);
	for (unsigned i = 0; i < b->n_segments; i++)
		elf_builder_put_segment(b, &b->segments[i]);
	elf_builder_put_bytes(b);
	sections = b->out.size;
	for (unsigned i = 0; i < b->n_sections; i++)
		elf_builder_put_section(b, &b->sections[i]);
	if (b->is_64)
		buffer_set_u64(&b->out, 0x28, sections);
	else
		buffer_set_u32(&b->out, 0x20, (uint32_t)sections);
}
