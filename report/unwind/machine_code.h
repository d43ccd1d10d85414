/*
 * machine_code: what one instruction does to registers and to the stack, as far as callers are found by it.
 *
 *	push %rbx		rsp = rsp - 8; [rsp] = rbx
 *	lea 8(%rsp),%rcx	rcx = rsp + 8
 *	add %rax,(%rsp)		nothing that is followed
 *	call f			a call of f
 *
 * What is not followed, as sums of two registers, leaves the written registers unknown; vectors and flags are left out.
 * Registers have their DWARF numbers. Bytes are untrusted: an instruction that is not known has size 0.
 *
 * Source: Intel SDM, volume 2, chapters 2 and appendix A; Arm ARM (DDI 0487), C4.
 */
#ifndef PREC_REPORT_UNWIND_MACHINE_CODE_H
#define PREC_REPORT_UNWIND_MACHINE_CODE_H

#include "report/unwind/unwind_registers.h"

/* Size of the longest instruction. */
#define INSN_SIZE_MAX 15u

enum insn_flow {
	INSN_NEXT = 0, /* goes on with the next instruction */
	INSN_CALL,     /* the same, after a call of another function */
	INSN_BRANCH,   /* or at the target */
	INSN_JUMP,     /* only there */
	INSN_RETURN,
	INSN_STOP, /* never goes on: hlt, ud2 */
};

enum insn_effect_kind {
	INSN_SET,   /* reg = base + value */
	INSN_LOAD,  /* reg = [base + value] */
	INSN_STORE, /* [base + value] = reg */
	INSN_ALIGN, /* reg is rounded down */
};

struct insn_effect {
	uint8_t kind; /* enum insn_effect_kind */
	uint8_t reg, base;
	int64_t value;
};

/* The most effects of an instruction: stp of arm64 with its address changed. */
#define INSN_EFFECTS 4u

struct insn {
	uint8_t size;    /* bytes; 0: it is not known */
	uint8_t flow;    /* enum insn_flow */
	uint8_t word;    /* bytes of an address */
	uint16_t pops;   /* bytes of arguments that a return takes from the stack */
	bool has_target; /* else a call or jump goes to an address in a register or memory */
	uint8_t n_effects;
	uint64_t target;                          /* of a call, branch or jump */
	uint64_t written;                         /* bit n: register n gets an unknown value, after the effects */
	struct insn_effect effects[INSN_EFFECTS]; /* in this order */
};

/* Decodes the instruction at an address. size: how many bytes of it there are, as many as INSN_SIZE_MAX if possible. */
void x86_insn(struct insn *ret, const uint8_t *code, size_t size, uint64_t address);
void i386_insn(struct insn *ret, const uint8_t *code, size_t size, uint64_t address);
void arm64_insn(struct insn *ret, const uint8_t *code, size_t size, uint64_t address);

static inline void machine_insn(struct insn *ret, enum unwind_machine machine, const uint8_t *code, size_t size,
				uint64_t address)
{
	switch (machine) {
	case UNWIND_X86_64: x86_insn(ret, code, size, address); break;
	case UNWIND_I386: i386_insn(ret, code, size, address); break;
	case UNWIND_ARM64: arm64_insn(ret, code, size, address); break;
	}
}

/* Adds an effect. */
static inline void insn_add(struct insn *i, enum insn_effect_kind kind, unsigned reg, unsigned base, int64_t value)
{
	if (i->n_effects < INSN_EFFECTS)
		i->effects[i->n_effects++] = (struct insn_effect){
			.kind = (uint8_t)kind, .reg = (uint8_t)reg, .base = (uint8_t)base, .value = value
		};
}

/* Says that a register gets an unknown value. */
static inline void insn_write(struct insn *i, unsigned reg)
{
	i->written |= 1ull << reg;
}

#endif
