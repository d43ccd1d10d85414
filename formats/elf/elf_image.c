#include "formats/elf/elf_image.h"

#include <errno.h>
#include <stdlib.h>

#define DEBUGLINK_CRC_SIZE 4

static int elf_image_read_sections(struct elf_image *e, const struct elf_header *h, const struct elf_bytes *bytes,
				   struct error *err)
{
	uint64_t n = h->sections.n;
	struct cursor c;

	e->names_section = h->names_section;
	if (n > ELF_IMAGE_MAX_SECTIONS)
		return error_set(err, -EBADMSG, "more than %u sections", ELF_IMAGE_MAX_SECTIONS);
	c = elf_header_table(h, &h->sections, bytes, NULL);
	if (!cursor_ok(&c) || !n)
		return 0;
	e->sections = malloc(n * sizeof(*e->sections));
	if (!e->sections)
		return error_nomem(err);
	while (e->n_sections < n)
		e->sections[e->n_sections++] = elf_section_read(&c, e->is_64);
	return 0;
}

static int elf_image_read_segments(struct elf_image *e, const struct elf_header *h, const struct elf_bytes *bytes,
				   struct error *err)
{
	struct cursor c = elf_header_table(h, &h->segments, bytes, NULL);
	uint64_t n = h->segments.n < ELF_IMAGE_MAX_SEGMENTS ? h->segments.n : ELF_IMAGE_MAX_SEGMENTS;

	if (!cursor_ok(&c) || !n)
		return 0;
	e->segments = malloc(n * sizeof(*e->segments));
	if (!e->segments)
		return error_nomem(err);
	while (e->n_segments < n)
		e->segments[e->n_segments++] = elf_segment_read(&c, e->is_64);
	return 0;
}

int elf_image_init(struct elf_image *ret_image, const void *data, size_t size, struct error *err)
{
	struct elf_bytes bytes = elf_bytes_memory(data, size);
	struct elf_image e = { .data = data, .size = size };
	struct elf_header h;
	int ret;

	if (elf_header_read(&h, &bytes))
		return error_set(err, -EBADMSG, "not an ELF file");
	e.is_64 = h.is_64;
	e.swap = h.swap;
	e.type = h.type;
	e.machine = h.machine;
	e.entry = h.entry;
	ret = elf_image_read_sections(&e, &h, &bytes, err);
	if (!ret)
		ret = elf_image_read_segments(&e, &h, &bytes, err);
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
	struct elf_bytes bytes;

	if (!elf_image_has_bytes(e, section))
		return cursor_make(e->data, 0, e->swap);
	bytes = elf_bytes_memory(e->data, e->size);
	return elf_bytes_range(&bytes, section->offset, section->size, e->swap, NULL);
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

bool elf_image_debugaltlink(const struct elf_image *e, struct build_id *ret_id)
{
	struct cursor c = elf_image_bytes(e, elf_image_section(e, ".gnu_debugaltlink"));

	cursor_string(&c);
	*ret_id = (struct build_id){ 0 };
	if (!cursor_ok(&c) || !cursor_left(&c) || cursor_left(&c) > BUILD_ID_SIZE_MAX)
		return false;
	ret_id->size = (uint8_t)cursor_left(&c);
	memcpy(ret_id->data, c.pos, ret_id->size);
	return true;
}
