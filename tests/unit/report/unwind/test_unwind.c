/* unwind: chains of made stacks, of x86_64 and arm64: calls, signals, PLTs, frame pointers, and every end. */
#include "report/unwind/unwind.h"
#include "tests/support/cfi_builder.h"
#include "tests/support/elf_builder.h"
#include "tests/support/test.h"

#include <stdlib.h>

/* Where the file is mapped: an address in it is one of the process less this. */
#define BIAS 0x400000

/* In the file. */
#define TEXT    0x1000
#define FRAME   0x2000
#define LEAF    0x1000 /* keeps nothing but the return address */
#define CALLER  0x1100 /* 16 bytes more; the call is its last instruction */
#define SAVER   0x1200 /* saves the frame pointer and makes its own */
#define SIGNAL  0x1300 /* returns from a signal, and says so */
#define START   0x1400 /* has no caller */
#define LOST    0x1500 /* frame by a register that it says is lost */
#define VFORK   0x1600 /* has taken its return address from the stack into rdi */
#define POPPED  0x1640 /* has its caller's frame pointer again */
#define LONGJMP 0x1680 /* has loaded what setjmp saved, which rdi points to */
#define RESUMES 0x16c0 /* saves all registers, those of results too, to go on elsewhere: _Unwind_Resume */
#define PLT     0x1800
#define BARE    0x1900   /* of no information */
#define RETURN  0x1980   /* of none, but with the instructions that return from a signal */
#define JIT     0x900000 /* in the process: of no file */
#define MISSING 0xa00000 /* of a file that is not here */
#define NOWHERE 0xb00000
#define MADE    0xc00000 /* JIT code, with the file's information */
#define DATA    0xd00000 /* anonymous memory without code */
#define STACK   0x7f0000001000

static struct elf_builder elf;
static struct elf_image image;
static struct cfi cfi;
static struct cfi made_cfi; /* the same, without a file, as that of a dump */
static atomic_size_t memory;
static struct unwinder *unwinder;
static struct unwind_input input;
static uint64_t words[128];
static uint64_t chain[64];
static uint32_t n_chain;
static enum unwind_end end;
static unsigned n_found;
static bool knows_jit_bytes; /* those of MADE are the file's */

static bool find(void *context, uint64_t address, struct unwind_location *ret_location)
{
	(void)context;
	n_found++;
	*ret_location = (struct unwind_location){ .cfi = NULL };
	if (address - BIAS < 0x4000)
		*ret_location = (struct unwind_location){ .cfi = &cfi, .address = address - BIAS, .has_file = true };
	else if (address - MADE < 0x4000)
		*ret_location =
			(struct unwind_location){ .cfi = &made_cfi,
						  .address = address - MADE,
						  .is_jit = true,
						  .code = knows_jit_bytes ? elf.out.data + (address - MADE) : NULL,
						  .code_size = 0x4000 - (size_t)(address - MADE) };
	else if (address - MISSING < 0x1000)
		ret_location->has_file = true;
	else if (address - DATA < 0x1000)
		ret_location->is_data = true;
	else
		return address - JIT < 0x1000;
	return true;
}

/* --- the file ------------------------------------------------------------------------ */

struct function {
	uint64_t start;
	const char *augmentation;
	uint8_t program[32];
	size_t size;
};

static const struct function x86_functions[] = {
	{ LEAF, "zR", { 0 }, 0 },
	{ CALLER, "zR", { 0x0e, 24 }, 2 },
	{ SAVER, "zR", { 0x0c, 6, 16, 0x86, 2 }, 5 },
	/* CFA where the saved rsp says, rip and rbx where the kernel saved them */
	{ SIGNAL,
	  "zRS",
	  { 0x0f, 4, 0x77, 0xa0, 0x01, 0x06, 0x10, 16, 3, 0x77, 0xa8, 0x01, 0x10, 3, 3, 0x77, 0x80, 0x01 },
	  18 },
	{ START, "zR", { 0x07, 16 }, 2 },
	{ LOST, "zR", { 0x0c, 3, 16, 0x07, 6 }, 5 },
	{ VFORK, "zR", { 0x0e, 0, 0x09, 16, 5 }, 5 },
	{ POPPED, "zR", { 0x86, 2 }, 2 },
	/* CFA rdi + 0; rsp in r8, rip in rdx */
	{ LONGJMP, "zR", { 0x0c, 5, 0, 0x09, 7, 8, 0x09, 16, 1 }, 9 },
	{ RESUMES, "zR", { 0x0e, 32, 0x80, 4, 0x81, 3, 0x86, 2 }, 8 },
};

