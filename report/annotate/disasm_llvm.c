/*
 * disasm_llvm: libLLVM by its C interface (llvm-c/Disassembler.h).
 *
 * The library asks back what name an address has. The answer for the target of a branch is a mark, in whose place the
 * address itself is put into the text.
 */
#include "report/annotate/disasm_library.h"

#include "common/bytes.h"

#include <dlfcn.h>
#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Versions that are looked for, the newest first. */
#define NEWEST 32u
#define OLDEST 14u

#define TARGET_MARK "prec_target"

/* The longest instruction of x86, with its prefixes. */
#define X86_MAX 15u

/* llvm-c/DisassemblerTypes.h */
#define REFERENCE_NONE       0u
#define REFERENCE_BRANCH     1u
#define REFERENCE_PCREL_LOAD 2u
#define OPTION_HEXADECIMAL   2u
#define OPTION_INTEL         4u

#ifndef EM_LOONGARCH
#define EM_LOONGARCH 258
#endif

typedef const char *(*lookup_call)(void *context, uint64_t value, uint64_t *type, uint64_t pc, const char **ret_name);

static struct {
	void *(*create)(const char *triple, const char *cpu, const char *features, void *context, int tag, void *info,
			lookup_call lookup);
	int (*set_options)(void *state, uint64_t options);
	size_t (*next)(void *state, uint8_t *bytes, uint64_t size, uint64_t pc, char *text, size_t text_size);
	void (*dispose)(void *state);
	void *library;
} llvm;

static const struct target {
	uint16_t machine;
	bool is_64, is_big_endian;
	const char *name, *triple, *features;
} targets[] = {
	{ EM_X86_64, true, false, "X86", "x86_64-linux-gnu", "" },
	{ EM_X86_64, false, false, "X86", "x86_64-linux-gnux32", "" },
	{ EM_386, false, false, "X86", "i386-linux-gnu", "" },
	{ EM_AARCH64, true, false, "AArch64", "aarch64-linux-gnu", "+v9a,+mte,+sme,+rand,+bf16,+i8mm,+f32mm,+f64mm" },
	{ EM_AARCH64, true, true, "AArch64", "aarch64_be-linux-gnu", "+v9a,+mte,+sme,+rand,+bf16,+i8mm" },
	{ EM_PPC64, true, false, "PowerPC", "powerpc64le-linux-gnu", "" },
	{ EM_PPC64, true, true, "PowerPC", "powerpc64-linux-gnu", "" },
	{ EM_S390, true, true, "SystemZ", "s390x-linux-gnu", "+vector" },
	{ EM_RISCV, true, false, "RISCV", "riscv64-linux-gnu", "+m,+a,+f,+d,+c" },
	{ EM_MIPS, true, false, "Mips", "mips64el-linux-gnuabi64", "" },
	{ EM_LOONGARCH, true, false, "LoongArch", "loongarch64-linux-gnu", "+f,+d" },
};

struct llvm_state {
	void *disassembler;
	bool is_x86;
	struct disasm_text *text; /* of the instruction that is decoded */
};

/* Debian and Fedora name the library in different ways, and both have changed theirs. */
static void *open_library(unsigned version)
{
	static const char *const names[] = { "libLLVM.so.%u.1", "libLLVM-%u.so.1", "libLLVM.so.%u", "libLLVM-%u.so" };
	void *library = NULL;
	char name[32];

	for (size_t i = 0; i < ARRAY_SIZE(names) && !library; i++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		snprintf(name, sizeof(name), names[i], version);
#pragma GCC diagnostic pop
		library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
	}
	return library;
}

static bool find_functions(void *library)
{
	*(void **)&llvm.create = dlsym(library, "LLVMCreateDisasmCPUFeatures");
	*(void **)&llvm.set_options = dlsym(library, "LLVMSetDisasmOptions");
	*(void **)&llvm.next = dlsym(library, "LLVMDisasmInstruction");
	*(void **)&llvm.dispose = dlsym(library, "LLVMDisasmDispose");
	llvm.library = library;
	return llvm.create && llvm.set_options && llvm.next && llvm.dispose;
}

static bool load(char *name, size_t size)
{
	for (unsigned version = NEWEST; version >= OLDEST; version--) {
		void *library = open_library(version);

		if (!library || !find_functions(library))
			continue;
		snprintf(name, size, "LLVM %u", version);
		return true;
	}
	return false;
}

/* Only the mark goes into the text; what else is asked about is remembered. */
static const char *look_up(void *context, uint64_t value, uint64_t *type, uint64_t pc, const char **ret_name)
{
	struct llvm_state *s = context;
	uint64_t asked = *type;

	(void)pc;
	*type = REFERENCE_NONE;
	*ret_name = NULL;
	if (asked != REFERENCE_BRANCH && asked != REFERENCE_PCREL_LOAD)
		return NULL;
	s->text->reference = asked == REFERENCE_BRANCH ? DISASM_BRANCH : DISASM_DATA;
	s->text->target = value;
	return asked == REFERENCE_BRANCH ? TARGET_MARK : NULL;
}

