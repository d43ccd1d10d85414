/* unwind_expr: every operation, what is damaged, and limits. */
#include "report/unwind/unwind_expr.h"
#include "tests/support/test.h"

#include <errno.h>

#define CFA 0x7000

/* Memory has one word, 0x1122334455667788 at 0x5000. */
static bool read_one(void *context, uint64_t address, uint64_t *ret_value)
{
	(void)context;
	*ret_value = 0x1122334455667788;
	return address == 0x5000;
}

static int evaluate_of(bool big_endian, const uint8_t *bytes, size_t size, uint64_t *ret_value)
{
	const struct unwind_memory memory = { .read = read_one };
	struct unwind_registers registers = { .known = 0 };
	uint64_t cfa = CFA;

	unwind_set(&registers, 6, 0x4ff0);
	unwind_set(&registers, 7, 0x6000);
	unwind_set(&registers, 16, 0x100b);
	return unwind_expr(cursor_make(bytes, size, order_is_swapped(big_endian)), &registers, &memory, &cfa,
			   ret_value);
}

static int evaluate(const uint8_t *bytes, size_t size, uint64_t *ret_value)
{
	return evaluate_of(false, bytes, size, ret_value);
}

struct good {
	const char *what;
	uint64_t value;
	uint8_t bytes[16];
	size_t size;
};

static const struct good goods[] = {
	{ "nothing: the CFA", CFA, { 0 }, 0 },
	{ "lit", 31, { 0x4f }, 1 },
	{ "const1u", 0xfe, { 0x08, 0xfe }, 2 },
	{ "const1s", (uint64_t)-2, { 0x09, 0xfe }, 2 },
	{ "const2u", 0xfffe, { 0x0a, 0xfe, 0xff }, 3 },
	{ "const2s", (uint64_t)-2, { 0x0b, 0xfe, 0xff }, 3 },
	{ "const4u", 0xfffffffe, { 0x0c, 0xfe, 0xff, 0xff, 0xff }, 5 },
	{ "const4s", (uint64_t)-2, { 0x0d, 0xfe, 0xff, 0xff, 0xff }, 5 },
	{ "const8u", 0x0807060504030201, { 0x0e, 1, 2, 3, 4, 5, 6, 7, 8 }, 9 },
	{ "addr", 0x0807060504030201, { 0x03, 1, 2, 3, 4, 5, 6, 7, 8 }, 9 },
	{ "constu", 300, { 0x10, 0xac, 0x02 }, 3 },
	{ "consts", (uint64_t)-3, { 0x11, 0x7d }, 2 },
	{ "breg", 0x6000 - 16, { 0x77, 0x70 }, 2 },
	{ "bregx", 0x6000 + 16, { 0x92, 7, 0x10 }, 3 },
	{ "deref of breg", 0x1122334455667788, { 0x76, 0x10, 0x06 }, 3 },
	{ "deref_size", 0x55667788, { 0x76, 0x10, 0x94, 4 }, 4 },
	{ "dup", 10, { 0x35, 0x12, 0x22 }, 3 },
	{ "drop", 5, { 0x35, 0x36, 0x13 }, 3 },
	{ "over", 5, { 0x35, 0x36, 0x14 }, 3 },
	{ "pick", 4, { 0x34, 0x35, 0x36, 0x15, 2 }, 5 },
	{ "swap", 1, { 0x35, 0x36, 0x16, 0x1c }, 4 },
	{ "rot: 4 5 6 to 6 4 5", 5, { 0x34, 0x35, 0x36, 0x17 }, 4 },
	{ "rot, below the top", 4, { 0x34, 0x35, 0x36, 0x17, 0x13 }, 5 },
	{ "abs", 3, { 0x11, 0x7d, 0x19 }, 3 },
	{ "and", 4, { 0x36, 0x34, 0x1a }, 3 },
	{ "div", (uint64_t)-3, { 0x11, 0x77, 0x33, 0x1b }, 4 },
	{ "div by -1", 1ull << 63, { 0x31, 0x08, 63, 0x24, 0x11, 0x7f, 0x1b }, 7 },
	{ "minus", 2, { 0x36, 0x34, 0x1c }, 3 },
	{ "mod", 2, { 0x36, 0x34, 0x1d }, 3 },
	{ "mul", 24, { 0x36, 0x34, 0x1e }, 3 },
	{ "neg", (uint64_t)-6, { 0x36, 0x1f }, 2 },
	{ "not", ~6ull, { 0x36, 0x20 }, 2 },
	{ "or", 7, { 0x36, 0x33, 0x21 }, 3 },
	{ "plus", 9, { 0x36, 0x33, 0x22 }, 3 },
	{ "plus_uconst", 306, { 0x36, 0x23, 0xac, 0x02 }, 4 },
	{ "shl", 48, { 0x36, 0x33, 0x24 }, 3 },
	{ "shl by 64", 0, { 0x36, 0x08, 64, 0x24 }, 4 },
	{ "shr", 3, { 0x36, 0x31, 0x25 }, 3 },
	{ "shra", (uint64_t)-2, { 0x11, 0x7d, 0x31, 0x26 }, 4 },
	{ "shra by 64", UINT64_MAX, { 0x11, 0x7d, 0x08, 64, 0x26 }, 5 },
	{ "xor", 5, { 0x36, 0x33, 0x27 }, 3 },
	{ "eq", 0, { 0x36, 0x33, 0x29 }, 3 },
	{ "ge", 1, { 0x36, 0x36, 0x2a }, 3 },
	{ "gt", 0, { 0x36, 0x36, 0x2b }, 3 },
	{ "le", 1, { 0x11, 0x7d, 0x33, 0x2c }, 4 },
	{ "lt", 1, { 0x11, 0x7d, 0x33, 0x2d }, 4 },
	{ "ne", 1, { 0x36, 0x33, 0x2e }, 3 },
	{ "skip", 1, { 0x31, 0x2f, 1, 0, 0x32 }, 5 },
	{ "bra, taken", 1, { 0x31, 0x31, 0x28, 1, 0, 0x32 }, 6 },
	{ "bra, not taken", 2, { 0x31, 0x30, 0x28, 1, 0, 0x32 }, 6 },
	{ "nop", 1, { 0x31, 0x96 }, 2 },
	{ "the PLT's: rsp + 8 + ((rip & 15) >= 11) * 8",
	  0x6010,
	  { 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22 },
	  11 },
};

