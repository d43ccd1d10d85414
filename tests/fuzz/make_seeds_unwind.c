
#include "tests/fuzz/make_seeds.h"
#include "tests/support/cfi_builder.h"
#include "tests/support/elf_builder.h"

#define STACK 0x7f0000001000ull
#define TEXT  0x400
#define FRAME 0x600
#define TABLE 0x780

/* Rules of every kind. */
static const uint8_t x86_program[] = { 0x41, 0x0e, 16,   0x86, 2,  0x0a, 0x43, 0x0d, 6, 0x02, 4,  0x83, 3,    0x03, 8,
				       0,    0xc3, 0x0b, 0x11, 12, 0x7e, 0x14, 13,   2, 0x09, 14, 0,    0x07, 15 };
static const uint8_t x86_signal[] = { 0x0f, 3, 0x77, 0x10, 0x06, 0x10, 16, 2, 0x77, 0x18, 0x16, 3, 2, 0x77, 0 };
static const uint8_t x86_plt[] = { 0x0f, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22 };
static const uint8_t arm64_program[] = { 0x2d, 0x41, 0x0e, 32, 0x9d, 4, 0x9e, 3, 0x41, 0x0d, 29 };

static void put_frames(struct cfi_builder *b, bool arm64, bool is_debug)
{
	struct cfi_builder_cie cie = arm64 ? cfi_builder_arm64 : cfi_builder_x86_64;

	cie.version = is_debug ? 4 : 1;
	cie.augmentation = is_debug ? "" : "zPLR";
	cfi_builder_cie(b, &cie);
	if (arm64)
		cfi_builder_fde(b, TEXT, 0x40, arm64_program, sizeof(arm64_program));
	else
		cfi_builder_fde(b, TEXT, 0x40, x86_program, sizeof(x86_program));
	if (arm64)
		return;
	cfi_builder_fde(b, TEXT + 0x40, 0x40, x86_plt, sizeof(x86_plt));
	cie.augmentation = is_debug ? "" : "zRS";
	cfi_builder_cie(b, &cie);
	cfi_builder_fde(b, TEXT + 0x80, 0x40, x86_signal, sizeof(x86_signal));
}

static void put_file(struct buffer *to, bool arm64, bool big_endian, bool is_debug)
{
	struct elf_builder elf;
	struct cfi_builder b;
	struct buffer table;

	elf_builder_init(&elf, true, big_endian, ET_DYN, arm64 ? EM_AARCH64 : EM_X86_64);
	elf_builder_load(&elf, 0, 0, 0x800);
	elf_builder_section(&elf, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, TEXT, (uint8_t[0x180]){ 0 }, 0x180);
	elf_builder_section(&elf, ".plt", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, TEXT + 0x180, (uint8_t[0x40]){ 0 },
			    0x40);
	cfi_builder_init(&b, is_debug ? 0 : FRAME, is_debug, big_endian);
	put_frames(&b, arm64, is_debug);
	buffer_init(&table);
	if (is_debug) {
		elf_builder_section(&elf, ".debug_frame", SHT_PROGBITS, 0, 0, b.out.data, b.out.size);
	} else {
		cfi_builder_end(&b);
		elf_builder_section(&elf, ".eh_frame", SHT_PROGBITS, SHF_ALLOC, FRAME, b.out.data, b.out.size);
		cfi_builder_table(&b, TABLE, &table);
		elf_builder_section(&elf, ".eh_frame_hdr", SHT_PROGBITS, SHF_ALLOC, TABLE, table.data, table.size);
	}
	elf_builder_finish(&elf);
	buffer_append(to, elf.out.data, elf.out.size);
	buffer_fini(&table);
	cfi_builder_fini(&b);
	elf_builder_fini(&elf);
}

/* Words that are return addresses, and some that point into the stack. */
static void put_stack(struct buffer *to, bool big_endian)
{
	buffer_put_u16(to, 8 * 48);
	to->swap = big_endian;
	for (unsigned i = 0; i < 48; i++) {
		if (i % 4 == 2)
			buffer_put_u64(to, STACK + 8 * (i + 6));
		else
			buffer_put_u64(to, TEXT + 0x10 * (i % 16) + i % 4);
	}
	to->swap = false;
}

