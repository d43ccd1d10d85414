/*
 * code_walk: finds a frame by the instructions of its function, for code that has no call frame information.
 *
 *	f:	push %rbx		code_walk_to, from f on: the return address is at rsp + 0x90 at ip,
 *		sub $0x88,%rsp		and rbx is saved below it
 *	ip ->	...
 *		add $0x88,%rsp		code_walk_out, from ip on: the same by what is undone before ret
 *		pop %rbx
 *		ret
 *
 * Branches are followed both ways, calls are stepped over, and jumps into other functions are followed, since these
 * were jumped to in place of a call. What registers and the stack have is known as a register at the start of the walk
 * plus a number, or as unknown (report/unwind/machine_code.h).
 *
 * Nothing of a process is read, so that results hold for all processes with the file. One walker for each thread.
 */
#ifndef PREC_REPORT_UNWIND_CODE_WALK_H
#define PREC_REPORT_UNWIND_CODE_WALK_H

#include "report/unwind/code_frame.h"

/* Code that lies in one piece: a segment of a file. Addresses are the file's. */
struct code_bytes {
	const uint8_t *data; /* borrowed */
	uint64_t start, size;
	enum unwind_machine machine;
};

enum code_found {
	CODE_FOUND,
	CODE_ABSENT,    /* all was walked, and it is not there */
	CODE_UNCERTAIN, /* some was not: jumps to unknown places, unknown instructions, limits */
	CODE_SWITCHED,  /* it is there, and the stack pointer is that of another stack, or unknown */
};

/* Limits of one walk. */
#define WALK_INSNS_MAX   4096u
#define WALK_PENDING_MAX 64u
#define WALK_RETURNS_MAX 4u

struct code_walker;

/* NULL without memory. */
struct code_walker *code_walker_new(void);
void code_walker_free(struct code_walker *w);

/* Where to walk. */
struct code_span {
	uint64_t from;      /* the first instruction */
	uint64_t low, high; /* the walk stays in [low, high) */
	uint64_t to;        /* code_walk_to: the instruction that is looked for */
	bool is_after_call; /* only if it follows a call: a return address */
};

/* Walks from a function's first instruction to one in it. *ret_frame: the frame there, for CODE_FOUND. */
enum code_found code_walk_to(struct code_walker *w, const struct code_bytes *code, const struct code_span *span,
			     struct code_frame *ret_frame);

/*
 * Walks from an instruction to the returns of its function. Calls that never return lead it into the next function:
 * then frames differ. Returns how many different frames, up to WALK_RETURNS_MAX. *ret_is_endless: all ways end in a
 * halt of the process.
 */
unsigned code_walk_out(struct code_walker *w, const struct code_bytes *code, const struct code_span *span,
		       struct code_frame *ret_frames, bool *ret_is_endless);

#endif
