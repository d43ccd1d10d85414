#include "report/elf/elf_bounds.h"

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
