#include "report/unwind/unwind_expr.h"

#include "report/elf/cfi_section.h"

#include <errno.h>

/* DWARF 5, table 7.9. */
enum {
	DW_OP_addr = 0x03,
	DW_OP_deref = 0x06,
	DW_OP_const1u = 0x08,
	DW_OP_const1s = 0x09,
	DW_OP_const2u = 0x0a,
	DW_OP_const2s = 0x0b,
	DW_OP_const4u = 0x0c,
	DW_OP_const4s = 0x0d,
	DW_OP_const8u = 0x0e,
	DW_OP_const8s = 0x0f,
	DW_OP_constu = 0x10,
	DW_OP_consts = 0x11,
	DW_OP_dup = 0x12,
	DW_OP_drop = 0x13,
	DW_OP_over = 0x14,
	DW_OP_pick = 0x15,
	DW_OP_swap = 0x16,
	DW_OP_rot = 0x17,
	DW_OP_abs = 0x19,
	DW_OP_and = 0x1a,
	DW_OP_div = 0x1b,
	DW_OP_minus = 0x1c,
	DW_OP_mod = 0x1d,
	DW_OP_mul = 0x1e,
	DW_OP_neg = 0x1f,
	DW_OP_not = 0x20,
	DW_OP_or = 0x21,
	DW_OP_plus = 0x22,
	DW_OP_plus_uconst = 0x23,
	DW_OP_shl = 0x24,
	DW_OP_shr = 0x25,
	DW_OP_shra = 0x26,
	DW_OP_xor = 0x27,
	DW_OP_bra = 0x28,
	DW_OP_eq = 0x29,
	DW_OP_ge = 0x2a,
	DW_OP_gt = 0x2b,
	DW_OP_le = 0x2c,
	DW_OP_lt = 0x2d,
	DW_OP_ne = 0x2e,
	DW_OP_skip = 0x2f,
	DW_OP_lit0 = 0x30,
	DW_OP_lit31 = 0x4f,
	DW_OP_breg0 = 0x70,
	DW_OP_breg31 = 0x8f,
	DW_OP_bregx = 0x92,
	DW_OP_deref_size = 0x94,
	DW_OP_nop = 0x96,
};

struct expr {
	struct cursor c;
	const struct unwind_registers *registers;
	const struct unwind_memory *memory;
	uint64_t stack[UNWIND_EXPR_DEPTH];
	unsigned n;
	int error;
};

static void expr_fail(struct expr *e, int error)
{
	e->error = e->error ? e->error : error;
}

static void expr_push(struct expr *e, uint64_t value)
{
	if (e->n == UNWIND_EXPR_DEPTH)
		expr_fail(e, -EBADMSG);
	else
		e->stack[e->n++] = value;
}

static uint64_t expr_pop(struct expr *e)
{
	if (!e->n) {
		expr_fail(e, -EBADMSG);
		return 0;
	}
	return e->stack[--e->n];
}

static void expr_pick(struct expr *e, unsigned depth)
{
	if (depth >= e->n)
		expr_fail(e, -EBADMSG);
	else
		expr_push(e, e->stack[e->n - 1 - depth]);
}

static void expr_register(struct expr *e, uint64_t number)
{
	int64_t offset = cfi_sleb128(&e->c);

	if (number >= CFI_REGISTERS)
		expr_fail(e, -ENOTSUP);
	else if (!unwind_is_known(e->registers, (unsigned)number))
		expr_fail(e, -ENODATA);
	else
		expr_push(e, e->registers->value[number] + (uint64_t)offset);
}

/*
 * Memory is read by words; a smaller value is at the start of the word, which is its high end on a big-endian machine.
 */
static void expr_deref(struct expr *e, unsigned size)
{
	uint64_t value = 0;
	unsigned beyond = 64 - 8 * size;

	if (!size || size > 8)
		expr_fail(e, -EBADMSG);
	else if (!e->memory->read(e->memory->context, expr_pop(e), &value))
		expr_fail(e, -EFAULT);
	else
		expr_push(e, order_is_big(e->c.swap) ? value >> beyond : value << beyond >> beyond);
}

static void expr_jump(struct expr *e, int16_t distance)
{
	int64_t to = (int64_t)cursor_offset(&e->c) + distance;

	if (to < 0 || to > e->c.end - e->c.start)
		expr_fail(e, -EBADMSG);
	else
		e->c.pos = e->c.start + to;
}

/* Pushes a constant. False: another operation. */
static bool expr_constant(struct expr *e, uint8_t op)
{
	struct cursor *c = &e->c;

	switch (op) {
	case DW_OP_const1u: expr_push(e, cursor_u8(c)); return true;
	case DW_OP_const1s: expr_push(e, (uint64_t)(int8_t)cursor_u8(c)); return true;
	case DW_OP_const2u: expr_push(e, cursor_u16(c)); return true;
	case DW_OP_const2s: expr_push(e, (uint64_t)(int16_t)cursor_u16(c)); return true;
	case DW_OP_const4u: expr_push(e, cursor_u32(c)); return true;
	case DW_OP_const4s: expr_push(e, (uint64_t)(int32_t)cursor_u32(c)); return true;
	case DW_OP_addr:
	case DW_OP_const8u:
	case DW_OP_const8s: expr_push(e, cursor_u64(c)); return true;
	case DW_OP_constu: expr_push(e, cfi_uleb128(c)); return true;
	case DW_OP_consts: expr_push(e, (uint64_t)cfi_sleb128(c)); return true;
	default:
		if (op < DW_OP_lit0 || op > DW_OP_lit31)
			return false;
		expr_push(e, op - DW_OP_lit0);
		return true;
	}
}

