/*
 * unwind_registers: the registers of a thread as unwinding has them, by the DWARF numbers of their machine.
 */
#ifndef PREC_REPORT_UNWIND_UNWIND_REGISTERS_H
#define PREC_REPORT_UNWIND_UNWIND_REGISTERS_H

#include "formats/record/regs.h"
#include "formats/record/sample_decode.h"
#include "report/elf/cfi_program.h"

enum unwind_machine {
	UNWIND_X86_64,
	UNWIND_ARM64,
};

struct unwind_registers {
	uint64_t value[CFI_REGISTERS];
	uint64_t known; /* a bit each */
};

/* The numbers of those that every machine has. */
struct unwind_roles {
	uint8_t stack, frame, ip;
	uint8_t link; /* holds the return address where no call has saved it; of x86_64, where each has, CFI_REGISTERS
		       */
	uint16_t elf_machine; /* EM_* of its files */
	uint64_t address_mask;
};

extern const struct unwind_roles unwind_roles[];

static inline bool unwind_known(const struct unwind_registers *r, unsigned number)
{
	return r->known >> number & 1;
}

static inline void unwind_set(struct unwind_registers *r, unsigned number, uint64_t value)
{
	r->value[number] = value;
	r->known |= 1ull << number;
}

/*
 * Those of a sample. False when there is no unwinding with them: registers of another machine, of a process of 32 bits,
 * without the instruction pointer or the stack pointer.
 */
bool unwind_registers_of(const struct sample_regs *regs, enum unwind_machine machine, struct unwind_registers *ret);

#endif
