/* unwind_input: what a chain is unwound from, by whom, and why it ends. */
#ifndef PREC_REPORT_UNWIND_UNWIND_INPUT_H
#define PREC_REPORT_UNWIND_UNWIND_INPUT_H

#include "report/elf/cfi.h"
#include "report/unwind/code_file.h"
#include "report/unwind/unwind_registers.h"

/* Why a chain ends. All but COMPLETE and LIMIT are too early. */
/* Bundles have them by number (formats/file/bundle_stacks.h): new ones come last. */
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

/* The copy of a stack. */
struct unwind_stack {
	const uint8_t *data;
	uint64_t start; /* the address of the first byte: the stack pointer */
	uint64_t size;
	bool is_cut; /* the stack is longer than the copy */
	bool swap;
	bool is_32; /* its words have 4 bytes */
};

/* What is mapped at an address. */
struct unwind_location {
	const struct cfi *cfi;     /* of the file; NULL: no file, or it is missing */
	struct code_file *symbols; /* of the file; NULL: none are known */
	uint64_t address;          /* elf_image_address there */
	bool has_file;             /* a file is mapped; if cfi is NULL it is missing */
	bool is_jit;               /* JIT code, whose information may be wrong */
	const uint8_t *code;       /* of JIT code: its bytes from the address on, or NULL */
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
	uint8_t go; /* enum code_go */
};

/* Ways to find a caller in code without call frame information. Each can be left out. */
/* Likewise. */
enum unwind_way {
	UNWIND_BY_CODE,   /* by the instructions of the function */
	UNWIND_BY_CALL,   /* by a direct call of it */
	UNWIND_BY_SEARCH, /* by a return address from which information leads to the thread's start */
	UNWIND_WAYS,
};

/* A power of two; 256 KiB. A large program has some thousands of callers. */
#define UNWIND_CACHE_ENTRIES 8192u

/* One thread at a time. */
struct unwinder {
	struct unwind_cache_entry cache[UNWIND_CACHE_ENTRIES];
	struct code_cache *code;  /* NULL: not needed yet */
	uint32_t by[UNWIND_WAYS]; /* how many frames of the last chain were found each way */
};

struct unwind_input {
	enum unwind_machine machine;
	struct unwind_registers registers;
	struct unwind_stack stack;
	struct unwind_space space;
	unsigned ways; /* bits of enum unwind_way */
};

#endif
