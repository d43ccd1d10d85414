/* machine_code, code_walk: what instructions do, and the frames that they make. */
#include "report/unwind/code_walk.h"
#include "tests/support/test.h"

#include <string.h>

#define CODE 0x1000

enum { RAX, RDX, RCX, RBX, RSI, RDI, RBP, RSP };

/* One instruction: its bytes, and what it does. */
struct known {
	uint8_t bytes[INSN_SIZE_MAX], size, flow;
	uint64_t written;
	unsigned n_effects;
	struct insn_effect first;
};

#define BIT(reg) (1ull << (reg))

static const struct known x86[] = {
	{ { 0x53 }, 1, INSN_NEXT, 0, 2, { INSN_SET, RSP, RSP, -8 } },
	{ { 0x41, 0x5c }, 2, INSN_NEXT, 0, 2, { INSN_LOAD, 12, RSP, 0 } },
	{ { 0x48, 0x83, 0xec, 0x18 }, 4, INSN_NEXT, 0, 1, { INSN_SET, RSP, RSP, -24 } },
	{ { 0x48, 0x81, 0xc4, 0, 1, 0, 0 }, 7, INSN_NEXT, 0, 1, { INSN_SET, RSP, RSP, 256 } },
	{ { 0x48, 0x8d, 0x64, 0x24, 0xf0 }, 5, INSN_NEXT, 0, 1, { INSN_SET, RSP, RSP, -16 } },
	{ { 0x48, 0x89, 0xe5 }, 3, INSN_NEXT, 0, 1, { INSN_SET, RBP, RSP, 0 } },
	{ { 0x48, 0x83, 0xe4, 0xe0 }, 4, INSN_NEXT, 0, 1, { INSN_ALIGN, RSP, RSP, -32 } },
	{ { 0x48, 0x8b, 0x64, 0x24, 0x10 }, 5, INSN_NEXT, 0, 1, { INSN_LOAD, RSP, RSP, 16 } },
	{ { 0xc9 }, 1, INSN_NEXT, 0, 3, { INSN_SET, RSP, RBP, 0 } },
	{ { 0xc8, 0x10, 0, 0 }, 4, INSN_NEXT, 0, 4, { INSN_SET, RSP, RSP, -8 } },
	{ { 0x89, 0xe5 }, 2, INSN_NEXT, BIT(RBP), 0, { 0 } },             /* of 32 bits */
	{ { 0x80, 0xcc, 0x0c }, 3, INSN_NEXT, BIT(RAX), 0, { 0 } },       /* or $12, %ah: not rsp */
	{ { 0x40, 0x80, 0xcc, 0x0c }, 4, INSN_NEXT, BIT(RSP), 0, { 0 } }, /* or $12, %spl */
	{ { 0x0f, 0x28, 0xe5 }, 3, INSN_NEXT, 0, 0, { 0 } }, /* movaps between vectors of the numbers of rsp and rbp */
	{ { 0x66, 0x0f, 0x7e, 0xc3 }, 4, INSN_NEXT, BIT(RBX), 0, { 0 } },       /* movd %xmm0, %ebx */
	{ { 0xf3, 0x0f, 0x7e, 0xe3 }, 4, INSN_NEXT, 0, 0, { 0 } },              /* movq between vectors */
	{ { 0xc4, 0xe2, 0xf8, 0xf3, 0xcb }, 5, INSN_NEXT, BIT(RAX), 0, { 0 } }, /* blsr %rbx, %rax */
	{ { 0x62, 0xf1, 0x7c, 0x48, 0x10, 0x07 }, 6, INSN_NEXT, 0, 0, { 0 } },
	{ { 0x8f, 0xe8, 0xf8, 0xa3, 0x4a, 0x10, 0x60 }, 7, INSN_NEXT, BIT(RCX), 0, { 0 } }, /* vpperm */
	{ { 0x48, 0xb8, 1, 2, 3, 4, 5, 6, 7, 8 }, 10, INSN_NEXT, BIT(RAX), 0, { 0 } },
	{ { 0x0f, 0xa2 }, 2, INSN_NEXT, BIT(RAX) | BIT(RBX) | BIT(RCX) | BIT(RDX), 0, { 0 } },
	{ { 0xf2, 0xc3 }, 2, INSN_RETURN, 0, 0, { 0 } },
	{ { 0xff, 0xe0 }, 2, INSN_JUMP, 0, 0, { 0 } },
	{ { 0x0f, 0x0b }, 2, INSN_STOP, 0, 0, { 0 } },
	{ { 0x06 }, 0, INSN_NEXT, 0, 0, { 0 } },
	{ { 0x62, 0xf1 }, 0, INSN_NEXT, 0, 0, { 0 } }, /* cut */
};

