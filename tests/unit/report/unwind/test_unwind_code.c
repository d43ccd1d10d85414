/* unwind_code: callers of code without call frame information, and which return addresses are believed. */
#include "report/unwind/unwind.h"
#include "tests/support/cfi_builder.h"
#include "tests/support/elf_builder.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#define BIAS   0x400000
#define TEXT   0x1000
#define OUTER  0x1000 /* calls LEAF, then LEAF by a register */
#define OTHER  0x1020 /* calls nothing, and is no caller of LEAF */
#define LEAF   0x1040 /* saves rbx, makes room for 24 bytes, keeps no frame pointer */
#define OTHERS 0x1070 /* goes on on the stack that rdi has, and calls a function there */
#define FIRST  0x1060 /* calls what a register says, and ends the process */
#define STACK  0x7f0000001000

static struct elf_builder elf;
static struct elf_file *file;
static struct dso_files files;
static struct cfi cfi;
static struct code_file *symbols;
static atomic_size_t memory;
static struct unwinder *unwinder;
static struct unwind_input input;
static bool is_go; /* the file is a program in Go */
static const char *others_name = "runtime.systemstack.abi0";
static uint64_t words[64];
static uint64_t chain[16];
static enum unwind_end end;

static const uint8_t outer[] = { 0x53, 0xe8, 0x3a, 0, 0, 0, 0xff, 0xd0, 0x5b, 0xc3 };
static const uint8_t other[] = { 0xe8, 0, 0, 0, 0, 0xc3 };
static const uint8_t leaf[] = { 0x53, 0x48, 0x83, 0xec, 0x18, 0x90, 0x90, 0x48, 0x83, 0xc4, 0x18, 0x5b, 0xc3 };
static const uint8_t first[] = { 0xff, 0xd0, 0xf4 };

static const uint8_t others[] = { 0x48, 0x8b, 0x27, 0xff, 0xd0, 0xc3 };

static bool find(void *context, uint64_t address, struct unwind_location *ret_location)
{
	(void)context;
	*ret_location = (struct unwind_location){ .cfi = &cfi, .symbols = symbols, .has_file = true };
	ret_location->address = address - BIAS;
	return address - BIAS < 0x3000;
}

static void put(uint8_t *text, uint64_t at, const uint8_t *bytes, size_t size)
{
	memcpy(text + (at - TEXT), bytes, size);
}

/* Call frame information of one function: 40 bytes up to what called it. */
static void put_frame_of_others(void)
{
	static const uint8_t program[] = { 0x0e, 40 };
	struct cfi_builder b;

	cfi_builder_init(&b, 0x1900, false, false);
	cfi_builder_cie(&b, &cfi_builder_x86_64);
	cfi_builder_fde(&b, OTHERS, sizeof(others), program, sizeof(program));
	cfi_builder_end(&b);
	elf_builder_section(&elf, ".eh_frame", SHT_PROGBITS, SHF_ALLOC, 0x1900, b.out.data, b.out.size);
	cfi_builder_fini(&b);
}

/* The leaf at the instruction after its stack is made. */
static void begin(bool has_symbols)
{
	const unsigned char info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
	static uint8_t text[0x80];
	unsigned section;

	put(text, OUTER, outer, sizeof(outer));
	put(text, OTHER, other, sizeof(other));
	put(text, LEAF, leaf, sizeof(leaf));
	put(text, FIRST, first, sizeof(first));
	put(text, OTHERS, others, sizeof(others));
	elf_builder_init(&elf, true, false, ET_DYN, EM_X86_64);
	elf_builder_load(&elf, 0, 0, 0x2000);
	section = elf_builder_section(&elf, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, TEXT, text, sizeof(text));
	if (has_symbols) {
		elf_builder_symbol(&elf, ELF_BUILDER_SYMTAB, "outer", OUTER, sizeof(outer), info, section);
		elf_builder_symbol(&elf, ELF_BUILDER_SYMTAB, "leaf", LEAF, sizeof(leaf), info, section);
		elf_builder_symbol(&elf, ELF_BUILDER_SYMTAB, others_name, OTHERS, sizeof(others), info, section);
		elf_builder_symbol(&elf, ELF_BUILDER_SYMTAB, "first", FIRST, sizeof(first), info, section);
	}
	if (!strcmp(others_name, "runtime.cgocallback"))
		put_frame_of_others();
	if (is_go)
		elf_builder_section(&elf, ".gopclntab", SHT_PROGBITS, SHF_ALLOC, 0x1800, text, 16);
	elf_builder_finish(&elf);
	CHECK_EQ_I64(elf_file_from_memory(&file, "", elf.out.data, elf.out.size, NULL), 0);
	file->image.entry = 0x2000;
	files = (struct dso_files){ .runtime = file, .symbols = file };
	CHECK_EQ_I64(cfi_init(&cfi, &file->image, NULL, &memory), 0);
	symbols = code_file_new(&files, &memory);
	unwinder = unwinder_new();
	CHECK(symbols && unwinder);
	memset(words, 0, sizeof(words));
	input = (struct unwind_input){ .space = { .id = 1, .find = find }, .ways = (1u << UNWIND_WAYS) - 1 };
	unwind_set(&input.registers, 16, BIAS + LEAF + 5);
	unwind_set(&input.registers, 7, STACK);
	unwind_set(&input.registers, 6, 1);
	input.stack = (struct unwind_stack){ .data = (const uint8_t *)words, .start = STACK, .size = sizeof(words) };
}

