/*
 * disasm_capstone: libcapstone, of which version 5 has longer instructions in its struct than version 4. Both are read
 * by their offsets, since the headers of neither are needed to build.
 */
#include "report/annotate/disasm_library.h"

#include "common/bytes.h"

#include <ctype.h>
#include <dlfcn.h>
#include <elf.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* capstone.h */
#define ARCH_ARM64        1
#define ARCH_X86          3
#define MODE_32           (1 << 2)
#define MODE_64           (1 << 3)
#define MODE_BIG_ENDIAN   INT_MIN /* 1 << 31 */
#define OPTION_SYNTAX     1
#define SYNTAX_INTEL      1
#define SYNTAX_ATT        2
#define MNEMONIC_SIZE     32u
#define OPERANDS_SIZE     160u
#define MNEMONIC_OFFSET_4 34u
#define MNEMONIC_OFFSET_5 42u

static struct {
	unsigned (*version)(int *major, int *minor);
	int (*open)(int arch, int mode, size_t *ret_handle);
	int (*close)(size_t *handle);
	int (*option)(size_t handle, int type, size_t value);
	void *(*allocate)(size_t handle);
	void (*free)(void *instruction, size_t n);
	bool (*next)(size_t handle, const uint8_t **code, size_t *size, uint64_t *address, void *instruction);
	size_t mnemonic; /* its offset */
} capstone;

struct capstone_state {
	size_t handle;
	void *instruction;
	bool is_x86;
};

static bool find_functions(void *library)
{
	*(void **)&capstone.version = dlsym(library, "cs_version");
	*(void **)&capstone.open = dlsym(library, "cs_open");
	*(void **)&capstone.close = dlsym(library, "cs_close");
	*(void **)&capstone.option = dlsym(library, "cs_option");
	*(void **)&capstone.allocate = dlsym(library, "cs_malloc");
	*(void **)&capstone.free = dlsym(library, "cs_free");
	*(void **)&capstone.next = dlsym(library, "cs_disasm_iter");
	return capstone.version && capstone.open && capstone.close && capstone.option && capstone.allocate &&
	       capstone.free && capstone.next;
}

static bool load(char *name, size_t size)
{
	static const char *const names[] = { "libcapstone.so.5", "libcapstone.so.4" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		void *library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
		int major = 0, minor = 0;

		if (!library || !find_functions(library))
			continue;
		capstone.version(&major, &minor);
		if (major != 4 && major != 5)
			continue;
		capstone.mnemonic = major == 4 ? MNEMONIC_OFFSET_4 : MNEMONIC_OFFSET_5;
		snprintf(name, size, "capstone %d.%d", major, minor);
		return true;
	}
	return false;
}

static bool find_arch(const struct disasm_machine *m, int *ret_arch, int *ret_mode)
{
	switch (m->machine) {
	case EM_X86_64: *ret_arch = ARCH_X86, *ret_mode = MODE_64; return true;
	case EM_386: *ret_arch = ARCH_X86, *ret_mode = MODE_32; return true;
	case EM_AARCH64: *ret_arch = ARCH_ARM64, *ret_mode = m->is_big_endian ? MODE_BIG_ENDIAN : 0; return true;
	default: return false;
	}
}

static void close_machine(void *state)
{
	struct capstone_state *s = state;

	if (s->instruction)
		capstone.free(s->instruction, 1);
	if (s->handle)
		capstone.close(&s->handle);
	free(s);
}

static void *open_machine(const struct disasm_machine *m)
{
	struct capstone_state *s;
	int arch, mode;

	if (!find_arch(m, &arch, &mode))
		return NULL;
	s = calloc(1, sizeof(*s));
	if (!s)
		return NULL;
	s->is_x86 = arch == ARCH_X86;
	if (!capstone.open(arch, mode, &s->handle) && s->handle)
		s->instruction = capstone.allocate(s->handle);
	if (!s->instruction) {
		close_machine(s);
		return NULL;
	}
	if (s->is_x86)
		capstone.option(s->handle, OPTION_SYNTAX, m->intel ? SYNTAX_INTEL : SYNTAX_ATT);
	return s;
}