static void check_insn(const struct insn *i, const struct known *k)
{
	CHECK_EQ_U64(i->size, k->size);
	CHECK_EQ_U64(i->flow, k->flow);
	CHECK_EQ_U64(i->written, k->written);
	CHECK_EQ_U64(i->n_effects, k->n_effects);
	if (!k->n_effects)
		return;
	CHECK_EQ_U64(i->effects[0].kind, k->first.kind);
	CHECK_EQ_U64(i->effects[0].reg, k->first.reg);
	CHECK_EQ_U64(i->effects[0].base, k->first.base);
	CHECK_EQ_I64(i->effects[0].value, k->first.value);
}

TEST(x86_instructions)
{
	for (size_t n = 0; n < ARRAY_SIZE(x86); n++) {
		struct insn i;

		x86_insn(&i, x86[n].bytes, x86[n].bytes[1] == 0xf1 && !x86[n].bytes[2] ? 2 : INSN_SIZE_MAX, CODE);
		check_insn(&i, &x86[n]);
	}
}

TEST(x86_targets)
{
	struct insn i;

	x86_insn(&i, (const uint8_t[]){ 0xe8, 0xfb, 0xff, 0xff, 0xff }, 5, CODE);
	CHECK(i.flow == INSN_CALL && i.has_target);
	CHECK_EQ_U64(i.target, CODE);
	x86_insn(&i, (const uint8_t[]){ 0x74, 0x10 }, 2, CODE);
	CHECK(i.flow == INSN_BRANCH && i.has_target);
	CHECK_EQ_U64(i.target, CODE + 18);
	x86_insn(&i, (const uint8_t[]){ 0xff, 0xd0 }, 2, CODE);
	CHECK(i.flow == INSN_CALL && !i.has_target);
}

enum { EAX, ECX, EDX, EBX, ESP, EBP, ESI, EDI };

TEST(i386_instructions)
{
	static const struct known known[] = {
		{ { 0x56 }, 1, INSN_NEXT, 0, 2, { INSN_SET, ESP, ESP, -4 } },
		{ { 0x5b }, 1, INSN_NEXT, 0, 2, { INSN_LOAD, EBX, ESP, 0 } },
		{ { 0x83, 0xec, 0x1c }, 3, INSN_NEXT, 0, 1, { INSN_SET, ESP, ESP, -28 } },
		{ { 0x8d, 0x4c, 0x24, 0x04 }, 4, INSN_NEXT, 0, 1, { INSN_SET, ECX, ESP, 4 } },
		{ { 0x89, 0xe5 }, 2, INSN_NEXT, 0, 1, { INSN_SET, EBP, ESP, 0 } },
		{ { 0x66, 0x89, 0xe5 }, 3, INSN_NEXT, BIT(EBP), 0, { 0 } }, /* of 16 bits */
		{ { 0x83, 0xe4, 0xf0 }, 3, INSN_NEXT, 0, 1, { INSN_ALIGN, ESP, ESP, -16 } },
		{ { 0x60 }, 1, INSN_NEXT, 0, 1, { INSN_SET, ESP, ESP, -32 } },
		{ { 0x1e }, 1, INSN_NEXT, 0, 1, { INSN_SET, ESP, ESP, -4 } },
		{ { 0x47 }, 1, INSN_NEXT, BIT(EDI), 0, { 0 } },                      /* inc edi, no prefix */
		{ { 0x65, 0xa1, 0x14, 0, 0, 0 }, 6, INSN_NEXT, BIT(EAX), 0, { 0 } }, /* mov gs:0x14, eax */
		{ { 0xb8, 1, 2, 3, 4 }, 5, INSN_NEXT, BIT(EAX), 0, { 0 } },
		{ { 0xc5, 0xf8, 0x77 }, 3, INSN_NEXT, 0, 0, { 0 } },                      /* vzeroupper */
		{ { 0xc5, 0x06 }, 0, INSN_NEXT, 0, 0, { 0 } },                            /* lds */
		{ { 0x67, 0x8b, 0x07 }, 0, INSN_NEXT, 0, 0, { 0 } },                      /* an address of 16 bits */
		{ { 0xe8, 0, 0, 0, 0 }, 5, INSN_NEXT, 0, 1, { INSN_SET, ESP, ESP, -4 } }, /* for its own address */
		{ { 0xff, 0xd0 }, 2, INSN_CALL, BIT(EAX) | BIT(ECX) | BIT(EDX), 0, { 0 } },
	};
	struct insn i;

	for (size_t n = 0; n < ARRAY_SIZE(known); n++) {
		i386_insn(&i, known[n].bytes, INSN_SIZE_MAX, CODE);
		check_insn(&i, &known[n]);
	}
	i386_insn(&i, (const uint8_t[]){ 0xc2, 4, 0 }, 3, CODE);
	CHECK(i.flow == INSN_RETURN && i.pops == 4);
	i386_insn(&i, (const uint8_t[]){ 0xe8, 0xfb, 0xef, 0xff, 0xff }, 5, 0);
	CHECK_EQ_U64(i.target, 0xfffff000);
}

