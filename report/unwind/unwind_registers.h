/* unwind_registers: the registers of a thread, by the DWARF numbers of its machine. */
#ifndef PREC_REPORT_UNWIND_UNWIND_REGISTERS_H
#define PREC_REPORT_UNWIND_UNWIND_REGISTERS_H

#include "formats/record/regs.h"
#include "formats/record/sample_decode.h"
#include "report/elf/cfi_program.h"

enum unwind_machine {
	UNWIND_X86_64,
	UNWIND_ARM64,
	UNWIND_I386, /* a process of 32 bits on x86_64 */
};

struct unwind_registers {
	uint64_t value[CFI_REGISTERS];
	uint64_t known; /* bit n: value[n] is known */
};

/* The DWARF numbers of registers that every machine has. */
struct unwind_roles {
	uint8_t stack, frame, ip;
	uint8_t link; /* holds the return address until it is saved; CFI_REGISTERS on x86_64, where calls push it */
	uint8_t word; /* bytes of an address: 8, or 4 */
	uint16_t elf_machine; /* e_machine of its files, EM_* */
	uint64_t address_mask;
};

extern const struct unwind_roles unwind_roles[];

static inline bool unwind_is_known(const struct unwind_registers *r, unsigned number)
{
	return r->known >> number & 1;
}

static inline void unwind_set(struct unwind_registers *r, unsigned number, uint64_t value)
{
	r->value[number] = value;
	r->known |= 1ull << number;
}

/*
 * Reads the registers of a sample. False: they cannot be unwound: of another machine or a 32-bit process, or without
 * the instruction pointer or the stack pointer.
 */
bool unwind_registers_of(const struct sample_regs *regs, enum unwind_machine machine, struct unwind_registers *ret);

#endif
