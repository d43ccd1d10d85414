/* Instructions of x86_64, and of i386, whose registers have numbers of x86_64 until the end. */
#include "report/unwind/machine_code.h"

#include "report/unwind/x86_format.h"

/* DWARF's numbers. */
enum { RAX, RDX, RCX, RBX, RSI, RDI, RBP, RSP };

/* What calls may change, by the System V ABI: rax, rcx, rdx, rsi, rdi, r8 to r11; eax, ecx, edx. */
#define CALL_WRITES    (CALL_WRITES_32 | 1ull << RSI | 1ull << RDI | 0xf00ull)
#define CALL_WRITES_32 (1ull << RAX | 1ull << RDX | 1ull << RCX)

/* --- what it does: one byte ---------------------------------------------------------- */

static void write_rm(struct insn *i, const struct x86_parts *p)
{
	if (p->mod == 3)
		insn_write(i, p->rm);
}

static void do_push(struct insn *i, unsigned reg)
{
	insn_add(i, INSN_SET, RSP, RSP, -(int)i->word);
	if (reg < CFI_REGISTERS)
		insn_add(i, INSN_STORE, reg, RSP, 0);
}

static void do_pop(struct insn *i, unsigned reg)
{
	if (reg == RSP) {
		insn_write(i, RSP);
		return;
	}
	if (reg < CFI_REGISTERS)
		insn_add(i, INSN_LOAD, reg, RSP, 0);
	insn_add(i, INSN_SET, RSP, RSP, i->word);
}

/* add, or, adc, sbb, and, sub, xor, cmp of a register and a number. */
static void do_number(struct insn *i, const struct x86_parts *p, unsigned reg)
{
	if (p->digit == 7)
		return;
	if ((p->digit == 0 || p->digit == 5) && p->is_wide)
		insn_add(i, INSN_SET, reg, reg, p->digit ? -p->immediate : p->immediate);
	else if (p->digit == 4 && p->is_wide && reg == RSP)
		insn_add(i, INSN_ALIGN, reg, reg, p->immediate);
	else
		insn_write(i, reg);
}

/* mov between registers of 64 bits, or to or from memory with a base alone. */
static void do_move(struct insn *i, const struct x86_parts *p, bool is_load)
{
	const unsigned to = is_load ? p->reg : p->rm, from = is_load ? p->rm : p->reg;
	const bool is_whole = p->is_wide && !p->has_address_size;

	if (p->mod == 3 && is_whole)
		insn_add(i, INSN_SET, to, from, 0);
	else if (p->mod == 3 || (is_load && (!is_whole || p->rm == X86_NO_BASE)))
		insn_write(i, to);
	else if (is_whole && p->rm != X86_NO_BASE)
		insn_add(i, is_load ? INSN_LOAD : INSN_STORE, p->reg, p->rm, p->disp);
}

static void do_lea(struct insn *i, const struct x86_parts *p)
{
	if (p->is_wide && !p->has_address_size && p->mod != 3 && p->rm != X86_NO_BASE)
		insn_add(i, INSN_SET, p->reg, p->rm, p->disp);
	else
		insn_write(i, p->reg);
}

static void do_call(struct insn *i)
{
	i->flow = INSN_CALL;
	i->written |= i->word == 4 ? CALL_WRITES_32 : CALL_WRITES;
}

/* inc, dec, call, jmp, push */
static void do_ff(struct insn *i, const struct x86_parts *p)
{
	switch (p->digit) {
	case 2:
	case 3: do_call(i); break;
	case 4:
	case 5: i->flow = INSN_JUMP; break;
	case 6: do_push(i, p->mod == 3 ? p->rm : CFI_REGISTERS); break;
	default: write_rm(i, p);
	}
}

static void do_enter(struct insn *i, int64_t size)
{
	do_push(i, RBP);
	insn_add(i, INSN_SET, RBP, RSP, 0);
	insn_add(i, INSN_SET, RSP, RSP, -size);
}

static void do_leave(struct insn *i)
{
	insn_add(i, INSN_SET, RSP, RBP, 0);
	do_pop(i, RBP);
}

