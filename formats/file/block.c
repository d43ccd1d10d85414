#include "formats/file/block.h"

uint64_t block_trailing_size(const struct record *r, uint64_t left)
{
	uint64_t size;

	if (record_trailing_size(r, &size, NULL))
		return 0;
	return size < left ? size : left;
}