static void arm64(struct insn *i, uint32_t word)
{
	const uint8_t bytes[] = { (uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16), (uint8_t)(word >> 24) };

	arm64_insn(i, bytes, sizeof(bytes), CODE);
}

TEST(arm64_instructions)
{
	static const struct {
		uint32_t word;
		struct known k;
	} known[] = {
		{ 0xa9be7bfd,
		  { { 0 }, 4, INSN_NEXT, 0, 3, { INSN_SET, 31, 31, -32 } } },            /* stp x29, x30, [sp, #-32]! */
		{ 0xa8c27bfd, { { 0 }, 4, INSN_NEXT, 0, 3, { INSN_LOAD, 29, 31, 0 } } }, /* ldp x29, x30, [sp], #32 */
		{ 0x6dbc27e8, { { 0 }, 4, INSN_NEXT, 0, 1, { INSN_SET, 31, 31, -64 } } },  /* stp d8, d9, [sp, #-64]! */
		{ 0xd10083ff, { { 0 }, 4, INSN_NEXT, 0, 1, { INSN_SET, 31, 31, -32 } } },  /* sub sp, sp, #32 */
		{ 0x910003fd, { { 0 }, 4, INSN_NEXT, 0, 1, { INSN_SET, 29, 31, 0 } } },    /* mov x29, sp */
		{ 0xf9000bf3, { { 0 }, 4, INSN_NEXT, 0, 1, { INSN_STORE, 19, 31, 16 } } }, /* str x19, [sp, #16] */
		{ 0xf81f0ffe, { { 0 }, 4, INSN_NEXT, 0, 2, { INSN_SET, 31, 31, -16 } } },  /* str x30, [sp, #-16]! */
		{ 0xcb2063ff, { { 0 }, 4, INSN_NEXT, 1ull << 31, 0, { 0 } } },             /* sub sp, sp, x0 */
		{ 0xeb00001f, { { 0 }, 4, INSN_NEXT, 0, 0, { 0 } } },                      /* cmp x0, x0 */
		{ 0x8b010013, { { 0 }, 4, INSN_NEXT, 1ull << 19, 0, { 0 } } },             /* add x19, x0, x1 */
		{ 0xd65f03c0, { { 0 }, 4, INSN_RETURN, 0, 0, { 0 } } },
		{ 0xd61f0200, { { 0 }, 4, INSN_JUMP, 0, 0, { 0 } } }, /* br x16 */
		{ 0xd4200000, { { 0 }, 4, INSN_STOP, 0, 0, { 0 } } },
	};
	struct insn i;

	for (size_t n = 0; n < ARRAY_SIZE(known); n++) {
		arm64(&i, known[n].word);
		check_insn(&i, &known[n].k);
	}
	arm64(&i, 0x94000004);
	CHECK(i.flow == INSN_CALL);
	CHECK_EQ_U64(i.target, CODE + 16);
}

/* --- walks --------------------------------------------------------------------------- */

static struct code_frame frames[WALK_RETURNS_MAX];
static bool is_endless;
static enum unwind_machine machine = UNWIND_X86_64;

static enum code_found walk_to(const uint8_t *bytes, size_t size, uint64_t to, bool is_after_call)
{
	const struct code_bytes code = { .data = bytes, .start = CODE, .size = size, .machine = machine };
	const struct code_span span = {
		.from = CODE, .low = CODE, .high = CODE + size, .to = CODE + to, .is_after_call = is_after_call
	};
	struct code_walker *w = code_walker_new();
	enum code_found found = code_walk_to(w, &code, &span, frames);

	code_walker_free(w);
	return found;
}

static unsigned walk_out(const uint8_t *bytes, size_t size, uint64_t from)
{
	const struct code_bytes code = { .data = bytes, .start = CODE, .size = size, .machine = machine };
	const struct code_span span = {
		.from = CODE + from, .low = CODE, .high = CODE + size, .is_after_call = machine == UNWIND_I386
	};
	struct code_walker *w = code_walker_new();
	unsigned n = code_walk_out(w, &code, &span, frames, &is_endless);

	code_walker_free(w);
	return n;
}