static void do_target(struct insn *i, const struct x86_parts *p, enum insn_flow flow, uint64_t next)
{
	i->flow = (uint8_t)flow;
	i->has_target = true;
	i->target = next + (uint64_t)p->immediate;
	if (flow == INSN_CALL)
		do_call(i);
}

/* Arithmetic of two operands: 00 to 3f. */
static void do_arithmetic(struct insn *i, const struct x86_parts *p)
{
	if (p->op >= 0x38)
		return; /* cmp */
	switch (p->op & 7) {
	case 0:
	case 1: write_rm(i, p); break;
	case 2:
	case 3: insn_write(i, p->reg); break;
	default: insn_write(i, RAX);
	}
}

/* String instructions, a4 to af. */
static void do_string(struct insn *i, const struct x86_parts *p)
{
	if (p->op != 0xa8 && p->op != 0xa9)
		i->written |= 1ull << RAX | 1ull << RCX | 1ull << RSI | 1ull << RDI;
}

/* f6, f7: test, test, not, neg, mul, imul, div, idiv */
static void do_f7(struct insn *i, const struct x86_parts *p)
{
	if (p->digit == 2 || p->digit == 3)
		write_rm(i, p);
	if (p->digit >= 4)
		i->written |= 1ull << RAX | 1ull << RDX;
}

/* Instructions that are jumps, returns and calls. False: it is another one. */
static bool do_flow(struct insn *i, const struct x86_parts *p, uint64_t next)
{
	const uint8_t op = p->op;

	if ((op >= 0x70 && op <= 0x7f) || (op >= 0xe0 && op <= 0xe3)) {
		do_target(i, p, INSN_BRANCH, next);
		if (op >= 0xe0 && op <= 0xe2)
			insn_write(i, RCX);
		return true;
	}
	switch (op) {
	case 0xe8: do_target(i, p, INSN_CALL, next); return true;
	case 0xe9:
	case 0xeb: do_target(i, p, INSN_JUMP, next); return true;
	case 0xc2:
	case 0xca:
		i->pops = (uint16_t)p->immediate;
		i->flow = INSN_RETURN;
		return true;
	case 0xc3:
	case 0xcb:
	case 0xcf: i->flow = INSN_RETURN; return true;
	case 0xcc:
	case 0xf4: i->flow = INSN_STOP; return true;
	default: return false;
	}
}

static void do_stack(struct insn *i, const struct x86_parts *p)
{
	switch (p->op) {
	case 0x68:
	case 0x6a:
	case 0x9c: do_push(i, CFI_REGISTERS); break;
	case 0x9d: do_pop(i, CFI_REGISTERS); break;
	case 0x8f: do_pop(i, p->mod == 3 ? p->rm : CFI_REGISTERS); break;
	case 0xc8: do_enter(i, p->immediate); break;
	case 0xc9: do_leave(i); break;
	default: break;
	}
}

/* pusha, popa; push and pop of segments; inc, dec. False: it is another one. */
static bool do_one_32(struct insn *i, const struct x86_parts *p)
{
	const uint8_t op = p->op;

	if (op == 0x60) {
		insn_add(i, INSN_SET, RSP, RSP, -8 * 4);
	} else if (op == 0x61) {
		insn_add(i, INSN_SET, RSP, RSP, 8 * 4);
		i->written |= CALL_WRITES_32 | 1ull << RBX | 1ull << RBP | 1ull << RSI | 1ull << RDI;
	} else if (op < 0x20 && (op & 7) == 6) {
		do_push(i, CFI_REGISTERS);
	} else if (op < 0x20 && (op & 7) == 7) {
		do_pop(i, CFI_REGISTERS);
	} else if (op >= 0x40 && op <= 0x4f) {
		insn_write(i, x86_register(op, false));
	} else {
		return false;
	}
	return true;
}

