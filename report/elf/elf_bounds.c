#include "report/elf/elf_bounds.h"

#include "common/key_sort.h"
#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

/* Pointer encodings (LSB 10.5): the low four bits say the size, the next three what it is relative to. */
enum {
	DW_EH_PE_absptr = 0x00,
	DW_EH_PE_uleb128 = 0x01,
	DW_EH_PE_udata2 = 0x02,
	DW_EH_PE_udata4 = 0x03,
	DW_EH_PE_udata8 = 0x04,
	DW_EH_PE_sleb128 = 0x09,
	DW_EH_PE_sdata2 = 0x0a,
	DW_EH_PE_sdata4 = 0x0b,
	DW_EH_PE_sdata8 = 0x0c,
	DW_EH_PE_pcrel = 0x10,
	DW_EH_PE_datarel = 0x30,
	DW_EH_PE_relative = 0x70,
	DW_EH_PE_omit = 0xff,
};

/*
 * A CIE's beginning, up to the encoding, is shorter than this. Its augmentation string is searched for its end within
 * these bytes only: a damaged file could else make each of its functions search the whole section.
 */
#define CIE_START_MAX 128

struct elf_frames {
	const struct elf_image *image;
	const struct elf_section *section;
	struct cursor bytes; /* the whole section */
	uint64_t cie;        /* the offset the encoding below belongs to; functions share few CIEs */
	uint8_t encoding;    /* of FDE pointers, DW_EH_PE_omit: not understood */
};

static uint64_t elf_frames_uleb128(struct cursor *c)
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

static uint64_t elf_frames_sleb128(struct cursor *c)
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
		return v;
	}
}

static uint64_t elf_frames_value(const struct elf_image *e, struct cursor *c, uint8_t encoding)
{
	switch (encoding & 0x0f) {
	case DW_EH_PE_absptr: return elf_word(c, e->is_64);
	case DW_EH_PE_uleb128: return elf_frames_uleb128(c);
	case DW_EH_PE_udata2: return cursor_u16(c);
	case DW_EH_PE_udata4: return cursor_u32(c);
	case DW_EH_PE_udata8:
	case DW_EH_PE_sdata8: return cursor_u64(c);
	case DW_EH_PE_sleb128: return elf_frames_sleb128(c);
	case DW_EH_PE_sdata2: return (uint64_t)(int16_t)cursor_u16(c);
	case DW_EH_PE_sdata4: return (uint64_t)(int32_t)cursor_u32(c);
	default: c->failed = true; return 0;
	}
}

/* The address a pointer stands for; pcrel: relative to where the pointer itself lies. */
static uint64_t elf_frames_pointer(const struct elf_frames *f, struct cursor *c, uint8_t encoding)
{
	uint64_t place = f->section->address + (uint64_t)(c->pos - f->bytes.start);
	uint64_t value = elf_frames_value(f->image, c, encoding);

	if ((encoding & DW_EH_PE_relative) == DW_EH_PE_pcrel)
		value += place;
	return f->image->is_64 ? value : (uint32_t)value;
}

/* The encoding of FDE pointers by the augmentation "z...R..."; DW_EH_PE_omit when it is not understood. */
static uint8_t elf_frames_augmentation(const struct elf_frames *f, struct cursor *c, const char *augmentation)
{
	uint8_t encoding = DW_EH_PE_absptr;

	if (!*augmentation)
		return encoding;
	if (*augmentation++ != 'z')
		return DW_EH_PE_omit;
	elf_frames_uleb128(c); /* its size */
	for (; *augmentation; augmentation++) {
		switch (*augmentation) {
		case 'R': encoding = cursor_u8(c); break;
		case 'P': elf_frames_value(f->image, c, cursor_u8(c)); break;
		case 'L': cursor_u8(c); break;
		case 'S':
		case 'B': break;
		default: return DW_EH_PE_omit;
		}
	}
	return cursor_ok(c) ? encoding : DW_EH_PE_omit;
}

