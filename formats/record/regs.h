/*
 * regs: the names of the registers in a sample, by architecture.
 *
 * A mask's bit is a register's number in the kernel's arch/ARCH/include/uapi/asm/perf_regs.h; the names are those Linux
 * perf prints.
 */
#ifndef PREC_FORMATS_RECORD_REGS_H
#define PREC_FORMATS_RECORD_REGS_H

#include <stddef.h>
#include <stdint.h>

enum regs_arch {
	REGS_UNKNOWN,
	REGS_X86,
	REGS_ARM,
	REGS_ARM64,
	REGS_RISCV,
	REGS_POWERPC,
	REGS_S390,
	REGS_MIPS,
	REGS_LOONGARCH,
};

/* By what uname -m says (FEATURE_ARCH): "x86_64", "i686", "armv7l", "aarch64", "riscv64" ... NULL: unknown. */
enum regs_arch regs_arch_of(const char *machine);

#define REGS_ARM64_VG 46 /* the length of vectors; of CPUs with SVE only */

/* Returns the name of the register with the number, or NULL. */
const char *regs_name(enum regs_arch arch, unsigned number);

/* Returns the number of the instruction pointer, or -1. */
int regs_ip(enum regs_arch arch);

/* Returns the number of the stack pointer, or -1. */
int regs_sp(enum regs_arch arch);

/*
 * The general registers that the kernel of a machine (as uname -m says) samples, as the mask that Linux perf asks for:
 * PERF_REGS_MASK in tools/perf/arch/ARCH/include/perf_regs.h. 0: unknown. That of arm64 has REGS_ARM64_VG.
 */
uint64_t regs_mask_of(const char *machine);

#endif