static void do_one(struct insn *i, const struct x86_parts *p, uint64_t next)
{
	const uint8_t op = p->op;

	if (do_flow(i, p, next) || (p->is_32 && do_one_32(i, p)))
		return;
	if (op < 0x40) {
		do_arithmetic(i, p);
	} else if (op >= 0x50 && op <= 0x57) {
		do_push(i, x86_register(op, p->rex & 1));
	} else if (op >= 0x58 && op <= 0x5f) {
		do_pop(i, x86_register(op, p->rex & 1));
	} else if (op >= 0x90 && op <= 0x97) {
		if (op != 0x90 || p->rex & 1)
			i->written |= 1ull << RAX | 1ull << x86_register(op, p->rex & 1);
	} else if (op == 0xa0 || op == 0xa1) {
		insn_write(i, RAX);
	} else if (op >= 0xa4 && op <= 0xaf) {
		do_string(i, p);
	} else if (op >= 0xb0 && op <= 0xb7 && !p->has_rex) {
		insn_write(i, x86_register(op & 3, false)); /* of bytes */
	} else if (op >= 0xb0 && op <= 0xbf) {
		insn_write(i, x86_register(op, p->rex & 1));
	} else {
		do_stack(i, p);
	}
}

/* Those with ModRM. */
static void do_one_modrm(struct insn *i, const struct x86_parts *p)
{
	switch (p->op) {
	case 0x63:
	case 0x69:
	case 0x6b: insn_write(i, p->reg); break;
	case 0x80:
	case 0xc0:
	case 0xc1:
	case 0xc6:
	case 0xc7:
	case 0xd0:
	case 0xd1:
	case 0xd2:
	case 0xd3:
	case 0xfe: write_rm(i, p); break;
	case 0x81:
	case 0x83:
		if (p->mod == 3)
			do_number(i, p, p->rm);
		break;
	case 0x86:
	case 0x87:
		write_rm(i, p);
		insn_write(i, p->reg);
		break;
	case 0x88:
	case 0x8c: write_rm(i, p); break;
	case 0x89: do_move(i, p, false); break;
	case 0x8a: insn_write(i, p->reg); break;
	case 0x8b: do_move(i, p, true); break;
	case 0x8d: do_lea(i, p); break;
	case 0xf6:
	case 0xf7: do_f7(i, p); break;
	case 0xff: do_ff(i, p); break;
	default: break;
	}
}

/* --- what it does: the other maps ---------------------------------------------------- */

/* Whether the register of ModRM is a general one that is written: by instructions of vectors too. */
static bool two_writes_reg(const struct x86_parts *p)
{
	if (!p->is_vector && ((p->op >= 0x40 && p->op <= 0x4f) || (p->op >= 0xb2 && p->op <= 0xb8)))
		return true; /* cmov; lss, btr, lfs, lgs, movzx, popcnt */
	switch (p->op) {
	case 0x2c:
	case 0x2d: return p->repeat; /* from the first number of a vector */
	case 0x78:
	case 0x79: return p->is_vector && p->repeat;
	case 0x93: return p->is_vector;
	case 0x50:
	case 0xc5:
	case 0xd7: return true;
	case 0x02:
	case 0x03:
	case 0xaf:
	case 0xbc:
	case 0xbd:
	case 0xbe:
	case 0xbf:
	case 0xc0:
	case 0xc1: return !p->is_vector;
	default: return false;
	}
}

static bool two_writes_rm(const struct x86_parts *p)
{
	if (p->op == 0x7e)
		return p->repeat != 0xf3; /* movd; with f3 between vectors */
	if (p->is_vector)
		return false;
	if (p->op >= 0x90 && p->op <= 0x9f)
		return true; /* setcc */
	switch (p->op) {
	case 0x00:
	case 0x20:
	case 0x21:
	case 0xa4:
	case 0xa5:
	case 0xab:
	case 0xac:
	case 0xad:
	case 0xb0:
	case 0xb1:
	case 0xb3:
	case 0xba:
	case 0xbb:
	case 0xc0:
	case 0xc1:
	case 0xc7: return true;
	default: return false;
	}
}