static uint8_t elf_frames_read_cie(const struct elf_frames *f, uint64_t offset)
{
	struct cursor c = f->bytes;
	const char *augmentation;
	uint32_t size;
	uint8_t version;

	cursor_skip(&c, offset);
	c = cursor_sub(&c, cursor_left(&c) < CIE_START_MAX ? cursor_left(&c) : CIE_START_MAX);
	size = cursor_u32(&c);
	if (size == UINT32_MAX)
		cursor_skip(&c, 8);
	if (cursor_u32(&c) != 0)
		return DW_EH_PE_omit;
	version = cursor_u8(&c);
	augmentation = cursor_string(&c);
	if (!augmentation || (version != 1 && version != 3))
		return DW_EH_PE_omit;
	elf_frames_uleb128(&c); /* code alignment */
	elf_frames_sleb128(&c); /* data alignment */
	if (version == 1)
		cursor_u8(&c); /* return address register */
	else
		elf_frames_uleb128(&c);
	return elf_frames_augmentation(f, &c, augmentation);
}

static int elf_bounds_append(struct elf_bounds *b, uint64_t start, uint64_t size)
{
	if (!size || start + size < start || b->n == ELF_BOUNDS_MAX)
		return 0;
	if (!list_reserve(&b->items, (uint32_t)b->n, &b->capacity, sizeof(*b->items)))
		return -ENOMEM;
	b->items[b->n++] = (struct elf_bound){ .start = start, .end = start + size };
	return 0;
}

/* The range of an FDE; entry: after the CIE pointer. False when it is not understood. */
static bool elf_frames_read_fde(struct elf_frames *f, struct cursor *entry, uint64_t cie, uint64_t *ret_start,
				uint64_t *ret_size)
{
	if (cie != f->cie) {
		f->encoding = elf_frames_read_cie(f, cie);
		f->cie = cie;
	}
	if (f->encoding == DW_EH_PE_omit)
		return false;
	*ret_start = elf_frames_pointer(f, entry, f->encoding);
	*ret_size = elf_frames_value(f->image, entry, f->encoding & 0x0f);
	return cursor_ok(entry) && *ret_start;
}

/*
 * One entry: u32 size (UINT32_MAX: a u64 follows), u32 0 for a CIE or how far back the FDE's CIE lies. 1, 0 at the end;
 * *ret_size is 0 for all but FDEs.
 */
static int elf_frames_next(struct elf_frames *f, struct cursor *c, uint64_t *ret_start, uint64_t *ret_size)
{
	uint64_t size = cursor_u32(c);
	struct cursor entry;
	uint64_t place;
	uint32_t back;

	*ret_size = 0;
	if (size == UINT32_MAX)
		size = cursor_u64(c);
	place = cursor_offset(c);
	entry = cursor_sub(c, size);
	if (!size || !cursor_ok(c))
		return 0;
	back = cursor_u32(&entry);
	if (back && back <= place && !elf_frames_read_fde(f, &entry, place - back, ret_start, ret_size))
		*ret_size = 0;
	return 1;
}

/* By start; of several with one start the last is found, which gets the end of the longest. */
static int elf_bounds_sort(struct elf_bounds *b)
{
	struct key_index *keys = malloc(2 * b->n * sizeof(*keys));
	struct elf_bound *items = malloc(b->n * sizeof(*items));
	struct key_index *sorted;

	if (!keys || !items) {
		free(keys);
		free(items);
		return -ENOMEM;
	}
	for (size_t i = 0; i < b->n; i++)
		keys[i] = (struct key_index){ .key = b->items[i].start, .index = (uint32_t)i };
	sorted = key_sort(keys, (uint32_t)b->n);
	for (size_t i = 0; i < b->n; i++) {
		items[i] = b->items[sorted[i].index];
		if (i && items[i - 1].start == items[i].start && items[i - 1].end > items[i].end)
			items[i].end = items[i - 1].end;
	}
	free(keys);
	free(b->items);
	b->items = items;
	b->capacity = b->n;
	return 0;
}

static struct elf_frames elf_frames_begin(const struct elf_image *e)
{
	struct elf_frames f = { .image = e, .section = elf_image_section(e, ".eh_frame"), .cie = UINT64_MAX };

	f.bytes = elf_image_bytes(e, f.section);
	return f;
}

/* --- .eh_frame_hdr: a table of the FDEs by their starts ---------------------------- */

/*
 * Linkers write it in one form: an address of .eh_frame, a u32 count, and pairs of s32, where a function starts and
 * where its FDE is, both counted from the section's own beginning. False for any other.
 */
