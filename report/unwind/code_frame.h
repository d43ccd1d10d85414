/*
 * code_frame: where the registers of a function's caller are at one instruction, as report/unwind/code_walk.h finds it.
 */
#ifndef PREC_REPORT_UNWIND_CODE_FRAME_H
#define PREC_REPORT_UNWIND_CODE_FRAME_H

#include "report/unwind/machine_code.h"

enum code_rule_kind {
	CODE_LOST = 0,
	CODE_VALUE, /* a register plus an offset */
	CODE_AT,    /* the word there */
	CODE_FRAME, /* the word at the frame's address plus an offset */
};

/* Where a value is found from the registers at ip. */
struct code_rule {
	uint8_t kind; /* enum code_rule_kind */
	uint8_t reg;
	int32_t offset;
};

/* x86_64: rbx, rbp, r12 to r15; i386: ebx, ebp, esi, edi; arm64: x19 to x30. */
#define CODE_SAVED_MAX 12u

/* The frame of a function: what its caller's registers are. */
struct code_frame {
	struct code_rule address; /* what the stack pointer was at the function's first instruction, less `add` */
	int32_t add;
	struct code_rule saved[CODE_SAVED_MAX]; /* by the numbers of code_saved() */
};

/* Returns the register numbers that a machine's functions keep for their callers. *ret_n: how many. */
const uint8_t *code_saved(enum unwind_machine machine, unsigned *ret_n);

#endif