static const struct function arm64_functions[] = {
	{ LEAF, "zR", { 0 }, 0 },
	{ CALLER, "zR", { 0x0e, 32, 0x9e, 1 }, 4 },
	{ SAVER, "zR", { 0x0c, 29, 16, 0x9d, 2, 0x9e, 1 }, 7 },
	{ START, "zR", { 0x07, 30 }, 2 },
};

static const uint8_t x86_return[] = { 0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05 };
static const uint8_t arm64_return[] = { 0x68, 0x11, 0x80, 0xd2, 0x01, 0x00, 0x00, 0xd4 };

static void make_file(enum unwind_machine machine, bool big_endian)
{
	bool x86 = machine == UNWIND_X86_64;
	const struct function *functions = x86 ? x86_functions : arm64_functions;
	static uint8_t text[0x1000];
	struct cfi_builder b;

	/* In CALLER, calls of SAVER and LEAF, before 0x1115 and 0x1125. */
	memcpy(text + (0x1110 - TEXT), (const uint8_t[]){ 0xe8, 0xeb, 0, 0, 0 }, 5);
	memcpy(text + (0x1120 - TEXT), (const uint8_t[]){ 0xe8, 0xdb, 0xfe, 0xff, 0xff }, 5);
	/* Calls stand before the return addresses 0x1908 and 0x1910, none before 0x1918. */
	text[0x1903 - TEXT] = 0xe8;
	memcpy(text + (0x190e - TEXT), (const uint8_t[]){ 0xff, 0xd0 }, 2);
	memcpy(text + (RETURN - TEXT), x86 ? x86_return : arm64_return,
	       x86 ? sizeof(x86_return) : sizeof(arm64_return));
	elf_builder_init(&elf, true, big_endian, ET_DYN, x86 ? EM_X86_64 : EM_AARCH64);
	elf_builder_load(&elf, 0, 0, 0x4000);
	elf_builder_section(&elf, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, TEXT, text, PLT - TEXT);
	elf_builder_section(&elf, ".plt", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, PLT, text + (PLT - TEXT), 0x40);
	elf_builder_section(&elf, ".text.bare", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, BARE, text + (BARE - TEXT),
			    sizeof(text) - (BARE - TEXT));
	cfi_builder_init(&b, FRAME, false, big_endian);
	for (size_t i = 0; i < (x86 ? ARRAY_SIZE(x86_functions) : ARRAY_SIZE(arm64_functions)); i++) {
		struct cfi_builder_cie cie = x86 ? cfi_builder_x86_64 : cfi_builder_arm64;

		cie.augmentation = functions[i].augmentation;
		cfi_builder_cie(&b, &cie);
		cfi_builder_fde(&b, functions[i].start, 0x40, functions[i].program, functions[i].size);
	}
	cfi_builder_end(&b);
	elf_builder_section(&elf, ".eh_frame", SHT_PROGBITS, SHF_ALLOC, FRAME, b.out.data, b.out.size);
	cfi_builder_fini(&b);
	elf_builder_finish(&elf);
	CHECK_EQ_I64(elf_image_init(&image, elf.out.data, elf.out.size, NULL), 0);
	image.entry = 0x3000;
	CHECK_EQ_I64(cfi_init(&cfi, &image, NULL, &memory), 0);
	made_cfi = cfi;
	made_cfi.image = NULL;
}

/* A thread at an address of the file, with an empty stack of `size` words. */
static void begin(enum unwind_machine machine, bool big_endian, uint64_t ip, unsigned size)
{
	make_file(machine, big_endian);
	unwinder = unwinder_new();
	CHECK(unwinder);
	memset(words, 0, sizeof(words));
	input = (struct unwind_input){ .machine = machine, .space = { .id = 1, .find = find } };
	unwind_set(&input.registers, unwind_roles[machine].ip, ip);
	unwind_set(&input.registers, unwind_roles[machine].stack, STACK);
	unwind_set(&input.registers, unwind_roles[machine].frame, 0);
	input.stack = (struct unwind_stack){
		.data = (const uint8_t *)words, .start = STACK, .size = 8 * size, .swap = image.swap
	};
}

static void put(unsigned at, uint64_t value)
{
	words[at] = input.stack.swap ? __builtin_bswap64(value) : value;
}

static void run(void)
{
	n_chain = unwind_chain(unwinder, &input, chain, ARRAY_SIZE(chain), &end);
}

