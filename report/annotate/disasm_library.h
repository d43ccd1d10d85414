/*
 * disasm_library: the disassemblers that this machine may have, each a shared library that is loaded when it is asked
 * for: libLLVM (its C interface, any version from 14 on), else libcapstone (4 or 5).
 *
 *	bytes, address, machine -> size of the instruction, its text, the address it refers to
 *
 * Only a process of its own calls this (report/annotate/disasm_worker.h), since the bytes are untrusted and both
 * libraries interpret them.
 *
 * Sources: llvm-c/Disassembler.h and llvm-c/Target.h of LLVM 14 to 20; capstone/capstone.h of 4.0 and 5.0.
 */
#ifndef PREC_REPORT_ANNOTATE_DISASM_LIBRARY_H
#define PREC_REPORT_ANNOTATE_DISASM_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum disasm_choice {
	DISASM_BEST, /* LLVM, else capstone */
	DISASM_LLVM,
	DISASM_CAPSTONE,
	DISASM_NONE,
};

/* What code is for. */
struct disasm_machine {
	uint16_t machine; /* EM_* */
	bool is_64;
	bool is_big_endian;
	bool intel; /* x86: Intel's syntax, in place of AT&T's */
};

enum disasm_reference {
	DISASM_NO_REFERENCE,
	DISASM_BRANCH, /* a jump's or call's target; text has it in hexadecimal digits */
	DISASM_DATA,   /* an address that is computed of the program counter */
	DISASM_REFERENCES,
};

/* Limit of an instruction's text, with its NUL. */
#define DISASM_TEXT_MAX 256u

struct disasm_text {
	enum disasm_reference reference;
	uint64_t target; /* of the reference */
	char text[DISASM_TEXT_MAX];
};

struct disasm_backend {
	/* Loads the library, and writes its name and version. False: there is none. */
	bool (*load)(char *name, size_t size);
	/* Begins with code of a machine. NULL: it knows none. */
	void *(*open)(const struct disasm_machine *m);
	void (*close)(void *state);
	/* The size of the instruction at bytes, at most `size`; 0: it is none. */
	size_t (*next)(void *state, const uint8_t *bytes, size_t size, uint64_t address, struct disasm_text *ret);
};

extern const struct disasm_backend disasm_llvm, disasm_capstone;

/* A library that is loaded, and the machine that it was used for last. Begins all zero. */
struct disasm_library {
	const struct disasm_backend *backend; /* NULL: there is none */
	char name[64];                        /* with its version; "" */
	bool is_open;
	struct disasm_machine machine;
	void *state;
};

void disasm_library_load(struct disasm_library *l, enum disasm_choice choice);

/* Begins with code of a machine. False: the library does not know it. */
bool disasm_library_open(struct disasm_library *l, const struct disasm_machine *m);

/*
 * The size of the instruction at bytes, at least 1. What is none is a text of .byte, as much as the machine's smallest
 * instruction has.
 */
size_t disasm_library_next(struct disasm_library *l, const uint8_t *bytes, size_t size, uint64_t address,
			   struct disasm_text *ret);

/* Puts words that are separated by tabs in the columns of objdump: operands begin after six letters and a blank. */
void disasm_text_align(char *text, size_t size, const char *words);

#endif
