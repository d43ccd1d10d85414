#include "report/elf/cfi_index.h"

#include "common/list.h"
#include "common/sorting.h"

#include <errno.h>
#include <stdlib.h>

/* --- .eh_frame_hdr: a table of the FDEs by their starts ------------------------------ */

/*
 * Linkers write it in one form: an address of .eh_frame, a u32 count, and pairs of s32, where a function starts and
 * where its FDE is, both counted from the section's own beginning. False for any other.
 */
static bool cfi_index_find_table(struct cfi_index *x, const struct elf_image *e)
{
	const struct elf_section *section = elf_image_section(e, ".eh_frame_hdr");
	struct cursor c = elf_image_bytes(e, section);
	uint8_t version, pointer_encoding, count_encoding, table_encoding;
	uint32_t n;

	if (!section || !cursor_left(&x->section.bytes))
		return false;
	version = cursor_u8(&c);
	pointer_encoding = cursor_u8(&c);
	count_encoding = cursor_u8(&c);
	table_encoding = cursor_u8(&c);
	if (version != 1 || pointer_encoding == DW_EH_PE_omit || count_encoding != DW_EH_PE_udata4 ||
	    table_encoding != (DW_EH_PE_datarel | DW_EH_PE_sdata4))
		return false;
	cfi_value(&c, pointer_encoding, e->is_64);
	n = cursor_u32(&c);
	if (!cursor_ok(&c) || !n || n > cursor_left(&c) / 8 || n > CFI_INDEX_MAX)
		return false;
	x->has_table = true;
	x->table = c;
	x->table_address = section->address;
	x->n = n;
	return true;
}

/* Reads two words of the table at an offset within it. */
static void cfi_index_entry(const struct cfi_index *x, size_t i, uint64_t *ret_start, uint64_t *ret_fde)
{
	const uint8_t *entry = x->table.pos + 8 * i;

	*ret_start = x->table_address + (uint64_t)(int64_t)(int32_t)load_u32_order(entry, x->table.swap);
	*ret_fde = x->table_address + (uint64_t)(int64_t)(int32_t)load_u32_order(entry + 4, x->table.swap);
	if (!x->section.is_64) {
		*ret_start = (uint32_t)*ret_start;
		*ret_fde = (uint32_t)*ret_fde;
	}
}

/* Returns how many functions start at or before the address. */
static size_t cfi_index_search_table(const struct cfi_index *x, uint64_t address)
{
	uint64_t start, fde;

	return BISECT(0, x->n, i, (cfi_index_entry(x, i, &start, &fde), start <= address));
}

/* The table's start must be that of the FDE it points to. */
static bool cfi_index_by_table(const struct cfi_index *x, size_t i, struct cfi_range *ret_range)
{
	struct cfi_reader r;
	struct cfi_fde fde;
	uint64_t start, at;

	cfi_index_entry(x, i, &start, &at);
	if (at < x->section.address || at - x->section.address >= cursor_left(&x->section.bytes))
		return false;
	r = cfi_reader_at(&x->section, at - x->section.address);
	if (!cfi_reader_next(&r, &fde) || !fde.size || fde.start != start)
		return false;
	*ret_range = (struct cfi_range){ .start = start, .end = start + fde.size, .offset = fde.offset };
	return true;
}

/* --- without it: all FDEs of a section ----------------------------------------------- */

static int cfi_index_append(struct cfi_index *x, const struct cfi_fde *fde)
{
	if (!fde->size || x->n == CFI_INDEX_MAX)
		return 0;
	if (!list_reserve(&x->items, (uint32_t)x->n, &x->capacity, sizeof(*x->items)))
		return -ENOMEM;
	x->items[x->n++] =
		(struct cfi_range){ .start = fde->start, .end = fde->start + fde->size, .offset = fde->offset };
	return 0;
}

/* By start; of several with one start the last is found, which gets the end of the longest. */
static int cfi_index_sort(struct cfi_index *x)
{
	struct key_index *keys = malloc(2 * x->n * sizeof(*keys));
	struct cfi_range *items = malloc(x->n * sizeof(*items));
	struct key_index *sorted;

	if (!keys || !items) {
		free(keys);
		free(items);
		return -ENOMEM;
	}
	for (size_t i = 0; i < x->n; i++)
		keys[i] = (struct key_index){ .key = x->items[i].start, .index = (uint32_t)i };
	sorted = key_sort(keys, (uint32_t)x->n);
	for (size_t i = 0; i < x->n; i++) {
		items[i] = x->items[sorted[i].index];
		if (i && items[i - 1].start == items[i].start && items[i - 1].end > items[i].end)
			items[i].end = items[i - 1].end;
	}
	free(keys);
	free(x->items);
	x->items = items;
	x->capacity = (uint32_t)x->n;
	return 0;
}

static int cfi_index_read_all(struct cfi_index *x)
{
	struct cfi_reader r = cfi_reader_at(&x->section, 0);
	struct cfi_fde fde;
	int ret = 0;

	while (!ret && cfi_reader_next(&r, &fde))
		ret = cfi_index_append(x, &fde);
	return !ret && x->n ? cfi_index_sort(x) : ret;
}

static size_t cfi_index_search_items(const struct cfi_index *x, uint64_t address)
{
	return BISECT(0, x->n, i, x->items[i].start <= address);
}

/* --- both ---------------------------------------------------------------------------- */

int cfi_index_init_section(struct cfi_index *ret_index, const struct cfi_section *section)
{
	struct cfi_index x = { .section = *section };
	int ret = cfi_index_read_all(&x);

	if (ret < 0)
		cfi_index_fini(&x);
	else
		*ret_index = x;
	return ret;
}

int cfi_index_init(struct cfi_index *ret_index, const struct elf_image *e)
{
	struct cfi_index x = { .section = cfi_section_eh(e) };

	if (!cfi_index_find_table(&x, e))
		return cfi_index_init_section(ret_index, &x.section);
	*ret_index = x;
	return 0;
}

void cfi_index_fini(struct cfi_index *x)
{
	free(x->items);
	memset(x, 0, sizeof(*x));
}

bool cfi_index_find(const struct cfi_index *x, uint64_t address, size_t *ret_number)
{
	size_t n = x->has_table ? cfi_index_search_table(x, address) : cfi_index_search_items(x, address);

	*ret_number = n - 1;
	return n;
}

bool cfi_index_range(const struct cfi_index *x, size_t number, struct cfi_range *ret_range)
{
	if (x->has_table)
		return cfi_index_by_table(x, number, ret_range);
	*ret_range = x->items[number];
	return true;
}

int elf_bounds_init(struct elf_bounds *ret_bounds, const struct elf_image *e)
{
	int ret = cfi_index_init(&ret_bounds->index, e);

	ret_bounds->image = ret ? NULL : e;
	return ret;
}

void elf_bounds_fini(struct elf_bounds *b)
{
	cfi_index_fini(&b->index);
	b->image = NULL;
}

bool elf_bounds_find(const struct elf_bounds *b, uint64_t offset, struct elf_bound *ret_bound)
{
	const struct elf_section *section;
	struct cfi_range range;
	size_t number;

	if (!b->image || !cfi_index_find(&b->index, elf_image_address(b->image, offset), &number) ||
	    !cfi_index_range(&b->index, number, &range))
		return false;
	ret_bound->number = number;
	section = elf_image_section(b->image, ".eh_frame");
	ret_bound->start = elf_image_file_offset(b->image, range.start, section);
	ret_bound->end = ret_bound->start + range.end - range.start;
	return ret_bound->end > ret_bound->start && offset >= ret_bound->start && offset < ret_bound->end;
}
