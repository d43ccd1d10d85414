#include "report/elf/elf_image.h"

#include <errno.h>
#include <stdlib.h>

#define DEBUGLINK_CRC_SIZE 4

struct elf_header {
	uint64_t segments_offset;
	uint64_t sections_offset;
	uint16_t segment_size, n_segments;
	uint16_t section_size, n_sections;
	uint16_t names_section;
};

/* The bytes [offset, offset + size) of the file; a failed cursor when they are not all there. The one choke point. */
static struct cursor elf_image_range(const struct elf_image *e, uint64_t offset, uint64_t size)
{
	struct cursor whole = cursor_make(e->data, e->size, e->swap);

	cursor_skip(&whole, offset);
	return cursor_sub(&whole, size);
}

uint64_t elf_image_word(const struct elf_image *e, struct cursor *c)
{
	return e->is_64 ? cursor_u64(c) : cursor_u32(c);
}

static bool elf_image_read_ident(struct elf_image *e)
{
	if (e->size < EI_NIDENT || memcmp(e->data, ELFMAG, SELFMAG) != 0)
		return false;
	if (e->data[EI_CLASS] != ELFCLASS32 && e->data[EI_CLASS] != ELFCLASS64)
		return false;
	if (e->data[EI_DATA] != ELFDATA2LSB && e->data[EI_DATA] != ELFDATA2MSB)
		return false;
	e->is_64 = e->data[EI_CLASS] == ELFCLASS64;
	e->swap = (e->data[EI_DATA] == ELFDATA2MSB) != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	return true;
}

static bool elf_image_read_header(struct elf_image *e, struct elf_header *h)
{
	struct cursor c = cursor_make(e->data, e->size, e->swap);

	cursor_skip(&c, EI_NIDENT);
	e->type = cursor_u16(&c);
	e->machine = cursor_u16(&c);
	cursor_skip(&c, 4);    /* e_version */
	elf_image_word(e, &c); /* e_entry */
	h->segments_offset = elf_image_word(e, &c);
	h->sections_offset = elf_image_word(e, &c);
	cursor_skip(&c, 4 + 2); /* e_flags, e_ehsize */
	h->segment_size = cursor_u16(&c);
	h->n_segments = cursor_u16(&c);
	h->section_size = cursor_u16(&c);
	h->n_sections = cursor_u16(&c);
	h->names_section = cursor_u16(&c);
	return cursor_ok(&c);
}

static struct elf_section elf_image_read_section(const struct elf_image *e, struct cursor *c)
{
	struct elf_section s;

	s.name = cursor_u32(c);
	s.type = cursor_u32(c);
	s.flags = elf_image_word(e, c);
	s.address = elf_image_word(e, c);
	s.offset = elf_image_word(e, c);
	s.size = elf_image_word(e, c);
	s.link = cursor_u32(c);
	cursor_u32(c); /* sh_info */
	s.align = elf_image_word(e, c);
	s.entry_size = elf_image_word(e, c);
	return s;
}

/*
 * With 0xff00 sections and more their number stands in the first one's size, and the index of their names in its link.
 */
static int elf_image_read_sections(struct elf_image *e, const struct elf_header *h, struct error *err)
{
	uint64_t n = h->n_sections;
	struct cursor c;

	e->names_section = h->names_section;
	if (!h->sections_offset)
		return 0;
	if (h->section_size != (e->is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr)))
		return 0;
	c = elf_image_range(e, h->sections_offset, h->section_size);
	if (!cursor_ok(&c))
		return 0;
	if (!n || h->names_section == SHN_XINDEX) {
		struct elf_section first = elf_image_read_section(e, &c);

		n = n ? n : first.size;
		e->names_section = h->names_section == SHN_XINDEX ? first.link : h->names_section;
	}
	if (n > ELF_IMAGE_MAX_SECTIONS)
		return error_set(err, -EBADMSG, "more than %u sections", ELF_IMAGE_MAX_SECTIONS);
	c = elf_image_range(e, h->sections_offset, n * h->section_size);
	if (!cursor_ok(&c) || !n)
		return 0;
	e->sections = malloc(n * sizeof(*e->sections));
	if (!e->sections)
		return error_nomem(err);
	while (e->n_sections < n)
		e->sections[e->n_sections++] = elf_image_read_section(e, &c);
	return 0;
}