static void finish(void)
{
	unwinder_free(unwinder);
	cfi_fini(&cfi);
	elf_image_fini(&image);
	elf_builder_fini(&elf);
}

static void check_chain(enum unwind_end want_end, unsigned n, const uint64_t *want)
{
	run();
	for (unsigned i = 0; i < n && i < n_chain; i++)
		CHECK_EQ_U64(chain[i], want[i]);
	CHECK_EQ_U64(n_chain, n);
	CHECK_STR(unwind_end_text(end), unwind_end_text(want_end));
}

#define CHECK_CHAIN(end, ...) \
	check_chain((end), sizeof((uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t), (uint64_t[]){ __VA_ARGS__ })

/* In the process. */
#define AT(address) (BIAS + (uint64_t)(address))

/* --- x86_64 -------------------------------------------------------------------------- */

static void begin_x86(uint64_t ip, unsigned size)
{
	begin(UNWIND_X86_64, false, ip, size);
}

TEST(calls)
{
	begin_x86(AT(LEAF) + 4, 16);
	put(0, AT(CALLER) + 0x40); /* beyond its end: the call does not return */
	put(3, AT(SAVER) + 0x10);
	unwind_set(&input.registers, 6, STACK + 8 * 6);
	put(6, 0x1234); /* the caller's rbp */
	put(7, AT(START) + 0x10);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(LEAF) + 4, AT(CALLER) + 0x3f, AT(SAVER) + 0xf, AT(START) + 0xf);
	finish();
}

/* What was looked up is not asked for again, as long as nothing else is mapped. */
TEST(addresses_are_remembered)
{
	unsigned first;

	begin_x86(AT(LEAF) + 4, 16);
	put(0, AT(CALLER) + 0x10);
	put(3, AT(START) + 0x10);
	n_found = 0;
	run();
	first = n_found;
	CHECK(first >= 3);
	run();
	CHECK_EQ_U64(n_found, first);
	input.space.id = 2;
	run();
	CHECK_EQ_U64(n_found, 2 * first);
	finish();
}

/* Of what a signal interrupted the address itself counts, not the one before. */
TEST(signal_by_information)
{
	begin_x86(AT(LEAF) + 4, 64);
	put(0, AT(SIGNAL) + 1);
	/* After the return: rsp at 8. Where the kernel saved rbx, rsp and rip from there on. */
	put(1 + 0x80 / 8, 0xbbb);
	put(1 + 0xa0 / 8, STACK + 8 * 40);
	put(1 + 0xa8 / 8, AT(LEAF)); /* its first instruction: one before lies no function */
	put(40, AT(START) + 0x10);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(LEAF) + 4, AT(SIGNAL) + 1, AT(LEAF), AT(START) + 0xf);
	finish();
}

TEST(signal_by_instructions)
{
	begin_x86(AT(LEAF) + 4, 64);
	put(0, AT(RETURN));
	put(1 + 5 + 15, STACK + 8 * 40); /* rsp */
	put(1 + 5 + 16, AT(LEAF));       /* rip */
	put(40, AT(START) + 0x10);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(LEAF) + 4, AT(RETURN), AT(LEAF), AT(START) + 0xf);
	finish();
}

/* The frame of the interrupted function is on another stack, which was not copied. */
TEST(signal_on_another_stack)
{
	begin_x86(AT(LEAF) + 4, 64);
	put(0, AT(SIGNAL) + 1);
	put(1 + 0xa0 / 8, 0x600000);
	put(1 + 0xa8 / 8, AT(LEAF) + 1);
	CHECK_CHAIN(UNWIND_OUTSIDE_STACK, AT(LEAF) + 4, AT(SIGNAL) + 1, AT(LEAF) + 1);
	finish();
	/* That is so, too, where the copy ends early: no larger one would have it. */
	begin_x86(AT(LEAF) + 4, 64);
	input.stack.is_cut = true;
	put(0, AT(SIGNAL) + 1);
	put(1 + 0xa0 / 8, STACK + (64ull << 20));
	put(1 + 0xa8 / 8, AT(LEAF) + 1);
	CHECK_CHAIN(UNWIND_OUTSIDE_STACK, AT(LEAF) + 4, AT(SIGNAL) + 1, AT(LEAF) + 1);
	finish();
}

