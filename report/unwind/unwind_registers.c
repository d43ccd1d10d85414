#include "report/unwind/unwind_registers.h"

/*
 * Bits of user addresses. x86_64: 47, or 56 with five-level page tables. arm64: 48, as larger ones need a request to
 * mmap; the bits above are the signature.
 */
const struct unwind_roles unwind_roles[] = {
	[UNWIND_X86_64] = { .stack = 7,
			    .frame = 6,
			    .ip = 16,
			    .link = CFI_REGISTERS,
			    .word = 8,
			    .elf_machine = EM_X86_64,
			    .address_mask = UINT64_MAX },
	[UNWIND_ARM64] = { .stack = 31,
			   .frame = 29,
			   .ip = 32,
			   .link = 30,
			   .word = 8,
			   .elf_machine = EM_AARCH64,
			   .address_mask = (1ull << 48) - 1 },
	[UNWIND_I386] = { .stack = 4,
			  .frame = 5,
			  .ip = 8,
			  .link = CFI_REGISTERS,
			  .word = 4,
			  .elf_machine = EM_386,
			  .address_mask = UINT32_MAX },
};

/*
 * The kernel's number (arch/x86/include/uapi/asm/perf_regs.h) by DWARF number: rax, rdx, rcx, rbx, rsi, rdi, rbp, rsp,
 * r8 to r15, rip. On arm64 both are equal.
 */
static const uint8_t x86_64_numbers[] = { 0, 3, 2, 1, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 8 };

/* eax, ecx, edx, ebx, esp, ebp, esi, edi, eip */
static const uint8_t i386_numbers[] = { 0, 2, 3, 1, 7, 6, 4, 5, 8 };

/* Returns the kernel's number of a register. */
static unsigned kernel_number(enum unwind_machine machine, unsigned number)
{
	switch (machine) {
	case UNWIND_X86_64: return x86_64_numbers[number];
	case UNWIND_I386: return i386_numbers[number];
	default: return number;
	}
}

bool unwind_registers_of(const struct sample_regs *regs, enum unwind_machine machine, struct unwind_registers *ret)
{
	const struct unwind_roles *roles = &unwind_roles[machine];
	unsigned n = roles->ip + 1u;

	ret->known = 0;
	for (unsigned i = 0; i < n; i++) {
		unsigned number = kernel_number(machine, i);
		uint64_t value;

		if (sample_reg(regs, number, &value))
			unwind_set(ret, i, value);
	}
	return unwind_is_known(ret, roles->ip) && unwind_is_known(ret, roles->stack);
}
