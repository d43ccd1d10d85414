/*
 * regs: names the registers of samples, by architecture.
 *
 * A register's number is its bit in the masks of an attr: see the kernel's arch/ARCH/include/uapi/asm/perf_regs.h. The
 * names are those of Linux perf.
 *
 * Threads: no state, any thread.
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

/* Returns the architecture of a machine as in uname -m (FEATURE_ARCH): "x86_64", "i686", "armv7l"; NULL: unknown. */
enum regs_arch regs_arch_of(const char *machine);

#define REGS_ARM64_VG 46 /* the length of SVE vectors; only CPUs with SVE have it */

/* Returns the name of a register; NULL: not known. */
const char *regs_name(enum regs_arch arch, unsigned number);

/* Return the number of the instruction pointer and of the stack pointer; -1: not known. */
int regs_ip(enum regs_arch arch);
int regs_sp(enum regs_arch arch);

/*
 * Returns the mask of all general registers that the kernel of a machine (as in uname -m) can sample; 0: not known. It
 * is PERF_REGS_MASK in tools/perf/arch/ARCH/include/perf_regs.h; that of arm64 includes REGS_ARM64_VG.
 */
uint64_t regs_mask_of(const char *machine);

#endif