/* SAVER at 4, called by CALLER, whose caller's frame pointer is 12: that has called something else. */
static void begin_exception(uint64_t saved_frame)
{
	begin_x86(AT(RESUMES) + 8, 32);
	put(2, saved_frame);
	put(3, AT(SAVER) + 0x20);
	put(7, AT(CALLER) + 0x15);
	put(6, STACK + 8 * 12);
	put(10, AT(START) + 0x10);
	put(12, 0);
	put(13, AT(CALLER) + 0x25);
	put(16, AT(START) + 0x20);
}

/* While an exception is passed on, a function's frame pointer may be that of its caller already. */
TEST(frame_pointer_while_an_exception_is_passed)
{
	begin_exception(STACK + 8 * 6);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(RESUMES) + 8, AT(SAVER) + 0x1f, AT(CALLER) + 0x14, AT(START) + 0xf);
	finish();
	begin_exception(STACK + 8 * 12);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(RESUMES) + 8, AT(SAVER) + 0x1f, AT(CALLER) + 0x14, AT(START) + 0xf);
	/* no call that is known not to be of it, or none of it further in: nothing is mended */
	put(13, AT(START) + 0x10);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(RESUMES) + 8, AT(SAVER) + 0x1f, AT(START) + 0xf);
	finish();
	begin_exception(STACK + 8 * 12);
	put(7, AT(CALLER) + 0x14);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(RESUMES) + 8, AT(SAVER) + 0x1f, AT(CALLER) + 0x24, AT(START) + 0x1f);
	finish();
	/* No exception: registers are what they are. */
	begin_x86(AT(SAVER) + 8, 32);
	unwind_set(&input.registers, 6, STACK + 8 * 12);
	put(3, AT(CALLER) + 0x15);
	put(13, AT(CALLER) + 0x25);
	put(16, AT(START) + 0x20);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(SAVER) + 8, AT(CALLER) + 0x24, AT(START) + 0x1f);
	finish();
}

TEST(plt)
{
	begin_x86(AT(PLT) + 0x20, 16);
	put(0, AT(START) + 0x10);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(PLT) + 0x20, AT(START) + 0xf);
	finish();
	/* After the push. */
	begin_x86(AT(PLT) + 0x2b, 16);
	put(0, 3);
	put(1, AT(START) + 0x10);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(PLT) + 0x2b, AT(START) + 0xf);
	finish();
}

TEST(frame_pointers)
{
	begin_x86(AT(BARE) + 0x80 - 0x20, 32);
	unwind_set(&input.registers, 6, STACK + 8 * 2);
	put(2, STACK + 8 * 6);
	put(3, 0x1908 + BIAS); /* after a call of five bytes */
	put(6, STACK + 8 * 10);
	put(7, JIT + 0x20); /* code of which nothing is known */
	put(10, STACK + 8 * 14);
	put(11, 0x1910 + BIAS); /* after a call of two bytes */
	put(14, 0);
	put(15, 0);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(BARE) + 0x60, AT(0x1907), JIT + 0x1f, AT(0x190f));
	finish();
}

/* A register that is no frame pointer leads to no caller. */
TEST(frame_pointers_that_are_none)
{
	static const struct {
		uint64_t frame, ip;
	} bad[] = {
		{ STACK + 8 * 2, 0x1918 + BIAS },     /* no call stands before it */
		{ STACK + 8 * 2, NOWHERE },           /* nothing is there */
		{ STACK + 8 * 2, DATA + 0x20 },       /* no code is there */
		{ STACK + 8 * 2 + 4, 0x1908 + BIAS }, /* not aligned */
		{ STACK - 8, 0x1908 + BIAS },         /* below the stack pointer */
		{ STACK + 8 * 32, 0x1908 + BIAS },    /* beyond the copy */
	};

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		begin_x86(AT(BARE) + 0x60, 32);
		unwind_set(&input.registers, 6, bad[i].frame);
		for (unsigned at = 0; at < 32; at++)
			put(at, bad[i].ip);
		CHECK_CHAIN(UNWIND_NO_INFORMATION, AT(BARE) + 0x60);
		finish();
	}
}

