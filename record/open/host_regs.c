#include "record/open/host_regs.h"

#include <sys/auxv.h>
#include <sys/utsname.h>

#define ARM64_HWCAP_SVE (1ul << 22) /* of asm/hwcap.h */

enum regs_arch host_regs_arch(void)
{
	struct utsname host;

	return uname(&host) ? REGS_UNKNOWN : regs_arch_of(host.machine);
}

uint64_t host_regs_mask(void)
{
	struct utsname host;
	uint64_t mask = uname(&host) ? 0 : regs_mask_of(host.machine);

	/* perf_reg_validate in arch/arm64/kernel/perf_regs.c refuses VG where the system has no SVE. */
	if (mask && regs_arch_of(host.machine) == REGS_ARM64 && !(getauxval(AT_HWCAP) & ARM64_HWCAP_SVE))
		mask &= ~(1ull << REGS_ARM64_VG);
	return mask;
}

uint64_t host_regs_unwind_mask(void)
{
	enum regs_arch arch = host_regs_arch();

	return arch == REGS_UNKNOWN ? 0 : 1ull << regs_ip(arch) | 1ull << regs_sp(arch);
}