static void finish(void)
{
	unwinder_free(unwinder);
	code_file_free(symbols);
	cfi_fini(&cfi);
	elf_file_free(file);
	elf_builder_fini(&elf);
}

static uint32_t unwind(void)
{
	return unwind_chain(unwinder, &input, chain, ARRAY_SIZE(chain), &end);
}

/* The leaf's frame: 24 bytes, rbx, the return address; then that of its caller. */
static void put_stack(uint64_t return_address, uint64_t next)
{
	words[4] = BIAS + return_address;
	words[6] = next ? BIAS + next : 0;
}

static void check_outer_is_caller(bool has_symbols)
{
	begin(has_symbols);
	put_stack(OUTER + 6, FIRST + 2);
	CHECK_EQ_U64(unwind(), 3);
	CHECK_EQ_U64(chain[1], BIAS + OUTER + 5);
	CHECK_EQ_U64(chain[2], BIAS + FIRST + 1);
	finish();
}

TEST(caller_by_instructions)
{
	check_outer_is_caller(true);
	check_outer_is_caller(false);
}

/* What never returns is the first function of a thread. */
TEST(endless_function_is_the_first)
{
	begin(true);
	put_stack(FIRST + 2, 0);
	CHECK_EQ_U64(unwind(), 2);
	CHECK_EQ_U64(chain[1], BIAS + FIRST + 1);
	CHECK_EQ_U64(end, UNWIND_COMPLETE);
	CHECK_EQ_U64(unwinder->by[UNWIND_BY_CODE], 1);
	finish();
}

/* The frame pointer is the caller's, whose return address it has: the caller would be left out. */
TEST(frame_pointer_of_the_caller)
{
	begin(true);
	put_stack(OUTER + 6, FIRST + 2);
	unwind_set(&input.registers, 6, STACK + 8 * 10);
	words[11] = BIAS + FIRST + 2;
	CHECK_EQ_U64(unwind(), 3);
	CHECK_EQ_U64(chain[1], BIAS + OUTER + 5);
	finish();
	/* Nor is it believed where the stack has no return address of a caller. */
	begin(true);
	unwind_set(&input.registers, 6, STACK + 8 * 10);
	words[11] = BIAS + OTHER + 5;
	CHECK_EQ_U64(unwind(), 1);
	CHECK_EQ_U64(end, UNWIND_NO_INFORMATION);
	finish();
}

TEST(call_of_something_else)
{
	begin(true);
	put_stack(OTHER + 5, 0);
	CHECK_EQ_U64(unwind(), 1);
	CHECK_EQ_U64(end, UNWIND_NO_INFORMATION);
	finish();
}

/* It follows a call of the leaf, and is not where the leaf has its return address: of a call before. */
TEST(call_of_it_in_another_frame)
{
	begin(true);
	unwind_set(&input.registers, 6, STACK + 8 * 10);
	words[11] = BIAS + OUTER + 6;
	CHECK_EQ_U64(unwind(), 1);
	CHECK_EQ_U64(end, UNWIND_NO_INFORMATION);
	finish();
}

/* An indirect call may be one of the leaf. */
TEST(call_by_a_register)
{
	begin(true);
	put_stack(OUTER + 8, FIRST + 2);
	CHECK_EQ_U64(unwind(), 3);
	CHECK_EQ_U64(chain[1], BIAS + OUTER + 7);
	finish();
}

TEST(caller_outside_of_the_copy)
{
	begin(true);
	put_stack(OUTER + 6, 0);
	input.stack.size = 8 * 4;
	input.stack.is_cut = true;
	CHECK_EQ_U64(unwind(), 1);
	CHECK_EQ_U64(end, UNWIND_STACK_CUT);
	finish();
}

TEST(ways_are_left_out)
{
	begin(true);
	put_stack(OUTER + 6, FIRST + 2);
	input.ways = 0;
	CHECK_EQ_U64(unwind(), 1);
	finish();
	/* By the call alone: the first return address that follows one of the leaf. */
	begin(true);
	put_stack(OUTER + 6, FIRST + 2);
	input.ways = 1u << UNWIND_BY_CALL;
	CHECK(unwind() >= 2);
	CHECK_EQ_U64(chain[1], BIAS + OUTER + 5);
	CHECK(unwinder->by[UNWIND_BY_CALL]);
	CHECK_EQ_U64(unwinder->by[UNWIND_BY_CODE], 0);
	finish();
}