static uint64_t expr_shift(uint8_t op, uint64_t value, uint64_t by)
{
	if (by >= 64)
		return op == DW_OP_shra && (int64_t)value < 0 ? UINT64_MAX : 0;
	switch (op) {
	case DW_OP_shl: return value << by;
	case DW_OP_shr: return value >> by;
	default: return (uint64_t)((int64_t)value >> by);
	}
}

/* INT64_MIN / -1 overflows; the result is INT64_MIN. */
static uint64_t expr_divide(struct expr *e, uint8_t op, uint64_t a, uint64_t b)
{
	if (!b) {
		expr_fail(e, -EBADMSG);
		return 0;
	}
	if (op == DW_OP_mod)
		return a % b;
	return b == UINT64_MAX ? -a : (uint64_t)((int64_t)a / (int64_t)b);
}

/* Runs a binary operation. False: it is another one. */
static bool expr_binary(struct expr *e, uint8_t op)
{
	uint64_t b, a, value;

	if (op < DW_OP_and || op > DW_OP_ne || op == DW_OP_neg || op == DW_OP_not || op == DW_OP_plus_uconst ||
	    op == DW_OP_bra)
		return false;
	b = expr_pop(e);
	a = expr_pop(e);
	switch (op) {
	case DW_OP_and: value = a & b; break;
	case DW_OP_div:
	case DW_OP_mod: value = expr_divide(e, op, a, b); break;
	case DW_OP_minus: value = a - b; break;
	case DW_OP_mul: value = a * b; break;
	case DW_OP_or: value = a | b; break;
	case DW_OP_plus: value = a + b; break;
	case DW_OP_xor: value = a ^ b; break;
	case DW_OP_eq: value = a == b; break;
	case DW_OP_ne: value = a != b; break;
	case DW_OP_ge: value = (int64_t)a >= (int64_t)b; break;
	case DW_OP_gt: value = (int64_t)a > (int64_t)b; break;
	case DW_OP_le: value = (int64_t)a <= (int64_t)b; break;
	case DW_OP_lt: value = (int64_t)a < (int64_t)b; break;
	default: value = expr_shift(op, a, b);
	}
	expr_push(e, value);
	return true;
}

static void expr_rotate(struct expr *e)
{
	uint64_t a = expr_pop(e), b = expr_pop(e), c = expr_pop(e);

	expr_push(e, a);
	expr_push(e, c);
	expr_push(e, b);
}

static void expr_swap(struct expr *e)
{
	uint64_t a = expr_pop(e), b = expr_pop(e);

	expr_push(e, a);
	expr_push(e, b);
}

/* Runs an operation that is neither a constant nor binary. */
static void expr_other(struct expr *e, uint8_t op)
{
	uint64_t value;
	int16_t distance;

	switch (op) {
	case DW_OP_nop: break;
	case DW_OP_deref: expr_deref(e, 8); break;
	case DW_OP_deref_size: expr_deref(e, cursor_u8(&e->c)); break;
	case DW_OP_dup: expr_pick(e, 0); break;
	case DW_OP_over: expr_pick(e, 1); break;
	case DW_OP_pick: expr_pick(e, cursor_u8(&e->c)); break;
	case DW_OP_drop: expr_pop(e); break;
	case DW_OP_swap: expr_swap(e); break;
	case DW_OP_rot: expr_rotate(e); break;
	case DW_OP_abs:
		value = expr_pop(e);
		expr_push(e, (int64_t)value < 0 ? -value : value);
		break;
	case DW_OP_neg: expr_push(e, -expr_pop(e)); break;
	case DW_OP_not: expr_push(e, ~expr_pop(e)); break;
	case DW_OP_plus_uconst: expr_push(e, expr_pop(e) + cfi_uleb128(&e->c)); break;
	case DW_OP_bregx: expr_register(e, cfi_uleb128(&e->c)); break;
	case DW_OP_skip:
	case DW_OP_bra:
		distance = (int16_t)cursor_u16(&e->c);
		if (op == DW_OP_skip || expr_pop(e))
			expr_jump(e, distance);
		break;
	default:
		if (op >= DW_OP_breg0 && op <= DW_OP_breg31)
			expr_register(e, op - DW_OP_breg0);
		else
			expr_fail(e, -ENOTSUP);
	}
}

int unwind_expr(struct cursor bytes, const struct unwind_registers *registers, const struct unwind_memory *memory,
		const uint64_t *cfa, uint64_t *ret_value)
{
	struct expr e = { .c = bytes, .registers = registers, .memory = memory };

	if (cfa)
		expr_push(&e, *cfa);
	for (unsigned i = 0; !e.error && cursor_left(&e.c); i++) {
		uint8_t op = cursor_u8(&e.c);

		if (!expr_constant(&e, op) && !expr_binary(&e, op))
			expr_other(&e, op);
		if (!cursor_ok(&e.c) || i == UNWIND_EXPR_STEPS)
			expr_fail(&e, -EBADMSG);
	}
	if (!e.error && !e.n)
		expr_fail(&e, -EBADMSG);
	if (e.error)
		return e.error;
	*ret_value = e.stack[e.n - 1];
	return 0;
}