static struct elf_segment elf_image_read_segment(const struct elf_image *e, struct cursor *c)
{
	struct elf_segment s;

	s.type = cursor_u32(c);
	if (e->is_64)
		cursor_u32(c); /* p_flags */
	s.offset = elf_image_word(e, c);
	s.address = elf_image_word(e, c);
	elf_image_word(e, c); /* p_paddr */
	s.file_size = elf_image_word(e, c);
	s.memory_size = elf_image_word(e, c);
	if (!e->is_64)
		cursor_u32(c);
	elf_image_word(e, c); /* p_align */
	return s;
}

static int elf_image_read_segments(struct elf_image *e, const struct elf_header *h, struct error *err)
{
	struct cursor c = elf_image_range(e, h->segments_offset, (uint64_t)h->n_segments * h->segment_size);
	uint32_t n;

	if (!cursor_ok(&c) || !h->n_segments || h->segment_size != (e->is_64 ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr)))
		return 0;
	n = h->n_segments < ELF_IMAGE_MAX_SEGMENTS ? h->n_segments : ELF_IMAGE_MAX_SEGMENTS;
	e->segments = malloc(n * sizeof(*e->segments));
	if (!e->segments)
		return error_nomem(err);
	while (e->n_segments < n)
		e->segments[e->n_segments++] = elf_image_read_segment(e, &c);
	return 0;
}

int elf_image_init(struct elf_image *ret_image, const void *data, size_t size, struct error *err)
{
	struct elf_image e = { .data = data, .size = size };
	struct elf_header h = { 0 };
	int ret;

	if (!elf_image_read_ident(&e) || !elf_image_read_header(&e, &h))
		return error_set(err, -EBADMSG, "not an ELF file");
	ret = elf_image_read_sections(&e, &h, err);
	if (!ret)
		ret = elf_image_read_segments(&e, &h, err);
	if (ret) {
		elf_image_fini(&e);
		return ret;
	}
	*ret_image = e;
	return 0;
}

void elf_image_fini(struct elf_image *e)
{
	free(e->sections);
	free(e->segments);
	memset(e, 0, sizeof(*e));
}

bool elf_image_has_bytes(const struct elf_image *e, const struct elf_section *section)
{
	return section && section->type != SHT_NOBITS && section->offset <= e->size &&
	       section->size <= e->size - section->offset;
}

struct cursor elf_image_bytes(const struct elf_image *e, const struct elf_section *section)
{
	if (!elf_image_has_bytes(e, section))
		return cursor_make(e->data, 0, e->swap);
	return elf_image_range(e, section->offset, section->size);
}

const char *elf_image_section_name(const struct elf_image *e, const struct elf_section *section)
{
	const char *name;
	struct cursor names;

	if (e->names_section >= e->n_sections)
		return "";
	names = elf_image_bytes(e, &e->sections[e->names_section]);
	cursor_skip(&names, section->name);
	names = cursor_sub(&names, cursor_left(&names) < ELF_IMAGE_MAX_NAME ? cursor_left(&names) : ELF_IMAGE_MAX_NAME);
	name = cursor_string(&names);
	return name ? name : "";
}

const struct elf_section *elf_image_section(const struct elf_image *e, const char *name)
{
	size_t size = strlen(name) + 1;
	struct cursor names;

	if (e->names_section >= e->n_sections)
		return NULL;
	names = elf_image_bytes(e, &e->sections[e->names_section]);
	for (uint32_t i = 1; i < e->n_sections; i++) {
		struct cursor c = names;
		const uint8_t *at;

		cursor_skip(&c, e->sections[i].name);
		at = cursor_bytes(&c, size);
		if (at && memcmp(at, name, size) == 0)
			return &e->sections[i];
	}
	return NULL;
}

size_t elf_image_symbol_size(const struct elf_image *e)
{
	return e->is_64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
}

struct elf_symbol elf_image_symbol(const struct elf_image *e, struct cursor *c)
{
	struct elf_symbol s;

