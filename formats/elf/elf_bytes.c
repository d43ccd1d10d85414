#include "formats/elf/elf_bytes.h"

#include "common/fileio.h"

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
