/*
 * unwind: the callers of a thread, from its registers and a copy of its stack.
 *
 *	registers, stack copy  ->  ip, caller, caller's caller ...
 *
 * It opens nothing and reads no memory but the stack's copy and the bytes of files that its caller found: where an
 * address lies is asked of a callback. By call frame information (report/elf/cfi.h) first; of code without any by
 * frame pointers, PLTs and signal frames by what their instructions are known to be.
 *
 *	caller's address	what is looked up
 *	the first one		the address itself
 *	of a call		the address - 1: the call may be the last instruction of its function
 *	of a signal		the address itself: the function was interrupted there, not left by a call
 *
 * Addresses come out as they were looked up, as from Linux perf; that of what a signal's handler returns to as it is,
 * since nothing there has called. An address that holds no code is no caller's.
 *
 * x86_64 and arm64. Of arm64, bits that sign return addresses are stripped.
 */
#ifndef PREC_REPORT_UNWIND_UNWIND_H
#define PREC_REPORT_UNWIND_UNWIND_H

#include "report/elf/cfi.h"
#include "report/unwind/unwind_registers.h"

/* Why a chain ends where it does. All but the first are too early. */
enum unwind_end {
	UNWIND_COMPLETE = 0,   /* the outermost function, or what a thread began with */
	UNWIND_LIMIT,          /* as many addresses as were asked for */
	UNWIND_STACK_CUT,      /* the stack goes on where its copy ends */
	UNWIND_OUTSIDE_STACK,  /* a caller's frame is elsewhere: another stack, or wrong information */
	UNWIND_UNMAPPED,       /* an address at which nothing is mapped */
	UNWIND_NO_FILE,        /* the file that is mapped is not here, or not the recorded one */
	UNWIND_NO_INFORMATION, /* the file says nothing of this address; code made at run time */
	UNWIND_BAD_CFI,        /* it does, and that is damaged or not understood */
	UNWIND_NO_REGISTER,    /* a register is needed that was not recorded or is lost */
	UNWIND_NO_ADVANCE,     /* a caller's frame that is no further out */
	UNWIND_32_BIT,         /* a process of 32 bits */
	UNWIND_MACHINE,        /* a machine whose stacks are not understood */
	UNWIND_NO_MEMORY,
	UNWIND_ENDS,
};

/* "stack longer than its copy" and the like. */
const char *unwind_end_text(enum unwind_end end);

/* The copy of a stack. */
struct unwind_stack {
	const uint8_t *data;
	uint64_t start; /* the address of the first byte: the stack pointer */
	uint64_t size;
	bool is_cut; /* there was more than could be copied */
	bool swap;
};

/* What is mapped at an address. */
struct unwind_place {
	const struct cfi *cfi; /* of the file; NULL: no file, or none that is here */
	uint64_t address;      /* elf_image_address there */
	bool has_file;         /* it is of a file; without cfi of one that is missing */
	bool is_jit;           /* it is code made at run time, whose maker may have said wrongly how to unwind it */
	bool is_data;          /* anonymous memory that holds no code */
};

/* Where addresses lie, for one process at one time. */
struct unwind_space {
	uint64_t id; /* as long as it is the same, so are the answers */
	/* False: nothing is mapped there. */
	bool (*find)(void *context, uint64_t address, struct unwind_place *ret_place);
	void *context;
};

/* An address that was looked up before. */
struct unwind_known {
	uint64_t address, space;
	const struct cfi_function *function; /* with CFI_FOUND */
	uint32_t row;
	uint8_t found; /* enum cfi_found */
	bool used, is_mapped;
	bool is_missing; /* of a file that is not here */
	bool is_entry;   /* where a program or its interpreter begins */
	bool is_jit, is_data;
};

/* A power of two; 256 KiB. The callers of a large program come to some thousands. */
#define UNWIND_KNOWN 8192u

/* One thread at a time. */
struct unwinder {
	struct unwind_known known[UNWIND_KNOWN];
};

struct unwind_input {
	enum unwind_machine machine;
	struct unwind_registers registers;
	struct unwind_stack stack;
	struct unwind_space space;
};

/* NULL without memory. What it knows of addresses it keeps as long as it lives. */
struct unwinder *unwinder_new(void);
void unwinder_free(struct unwinder *u);

/*
 * The addresses of a chain, innermost first, `max` or fewer; their number. None without the first one, which is that of
 * the instruction pointer. *ret_end: why there are no more.
 */
uint32_t unwind_chain(struct unwinder *u, const struct unwind_input *input, uint64_t *addresses, uint32_t max,
		      enum unwind_end *ret_end);

#endif
