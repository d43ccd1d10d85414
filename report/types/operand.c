#include "report/types/operand.h"

/* DWARF's numbers. */
enum { RSI = 4, RDI = 5 };

static struct operand of_kind(enum operand_kind kind)
{
	return (struct operand){ .kind = (uint8_t)kind, .base = OPERAND_NO_REGISTER, .index = OPERAND_NO_REGISTER };
}

static struct operand of_base(const struct x86_parts *p, unsigned base)
{
	return (struct operand){
		.kind = OPERAND_MEMORY, .segment = p->segment, .base = (uint8_t)base, .index = OPERAND_NO_REGISTER
	};
}

struct operand operand_address(const struct x86_parts *p, uint64_t next)
{
	struct operand o = { .kind = OPERAND_MEMORY,
			     .segment = p->segment,
			     .base = p->base,
			     .index = p->index,
			     .scale = p->scale,
			     .offset = p->disp };

	if (!p->has_modrm || p->mod == 3)
		return of_kind(OPERAND_NONE);
	if (p->is_scaled || p->has_address_size)
		return of_kind(OPERAND_UNKNOWN);
	if (o.base == X86_RIP) {
		o.base = OPERAND_NO_REGISTER;
		o.offset = (int64_t)(next + (uint64_t)o.offset);
	}
	return o;
}

/* Opcodes of one byte that push, pop, call, return, or take a frame down or up. */
static bool is_stack(const struct x86_parts *p)
{
	const uint8_t op = p->op;

	if (p->map == MAP_0F)
		return !p->is_vector && (op == 0xa0 || op == 0xa1 || op == 0xa8 || op == 0xa9);
	if (p->map != MAP_ONE)
		return false;
	if (op >= 0x50 && op <= 0x5f)
		return true;
	switch (op) {
	case 0x68:
	case 0x6a:
	case 0x8f:
	case 0x9c:
	case 0x9d:
	case 0xc2:
	case 0xc3:
	case 0xc8:
	case 0xc9:
	case 0xca:
	case 0xcb:
	case 0xcf:
	case 0xe8: return true;
	case 0xff: return p->digit == 2 || p->digit == 3 || p->digit == 6;
	default: return false;
	}
}

/* lea, and nops that have an operand. */
static bool reads_nothing(const struct x86_parts *p)
{
	return (p->map == MAP_ONE && p->op == 0x8d) ||
	       (p->map == MAP_0F && !p->is_vector && p->op >= 0x19 && p->op <= 0x1f);
}

/* Opcodes of one byte without ModRM: strings, and moves to and from an address. */
static struct operand of_plain(const struct x86_parts *p)
{
	struct operand o;

	switch (p->op) {
	case 0xa0:
	case 0xa1:
	case 0xa2:
	case 0xa3:
		o = of_base(p, OPERAND_NO_REGISTER);
		o.offset = p->immediate;
		return o;
	case 0xa4:
	case 0xa5:
	case 0xa6:
	case 0xa7:
	case 0xac:
	case 0xad: return of_base(p, RSI);
	case 0xaa:
	case 0xab:
	case 0xae:
	case 0xaf: return of_base(p, RDI);
	default: return of_kind(OPERAND_NONE);
	}
}

struct operand operand_of(const struct x86_parts *p, uint64_t next)
{
	if (is_stack(p))
		return of_kind(OPERAND_STACK);
	if (reads_nothing(p))
		return of_kind(OPERAND_NONE);
	if (p->has_modrm)
		return operand_address(p, next);
	return p->map == MAP_ONE ? of_plain(p) : of_kind(OPERAND_NONE);
}

bool operand_compares(const struct x86_parts *p)
{
	const uint8_t op = p->op;

	if (p->map != MAP_ONE || p->is_vector)
		return false;
	switch (op) {
	case 0x80:
	case 0x81:
	case 0x83: return p->digit == 0 || p->digit == 4 || p->digit == 5 || p->digit == 7;
	case 0x84:
	case 0x85:
	case 0xa8:
	case 0xa9: return true;
	case 0xf6:
	case 0xf7: return p->digit < 2;
	case 0xfe:
	case 0xff: return p->digit < 2;
	default: break;
	}
	/* add, and, sub, cmp */
	return op < 0x40 && (op & 7) < 6 &&
	       ((op & 0x38) == 0 || (op & 0x38) == 0x20 || (op & 0x38) == 0x28 || (op & 0x38) == 0x38);
}
