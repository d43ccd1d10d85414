/* operand: the memory of one instruction. */
#include "report/types/operand.h"
#include "report/unwind/machine_code.h"
#include "tests/support/test.h"

#define NEXT 0x1000
#define NO   OPERAND_NO_REGISTER

enum { RAX, RDX, RCX, RBX, RSI, RDI, RBP, RSP };

struct known {
	uint8_t bytes[INSN_SIZE_MAX], size;
	struct operand operand;
};

static const struct known all[] = {
	/* mov 0x10(%rdi),%rdx */
	{ { 0x48, 0x8b, 0x57, 0x10 }, 4, { OPERAND_MEMORY, 0, RDI, NO, 0, 0x10 } },
	/* add %rcx,(%rax,%rdx,8) */
	{ { 0x48, 0x01, 0x0c, 0xd0 }, 4, { OPERAND_MEMORY, 0, RAX, RDX, 8, 0 } },
	/* movsbl -0x38(%rsp,%rdi,1),%eax */
	{ { 0x0f, 0xbe, 0x44, 0x3c, 0xc8 }, 5, { OPERAND_MEMORY, 0, RSP, RDI, 1, -0x38 } },
	/* movdqa -0x28(%rsp),%xmm0 */
	{ { 0x66, 0x0f, 0x6f, 0x44, 0x24, 0xd8 }, 6, { OPERAND_MEMORY, 0, RSP, NO, 1, -0x28 } },
	/* mov (%r12),%eax; 0(%r13,%r12,4) */
	{ { 0x41, 0x8b, 0x04, 0x24 }, 4, { OPERAND_MEMORY, 0, 12, NO, 1, 0 } },
	{ { 0x43, 0x8b, 0x44, 0xa5, 0x00 }, 5, { OPERAND_MEMORY, 0, 13, 12, 4, 0 } },
	/* mov -0x100(,%rax,8),%rax */
	{ { 0x48, 0x8b, 0x04, 0xc5, 0x00, 0xff, 0xff, 0xff }, 8, { OPERAND_MEMORY, 0, NO, RAX, 8, -0x100 } },
	/* addq $1,0x20(%rip); -0x20(%rip) with an immediate */
	{ { 0x48, 0x83, 0x05, 0x20, 0, 0, 0, 0x01 }, 8, { OPERAND_MEMORY, 0, NO, NO, 0, NEXT + 0x20 } },
	{ { 0x81, 0x3d, 0xe0, 0xff, 0xff, 0xff, 1, 2, 3, 4 }, 10, { OPERAND_MEMORY, 0, NO, NO, 0, NEXT - 0x20 } },
	/* sub %fs:0x28,%rdx; mov %gs:0x10(%rbx),%eax */
	{ { 0x64, 0x48, 0x2b, 0x14, 0x25, 0x28, 0, 0, 0 }, 9, { OPERAND_MEMORY, OPERAND_FS, NO, NO, 1, 0x28 } },
	{ { 0x65, 0x8b, 0x43, 0x10 }, 4, { OPERAND_MEMORY, OPERAND_GS, RBX, NO, 0, 0x10 } },
	/* movabs 0x1122334455667788,%rax */
	{ { 0x48, 0xa1, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11 },
	  10,
	  { OPERAND_MEMORY, 0, NO, NO, 0, 0x1122334455667788 } },
	/* rep movsq; rep stosq */
	{ { 0xf3, 0x48, 0xa5 }, 3, { OPERAND_MEMORY, 0, RSI, NO, 0, 0 } },
	{ { 0xf3, 0x48, 0xab }, 3, { OPERAND_MEMORY, 0, RDI, NO, 0, 0 } },
	/* vmovups 0x40(%rsi),%ymm0; vmovdqu64 64(%rsi),%zmm0, whose byte counts pieces; of four bytes it does not */
	{ { 0xc5, 0xfc, 0x10, 0x46, 0x40 }, 5, { OPERAND_MEMORY, 0, RSI, NO, 0, 0x40 } },
	{ { 0x62, 0xf1, 0xfe, 0x48, 0x6f, 0x46, 0x01 }, 7, { OPERAND_UNKNOWN, 0, NO, NO, 0, 0 } },
	{ { 0x62, 0xf1, 0xfe, 0x48, 0x6f, 0x86, 1, 2, 0, 0 }, 10, { OPERAND_MEMORY, 0, RSI, NO, 0, 0x201 } },
	/* push %rbx; pop %r12; call; call *(%rax); push 8(%rax); ret; leave */
	{ { 0x53 }, 1, { OPERAND_STACK, 0, NO, NO, 0, 0 } },
	{ { 0x41, 0x5c }, 2, { OPERAND_STACK, 0, NO, NO, 0, 0 } },
	{ { 0xe8, 1, 2, 3, 4 }, 5, { OPERAND_STACK, 0, NO, NO, 0, 0 } },
	{ { 0xff, 0x10 }, 2, { OPERAND_STACK, 0, NO, NO, 0, 0 } },
	{ { 0xff, 0x70, 0x08 }, 3, { OPERAND_STACK, 0, NO, NO, 0, 0 } },
	{ { 0xc3 }, 1, { OPERAND_STACK, 0, NO, NO, 0, 0 } },
	{ { 0xc9 }, 1, { OPERAND_STACK, 0, NO, NO, 0, 0 } },
	/* jmp *(%rax,%rdx,8) reads */
	{ { 0xff, 0x24, 0xd0 }, 3, { OPERAND_MEMORY, 0, RAX, RDX, 8, 0 } },
	/* lea, nopw, mov of registers, mov of a number, jne */
	{ { 0x48, 0x8d, 0x47, 0x10 }, 4, { OPERAND_NONE, 0, NO, NO, 0, 0 } },
	{ { 0x66, 0x0f, 0x1f, 0x44, 0, 0 }, 6, { OPERAND_NONE, 0, NO, NO, 0, 0 } },
	{ { 0x48, 0x89, 0xe5 }, 3, { OPERAND_NONE, 0, NO, NO, 0, 0 } },
	{ { 0xb8, 1, 2, 3, 4 }, 5, { OPERAND_NONE, 0, NO, NO, 0, 0 } },
	{ { 0x75, 0x10 }, 2, { OPERAND_NONE, 0, NO, NO, 0, 0 } },
	/* with addresses of 32 bits */
	{ { 0x67, 0x8b, 0x07 }, 3, { OPERAND_UNKNOWN, 0, NO, NO, 0, 0 } },
};