/* Those that write registers which they do not name. */
static uint64_t two_writes(const struct x86_parts *p)
{
	const uint64_t ax = 1ull << RAX, cx = 1ull << RCX, dx = 1ull << RDX;

	if (p->is_vector)
		return 0;
	switch (p->op) {
	case 0x05:
	case 0x34: return ax | cx | 1ull << 11; /* syscall */
	case 0x01:
	case 0x31:
	case 0x32:
	case 0x33: return ax | cx | dx;
	case 0xa2: return ax | cx | dx | 1ull << RBX; /* cpuid */
	case 0xb0:
	case 0xb1: return ax;
	case 0xc7: return ax | dx;
	default: return p->op >= 0xc8 && p->op <= 0xcf ? 1ull << x86_register(p->op, p->rex & 1) : 0;
	}
}

static void do_two(struct insn *i, const struct x86_parts *p, uint64_t next)
{
	if (p->op >= 0x80 && p->op <= 0x8f && !p->is_vector)
		do_target(i, p, INSN_BRANCH, next);
	else if ((p->op == 0x0b || p->op == 0xb9) && !p->is_vector)
		i->flow = INSN_STOP;
	i->written |= two_writes(p);
	if (two_writes_reg(p))
		insn_write(i, p->reg);
	if (two_writes_rm(p))
		write_rm(i, p);
}

/* movbe and crc32; of BMI: andn, blsr, bzhi, mulx, shlx. */
static void do_0f38(struct insn *i, const struct x86_parts *p)
{
	if (p->op < 0xf0 || p->op > 0xf7)
		return;
	if (p->op != 0xf3)
		insn_write(i, p->reg);
	if (p->is_vector && (p->op == 0xf3 || p->op == 0xf6))
		insn_write(i, p->vvvv);
}

/* pextr, and rorx of BMI. */
static void do_0f3a(struct insn *i, const struct x86_parts *p)
{
	if (p->op >= 0x14 && p->op <= 0x17)
		write_rm(i, p);
	if (p->op == 0xf0)
		insn_write(i, p->reg);
}

static void do_effects(struct insn *i, const struct x86_parts *p, uint64_t next)
{
	switch (p->map) {
	case MAP_ONE:
		if (p->has_modrm && p->op >= 0x40 && p->op != 0x8f)
			do_one_modrm(i, p);
		else
			do_one(i, p, next);
		break;
	case MAP_0F: do_two(i, p, next); break;
	case MAP_0F38: do_0f38(i, p); break;
	case MAP_0F3A: do_0f3a(i, p); break;
	default: insn_write(i, p->reg); /* of XOP it may be a general register */
	}
}

void x86_insn(struct insn *ret, const uint8_t *code, size_t size, uint64_t address)
{
	struct x86_parts p;

	x86_take_apart(&p, code, size, false);
	*ret = (struct insn){ .size = p.size, .word = 8 };
	if (p.size)
		do_effects(ret, &p, address + p.size);
}

/* --- i386 ---------------------------------------------------------------------------- */

/* DWARF's numbers of i386, by those of x86_64: eax, edx, ecx, ebx, esi, edi, ebp, esp. */
static const uint8_t i386_numbers[] = { 0, 2, 1, 3, 6, 7, 5, 4 };

static void renumber(struct insn *i)
{
	uint64_t written = 0;

	for (unsigned k = 0; k < i->n_effects; k++) {
		i->effects[k].reg = i386_numbers[i->effects[k].reg & 7];
		i->effects[k].base = i386_numbers[i->effects[k].base & 7];
	}
	for (unsigned reg = 0; reg < sizeof(i386_numbers); reg++)
		written |= (i->written >> reg & 1) << i386_numbers[reg];
	i->written = written;
}

void i386_insn(struct insn *ret, const uint8_t *code, size_t size, uint64_t address)
{
	struct x86_parts p;

	x86_take_apart(&p, code, size, true);
	*ret = (struct insn){ .size = p.size, .word = 4 };
	if (!p.size)
		return;
	do_effects(ret, &p, address + p.size);
	if (ret->flow == INSN_CALL && ret->has_target && ret->target == address + p.size) {
		/* It pushes its address, for a pop that follows. */
		*ret = (struct insn){ .size = p.size, .word = 4 };
		do_push(ret, CFI_REGISTERS);
	}
	ret->target &= UINT32_MAX;
	renumber(ret);
}
