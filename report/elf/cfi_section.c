#include "report/elf/cfi_section.h"

/*
 * Limit of a CIE's augmentation string, whose real length is up to eight. Without it each function of a damaged file
 * could search the whole section for the end.
 */
#define CFI_AUGMENTATION_MAX 64

uint64_t cfi_uleb128(struct cursor *c)
{
	uint64_t v = 0;

	for (unsigned shift = 0;; shift += 7) {
		uint8_t byte = cursor_u8(c);

		if (shift < 64)
			v |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return v;
	}
}

int64_t cfi_sleb128(struct cursor *c)
{
	uint64_t v = 0;

	for (unsigned shift = 0;; shift += 7) {
		uint8_t byte = cursor_u8(c);

		if (shift < 64)
			v |= (uint64_t)(byte & 0x7f) << shift;
		if (byte & 0x80)
			continue;
		if ((byte & 0x40) && shift + 7 < 64)
			v |= ~0ull << (shift + 7);
		return (int64_t)v;
	}
}

uint64_t cfi_value(struct cursor *c, uint8_t encoding, bool is_64)
{
	switch (encoding & 0x0f) {
	case DW_EH_PE_absptr: return elf_word(c, is_64);
	case DW_EH_PE_uleb128: return cfi_uleb128(c);
	case DW_EH_PE_udata2: return cursor_u16(c);
	case DW_EH_PE_udata4: return cursor_u32(c);
	case DW_EH_PE_udata8:
	case DW_EH_PE_sdata8: return cursor_u64(c);
	case DW_EH_PE_sleb128: return (uint64_t)cfi_sleb128(c);
	case DW_EH_PE_sdata2: return (uint64_t)(int16_t)cursor_u16(c);
	case DW_EH_PE_sdata4: return (uint64_t)(int32_t)cursor_u32(c);
	default: c->failed = true; return 0;
	}
}

uint64_t cfi_pointer(const struct cfi_section *s, struct cursor *c, uint8_t encoding)
{
	uint64_t position = s->address + (uint64_t)(c->pos - s->bytes.start);
	uint64_t value = cfi_value(c, encoding, s->is_64);

	if ((encoding & DW_EH_PE_relative) == DW_EH_PE_pcrel)
		value += position;
	return s->is_64 ? value : (uint32_t)value;
}

struct cfi_section cfi_section_eh(const struct elf_image *e)
{
	const struct elf_section *section = elf_image_section(e, ".eh_frame");

	return (struct cfi_section){ .bytes = elf_image_bytes(e, section),
				     .address = section ? section->address : 0,
				     .is_64 = e->is_64 };
}

struct cfi_section cfi_section_debug(const struct elf_image *e, struct cursor bytes)
{
	return (struct cfi_section){ .bytes = bytes, .is_64 = e->is_64, .is_debug = true };
}

struct cfi_reader cfi_reader_at(const struct cfi_section *s, uint64_t offset)
{
	struct cfi_reader r = { .section = s, .next = s->bytes, .cie = { .offset = CFI_NO_OFFSET } };

	cursor_skip(&r.next, offset);
	return r;
}

/* --- entries ------------------------------------------------------------------------ */

/* One entry: its size, then its kind. */
struct cfi_entry {
	uint64_t offset;
	struct cursor rest; /* after the two */
	bool is_cie;
	uint64_t cie; /* FDE: the offset of its CIE; CFI_NO_OFFSET: a CIE */
};

/*
 * u32 size, or UINT32_MAX and a u64 size. In .eh_frame a u32 follows: 0 for a CIE, else how far back of it the FDE's
 * CIE lies. In .debug_frame a number of 32 or, after a u64 size, 64 bits: all ones, or the CIE's offset. A size of 0
 * ends .eh_frame. False at the end.
 */
static bool cfi_entry_next(const struct cfi_section *s, struct cursor *c, struct cfi_entry *ret_entry)
{
	uint64_t size, kind, from;
	bool wide;

	ret_entry->offset = cursor_offset(c);
	size = cursor_u32(c);
	wide = size == UINT32_MAX;
	if (wide)
		size = cursor_u64(c);
	from = cursor_offset(c);
	ret_entry->rest = cursor_sub(c, size);
	if (!cursor_ok(c) || !size)
		return false;
	if (s->is_debug) {
		kind = elf_word(&ret_entry->rest, wide);
		ret_entry->is_cie = kind == (wide ? UINT64_MAX : UINT32_MAX);
		ret_entry->cie = kind;
	} else {
		kind = cursor_u32(&ret_entry->rest);
		ret_entry->is_cie = kind == 0;
		ret_entry->cie = kind <= from ? from - kind : CFI_NO_OFFSET;
	}
	return true;
}

