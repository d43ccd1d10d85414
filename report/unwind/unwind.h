/*
 * unwind: finds the callers of a thread, from its registers and a copy of its stack.
 *
 *	registers, stack copy  ->  ip, caller, caller's caller ...
 *
 * It opens no file. It reads only the copy of the stack, and bytes of files that a callback finds for an address. It
 * uses call frame information (report/elf/cfi.h); in code without it frame pointers; PLT entries and signal frames are
 * known by their instructions.
 *
 *	caller's address	what is looked up
 *	the first one		the address itself
 *	of a call		the address - 1: the call may be the last instruction of its function
 *	of a signal		the address itself: the function was interrupted there, not left by a call
 *
 * As in Linux perf, the result has the addresses that were looked up. The address that a signal handler returns to is
 * unchanged, since nothing was called there. An address without code is no caller.
 *
 * Machines: x86_64 and arm64. Signature bits of arm64 return addresses are stripped.
 */
#ifndef PREC_REPORT_UNWIND_UNWIND_H
#define PREC_REPORT_UNWIND_UNWIND_H

#include "report/elf/cfi.h"
#include "report/unwind/unwind_registers.h"

/* Why a chain ends. All but COMPLETE and LIMIT are too early. */
enum unwind_end {
	UNWIND_COMPLETE = 0,   /* at the outermost function, or where the thread started */
	UNWIND_LIMIT,          /* at the requested number of addresses */
	UNWIND_STACK_CUT,      /* the copy of the stack is too short */
	UNWIND_OUTSIDE_STACK,  /* a caller's frame is outside the copy: another stack, or wrong information */
	UNWIND_UNMAPPED,       /* an address at which nothing is mapped */
	UNWIND_NO_FILE,        /* the mapped file is missing, or has another build-id */
	UNWIND_NO_INFORMATION, /* the file has no information for the address; JIT code */
	UNWIND_BAD_CFI,        /* the information is damaged or not understood */
	UNWIND_NO_REGISTER,    /* a needed register was not recorded or is lost */
	UNWIND_NO_ADVANCE,     /* a caller's frame is not further out */
	UNWIND_32_BIT,         /* a 32-bit process */
	UNWIND_MACHINE,        /* an unsupported machine */
	UNWIND_NO_MEMORY,
	UNWIND_ENDS,
};

/* Returns a text like "stack longer than its copy". */
const char *unwind_end_text(enum unwind_end end);

/* The copy of a stack. */
struct unwind_stack {
	const uint8_t *data;
	uint64_t start; /* the address of the first byte: the stack pointer */
	uint64_t size;
	bool is_cut; /* the stack is longer than the copy */
	bool swap;
};

/* What is mapped at an address. */
struct unwind_location {
	const struct cfi *cfi; /* of the file; NULL: no file, or it is missing */
	uint64_t address;      /* elf_image_address there */
	bool has_file;         /* a file is mapped; if cfi is NULL it is missing */
	bool is_jit;           /* JIT code, whose information may be wrong */
	const uint8_t *code;   /* of JIT code: its bytes from the address on, or NULL */
	size_t code_size;
	bool is_data; /* anonymous memory without code */
};

/* Finds what is mapped at an address, in one process at one time. */
struct unwind_space {
	uint64_t id; /* equal ids give equal answers */
	/* False: nothing is mapped at the address. */
	bool (*find)(void *context, uint64_t address, struct unwind_location *ret_location);
	void *context;
};

/* A cached lookup of an address. */
struct unwind_cache_entry {
	uint64_t address, space;
	const struct cfi_function *function; /* set for CFI_FOUND */
	uint32_t row;
	uint8_t found; /* enum cfi_found */
	bool is_used, is_mapped;
	bool is_missing; /* of a missing file */
	bool is_entry;   /* at the entry point of a program or its interpreter */
	bool is_jit, is_data;
};

/* A power of two; 256 KiB. A large program has some thousands of callers. */
#define UNWIND_CACHE_ENTRIES 8192u

/* One thread at a time. */
struct unwinder {
	struct unwind_cache_entry cache[UNWIND_CACHE_ENTRIES];
};

struct unwind_input {
	enum unwind_machine machine;
	struct unwind_registers registers;
	struct unwind_stack stack;
	struct unwind_space space;
};

/* Makes an unwinder with an empty cache. NULL without memory. */
struct unwinder *unwinder_new(void);
void unwinder_free(struct unwinder *u);

/*
 * Writes the addresses of a chain, innermost first, up to `max`. Returns their number, 0 if the ip itself is no code.
 * *ret_end: why there are no more.
 */
uint32_t unwind_chain(struct unwinder *u, const struct unwind_input *input, uint64_t *addresses, uint32_t max,
		      enum unwind_end *ret_end);

#endif