static void check_address(const struct code_frame *f, enum code_rule_kind kind, unsigned reg, int32_t offset)
{
	CHECK_EQ_U64(f->address.kind, kind);
	CHECK_EQ_U64(f->address.reg, reg);
	CHECK_EQ_I64(f->address.offset, offset);
}

/* push rbx; sub $0x18, rsp; call; je to the jmp; add $0x18, rsp; pop rbx; ret; jmp back */
static const uint8_t saver[] = { 0x53, 0x48, 0x83, 0xec, 0x18, 0xe8, 0,    0,    0,    0,
				 0x74, 6,    0x48, 0x83, 0xc4, 0x18, 0x5b, 0xc3, 0xeb, 0xf8 };

TEST(walk_to_an_instruction)
{
	CHECK_EQ_U64(walk_to(saver, sizeof(saver), 18, false), CODE_FOUND);
	check_address(&frames[0], CODE_VALUE, RSP, 32);
	CHECK_EQ_U64(frames[0].saved[0].kind, CODE_VALUE); /* rbx is the caller's still */
	CHECK_EQ_U64(walk_to(saver, sizeof(saver), 17, false), CODE_FOUND);
	check_address(&frames[0], CODE_VALUE, RSP, 0);
}

/* push rbx; xor ebx, ebx; nop; pop rbx; ret */
TEST(walk_where_a_register_is_saved)
{
	static const uint8_t code[] = { 0x53, 0x31, 0xdb, 0x90, 0x5b, 0xc3 };

	CHECK_EQ_U64(walk_to(code, sizeof(code), 3, false), CODE_FOUND);
	CHECK_EQ_U64(frames[0].saved[0].kind, CODE_FRAME);
	CHECK_EQ_I64(frames[0].saved[0].offset, -8);
	CHECK_EQ_U64(frames[0].saved[1].kind, CODE_VALUE);
}

TEST(walk_to_a_return_address)
{
	CHECK_EQ_U64(walk_to(saver, sizeof(saver), 10, true), CODE_FOUND);
	check_address(&frames[0], CODE_VALUE, RSP, 32);
	CHECK_EQ_U64(walk_to(saver, sizeof(saver), 5, true), CODE_ABSENT);   /* no call is before it */
	CHECK_EQ_U64(walk_to(saver, sizeof(saver), 11, false), CODE_ABSENT); /* within an instruction */
}

/* What a loop pushes, as JavaScript's interpreter does: push rbp; mov rsp, rbp; push rax; dec rcx; jne to the push;
 * call */
TEST(walk_by_the_frame_pointer_first)
{
	static const uint8_t code[] = { 0x55, 0x48, 0x89, 0xe5, 0x50, 0x48, 0xff, 0xc9, 0x75,
					0xfa, 0xe8, 0,    0,    0,    0,    0xc9, 0xc3 };

	CHECK_EQ_U64(walk_to(code, sizeof(code), 15, true), CODE_FOUND);
	check_address(&frames[0], CODE_VALUE, RBP, 8);
}

/* rbp walks over an array: push rbp; sub $16, rsp; mov rsp, rbp; add $8, rbp; call; jmp to the add */
TEST(walk_by_the_stack_pointer_where_there_is_no_frame_pointer)
{
	static const uint8_t code[] = { 0x55, 0x48, 0x83, 0xec, 0x10, 0x48, 0x89, 0xe5, 0x48, 0x83,
					0xc5, 0x08, 0xe8, 0,    0,    0,    0,    0xeb, 0xf5 };

	CHECK_EQ_U64(walk_to(code, sizeof(code), 17, true), CODE_FOUND);
	check_address(&frames[0], CODE_VALUE, RSP, 24);
}

/* Arguments are put below the return address: pop rcx; push rax; push rcx; nop; ret */
TEST(walk_where_the_return_address_is_taken)
{
	static const uint8_t code[] = { 0x59, 0x50, 0x51, 0x90, 0xc3 };

	CHECK_EQ_U64(walk_to(code, sizeof(code), 3, false), CODE_UNCERTAIN);
}

TEST(walk_out_of_a_function)
{
	CHECK_EQ_U64(walk_out(saver, sizeof(saver), 10), 1);
	check_address(&frames[0], CODE_VALUE, RSP, 32);
	CHECK_EQ_U64(frames[0].saved[0].kind, CODE_AT);
	CHECK_EQ_U64(frames[0].saved[0].reg, RSP);
	CHECK_EQ_I64(frames[0].saved[0].offset, 24);
	CHECK(!is_endless);
}