/* A library may be built without a target. */
static bool initialize(const char *target)
{
	static const char *const parts[] = { "TargetInfo", "TargetMC", "Disassembler" };

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		char name[64];
		void (*call)(void);

		snprintf(name, sizeof(name), "LLVMInitialize%s%s", target, parts[i]);
		*(void **)&call = dlsym(llvm.library, name);
		if (!call)
			return false;
		call();
	}
	return true;
}

static const struct target *find_target(const struct disasm_machine *m)
{
	for (size_t i = 0; i < ARRAY_SIZE(targets); i++) {
		const struct target *t = &targets[i];

		if (t->machine == m->machine && t->is_64 == m->is_64 && t->is_big_endian == m->is_big_endian)
			return t;
	}
	return NULL;
}

static void *open_machine(const struct disasm_machine *m)
{
	const struct target *t = find_target(m);
	struct llvm_state *s = t && initialize(t->name) ? calloc(1, sizeof(*s)) : NULL;

	if (!s)
		return NULL;
	s->is_x86 = m->machine == EM_X86_64 || m->machine == EM_386;
	s->disassembler = llvm.create(t->triple, "", t->features, s, 0, NULL, look_up);
	if (!s->disassembler) {
		free(s);
		return NULL;
	}
	/* The first makes another printer, which forgets the second. */
	if (s->is_x86 && m->intel)
		llvm.set_options(s->disassembler, OPTION_INTEL);
	llvm.set_options(s->disassembler, OPTION_HEXADECIMAL);
	return s;
}

static void close_machine(void *state)
{
	struct llvm_state *s = state;

	llvm.dispose(s->disassembler);
	free(s);
}

/* The target's digits in place of the mark. */
static void put_target(char *text, size_t size, uint64_t target)
{
	char *mark = strstr(text, TARGET_MARK);
	char rest[DISASM_TEXT_MAX];

	if (!mark)
		return;
	snprintf(rest, sizeof(rest), "%s", mark + strlen(TARGET_MARK));
	snprintf(mark, size - (size_t)(mark - text), "%" PRIx64 "%s", target, rest);
}

static size_t decode(struct llvm_state *s, const uint8_t *bytes, size_t size, uint64_t address, struct disasm_text *ret)
{
	char words[DISASM_TEXT_MAX];
	size_t n;

	s->text = ret;
	n = llvm.next(s->disassembler, (uint8_t *)bytes, size, address, words, sizeof(words));
	if (!n)
		return 0;
	disasm_text_align(ret->text, sizeof(ret->text), words);
	if (ret->reference == DISASM_BRANCH)
		put_target(ret->text, sizeof(ret->text), ret->target);
	return n;
}

/* To LLVM some prefixes are instructions of their own. */
static bool is_prefix(const char *text)
{
	static const char *const prefixes[] = { "lock",   "rep",     "repne",    "repe",     "data16", "data32",
						"addr32", "notrack", "xacquire", "xrelease", "bnd",    "rex64",
						"cs",     "ds",      "es",       "fs",       "gs",     "ss" };

	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (!strcmp(text, prefixes[i]))
			return true;
	return false;
}

/* Puts an instruction behind its prefix: what is after its mnemonic moves to the left. */
static void append(struct disasm_text *ret, const struct disasm_text *after)
{
	size_t mnemonic = strcspn(after->text, " "), used = strlen(ret->text);
	const char *operands = after->text + mnemonic + strspn(after->text + mnemonic, " ");
	int n = snprintf(ret->text + used, sizeof(ret->text) - used, " %.*s", (int)mnemonic, after->text);

	used += n > 0 ? (size_t)n : 0;
	if (*operands && used < sizeof(ret->text))
		snprintf(ret->text + used, sizeof(ret->text) - used, " %s", operands);
}

static size_t next(void *state, const uint8_t *bytes, size_t size, uint64_t address, struct disasm_text *ret)
{
	struct llvm_state *s = state;
	size_t n = decode(s, bytes, size, address, ret), more = 0;
	struct disasm_text after = { 0 };

	if (!n || n >= size || !s->is_x86 || !is_prefix(ret->text))
		return n;
	if (n < X86_MAX)
		more = next(state, bytes + n, size - n, address + n, &after);
	if (!more || n + more > X86_MAX)
		return n;
	append(ret, &after);
	ret->reference = after.reference;
	ret->target = after.target;
	return n + more;
}

const struct disasm_backend disasm_llvm = { .load = load, .open = open_machine, .close = close_machine, .next = next };
