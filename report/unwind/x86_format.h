/*
 * x86_format: the parts of an instruction of x86_64 or i386: prefixes, opcode, operands, immediate.
 *
 *	66 48 81 84 24 disp32 imm32	add $imm, disp(%rsp)
 */
#ifndef PREC_REPORT_UNWIND_X86_FORMAT_H
#define PREC_REPORT_UNWIND_X86_FORMAT_H

#include "common/cursor.h"
#include "report/unwind/unwind_registers.h"

enum x86_map {
	MAP_ONE, /* opcodes of one byte */
	MAP_0F,
	MAP_0F38,
	MAP_0F3A,
	MAP_XOP8,
	MAP_XOPA,
	MAP_OTHER, /* 9 of XOP, 5 and 6 of EVEX */
};

/* The base of an operand in memory that is no register alone: an index, rip, none. */
#define X86_NO_BASE 0xff

/* Parts of an address that are no general register. */
#define X86_NONE 0xff
#define X86_RIP  0xfe /* of the next instruction */

struct x86_parts {
	uint8_t size;                            /* bytes; 0: it is not known */
	bool has_operand_size, has_address_size; /* prefixes 66 and 67 */
	bool has_rex;
	bool is_32;     /* of i386 */
	bool is_wide;   /* its operands are whole registers: REX.W; on i386 no prefix 66 */
	bool is_vector; /* VEX, EVEX or XOP */
	bool has_modrm;
	bool is_scaled;  /* disp is a number of pieces, whose size the instruction decides: EVEX */
	uint8_t segment; /* prefix 64 (fs) or 65 (gs); 0: none that changes addresses */
	uint8_t repeat;  /* prefix f2 or f3; 0: none */
	uint8_t rex;     /* bits R, X and B */
	uint8_t map, op;
	uint8_t vvvv;    /* DWARF's number; of i386, too, as x86_64 has them */
	uint8_t mod;     /* 3: rm is a register, else the base of an operand in memory */
	uint8_t reg, rm; /* DWARF's numbers */
	uint8_t digit;   /* the bits of reg in the byte, which may be a part of the opcode */
	/* Of an operand in memory: DWARF's numbers, X86_NONE or X86_RIP; and what the index is multiplied by. */
	uint8_t base, index, scale;
	int32_t disp;
	int64_t immediate; /* sign-extended; of enter the bytes of the frame; of a0 to a3 the address */
};

/* Takes an instruction apart, of which there are `size` bytes. is_32: of i386. */
void x86_take_apart(struct x86_parts *ret, const uint8_t *code, size_t size, bool is_32);

/* Returns DWARF's number of a register: its three low bits, and whether REX has the fourth. */
uint8_t x86_register(unsigned bits, bool is_high);

#endif