TEST(an_instruction_has_its_memory)
{
	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		const struct known *k = &all[i];
		struct x86_parts p;
		struct operand o;

		x86_take_apart(&p, k->bytes, sizeof(k->bytes), false);
		CHECK_EQ_U64(p.size, k->size);
		o = operand_of(&p, NEXT);
		CHECK_EQ_U64(o.kind, k->operand.kind);
		CHECK_EQ_U64(o.segment, k->operand.segment);
		CHECK_EQ_U64(o.base, k->operand.base);
		CHECK_EQ_U64(o.index, k->operand.index);
		CHECK_EQ_U64(o.scale, k->operand.scale);
		CHECK_EQ_U64(o.offset, k->operand.offset);
	}
}

TEST(lea_has_an_address_and_no_memory)
{
	const uint8_t lea[] = { 0x48, 0x8d, 0x05, 0x20, 0, 0, 0 };
	struct x86_parts p;
	struct operand o;

	x86_take_apart(&p, lea, sizeof(lea), false);
	CHECK_EQ_U64(operand_of(&p, NEXT).kind, OPERAND_NONE);
	o = operand_address(&p, NEXT);
	CHECK_EQ_U64(o.kind, OPERAND_MEMORY);
	CHECK_EQ_U64(o.base, NO);
	CHECK_EQ_U64(o.offset, NEXT + 0x20);
}