	s.name = cursor_u32(c);
	if (e->is_64) {
		s.info = cursor_u8(c);
		s.other = cursor_u8(c);
		s.section = cursor_u16(c);
		s.value = cursor_u64(c);
		s.size = cursor_u64(c);
		return s;
	}
	s.value = cursor_u32(c);
	s.size = cursor_u32(c);
	s.info = cursor_u8(c);
	s.other = cursor_u8(c);
	s.section = cursor_u16(c);
	return s;
}

const struct elf_segment *elf_image_segment(const struct elf_image *e, uint64_t address)
{
	for (uint32_t i = 0; i < e->n_segments; i++) {
		const struct elf_segment *s = &e->segments[i];
		uint64_t size = s->memory_size > s->file_size ? s->memory_size : s->file_size;

		if (s->type == PT_LOAD && address >= s->address && address - s->address < size)
			return s;
	}
	return NULL;
}

uint64_t elf_image_address(const struct elf_image *e, uint64_t offset)
{
	for (uint32_t i = 0; i < e->n_segments; i++) {
		const struct elf_segment *s = &e->segments[i];

		if (s->type == PT_LOAD && offset >= s->offset && offset - s->offset < s->file_size)
			return offset - s->offset + s->address;
	}
	return offset;
}

uint64_t elf_image_file_offset(const struct elf_image *e, uint64_t address, const struct elf_section *section)
{
	const struct elf_segment *segment = elf_image_segment(e, address);

	if (segment)
		return address - segment->address + segment->offset;
	return section ? address - section->address + section->offset : address;
}

struct build_id elf_notes_build_id(struct cursor notes, uint64_t align)
{
	struct build_id id = { 0 };

	while (cursor_left(&notes) >= sizeof(Elf64_Nhdr)) {
		uint32_t name_size = cursor_u32(&notes);
		uint32_t size = cursor_u32(&notes);
		uint32_t type = cursor_u32(&notes);
		const uint8_t *name = cursor_bytes(&notes, align_up(name_size, 4));
		const uint8_t *data = cursor_bytes(&notes, size);

		if (!data)
			break;
		if (type == NT_GNU_BUILD_ID && name_size == sizeof(ELF_NOTE_GNU) &&
		    memcmp(name, ELF_NOTE_GNU, name_size) == 0 && size) {
			id.size = (uint8_t)(size < BUILD_ID_SIZE_MAX ? size : BUILD_ID_SIZE_MAX);
			memcpy(id.data, data, id.size);
			break;
		}
		if (!cursor_skip(&notes, align_up(cursor_offset(&notes), align) - cursor_offset(&notes)))
			break;
	}
	return id;
}

/* The notes in a cursor, as many as *left still allows: any number of sections may name the same bytes. */
static struct build_id elf_image_read_notes(struct cursor notes, uint64_t align, uint64_t *left)
{
	uint64_t size = cursor_left(&notes) < *left ? cursor_left(&notes) : *left;

	*left -= size;
	return elf_notes_build_id(cursor_sub(&notes, size), align);
}

struct build_id elf_image_build_id(const struct elf_image *e)
{
	struct build_id id = { 0 };
	uint64_t left = ELF_IMAGE_MAX_NOTES;

	for (uint32_t i = 0; i < e->n_sections && !id.size; i++) {
		const struct elf_section *s = &e->sections[i];

		if (s->type == SHT_NOTE)
			id = elf_image_read_notes(elf_image_bytes(e, s), s->align == 8 ? 8 : 4, &left);
	}
	for (uint32_t i = 0; i < e->n_segments && !id.size; i++) {
		const struct elf_segment *s = &e->segments[i];

		if (s->type == PT_NOTE)
			id = elf_image_read_notes(elf_image_range(e, s->offset, s->file_size), 4, &left);
	}
	return id;
}

const char *elf_image_debuglink(const struct elf_image *e, uint32_t *ret_crc)
{
	struct cursor c = elf_image_bytes(e, elf_image_section(e, ".gnu_debuglink"));
	const char *name = cursor_string(&c);
	uint32_t crc;

	cursor_skip(&c, align_up(cursor_offset(&c), DEBUGLINK_CRC_SIZE) - cursor_offset(&c));
	crc = cursor_u32(&c);
	if (!cursor_ok(&c))
		return NULL;
	*ret_crc = crc;
	return name;
}
