/*
 * walk_state: what is known of registers and the stack at one instruction of a walk (report/unwind/code_walk.h).
 *
 *			rbx		rsp		stack
 *	push %rbx	rbx + 0		rsp - 8		rsp - 8: rbx + 0
 *	mov $1,%ebx	unknown		rsp - 8
 *
 * Registers on the right are those at the start of the walk.
 */
#ifndef PREC_REPORT_UNWIND_WALK_STATE_H
#define PREC_REPORT_UNWIND_WALK_STATE_H

#include "report/unwind/code_frame.h"

/* Slots of the stack that are known at once; further ones are forgotten. */
#define WALK_SLOTS_MAX 24u

/* Stands for a stack pointer that was rounded down, as if it were one more register. */
#define WALK_ALIGNED CFI_REGISTERS

enum walk_kind {
	WALK_UNKNOWN = 0,
	WALK_SUM,      /* a register at the start, plus an offset */
	WALK_WORD,     /* what is at such an address at the start, plus `add` */
	WALK_INDIRECT, /* what is at the address of such a word plus `add` */
};

struct walk_value {
	uint8_t kind; /* enum walk_kind */
	uint8_t base;
	int32_t offset;
	int32_t add;
};

struct walk_slot {
	struct walk_value address, value; /* both WALK_SUM */
};

struct walk_state {
	uint64_t at; /* the next instruction */
	struct walk_value regs[CFI_REGISTERS];
	unsigned n_slots;
	struct walk_slot slots[WALK_SLOTS_MAX];
};

/* Makes the state at the start of a walk. */
void walk_begin(struct walk_state *s, uint64_t at);

/* Does what an instruction does. reads: memory that was not written has what it had at the start. */
void walk_step(struct walk_state *s, const struct insn *i, bool reads);

/* Whether the stack pointer is as at the start. */
bool walk_is_entry(const struct walk_state *s, enum unwind_machine machine);

/* Makes the frame of a walk from a function's start. False: the stack pointer is lost. */
bool walk_frame_here(const struct walk_state *s, enum unwind_machine machine, struct code_frame *ret);

/* Makes the frame of a walk to a return. False: the stack pointer is lost. */
bool walk_frame_at_return(const struct walk_state *s, enum unwind_machine machine, struct code_frame *ret);

/* Whether both frames are at one address. */
bool walk_same_address(const struct code_frame *a, const struct code_frame *b);

/* Whether the bytes are one nop of x86_64 or i386, of any length. */
bool walk_is_nop(enum unwind_machine machine, const uint8_t *bytes, size_t size);

#endif
