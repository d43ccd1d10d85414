#include "formats/feature/btf.h"

#define BTF_MAGIC           0xeb9f
#define BTF_KIND_INT        1
#define BTF_KIND_ARRAY      3
#define BTF_KIND_STRUCT     4
#define BTF_KIND_UNION      5
#define BTF_KIND_ENUM       6
#define BTF_KIND_FUNC_PROTO 13
#define BTF_KIND_VAR        14
#define BTF_KIND_DATASEC    15
#define BTF_KIND_DECL_TAG   17
#define BTF_KIND_ENUM64     19
#define BTF_INFO_VLEN_MASK  0xffffu
#define BTF_INFO_KIND_SHIFT 24
#define BTF_INFO_KIND_MASK  0x1fu

/* The bytes after a type's first twelve. */
static uint32_t type_extra_size(uint32_t info)
{
	uint32_t n = info & BTF_INFO_VLEN_MASK;

	switch (info >> BTF_INFO_KIND_SHIFT & BTF_INFO_KIND_MASK) {
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG: return 4;
	case BTF_KIND_ARRAY: return 12;
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
	case BTF_KIND_DATASEC:
	case BTF_KIND_ENUM64: return n * 12;
	case BTF_KIND_ENUM:
	case BTF_KIND_FUNC_PROTO: return n * 8;
	default: return 0;
	}
}

const char *btf_type_name(struct cursor btf, uint32_t id)
{
	struct cursor header = btf, types, strings;
	uint32_t header_size, types_offset, types_size, strings_offset, name = 0;

	if (cursor_u16(&header) != BTF_MAGIC || !id)
		return NULL;
	cursor_skip(&header, 2); /* version, flags */
	header_size = cursor_u32(&header);
	types_offset = cursor_u32(&header);
	types_size = cursor_u32(&header);
	strings_offset = cursor_u32(&header);
	cursor_skip(&btf, header_size);
	strings = btf;
	cursor_skip(&btf, types_offset);
	types = cursor_sub(&btf, types_size);
	for (; id && cursor_ok(&types); id--) {
		name = cursor_u32(&types);
		cursor_skip(&types, sizeof(uint32_t) + (uint64_t)type_extra_size(cursor_u32(&types)));
	}
	cursor_skip(&strings, (uint64_t)strings_offset + name);
	return cursor_ok(&header) && cursor_ok(&types) ? cursor_string(&strings) : NULL;
}
