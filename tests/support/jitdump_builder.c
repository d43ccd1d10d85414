#include "tests/support/jitdump_builder.h"

#include "formats/jit/jitdump.h"

#include <string.h>

void jitdump_builder_init(struct jitdump_builder *b, bool swap, uint32_t pid, uint64_t time, uint64_t flags)
{
	buffer_init(&b->file);
	b->file.swap = swap;
	b->pid = pid;
	buffer_put_u32(&b->file, 0x4a695444);
	buffer_put_u32(&b->file, 1);
	buffer_put_u32(&b->file, JITDUMP_HEADER_SIZE);
	buffer_put_u32(&b->file, 62); /* EM_X86_64 */
	buffer_put_u32(&b->file, 0);
	buffer_put_u32(&b->file, pid);
	buffer_put_u64(&b->file, time);
	buffer_put_u64(&b->file, flags);
}

void jitdump_builder_fini(struct jitdump_builder *b)
{
	buffer_fini(&b->file);
}

static void put_prefix(struct jitdump_builder *b, uint32_t type, size_t size, uint64_t time)
{
	buffer_put_u32(&b->file, type);
	buffer_put_u32(&b->file, (uint32_t)size);
	buffer_put_u64(&b->file, time);
}

static void put_thread(struct jitdump_builder *b)
{
	buffer_put_u32(&b->file, b->pid);
	buffer_put_u32(&b->file, b->pid);
}

void jitdump_builder_load(struct jitdump_builder *b, uint64_t time, uint64_t addr, uint64_t size, uint64_t index,
			  const char *name)
{
	put_prefix(b, JITDUMP_LOAD, 56 + strlen(name) + 1 + size, time);
	put_thread(b);
	buffer_put_u64(&b->file, addr);
	buffer_put_u64(&b->file, addr);
	buffer_put_u64(&b->file, size);
	buffer_put_u64(&b->file, index);
	buffer_put_string(&b->file, name);
	for (uint64_t i = 0; i < size; i++)
		buffer_put_u8(&b->file, (uint8_t)index);
}

void jitdump_builder_move(struct jitdump_builder *b, uint64_t time, uint64_t addr, uint64_t size, uint64_t index)
{
	put_prefix(b, JITDUMP_MOVE, 64, time);
	put_thread(b);
	buffer_put_u64(&b->file, addr);
	buffer_put_u64(&b->file, 0); /* the old address, which the index says already */
	buffer_put_u64(&b->file, addr);
	buffer_put_u64(&b->file, size);
	buffer_put_u64(&b->file, index);
}

void jitdump_builder_lines(struct jitdump_builder *b, uint64_t time, uint64_t addr, uint64_t step, uint32_t line,
			   uint32_t n, const char *file)
{
	put_prefix(b, JITDUMP_DEBUG_INFO, 32 + (n ? strlen(file) + 1 + 2 * (n - 1) + 16 * n : 0), time);
	buffer_put_u64(&b->file, addr);
	buffer_put_u64(&b->file, n);
	for (uint32_t i = 0; i < n; i++) {
		buffer_put_u64(&b->file, addr + i * step);
		buffer_put_u32(&b->file, line + i);
		buffer_put_u32(&b->file, 0);
		buffer_put_string(&b->file, i ? "\xff" : file);
	}
}

void jitdump_builder_close(struct jitdump_builder *b, uint64_t time)
{
	put_prefix(b, JITDUMP_CLOSE, 16, time);
}

void jitdump_builder_record(struct jitdump_builder *b, uint32_t type, uint64_t time, const void *body, size_t size)
{
	put_prefix(b, type, 16 + size, time);
	buffer_append(&b->file, body, size);
}