/* The outermost function of a thread may be one that nothing called, as in Go: a nop stands before its address. */
TEST(frame_pointer_of_the_outermost)
{
	begin_x86(AT(BARE) + 0x60, 32);
	unwind_set(&input.registers, 6, STACK + 8 * 2);
	put(2, STACK + 8 * 6);
	put(3, 0x1908 + BIAS);
	put(7, 0x1918 + BIAS);
	CHECK_CHAIN(UNWIND_NO_INFORMATION, AT(BARE) + 0x60, AT(0x1907));
	elf.out.data[0x1917] = 0x90;
	CHECK_CHAIN(UNWIND_COMPLETE, AT(BARE) + 0x60, AT(0x1907), AT(0x1917));
	/* Only where no frame pointer is left. */
	put(6, STACK + 8 * 9);
	CHECK_CHAIN(UNWIND_NO_INFORMATION, AT(BARE) + 0x60, AT(0x1907));
	/* After a call it is a caller; where it is that of a function with information, that decides. */
	put(6, 0);
	put(7, 0x1910 + BIAS);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(BARE) + 0x60, AT(0x1907), AT(0x190f));
	elf.out.data[CALLER + 0x20 - 5] = 0xe8;
	put(7, AT(CALLER) + 0x20);
	put(10, JIT + 0x20);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(BARE) + 0x60, AT(0x1907), AT(CALLER) + 0x1f, JIT + 0x1f);
	unwind_set(&input.registers, 6, STACK + 8 * 6);
	put(6, 1);
	CHECK_CHAIN(UNWIND_NO_INFORMATION, AT(BARE) + 0x60, AT(CALLER) + 0x1f, JIT + 0x1f);
	finish();
}

/* What information leads to where there is no code is no caller; what was sampled or interrupted there is shown. */
/* A handler of a signal that has frame pointers and no information returns to code after no call. */
TEST(frame_pointer_of_a_handler)
{
	begin_x86(AT(BARE) + 0x60, 64);
	unwind_set(&input.registers, 6, STACK + 8 * 2);
	put(2, STACK + 8 * 30);
	put(3, AT(RETURN));
	put(4 + 5 + 15, STACK + 8 * 40); /* rsp */
	put(4 + 5 + 16, AT(LEAF));       /* rip */
	put(40, AT(START) + 0x10);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(BARE) + 0x60, AT(RETURN), AT(LEAF), AT(START) + 0xf);
	finish();
}

/* makecontext() puts a function's first address where that of a caller would be. */
TEST(function_that_nobody_called)
{
	begin_x86(AT(LEAF) + 4, 64);
	put(0, AT(CALLER));
	put(1, JIT + 0x20);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(LEAF) + 4, AT(CALLER));
	/* After a call it is where a function ends that is not known. */
	elf.out.data[CALLER - 5] = 0xe8;
	CHECK_CHAIN(UNWIND_NO_INFORMATION, AT(LEAF) + 4, AT(CALLER) - 1);
	finish();
}

TEST(addresses_of_data)
{
	begin_x86(AT(LEAF), 32);
	put(0, DATA + 0x20);
	CHECK_CHAIN(UNWIND_UNMAPPED, AT(LEAF));
	unwind_set(&input.registers, 16, DATA + 0x10);
	CHECK_CHAIN(UNWIND_NO_INFORMATION, DATA + 0x10);
	finish();
}

/* From code that keeps frame pointers alone back into functions with information. */
TEST(frame_pointer_then_information)
{
	begin_x86(JIT + 0x10, 32);
	unwind_set(&input.registers, 6, STACK + 8 * 2);
	put(2, 0x77);
	put(3, AT(CALLER) + 0x20);
	put(6, AT(START) + 0x10);
	/* Before that return address nothing stands that calls, and its bytes are known. */
	CHECK_CHAIN(UNWIND_NO_INFORMATION, JIT + 0x10);
	elf.out.data[CALLER + 0x20 - 5] = 0xe8;
	CHECK_CHAIN(UNWIND_COMPLETE, JIT + 0x10, AT(CALLER) + 0x1f, AT(START) + 0xf);
	finish();
}

/* JIT code: where a function begins, its information has a caller that the frame pointer passes over. */
TEST(made_code)
{
	begin_x86(MADE + LEAF, 32);
	unwind_set(&input.registers, 6, STACK + 8 * 2);
	put(0, JIT + 0x40);
	put(2, STACK + 8 * 6);
	put(3, JIT + 0x80);
	put(6, 0);
	put(7, AT(START) + 0x10);
	elf.out.data[START + 0x10 - 5] = 0xe8; /* a call */
	CHECK_CHAIN(UNWIND_COMPLETE, MADE + LEAF, JIT + 0x3f, JIT + 0x7f, AT(START) + 0xf);
	finish();
}