/* --- what an instruction refers to, which the text has ---------------------------------------- */

static bool is_branch(const struct capstone_state *s, const char *mnemonic)
{
	static const char *const arm64[] = { "b", "bl", "cbz", "cbnz", "tbz", "tbnz" };

	if (s->is_x86)
		return *mnemonic == 'j' || strstr(mnemonic, "call") || strstr(mnemonic, "loop");
	for (size_t i = 0; i < ARRAY_SIZE(arm64); i++)
		if (!strcmp(mnemonic, arm64[i]))
			return true;
	return !strncmp(mnemonic, "b.", 2);
}

/* The last operand, if it is nothing but a number: where it begins, or NULL. */
static char *last_number(char *operands, uint64_t *ret_number)
{
	char *comma = strrchr(operands, ','), *begin = comma ? comma + 1 : operands, *digits, *end;

	begin += strspn(begin, " ");
	digits = begin + (*begin == '#');
	if (!isdigit((unsigned char)*digits))
		return NULL;
	*ret_number = strtoull(digits, &end, 0);
	return *end ? NULL : begin;
}

/* x86: a displacement from the instruction's end, as in 0x2e9e(%rip) or [rip + 0x2e9e]. */
static bool find_rip(const char *operands, uint64_t end, uint64_t *ret_target)
{
	const char *att = strstr(operands, "(%rip)"), *intel = strstr(operands, "[rip ");
	const char *number;

	if (intel && (intel[5] == '+' || intel[5] == '-') && intel[6] == ' ') {
		uint64_t distance = strtoull(intel + 7, NULL, 0);

		*ret_target = intel[5] == '-' ? end - distance : end + distance;
		return true;
	}
	if (!att)
		return false;
	for (number = att; number > operands && (isxdigit((unsigned char)number[-1]) || number[-1] == 'x');)
		number--;
	if (number > operands && number[-1] == '-')
		*ret_target = end - strtoull(number, NULL, 0);
	else
		*ret_target = end + strtoull(number, NULL, 0);
	return true;
}

static void find_reference(const struct capstone_state *s, const char *mnemonic, char *operands, uint64_t end,
			   struct disasm_text *ret)
{
	uint64_t number = 0;
	char *begin = last_number(operands, &number);

	if (begin && is_branch(s, mnemonic)) {
		ret->reference = DISASM_BRANCH;
		ret->target = number;
		snprintf(begin, OPERANDS_SIZE - (size_t)(begin - operands), "%" PRIx64, number);
	} else if (s->is_x86 ? find_rip(operands, end, &ret->target) : begin && !strncmp(mnemonic, "adr", 3)) {
		ret->reference = DISASM_DATA;
		ret->target = s->is_x86 ? ret->target : number;
	}
}

static size_t next(void *state, const uint8_t *bytes, size_t size, uint64_t address, struct disasm_text *ret)
{
	struct capstone_state *s = state;
	const char *found = (const char *)s->instruction + capstone.mnemonic;
	char operands[OPERANDS_SIZE], words[MNEMONIC_SIZE + OPERANDS_SIZE];
	const uint8_t *at = bytes;
	uint64_t end = address;
	size_t left = size;

	if (!capstone.next(s->handle, &at, &left, &end, s->instruction))
		return 0;
	snprintf(operands, sizeof(operands), "%.*s", (int)OPERANDS_SIZE - 1, found + MNEMONIC_SIZE);
	find_reference(s, found, operands, end, ret);
	snprintf(words, sizeof(words), "%.*s\t%s", (int)MNEMONIC_SIZE - 1, found, operands);
	disasm_text_align(ret->text, sizeof(ret->text), words);
	return size - left;
}

const struct disasm_backend disasm_capstone = {
	.load = load, .open = open_machine, .close = close_machine, .next = next
};
