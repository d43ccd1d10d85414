#include "tests/support/made_kernel.h"

#include "common/buffer.h"
#include "tests/support/test.h"

#include <stdlib.h>

uint8_t made_kernel_byte(uint64_t page)
{
	return page % 16 == 2 ? 0 : (uint8_t)page;
}

static void put_word(struct buffer *b, const struct made_kcore *k, uint64_t value)
{
	if (k->is_32)
		buffer_put_u32(b, (uint32_t)value);
	else
		buffer_put_u64(b, value);
}

static void put_header(struct buffer *b, const struct made_kcore *k)
{
	bool is_big = order_is_big(k->swap);

	buffer_append(b, ELFMAG, SELFMAG);
	buffer_put_u8(b, k->is_32 ? ELFCLASS32 : ELFCLASS64);
	buffer_put_u8(b, is_big ? ELFDATA2MSB : ELFDATA2LSB);
	buffer_put_u8(b, EV_CURRENT);
	buffer_append(b, NULL, EI_NIDENT - EI_OSABI);
	buffer_put_u16(b, ET_CORE);
	buffer_put_u16(b, EM_PPC64);
	buffer_put_u32(b, EV_CURRENT);
	put_word(b, k, 0);
	put_word(b, k, k->is_32 ? sizeof(Elf32_Ehdr) : sizeof(Elf64_Ehdr));
	put_word(b, k, 0);
	buffer_put_u32(b, 2); /* flags: the ABI of PowerPC */
	buffer_put_u16(b, k->is_32 ? sizeof(Elf32_Ehdr) : sizeof(Elf64_Ehdr));
	buffer_put_u16(b, k->is_32 ? sizeof(Elf32_Phdr) : sizeof(Elf64_Phdr));
	buffer_put_u16(b, k->n_segments + k->n_more);
	buffer_append(b, NULL, 3 * sizeof(uint16_t));
}

static void put_segment(struct buffer *b, const struct made_kcore *k, const Elf64_Phdr *s)
{
	buffer_put_u32(b, s->p_type);
	if (!k->is_32)
		buffer_put_u32(b, PF_R | PF_W | PF_X);
	put_word(b, k, s->p_offset);
	put_word(b, k, s->p_vaddr);
	put_word(b, k, 0);
	put_word(b, k, s->p_filesz);
	put_word(b, k, s->p_filesz);
	if (k->is_32)
		buffer_put_u32(b, PF_R | PF_W | PF_X);
	put_word(b, k, MADE_PAGE);
}

static void fill_segment(uint8_t *file, const struct made_kcore *k, const Elf64_Phdr *s)
{
	for (uint64_t i = 0; i < s->p_filesz && s->p_offset < k->size && i < k->size - s->p_offset; i++)
		file[s->p_offset + i] = made_kernel_byte((s->p_vaddr + i) / MADE_PAGE);
}

void made_kcore_write(const struct tree *t, const struct made_kcore *k)
{
	uint8_t *file = calloc(1, k->size);
	struct buffer head;

	buffer_init(&head);
	head.swap = k->swap;
	put_header(&head, k);
	for (uint16_t i = 0; i < k->n_segments; i++)
		put_segment(&head, k, &k->segments[i]);
	CHECK(file && buffer_ok(&head));
	for (uint16_t i = 0; i < k->n_segments; i++)
		if (k->segments[i].p_type == PT_LOAD)
			fill_segment(file, k, &k->segments[i]);
	memcpy(file, head.data, head.size < k->size ? head.size : k->size);
	tree_write_bytes(t, "kcore", file, k->size);
	buffer_fini(&head);
	free(file);
}

void made_kernel_write(const struct tree *t)
{
	/* The note and the direct mapping of memory are not wanted. */
	static const Elf64_Phdr segments[] = {
		{ .p_type = PT_NOTE, .p_offset = 512, .p_vaddr = MADE_TEXT, .p_filesz = 64 },
		{ .p_type = PT_LOAD, .p_offset = 4096, .p_vaddr = 0xffff888000000000, .p_filesz = 8192 },
		{ .p_type = PT_LOAD, .p_offset = 16384, .p_vaddr = 0xffffffff80ffe000, .p_filesz = 65536 },
		{ .p_type = PT_LOAD, .p_offset = 81920, .p_vaddr = 0xffffffffc0000000, .p_filesz = 65536 },
	};
	const struct made_kcore kcore = { .size = 147456, .segments = segments, .n_segments = ARRAY_SIZE(segments) };

	made_kcore_write(t, &kcore);
	tree_write(t, "kallsyms",
		   "0000000000000000 A fixed_percpu_data\n"
		   "ffffffff81001000 T _stext\n"
		   "ffffffff81001000 T _text\n"
		   "ffffffff81002010 t function\n"
		   "ffffffff81003800 T _etext\n"
		   "ffffffff82000000 D data\n"
		   "ffffffffc0004010 t module_function\t[module]\n"
		   "ffffffffc0002000 t ftrace_trampoline\t[__builtin__ftrace]\n");
	tree_write(t, "modules", "module 6144 0 - Live 0xffffffffc0004000\n");
}
