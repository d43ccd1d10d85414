/* unwind_machine: returns from signals of i386, whose handlers have siginfo or not. */
#include "report/unwind/unwind_machine.h"
#include "tests/support/test.h"

#include <string.h>

#define STACK 0xff000000u

enum { EAX, ECX, EDX, EBX, ESP, EBP, ESI, EDI, EIP };

static uint32_t words[64];

static bool read_stack(void *context, uint64_t address, uint64_t *ret_value)
{
	(void)context;
	if (address < STACK || address % 4 || address - STACK >= sizeof(words))
		return false;
	*ret_value = words[(address - STACK) / 4];
	return true;
}

static const struct unwind_memory memory = { .read = read_stack };

/* sigcontext: four segments, edi, esi, ebp, esp, ebx, edx, ecx, eax, two numbers, eip. Each has its DWARF number. */
static void put_context(unsigned at)
{
	static const uint8_t numbers[] = { EDI, ESI, EBP, ESP, EBX, EDX, ECX, EAX };

	for (unsigned i = 0; i < sizeof(numbers); i++)
		words[at + 4 + i] = 100u + numbers[i];
	words[at + 14] = 100 + EIP;
}

static void check_interrupted(uint8_t first)
{
	struct unwind_registers r = { .known = 0 };

	unwind_set(&r, ESP, STACK);
	CHECK(unwind_signal(UNWIND_I386, &r, &memory, first));
	for (unsigned i = EAX; i <= EIP; i++) {
		CHECK(unwind_is_known(&r, i));
		CHECK_EQ_U64(r.value[i], 100 + i);
	}
}

static const uint8_t plain[] = { 0x58, 0xb8, 0x77, 0, 0, 0, 0xcd, 0x80 };
static const uint8_t with_info[] = { 0xb8, 0xad, 0, 0, 0, 0xcd, 0x80, 0x90 };

TEST(code_that_returns_from_signals)
{
	CHECK(unwind_is_signal_return(UNWIND_I386, plain, sizeof(plain)));
	CHECK(unwind_is_signal_return(UNWIND_I386, with_info, sizeof(with_info)));
	CHECK(!unwind_is_signal_return(UNWIND_I386, plain + 1, sizeof(plain) - 1));
	CHECK(!unwind_is_signal_return(UNWIND_I386, with_info, 6));
	CHECK(!unwind_is_signal_return(UNWIND_X86_64, with_info, sizeof(with_info)));
}

/* The signal's number, then the context. */
TEST(signal_without_siginfo)
{
	memset(words, 0, sizeof(words));
	put_context(1);
	check_interrupted(plain[0]);
}

/* The number, addresses of siginfo and of ucontext, in which the context is the sixth word. */
TEST(signal_with_siginfo)
{
	struct unwind_registers r = { .known = 0 };

	memset(words, 0, sizeof(words));
	words[2] = STACK + 4 * 20;
	put_context(20 + 5);
	check_interrupted(with_info[0]);
	words[2] = STACK + sizeof(words);
	unwind_set(&r, ESP, STACK);
	CHECK(!unwind_signal(UNWIND_I386, &r, &memory, with_info[0]));
}