/* "zPLR" and the like: a letter for each piece of the data that the 'z' says the size of. */
static bool cfi_cie_augmentation(const struct cfi_section *s, struct cursor *c, const char *augmentation,
				 struct cfi_cie *cie)
{
	cie->encoding = DW_EH_PE_absptr;
	if (!*augmentation)
		return true;
	if (*augmentation++ != 'z')
		return false;
	cie->has_size = true;
	for (; *augmentation; augmentation++) {
		switch (*augmentation) {
		case 'R': cie->encoding = cursor_u8(c); break;
		case 'P': cfi_value(c, cursor_u8(c), s->is_64); break;
		case 'L': cursor_u8(c); break;
		case 'S': cie->is_signal = true; break;
		case 'B': /* signed return addresses: arm64's second key */
		case 'G': /* tagged stacks */ break;
		default: return false;
		}
	}
	return cursor_ok(c) && cie->encoding != DW_EH_PE_omit;
}

/* Reads the augmentation string, up to the limit. */
static const char *cfi_cie_string(struct cursor *c)
{
	size_t left = cursor_left(c) < CFI_AUGMENTATION_MAX ? cursor_left(c) : CFI_AUGMENTATION_MAX;
	struct cursor head = *c;
	const char *string;

	head.end = head.pos + left;
	string = cursor_string(&head);
	if (!string || !cursor_skip(c, strlen(string) + 1))
		return NULL;
	return string;
}

/* Checks the sizes of addresses and segment selectors, which DWARF 4 and later have. */
static bool cfi_cie_sizes(const struct cfi_section *s, struct cursor *c)
{
	uint8_t address_size = cursor_u8(c);
	uint8_t segment_size = cursor_u8(c);

	return address_size == (s->is_64 ? 8 : 4) && !segment_size;
}

static bool cfi_cie_parse(const struct cfi_section *s, struct cursor *c, struct cfi_cie *cie)
{
	uint8_t version = cursor_u8(c);
	const char *augmentation = cfi_cie_string(c);
	struct cursor data;

	if (!augmentation || (version != 1 && version != 3 && version != 4))
		return false;
	if (version == 4 && !cfi_cie_sizes(s, c))
		return false;
	cie->code_align = cfi_uleb128(c);
	cie->data_align = cfi_sleb128(c);
	cie->return_register = version == 1 ? cursor_u8(c) : cfi_uleb128(c);
	data = *c;
	if (*augmentation == 'z') {
		uint64_t size = cfi_uleb128(c);

		data = cursor_sub(c, size);
	}
	if (!cursor_ok(c) || !cfi_cie_augmentation(s, &data, augmentation, cie))
		return false;
	cie->program = *c;
	return true;
}

static void cfi_cie_read(const struct cfi_section *s, uint64_t offset, struct cfi_cie *ret_cie)
{
	struct cursor c = s->bytes;
	struct cfi_entry entry;

	*ret_cie = (struct cfi_cie){ .offset = offset };
	cursor_skip(&c, offset);
	ret_cie->understood = cfi_entry_next(s, &c, &entry) && entry.is_cie && cfi_cie_parse(s, &entry.rest, ret_cie);
}

/* entry: an FDE, after its kind. */
static bool cfi_fde_parse(struct cfi_reader *r, struct cfi_entry *entry, struct cfi_fde *ret_fde)
{
	const struct cfi_section *s = r->section;
	struct cursor *c = &entry->rest;

	if (entry->cie != r->cie.offset || entry->cie == CFI_NO_OFFSET)
		cfi_cie_read(s, entry->cie, &r->cie);
	if (!r->cie.understood)
		return false;
	ret_fde->offset = entry->offset;
	ret_fde->start = cfi_pointer(s, c, r->cie.encoding);
	ret_fde->size = cfi_value(c, r->cie.encoding & 0x0f, s->is_64);
	if (r->cie.has_size)
		cursor_skip(c, cfi_uleb128(c));
	ret_fde->program = *c;
	return cursor_ok(c) && ret_fde->start && ret_fde->start + ret_fde->size >= ret_fde->start;
}

int cfi_reader_next(struct cfi_reader *r, struct cfi_fde *ret_fde)
{
	struct cfi_entry entry;

	ret_fde->size = 0;
	if (!cursor_left(&r->next) || !cfi_entry_next(r->section, &r->next, &entry))
		return 0;
	if (!entry.is_cie && !cfi_fde_parse(r, &entry, ret_fde))
		ret_fde->size = 0;
	return 1;
}