/* What lies on the stack of Go's runtime above systemstack is of other calls. */
TEST(stack_that_is_switched)
{
	is_go = true;
	begin(true);
	put_stack(OTHERS + 5, 0);
	words[5] = BIAS + FIRST + 2;
	CHECK_EQ_U64(unwind(), 2);
	CHECK_EQ_U64(chain[1], BIAS + OTHERS + 4);
	CHECK_EQ_U64(end, UNWIND_OUTSIDE_STACK);
	finish();
	/* Before that it has its caller. */
	begin(true);
	unwind_set(&input.registers, 16, BIAS + OTHERS);
	words[0] = BIAS + FIRST + 2;
	CHECK_EQ_U64(unwind(), 2);
	CHECK_EQ_U64(chain[1], BIAS + FIRST + 1);
	finish();
	is_go = false;
}

/* Each has the leaf for a callee. */
static void check_ends_in(const char *name, enum unwind_end wanted)
{
	is_go = true;
	others_name = name;
	begin(true);
	put_stack(OTHERS + 5, 0);
	words[5] = BIAS + FIRST + 2;
	CHECK_EQ_U64(unwind(), 2);
	CHECK_EQ_U64(chain[1], BIAS + OTHERS + 4);
	CHECK_EQ_U64(end, wanted);
	finish();
	is_go = false;
	others_name = "runtime.systemstack.abi0";
}

/* The scheduler has no caller, nor has what a goroutine or thread begins with. */
TEST(ends_of_goroutines)
{
	check_ends_in("runtime.mcall", UNWIND_COMPLETE);
	check_ends_in("runtime.goexit.abi0", UNWIND_COMPLETE);
	check_ends_in("runtime.rt0_go", UNWIND_COMPLETE);
	check_ends_in("runtime.morestack", UNWIND_OUTSIDE_STACK);
}

/* A goroutine's first function returns behind the first instruction of goexit. */
TEST(goroutine_that_ends_in_goexit)
{
	is_go = true;
	others_name = "runtime.goexit";
	begin(true);
	unwind_set(&input.registers, 6, STACK + 8);
	put_stack(OTHERS + 1, 0);
	CHECK_EQ_U64(unwind(), 2);
	CHECK_EQ_U64(chain[1], BIAS + OTHERS);
	CHECK_EQ_U64(end, UNWIND_COMPLETE);
	finish();
	is_go = false;
	others_name = "runtime.systemstack.abi0";
}

/* Where C has called Go, the goroutine goes on at the start of a function, which was not called. */
TEST(goroutine_that_was_called_back)
{
	is_go = true;
	others_name = "runtime.cgocallback";
	begin(true);
	put_stack(OTHERS + 5, 0);
	words[9] = BIAS + LEAF;
	words[10] = BIAS + OUTER + 6;
	words[12] = BIAS + FIRST + 2;
	CHECK_EQ_U64(unwind(), 5);
	CHECK_EQ_U64(chain[1], BIAS + OTHERS + 4);
	CHECK_EQ_U64(chain[2], BIAS + LEAF);
	CHECK_EQ_U64(chain[3], BIAS + OUTER + 5);
	CHECK_EQ_U64(chain[4], BIAS + FIRST + 1);
	finish();
	is_go = false;
	others_name = "runtime.systemstack.abi0";
}

/* A process of 32 bits: its words have four bytes, and its registers other numbers. */
TEST(process_of_32_bits)
{
	static const uint32_t stack[] = { 1, 2, (uint32_t)STACK + 16, BIAS + OUTER + 6, 0, BIAS + FIRST + 2, 3, 4 };
	/* ax, bx, cx, dx, si, di, bp, sp, ip: the kernel's numbers */
	uint64_t values[] = { 10, 11, 12, 13, 14, 15, (uint32_t)STACK + 8, (uint32_t)STACK, BIAS + LEAF + 5 };
	const struct sample_regs regs = { .abi = 1,
					  .mask = 0x1ff,
					  .values = { .data = (const uint8_t *)values, .n = 9 } };

	begin(true);
	input.machine = UNWIND_I386;
	CHECK(unwind_registers_of(&regs, UNWIND_I386, &input.registers));
	CHECK_EQ_U64(input.registers.value[3], 11);
	CHECK_EQ_U64(input.registers.value[1], 12);
	CHECK_EQ_U64(input.registers.value[5], (uint32_t)STACK + 8);
	input.stack = (struct unwind_stack){
		.data = (const uint8_t *)stack, .start = (uint32_t)STACK, .size = sizeof(stack), .is_32 = true
	};
	CHECK_EQ_U64(unwind(), 3);
	CHECK_EQ_U64(chain[1], BIAS + OUTER + 5);
	CHECK_EQ_U64(chain[2], BIAS + FIRST + 1);
	finish();
}
