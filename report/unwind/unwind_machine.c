#include "report/unwind/unwind_machine.h"

#include <stddef.h>

static bool read_word(const struct unwind_memory *memory, uint64_t address, uint64_t *ret_value)
{
	return memory->read(memory->context, address, ret_value);
}

/*
 * On both machines the frame pointer points to the caller's frame pointer, with the return address above. A real frame
 * pointer is above the stack pointer; a register used for something else usually is not.
 */
bool unwind_by_frame_pointer(enum unwind_machine machine, struct unwind_registers *r,
			     const struct unwind_memory *memory)
{
	const struct unwind_roles *roles = &unwind_roles[machine];
	uint64_t frame = r->value[roles->frame], next, ip;

	if (!unwind_is_known(r, roles->frame) || frame < r->value[roles->stack] || frame % roles->word)
		return false;
	if (!read_word(memory, frame, &next) || !read_word(memory, frame + roles->word, &ip))
		return false;
	unwind_set(r, roles->frame, next);
	unwind_set(r, roles->stack, frame + 2u * roles->word);
	unwind_set(r, roles->ip, ip & roles->address_mask);
	return true;
}

/*
 * x86_64 and i386: each entry has 16 bytes: a jump (6 bytes, 11 with endbr64), a push (5 bytes), a jump to the first
 * entry. Up to the push only the return address is on the stack.
 */
bool unwind_plt(enum unwind_machine machine, struct unwind_registers *r, const struct unwind_memory *memory,
		uint64_t address)
{
	const struct unwind_roles *roles = &unwind_roles[machine];
	uint64_t ip, stack = r->value[roles->stack];

	if (machine == UNWIND_ARM64) {
		if (!unwind_is_known(r, roles->link))
			return false;
		unwind_set(r, roles->ip, r->value[roles->link] & roles->address_mask);
		return true;
	}
	if ((address & 15) >= 11)
		stack += roles->word;
	if (!read_word(memory, stack, &ip))
		return false;
	unwind_set(r, roles->stack, stack + roles->word);
	unwind_set(r, roles->ip, ip);
	return true;
}

/* --- signals ------------------------------------------------------------------------- */

/* mov $15, %rax; syscall, and with %eax */
static const uint8_t x86_64_return[] = { 0x48, 0xc7, 0xc0, 0x0f, 0x00, 0x00, 0x00, 0x0f, 0x05 };
static const uint8_t x86_64_short_return[] = { 0xb8, 0x0f, 0x00, 0x00, 0x00, 0x0f, 0x05 };
/* pop %eax; mov $119, %eax; int $0x80, and what returns from a handler with siginfo */
static const uint8_t i386_return[] = { 0x58, 0xb8, 0x77, 0x00, 0x00, 0x00, 0xcd, 0x80 };
static const uint8_t i386_rt_return[] = { 0xb8, 0xad, 0x00, 0x00, 0x00, 0xcd, 0x80 };
/* mov x8, #139; svc #0 */
static const uint8_t arm64_return[] = { 0x68, 0x11, 0x80, 0xd2, 0x01, 0x00, 0x00, 0xd4 };

static bool code_is(const uint8_t *code, size_t size, const uint8_t *wanted, size_t n)
{
	return size >= n && memcmp(code, wanted, n) == 0;
}

bool unwind_is_signal_return(enum unwind_machine machine, const uint8_t *code, size_t size)
{
	if (machine == UNWIND_I386)
		return code_is(code, size, i386_return, sizeof(i386_return)) ||
		       code_is(code, size, i386_rt_return, sizeof(i386_rt_return));
	if (machine == UNWIND_ARM64)
		return code_is(code, size, arm64_return, sizeof(arm64_return));
	return code_is(code, size, x86_64_return, sizeof(x86_64_return)) ||
	       code_is(code, size, x86_64_short_return, sizeof(x86_64_short_return));
}

/*
 * Offsets of saved registers from the stack pointer. x86_64: in ucontext (flags, link, stack: 40 bytes), as sigcontext
 * has them: r8 to r15, rdi, rsi, rbp, rbx, rdx, rax, rcx, rsp, rip (arch/x86/include/uapi/asm/sigcontext.h).
 */
#define X86_64_SIGCONTEXT 40u
static const uint8_t x86_64_sigcontext[] = { 8, 9, 10, 11, 12, 13, 14, 15, 5, 4, 6, 3, 1, 0, 2, 7, 16 };

/*
 * arm64: siginfo (128 bytes), ucontext up to its sigcontext (176), the fault's address (8); then x0 to x30, sp, pc
 * (arch/arm64/include/uapi/asm/sigcontext.h, ucontext.h).
 */
#define ARM64_SIGCONTEXT (128u + 176u + 8u)

/*
 * i386: of a handler without siginfo the signal's number comes first, then sigcontext; of one with it the third word is
 * the address of ucontext, which has 20 bytes before sigcontext. sigcontext: four segments, edi, esi, ebp, esp, ebx,
 * edx, ecx, eax, two numbers, eip.
 */
static const uint8_t i386_sigcontext[] = { 7, 6, 5, 4, 3, 2, 1, 0 };
#define I386_SEGMENTS 4u
#define I386_IP       14u

static bool signal_i386(struct unwind_registers *r, const struct unwind_memory *memory, bool has_info)
{
	const struct unwind_roles *roles = &unwind_roles[UNWIND_I386];
	struct unwind_registers interrupted = { .known = 0 };
	uint64_t base = r->value[roles->stack], value;

	if (has_info && !read_word(memory, base + 8, &base))
		return false;
	base += has_info ? 20 : 4;
	for (unsigned i = 0; i < sizeof(i386_sigcontext); i++) {
		if (!read_word(memory, base + 4ull * (I386_SEGMENTS + i), &value))
			return false;
		unwind_set(&interrupted, i386_sigcontext[i], value);
	}
	if (!read_word(memory, base + 4ull * I386_IP, &value))
		return false;
	unwind_set(&interrupted, roles->ip, value);
	*r = interrupted;
	return true;
}

bool unwind_signal(enum unwind_machine machine, struct unwind_registers *r, const struct unwind_memory *memory,
		   uint8_t first)
{
	uint64_t base = r->value[unwind_roles[machine].stack];
	unsigned n = unwind_roles[machine].ip + 1u;
	struct unwind_registers interrupted = { .known = 0 };

	if (machine == UNWIND_I386)
		return signal_i386(r, memory, first == i386_rt_return[0]);
	base += machine == UNWIND_X86_64 ? X86_64_SIGCONTEXT : ARM64_SIGCONTEXT;
	for (unsigned i = 0; i < n; i++) {
		uint64_t value;

		if (!read_word(memory, base + 8 * i, &value))
			return false;
		unwind_set(&interrupted, machine == UNWIND_X86_64 ? x86_64_sigcontext[i] : i, value);
	}
	*r = interrupted;
	return true;
}

/* call rel32 (e8), call of a register or memory (ff /2, of 2 to 7 bytes). */
bool unwind_may_follow_call(enum unwind_machine machine, const uint8_t *before, size_t n)
{
	if (machine == UNWIND_ARM64)
		return true;
	if (n >= 5 && before[n - 5] == 0xe8)
		return true;
	for (size_t size = 2; size <= 7 && size <= n; size++)
		if (before[n - size] == 0xff && (before[n - size + 1] >> 3 & 7) == 2)
			return true;
	return false;
}

bool unwind_may_be_outermost(enum unwind_machine machine, const uint8_t *before, size_t n)
{
	return machine != UNWIND_ARM64 && n >= 1 && before[n - 1] == 0x90;
}
