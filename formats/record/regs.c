#include "formats/record/regs.h"

#include "common/bytes.h"

/* The vector registers take two numbers each, one for every eight bytes. */
static const char *const x86_names[] = {
	"AX",    "BX",    "CX",    "DX",    "SI",    "DI",    "BP",    "SP",    "IP",    "FLAGS", "CS",
	"SS",    "DS",    "ES",    "FS",    "GS",    "R8",    "R9",    "R10",   "R11",   "R12",   "R13",
	"R14",   "R15",   NULL,    NULL,    NULL,    NULL,    NULL,    NULL,    NULL,    NULL,    "XMM0",
	"XMM0",  "XMM1",  "XMM1",  "XMM2",  "XMM2",  "XMM3",  "XMM3",  "XMM4",  "XMM4",  "XMM5",  "XMM5",
	"XMM6",  "XMM6",  "XMM7",  "XMM7",  "XMM8",  "XMM8",  "XMM9",  "XMM9",  "XMM10", "XMM10", "XMM11",
	"XMM11", "XMM12", "XMM12", "XMM13", "XMM13", "XMM14", "XMM14", "XMM15", "XMM15",
};

static const char *const arm_names[] = {
	"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "fp", "ip", "sp", "lr", "pc",
};

static const char *const arm64_names[] = {
	"x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",  "x9",  "x10", "x11", "x12", "x13", "x14", "x15",
	"x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "lr",  "sp",
	"pc",  NULL,  NULL,  NULL,  NULL,  NULL,  NULL,  NULL,  NULL,  NULL,  NULL,  NULL,  NULL,  NULL,  "vg",
};

static const char *const riscv_names[] = {
	"pc", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
	"a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
};

static const char *const powerpc_names[] = {
	"r0",    "r1",    "r2",    "r3",    "r4",   "r5",   "r6",    "r7",   "r8",    "r9",    "r10",     "r11",
	"r12",   "r13",   "r14",   "r15",   "r16",  "r17",  "r18",   "r19",  "r20",   "r21",   "r22",     "r23",
	"r24",   "r25",   "r26",   "r27",   "r28",  "r29",  "r30",   "r31",  "nip",   "msr",   "orig_r3", "ctr",
	"link",  "xer",   "ccr",   "softe", "trap", "dar",  "dsisr", "sier", "mmcra", "mmcr0", "mmcr1",   "mmcr2",
	"mmcr3", "sier2", "sier3", "pmc1",  "pmc2", "pmc3", "pmc4",  "pmc5", "pmc6",  "sdar",  "siar",
};

static const char *const s390_names[] = {
	"R0",  "R1",  "R2",   "R3",   "R4",   "R5",   "R6",   "R7",   "R8",   "R9",  "R10", "R11",
	"R12", "R13", "R14",  "R15",  "FP0",  "FP1",  "FP2",  "FP3",  "FP4",  "FP5", "FP6", "FP7",
	"FP8", "FP9", "FP10", "FP11", "FP12", "FP13", "FP14", "FP15", "MASK", "PC",
};

static const char *const mips_names[] = {
	"PC",  "$1",  "$2",  "$3",  "$4",  "$5",  "$6",  "$7",  "$8",  "$9",  "$10", "$11", "$12", "$13", "$14",
	"$15", "$16", "$17", "$18", "$19", "$20", "$21", "$22", "$23", "$24", "$25", "$28", "$29", "$30", "$31",
};

static const char *const loongarch_names[] = {
	"PC",   "%r1",  "%r2",  "%r3",  "%r4",  "%r5",  "%r6",  "%r7",  "%r8",  "%r9",  "%r10",
	"%r11", "%r12", "%r13", "%r14", "%r15", "%r16", "%r17", "%r18", "%r19", "%r20", "%r21",
	"%r22", "%r23", "%r24", "%r25", "%r26", "%r27", "%r28", "%r29", "%r30", "%r31",
};

#define NAMES(names)                     \
	{                                \
		names, ARRAY_SIZE(names) \
	}

static const struct {
	const char *const *names;
	unsigned n;
} tables[] = {
	[REGS_X86] = NAMES(x86_names),         [REGS_ARM] = NAMES(arm_names),
	[REGS_ARM64] = NAMES(arm64_names),     [REGS_RISCV] = NAMES(riscv_names),
	[REGS_POWERPC] = NAMES(powerpc_names), [REGS_S390] = NAMES(s390_names),
	[REGS_MIPS] = NAMES(mips_names),       [REGS_LOONGARCH] = NAMES(loongarch_names),
};

/* The first that the machine's name begins with counts. */
static const struct {
	const char *prefix;
	enum regs_arch arch;
} machines[] = {
	{ "x86", REGS_X86 },       { "amd64", REGS_X86 },   { "i386", REGS_X86 },
	{ "i486", REGS_X86 },      { "i586", REGS_X86 },    { "i686", REGS_X86 },
	{ "aarch64", REGS_ARM64 }, { "arm64", REGS_ARM64 }, { "arm", REGS_ARM },
	{ "riscv", REGS_RISCV },   { "ppc", REGS_POWERPC }, { "powerpc", REGS_POWERPC },
	{ "s390", REGS_S390 },     { "mips", REGS_MIPS },   { "loongarch", REGS_LOONGARCH },
};

/*
 * On x86 without the segment registers DS to GS: 64-bit kernels do not sample them, and 32-bit ones need none of them
 * to unwind.
 */
#define X86_MASK     0xff0fffull
#define X86_32_MASK  0xfffull
#define LOWEST(bits) ((1ull << (bits)) - 1)

static const uint64_t masks[] = {
	[REGS_X86] = X86_MASK,     [REGS_ARM] = LOWEST(16),       [REGS_ARM64] = LOWEST(33) | 1ull << REGS_ARM64_VG,
	[REGS_RISCV] = LOWEST(32), [REGS_POWERPC] = LOWEST(45),   [REGS_S390] = LOWEST(34),
	[REGS_MIPS] = LOWEST(30),  [REGS_LOONGARCH] = LOWEST(32),
};

uint64_t regs_mask_of(const char *machine)
{
	enum regs_arch arch = regs_arch_of(machine);

	return arch == REGS_X86 && *machine == 'i' ? X86_32_MASK : masks[arch];
}

enum regs_arch regs_arch_of(const char *machine)
{
	for (size_t i = 0; machine && i < ARRAY_SIZE(machines); i++)
		if (!strncmp(machine, machines[i].prefix, strlen(machines[i].prefix)))
			return machines[i].arch;
	return REGS_UNKNOWN;
}

const char *regs_name(enum regs_arch arch, unsigned number)
{
	return number < tables[arch].n ? tables[arch].names[number] : NULL;
}

int regs_ip(enum regs_arch arch)
{
	switch (arch) {
	case REGS_X86: return 8;
	case REGS_ARM: return 15;
	case REGS_ARM64:
	case REGS_POWERPC: return 32;
	case REGS_S390: return 33;
	case REGS_RISCV:
	case REGS_MIPS:
	case REGS_LOONGARCH: return 0;
	default: return -1;
	}
}

int regs_sp(enum regs_arch arch)
{
	switch (arch) {
	case REGS_X86: return 7;
	case REGS_ARM: return 13;
	case REGS_ARM64: return 31;
	case REGS_POWERPC: return 1;
	case REGS_S390: return 15;
	case REGS_RISCV: return 2;
	case REGS_MIPS: return 27; /* $29; $26 and $27 have no number */
	case REGS_LOONGARCH: return 3;
	default: return -1;
	}
}
