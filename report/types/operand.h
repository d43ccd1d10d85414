/*
 * operand: the memory that an instruction of x86_64 reads or writes, as its bytes say.
 *
 *	mov 0x10(%rdi,%rax,8),%rdx	base rdi, index rax, offset 0x10
 *	add %rax,0x2fdf(%rip)		an address
 *	mov %fs:0x28,%rax		segment fs, an address
 *	push %rbx			the stack
 *
 * Of two operands in memory, as those of movs, it is the one that is read.
 *
 * Source: Intel SDM, volume 2, chapters 2 and appendix A. Registers have their DWARF numbers.
 */
#ifndef PREC_REPORT_TYPES_OPERAND_H
#define PREC_REPORT_TYPES_OPERAND_H

#include "report/unwind/x86_format.h"

enum operand_kind {
	OPERAND_NONE,    /* no memory: of registers, lea, nop */
	OPERAND_UNKNOWN, /* memory, whose address is not decoded */
	OPERAND_STACK,   /* push, pop, call, ret, leave, enter */
	OPERAND_MEMORY,
};

#define OPERAND_FS 0x64
#define OPERAND_GS 0x65

/* No register. */
#define OPERAND_NO_REGISTER X86_NONE

struct operand {
	uint8_t kind;        /* enum operand_kind */
	uint8_t segment;     /* OPERAND_FS, OPERAND_GS; 0: none */
	uint8_t base, index; /* or OPERAND_NO_REGISTER; without both, offset is an address */
	uint8_t scale;       /* of the index */
	int64_t offset;
};

/* Finds the operand of an instruction that was taken apart. next: the address of the instruction after it. */
struct operand operand_of(const struct x86_parts *p, uint64_t next);

/* Returns the address that an instruction with a ModRM byte names, whether it reads memory or not: that of lea, too. */
struct operand operand_address(const struct x86_parts *p, uint64_t next);

/* True for cmp, test, add, sub, and, inc, dec, which a processor may execute with the conditional jump after it. */
bool operand_compares(const struct x86_parts *p);

#endif