/* Where its information leads nowhere the frame pointer is taken. */
TEST(made_code_that_leads_nowhere)
{
	static const uint64_t callers[] = { NOWHERE, 0 };

	for (size_t i = 0; i < ARRAY_SIZE(callers); i++) {
		begin_x86(MADE + LEAF, 32);
		unwind_set(&input.registers, 6, STACK + 8 * 2);
		put(0, callers[i]);
		put(2, STACK + 8 * 6);
		put(3, JIT + 0x80);
		put(6, 0);
		put(7, AT(START) + 0x10);
		elf.out.data[START + 0x10 - 5] = 0xe8; /* a call */
		CHECK_CHAIN(UNWIND_COMPLETE, MADE + LEAF, JIT + 0x7f, AT(START) + 0xf);
		finish();
	}
}

/* Whatever the frame pointer's register holds, a caller is believed whose bytes end with a call: of a file, of JIT
 * code. */
TEST(made_code_without_frame_pointers)
{
	begin_x86(MADE + LEAF, 32);
	unwind_set(&input.registers, 6, 5);
	put(0, MADE + CALLER + 0x20);
	put(3, AT(START) + 0x10);
	elf.out.data[START + 0x10 - 5] = 0xe8; /* a call */
	elf.out.data[CALLER + 0x20 - 5] = 0xe8;
	CHECK_CHAIN(UNWIND_NO_INFORMATION, MADE + LEAF);
	knows_jit_bytes = true;
	CHECK_CHAIN(UNWIND_COMPLETE, MADE + LEAF, MADE + CALLER + 0x1f, AT(START) + 0xf);
	elf.out.data[CALLER + 0x20 - 5] = 0;
	CHECK_CHAIN(UNWIND_NO_INFORMATION, MADE + LEAF);
	knows_jit_bytes = false;
	finish();
}

/* A dump that does not name its machine is of the recording's. */
TEST(made_code_of_no_machine)
{
	begin_x86(MADE + LEAF, 32);
	made_cfi.machine = EM_NONE;
	put(0, AT(START) + 0x10);
	elf.out.data[START + 0x10 - 5] = 0xe8; /* a call */
	CHECK_CHAIN(UNWIND_COMPLETE, MADE + LEAF, AT(START) + 0xf);
	made_cfi.machine = EM_AARCH64;
	unwinder_free(unwinder);
	unwinder = unwinder_new();
	CHECK(unwinder);
	CHECK_CHAIN(UNWIND_NO_INFORMATION, MADE + LEAF);
	finish();
}

/* CALLER says that it keeps no frame pointer; here there is one, below the frame that it would have. */
TEST(made_code_with_a_frame_that_is_said_to_be_left)
{
	begin_x86(MADE + CALLER + 0x10, 32);
	unwind_set(&input.registers, 6, STACK + 8 * 1);
	put(1, STACK + 8 * 6);
	put(2, JIT + 0x80); /* so both find this caller */
	put(6, 0);
	put(7, AT(START) + 0x10);
	elf.out.data[START + 0x10 - 5] = 0xe8; /* a call */
	CHECK_CHAIN(UNWIND_COMPLETE, MADE + CALLER + 0x10, JIT + 0x7f, AT(START) + 0xf);
	finish();
}

TEST(outermost_address_zero)
{
	begin_x86(AT(LEAF), 16);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(LEAF));
	finish();
}

/* Nobody calls the instructions at which a file is entered. */
TEST(entry)
{
	begin_x86(AT(0x3008), 16);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(0x3008));
	finish();
	begin_x86(AT(0x3100), 16);
	CHECK_CHAIN(UNWIND_NO_INFORMATION, AT(0x3100));
	finish();
}

TEST(stack_longer_than_its_copy)
{
	begin_x86(AT(LEAF), 3);
	put(0, AT(CALLER) + 0x10);
	input.stack.is_cut = true;
	CHECK_CHAIN(UNWIND_STACK_CUT, AT(LEAF), AT(CALLER) + 0xf);
	input.stack.is_cut = false;
	CHECK_CHAIN(UNWIND_OUTSIDE_STACK, AT(LEAF), AT(CALLER) + 0xf);
	finish();
}

/* A register whose place is not in the copy is needed further out: the copy's end is why it is not known. */
TEST(register_beyond_the_copy)
{
	begin_x86(AT(SAVER), 16);
	unwind_set(&input.registers, 6, STACK + 8 * 2);
	put(3, AT(SAVER) + 0x10);
	put(2, STACK + 8 * 100);
	input.stack.is_cut = true;
	CHECK_CHAIN(UNWIND_STACK_CUT, AT(SAVER), AT(SAVER) + 0xf);
	finish();
}