static bool elf_bounds_find_table(struct elf_bounds *b, const struct elf_image *e)
{
	const struct elf_section *section = elf_image_section(e, ".eh_frame_hdr");
	struct cursor c = elf_image_bytes(e, section);
	uint8_t version, place_encoding, count_encoding, table_encoding;
	uint32_t n;

	if (!section || !elf_image_has_bytes(e, elf_image_section(e, ".eh_frame")))
		return false;
	version = cursor_u8(&c);
	place_encoding = cursor_u8(&c);
	count_encoding = cursor_u8(&c);
	table_encoding = cursor_u8(&c);
	if (version != 1 || place_encoding == DW_EH_PE_omit || count_encoding != DW_EH_PE_udata4 ||
	    table_encoding != (DW_EH_PE_datarel | DW_EH_PE_sdata4))
		return false;
	elf_frames_value(e, &c, place_encoding);
	n = cursor_u32(&c);
	if (!cursor_ok(&c) || !n || n > cursor_left(&c) / 8 || n > ELF_BOUNDS_MAX)
		return false;
	b->image = e;
	b->table = c;
	b->table_address = section->address;
	b->n = n;
	return true;
}

/* Two words of the table at a place in it. */
static void elf_bounds_entry(const struct elf_bounds *b, size_t i, uint64_t *ret_start, uint64_t *ret_fde)
{
	struct cursor c = b->table;

	cursor_skip(&c, 8 * (uint64_t)i);
	*ret_start = b->table_address + (uint64_t)(int64_t)(int32_t)cursor_u32(&c);
	*ret_fde = b->table_address + (uint64_t)(int64_t)(int32_t)cursor_u32(&c);
	if (!b->image->is_64) {
		*ret_start = (uint32_t)*ret_start;
		*ret_fde = (uint32_t)*ret_fde;
	}
}

/* The last of the functions that start at or before the address: 1 + its place, 0: none. */
static size_t elf_bounds_search(const struct elf_bounds *b, uint64_t address)
{
	size_t low = 0, high = b->n;
	uint64_t start, fde;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		elf_bounds_entry(b, mid, &start, &fde);
		if (start <= address)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool elf_bounds_find_by_table(const struct elf_bounds *b, uint64_t offset, struct elf_bound *ret_bound,
				     size_t *ret_number)
{
	struct elf_frames f = elf_frames_begin(b->image);
	size_t i = elf_bounds_search(b, elf_image_address(b->image, offset));
	uint64_t start, fde, found, size;
	struct cursor c = f.bytes;

	if (!i)
		return false;
	elf_bounds_entry(b, i - 1, &start, &fde);
	/* What the table says must be what it leads to. */
	if (fde < f.section->address || !cursor_skip(&c, fde - f.section->address) ||
	    !elf_frames_next(&f, &c, &found, &size) || !size || found != start)
		return false;
	ret_bound->start = elf_image_file_offset(b->image, start, f.section);
	ret_bound->end = ret_bound->start + size;
	*ret_number = i - 1;
	return ret_bound->end > ret_bound->start && offset >= ret_bound->start && offset < ret_bound->end;
}

/* --- without it: all of .eh_frame ------------------------------------------------- */

static int elf_bounds_read_all(struct elf_bounds *b, const struct elf_image *e)
{
	struct elf_frames f = elf_frames_begin(e);
	struct cursor c = f.bytes;
	uint64_t start = 0, size;
	int ret = 0;

	while (!ret && cursor_left(&c) && elf_frames_next(&f, &c, &start, &size))
		ret = elf_bounds_append(b, elf_image_file_offset(e, start, f.section), size);
	return !ret && b->n ? elf_bounds_sort(b) : ret;
}

int elf_bounds_init(struct elf_bounds *ret_bounds, const struct elf_image *e)
{
	struct elf_bounds bounds = { 0 };
	int ret = elf_bounds_find_table(&bounds, e) ? 0 : elf_bounds_read_all(&bounds, e);

	if (ret < 0)
		elf_bounds_fini(&bounds);
	else
		*ret_bounds = bounds;
	return ret;
}

void elf_bounds_fini(struct elf_bounds *b)
{
	free(b->items);
	memset(b, 0, sizeof(*b));
}

bool elf_bounds_find(const struct elf_bounds *b, uint64_t offset, struct elf_bound *ret_bound, size_t *ret_number)
{
	size_t low = 0, high = b->n;

	if (b->image)
		return elf_bounds_find_by_table(b, offset, ret_bound, ret_number);
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (b->items[mid].start <= offset)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low || offset >= b->items[low - 1].end)
		return false;
	*ret_bound = b->items[low - 1];
	*ret_number = low - 1;
	return true;
}