/* An aligned stack, as x264 has: mov rsp, rax; sub $64, rsp; and $-32, rsp; mov rax, 8(rsp); nop; mov 8(rsp), rsp; ret
 */
TEST(walk_an_aligned_stack)
{
	static const uint8_t code[] = { 0x48, 0x89, 0xe0, 0x48, 0x83, 0xec, 0x40, 0x48, 0x83, 0xe4, 0xe0, 0x48, 0x89,
					0x44, 0x24, 0x08, 0x31, 0xc0, 0x90, 0x48, 0x8b, 0x64, 0x24, 0x08, 0xc3 };

	CHECK_EQ_U64(walk_to(code, sizeof(code), 18, false), CODE_FOUND);
	check_address(&frames[0], CODE_AT, RSP, 8);
	CHECK_EQ_U64(walk_out(code, sizeof(code), 18), 1);
	check_address(&frames[0], CODE_AT, RSP, 8);
}

/* The stack of somebody else: mov (rdi), rsp; nop; ret */
TEST(walk_another_stack)
{
	static const uint8_t code[] = { 0x48, 0x8b, 0x27, 0x90, 0xc3 };

	CHECK_EQ_U64(walk_to(code, sizeof(code), 0, false), CODE_FOUND);
	CHECK_EQ_U64(walk_to(code, sizeof(code), 3, false), CODE_SWITCHED);
}

/* A jump to a table of cases, and one out of the function: sub $8, rsp; jmp *(rax); nop; add $8, rsp; jmp *rax; nop;
 * ret */
TEST(walk_beyond_jumps)
{
	static const uint8_t code[] = { 0x48, 0x83, 0xec, 0x08, 0xff, 0x20, 0x90, 0x48,
					0x83, 0xc4, 0x08, 0xff, 0xe0, 0x90, 0xc3 };

	CHECK_EQ_U64(walk_to(code, sizeof(code), 6, false), CODE_FOUND);
	check_address(&frames[0], CODE_VALUE, RSP, 8);
	CHECK_EQ_U64(walk_to(code, sizeof(code), 13, false), CODE_UNCERTAIN);
}

/* xor eax, eax; syscall; hlt */
TEST(walk_to_no_end)
{
	static const uint8_t code[] = { 0x31, 0xc0, 0x0f, 0x05, 0xf4 };

	CHECK_EQ_U64(walk_out(code, sizeof(code), 0), 0);
	CHECK(is_endless);
}

/* A call that never returns, a filler, another function: call; int3; push rbx; pop rbx; ret */
TEST(walk_not_beyond_a_filler)
{
	static const uint8_t code[] = { 0xe8, 0, 0, 0, 0, 0xcc, 0x53, 0x5b, 0xc3 };

	CHECK_EQ_U64(walk_out(code, sizeof(code), 0), 0);
}

/*
 * A function of i386 that returns a struct takes its place from the stack; one that sets ebx is called after ebx is
 * saved. push ebx; push eax; call the fourth; call the third; nop; pop ebx; ret; the third: ret 4; the fourth: ret
 */
TEST(walk_of_i386)
{
	static const uint8_t code[] = { 0x53, 0x50, 0xe8, 9,    0,    0,    0, 0xe8, 3,   0,
					0,    0,    0x90, 0x5b, 0xc3, 0xc2, 4, 0,    0xc3 };

	machine = UNWIND_I386;
	CHECK_EQ_U64(walk_to(code, sizeof(code), 12, true), CODE_FOUND);
	check_address(&frames[0], CODE_VALUE, ESP, 8);
	CHECK_EQ_U64(frames[0].saved[0].kind, CODE_FRAME);
	CHECK_EQ_I64(frames[0].saved[0].offset, -4);
	CHECK_EQ_U64(walk_to(code, sizeof(code), 13, false), CODE_FOUND);
	check_address(&frames[0], CODE_VALUE, ESP, 4);
	CHECK_EQ_U64(walk_out(code, sizeof(code), 12), 1);
	check_address(&frames[0], CODE_VALUE, ESP, 8);
	machine = UNWIND_X86_64;
}

/* sub $4, esp; call a function that never returns; lea of esi to itself up to a multiple of 16 */
TEST(filler_of_i386)
{
	static const uint8_t code[] = { 0x83, 0xec, 4, 0xe8, 0xf0, 0xff, 0xff, 0xff, 0x8d, 0xb4,
					0x26, 0,    0, 0,    0,    0x90, 0x83, 0xc4, 4,    0xc3 };

	machine = UNWIND_I386;
	CHECK_EQ_U64(walk_out(code, sizeof(code), 3), 0);
	machine = UNWIND_X86_64;
}