void seeds_unwind(const char *folder)
{
	static const struct {
		const char *name;
		bool arm64, big_endian, is_debug;
	} seeds[] = {
		{ "x86_64", false, false, false },
		{ "x86_64-debug_frame", false, false, true },
		{ "arm64", true, false, false },
		{ "arm64-big-endian", true, true, false },
	};

	for (unsigned i = 0; i < ARRAY_SIZE(seeds); i++) {
		struct buffer b;

		buffer_init(&b);
		buffer_put_u8(&b, (uint8_t)(seeds[i].arm64 | seeds[i].big_endian << 1 | 4));
		put_stack(&b, seeds[i].big_endian);
		put_file(&b, seeds[i].arm64, seeds[i].big_endian, seeds[i].is_debug);
		seed_write(folder, seeds[i].name, b.data, b.size);
		buffer_fini(&b);
	}
}

/* --- code without information -------------------------------------------------------- */

/* Saves and makes room by every instruction that does; a loop, a jump table, a stack that is aligned. */
static const uint8_t x86_code[] = {
	0x55, 0x48, 0x89, 0xe5, 0x41, 0x54, 0x53, 0x48, 0x83, 0xec, 0x18, /* push, mov, push, push, sub */
	0xe8, 0x20, 0,    0,    0,    0x85, 0xc0, 0x74, 0x09,             /* call, test, je */
	0x48, 0x8d, 0x64, 0x24, 0x18, 0x5b, 0x41, 0x5c, 0x5d, 0xc3,       /* lea, pop, pop, pop, ret */
	0xff, 0x24, 0xc5, 0,    0,    0,    0,    0xc9, 0xc3,             /* jmp to a table, leave, ret */
	0x49, 0x89, 0xe3, 0x48, 0x83, 0xe4, 0xe0, 0x41, 0x53,             /* mov, and, push */
	0xc5, 0xf8, 0x77, 0x62, 0xf1, 0x7c, 0x48, 0x10, 0x07,             /* vzeroupper, vmovups */
	0x4c, 0x89, 0x5c, 0x24, 0x10, 0x48, 0x8b, 0x64, 0x24, 0x10, 0xc3, /* mov, mov, ret */
	0xc8, 0x10, 0,    0,    0x80, 0xcc, 0x0c, 0xc9, 0xf4,             /* enter, or, leave, hlt */
};

/* stp x29, x30, [sp, #-32]!; mov x29, sp; str x19, [sp, #16]; bl; ldr; ldp x29, x30, [sp], #32; ret */
static const uint32_t arm64_code[] = { 0xa9be7bfd, 0x910003fd, 0xf9000bf3, 0x94000004, 0xf9400bf3, 0xa8c27bfd,
				       0xd65f03c0, 0xd10083ff, 0xb4000040, 0x910083ff, 0xd65f03c0 };

/* push, push, sub; call of what returns a struct, call for its own address, pop; add, pop, pop, ret; sub, ret 4 */
static const uint8_t i386_code[] = { 0x55, 0x53, 0x83, 0xec, 0x1c, 0xe8, 0x0f, 0,    0,    0,    0xe8,
				     0,    0,    0,    0,    0x5b, 0x83, 0xc4, 0x20, 0x5b, 0x5d, 0xc3,
				     0x60, 0x61, 0x90, 0x83, 0xec, 0x04, 0x40, 0xc2, 0x04, 0 };

static void seed_code(const char *folder, const char *name, uint8_t flags, uint16_t to)
{
	struct buffer b;

	buffer_init(&b);
	buffer_put_u8(&b, flags);
	buffer_put_u16(&b, to);
	for (size_t i = 0; flags & 1 && i < ARRAY_SIZE(arm64_code); i++)
		buffer_put_u32(&b, arm64_code[i]);
	if (flags & 4)
		buffer_append(&b, i386_code, sizeof(i386_code));
	if (!(flags & 5))
		buffer_append(&b, x86_code, sizeof(x86_code));
	seed_write(folder, name, b.data, b.size);
	buffer_fini(&b);
}

void seeds_code(const char *folder)
{
	seed_code(folder, "x86_64-call", 2, 16);
	seed_code(folder, "x86_64-table", 0, 37);
	seed_code(folder, "x86_64-aligned", 0, 62);
	seed_code(folder, "x86_64-enter", 0, 83);
	seed_code(folder, "arm64-call", 3, 16);
	seed_code(folder, "arm64-leaf", 1, 32);
	seed_code(folder, "i386-call", 6, 10);
	seed_code(folder, "i386-popped", 4, 16);
}