TEST(register_that_is_lost)
{
	begin_x86(AT(LOST), 16);
	CHECK_CHAIN(UNWIND_NO_REGISTER, AT(LOST)); /* rbx was not recorded */
	unwind_set(&input.registers, 3, STACK);
	put(1, AT(SAVER) + 0x10); /* rbp is lost in between */
	CHECK_CHAIN(UNWIND_NO_REGISTER, AT(LOST), AT(SAVER) + 0xf);
	finish();
}

/* Between the pop of the frame pointer and the return its information says that it is where it was. */
TEST(register_that_was_popped)
{
	begin_x86(AT(POPPED), 16);
	put(0, AT(SAVER) + 0x10);
	unwind_set(&input.registers, 6, STACK + 8 * 3);
	put(4, AT(START) + 0x10);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(POPPED), AT(SAVER) + 0xf, AT(START) + 0xf);
	input.registers.known &= ~(1ull << 6);
	CHECK_CHAIN(UNWIND_OUTSIDE_STACK, AT(POPPED), AT(SAVER) + 0xf);
	finish();
}

/* Around its system call vfork of the C library has nothing on the stack. A caller that has nothing either is none. */
TEST(return_address_in_a_register)
{
	begin_x86(AT(VFORK) + 4, 16);
	unwind_set(&input.registers, 5, AT(CALLER) + 0x10);
	put(2, AT(START) + 0x10);
	CHECK_CHAIN(UNWIND_COMPLETE, AT(VFORK) + 4, AT(CALLER) + 0xf, AT(START) + 0xf);
	unwind_set(&input.registers, 5, AT(VFORK) + 0x10);
	CHECK_CHAIN(UNWIND_NO_ADVANCE, AT(VFORK) + 4, AT(VFORK) + 0xf);
	finish();
}

/* What setjmp saved is anywhere in memory: the stack pointer says whether the caller is further out. */
TEST(registers_that_longjmp_has_loaded)
{
	const uint64_t saved[] = { DATA, STACK + 8 * 12 };

	for (size_t i = 0; i < ARRAY_SIZE(saved); i++) {
		begin_x86(AT(LONGJMP) + 4, 16);
		unwind_set(&input.registers, 5, saved[i]);
		unwind_set(&input.registers, 8, STACK + 8 * 4);
		unwind_set(&input.registers, 1, AT(CALLER) + 0x10);
		put(6, AT(START) + 0x10);
		CHECK_CHAIN(UNWIND_COMPLETE, AT(LONGJMP) + 4, AT(CALLER) + 0xf, AT(START) + 0xf);
		finish();
	}
	begin_x86(AT(LONGJMP) + 4, 16);
	unwind_set(&input.registers, 5, DATA);
	unwind_set(&input.registers, 8, STACK - 8);
	unwind_set(&input.registers, 1, AT(CALLER) + 0x10);
	CHECK_CHAIN(UNWIND_NO_ADVANCE, AT(LONGJMP) + 4);
	finish();
}

TEST(addresses_outside_of_files)
{
	begin_x86(AT(LEAF), 16);
	put(0, NOWHERE + 1);
	CHECK_CHAIN(UNWIND_UNMAPPED, AT(LEAF), NOWHERE);
	put(0, MISSING + 1);
	CHECK_CHAIN(UNWIND_NO_FILE, AT(LEAF), MISSING);
	put(0, 17); /* no code can be there */
	CHECK_CHAIN(UNWIND_UNMAPPED, AT(LEAF));
	put(0, UINT64_MAX);
	CHECK_CHAIN(UNWIND_UNMAPPED, AT(LEAF));
	finish();
}

/* A frame below the one before, and one that is its own caller. */
TEST(frames_that_do_not_advance)
{
	begin_x86(AT(LEAF), 32);
	put(0, AT(SAVER) + 0x10);
	unwind_set(&input.registers, 6, STACK - 16);
	CHECK_CHAIN(UNWIND_OUTSIDE_STACK, AT(LEAF), AT(SAVER) + 0xf);
	unwind_set(&input.registers, 6, STACK + 8 * 4);
	put(4, STACK + 8 * 2);
	put(5, AT(SAVER) + 0x10);
	put(3, AT(SAVER) + 0x10);
	CHECK_CHAIN(UNWIND_NO_ADVANCE, AT(LEAF), AT(SAVER) + 0xf, AT(SAVER) + 0xf);
	finish();
}

TEST(no_more_than_asked_for)
{
	begin_x86(AT(LEAF), 128);
	for (unsigned i = 0; i < 128; i++)
		put(i, AT(LEAF) + 8);
	n_chain = unwind_chain(unwinder, &input, chain, 5, &end);
	CHECK_EQ_U64(n_chain, 5);
	CHECK_EQ_I64(end, UNWIND_LIMIT);
	finish();
}