TEST(operations)
{
	for (size_t i = 0; i < ARRAY_SIZE(goods); i++) {
		uint64_t value = 0;
		int ret = evaluate(goods[i].bytes, goods[i].size, &value);

		if (ret || value != goods[i].value)
			test_fail(__FILE__, __LINE__, "%s: %d, %#llx", goods[i].what, ret, (unsigned long long)value);
	}
}

TEST(operations_of_a_big_endian_machine)
{
	static const struct good big[] = {
		{ "const2u", 0xfeff, { 0x0a, 0xfe, 0xff }, 3 },
		{ "deref", 0x1122334455667788, { 0x76, 0x10, 0x06 }, 3 },
		{ "deref_size 4", 0x11223344, { 0x76, 0x10, 0x94, 4 }, 4 },
		{ "deref_size 1", 0x11, { 0x76, 0x10, 0x94, 1 }, 4 },
		{ "deref_size 8", 0x1122334455667788, { 0x76, 0x10, 0x94, 8 }, 4 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(big); i++) {
		uint64_t value = 0;
		int ret = evaluate_of(true, big[i].bytes, big[i].size, &value);

		if (ret || value != big[i].value)
			test_fail(__FILE__, __LINE__, "%s: %d, %#llx", big[i].what, ret, (unsigned long long)value);
	}
}

static const struct {
	const char *what;
	int error;
	uint8_t bytes[8];
	size_t size;
} bads[] = {
	{ "memory that is not there", -EFAULT, { 0x35, 0x06 }, 2 },
	{ "a register that is not known", -ENODATA, { 0x70, 0 }, 2 },
	{ "a register that there is none of", -ENOTSUP, { 0x92, 40, 0 }, 3 },
	{ "an unknown operation", -ENOTSUP, { 0xe0 }, 1 },
	{ "call_frame_cfa", -ENOTSUP, { 0x9c }, 1 },
	{ "an empty stack", -EBADMSG, { 0x13, 0x13 }, 2 },
	{ "nothing left", -EBADMSG, { 0x13 }, 1 },
	{ "pick of what is not there", -EBADMSG, { 0x15, 9 }, 2 },
	{ "division by zero", -EBADMSG, { 0x35, 0x30, 0x1b }, 3 },
	{ "mod by zero", -EBADMSG, { 0x35, 0x30, 0x1d }, 3 },
	{ "a constant that is cut", -EBADMSG, { 0x0e, 1, 2 }, 3 },
	{ "a jump before the beginning", -EBADMSG, { 0x2f, 0xf0, 0xff }, 3 },
	{ "a jump beyond the end", -EBADMSG, { 0x2f, 1, 0 }, 3 },
	{ "an endless loop", -EBADMSG, { 0x2f, 0xfd, 0xff }, 3 },
	{ "deref_size of nine", -EBADMSG, { 0x76, 0x10, 0x94, 9 }, 4 },
};

TEST(what_is_refused)
{
	for (size_t i = 0; i < ARRAY_SIZE(bads); i++) {
		uint64_t value = 5;
		int ret = evaluate(bads[i].bytes, bads[i].size, &value);

		if (ret != bads[i].error || value != 5)
			test_fail(__FILE__, __LINE__, "%s: %d", bads[i].what, ret);
	}
}

TEST(depth)
{
	uint8_t bytes[UNWIND_EXPR_DEPTH];
	uint64_t value;

	memset(bytes, 0x31, sizeof(bytes));
	CHECK_EQ_I64(evaluate(bytes, UNWIND_EXPR_DEPTH - 1, &value), 0);
	CHECK_EQ_I64(evaluate(bytes, UNWIND_EXPR_DEPTH, &value), -EBADMSG);
}