TEST(damaged_information)
{
	const struct elf_section *section;

	begin_x86(AT(LEAF), 16);
	section = elf_image_section(&image, ".eh_frame");
	/* The first instruction of the first CIE, which all of its function's rows begin with. */
	CHECK_EQ_U64(elf.out.data[section->offset + 17], 0x0c);
	elf.out.data[section->offset + 17] = 0x3c;
	CHECK_CHAIN(UNWIND_BAD_CFI, AT(LEAF));
	finish();
}

/* Words cut off at each byte: never more than the whole stack shows, and no address that is not there. */
TEST(every_truncation)
{
	static const uint64_t want[] = { AT(LEAF) + 4, AT(CALLER) + 0x3f, AT(START) + 0xf };

	begin_x86(AT(LEAF) + 4, 4);
	put(0, AT(CALLER) + 0x40);
	put(3, AT(START) + 0x10);
	for (uint64_t size = 0; size <= 32; size++) {
		input.stack.size = size;
		input.stack.is_cut = true;
		run();
		CHECK_EQ_U64(n_chain, size < 8 ? 1 : size < 32 ? 2 : 3);
		CHECK_BYTES(chain, want, 8 * n_chain);
		CHECK_EQ_I64(end, size < 32 ? UNWIND_STACK_CUT : UNWIND_COMPLETE);
	}
	finish();
}

/* --- arm64 --------------------------------------------------------------------------- */

#define SIGNED(address) ((address) | 0x00a5000000000000ull)

TEST(arm64_calls)
{
	for (int big_endian = 0; big_endian < 2; big_endian++) {
		begin(UNWIND_ARM64, big_endian, AT(LEAF) + 4, 32);
		unwind_set(&input.registers, 30, AT(CALLER) + 0x40);
		put(3, SIGNED(AT(SAVER) + 0x10));
		unwind_set(&input.registers, 29, STACK + 8 * 6);
		put(6, 0);
		put(7, SIGNED(AT(START) + 0x10));
		CHECK_CHAIN(UNWIND_COMPLETE, AT(LEAF) + 4, AT(CALLER) + 0x3f, AT(SAVER) + 0xf, AT(START) + 0xf);
		finish();
	}
}

/* A leaf that was not interrupted, but calls: it would be its own caller for ever. */
TEST(arm64_leaf_that_calls)
{
	begin(UNWIND_ARM64, false, AT(LEAF) + 4, 32);
	unwind_set(&input.registers, 30, AT(LEAF) + 8);
	CHECK_CHAIN(UNWIND_NO_ADVANCE, AT(LEAF) + 4, AT(LEAF) + 7);
	finish();
}

TEST(arm64_signal)
{
	const unsigned saved = (128 + 176 + 8) / 8;

	begin(UNWIND_ARM64, false, AT(LEAF) + 4, 128);
	unwind_set(&input.registers, 30, AT(RETURN));
	put(saved + 29, 0);
	put(saved + 30, AT(START) + 0x10);
	put(saved + 31, STACK + 8 * 100);
	put(saved + 32, AT(LEAF)); /* the link register tells where it was called from */
	CHECK_CHAIN(UNWIND_COMPLETE, AT(LEAF) + 4, AT(RETURN), AT(LEAF), AT(START) + 0xf);
	finish();
}

TEST(arm64_plt)
{
	begin(UNWIND_ARM64, false, AT(PLT) + 0x24, 32);
	unwind_set(&input.registers, 30, SIGNED(AT(START) + 0x10));
	CHECK_CHAIN(UNWIND_COMPLETE, AT(PLT) + 0x24, AT(START) + 0xf);
	finish();
}

TEST(arm64_frame_pointers)
{
	begin(UNWIND_ARM64, false, JIT + 4, 32);
	unwind_set(&input.registers, 29, STACK + 8 * 2);
	put(2, STACK + 8 * 6);
	put(3, SIGNED((uint64_t)JIT + 0x40));
	put(6, 0);
	put(7, AT(START) + 0x10);
	CHECK_CHAIN(UNWIND_COMPLETE, JIT + 4, JIT + 0x3f, AT(START) + 0xf);
	finish();
}

TEST(arm64_without_its_link_register)
{
	begin(UNWIND_ARM64, false, AT(LEAF) + 4, 32);
	CHECK_CHAIN(UNWIND_NO_REGISTER, AT(LEAF) + 4);
	finish();
}
