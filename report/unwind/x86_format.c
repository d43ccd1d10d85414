#include "report/unwind/x86_format.h"

#include "report/unwind/machine_code.h"

static const uint8_t dwarf_numbers[] = { 0, 2, 1, 3, 7, 6, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15 };

uint8_t x86_register(unsigned bits, bool is_high)
{
	return dwarf_numbers[(bits & 7) | (is_high ? 8u : 0u)];
}

/* --- prefixes ------------------------------------------------------------------------ */

static bool take_legacy(struct x86_parts *x, uint8_t byte)
{
	switch (byte) {
	case 0x66: x->has_operand_size = true; return true;
	case 0x67: x->has_address_size = true; return true;
	case 0xf2:
	case 0xf3: x->repeat = byte; return true;
	case 0x64:
	case 0x65: x->segment = byte; return true;
	case 0xf0:
	case 0x26:
	case 0x2e:
	case 0x36:
	case 0x3e: return true;
	default: return false;
	}
}

static uint8_t map_of(unsigned number)
{
	switch (number) {
	case 1: return MAP_0F;
	case 2: return MAP_0F38;
	case 3: return MAP_0F3A;
	case 8: return MAP_XOP8;
	case 10: return MAP_XOPA;
	default: return MAP_OTHER;
	}
}

/* The two bits that stand for a prefix. */
static uint8_t repeat_of(uint8_t bits)
{
	static const uint8_t prefixes[] = { 0, 0, 0xf3, 0xf2 };

	return prefixes[bits & 3];
}

/* VEX of two bytes, or VEX and XOP of three: the inverted R, X and B, the map, W and vvvv. */
static void take_vex(struct x86_parts *x, struct cursor *c, bool is_long)
{
	uint8_t first = cursor_u8(c), second = is_long ? cursor_u8(c) : first;

	x->is_vector = true;
	x->map = is_long ? map_of(first & 31) : MAP_0F;
	x->rex = (uint8_t)((first & 0x80 ? 0 : 4) | (is_long && !(first & 0x20) ? 1 : 0) |
			   (is_long && !(first & 0x40) ? 2 : 0));
	x->is_wide = is_long && second & 0x80;
	x->vvvv = dwarf_numbers[~second >> 3 & 15];
	x->repeat = repeat_of(second);
	x->op = cursor_u8(c);
}

static void take_evex(struct x86_parts *x, struct cursor *c)
{
	uint8_t first = cursor_u8(c), second = cursor_u8(c);

	cursor_u8(c);
	x->is_vector = x->is_scaled = true;
	x->map = map_of(first & 7);
	x->rex = (uint8_t)((first & 0x80 ? 0 : 4) | (first & 0x20 ? 0 : 1) | (first & 0x40 ? 0 : 2));
	x->is_wide = second & 0x80;
	x->vvvv = dwarf_numbers[~second >> 3 & 15];
	x->repeat = repeat_of(second);
	x->op = cursor_u8(c);
}

/* c4 and c5 begin VEX, 62 EVEX; on i386 only before what would be two registers. */
static bool is_vector_prefix(const struct x86_parts *x, const struct cursor *c, uint8_t byte)
{
	return (byte == 0xc4 || byte == 0xc5 || byte == 0x62) && (!x->is_32 || (cursor_left(c) && c->pos[0] >= 0xc0));
}

/* 8f is a pop, or begins XOP: that has a map of 8 at least. */
static bool is_xop(const struct cursor *c)
{
	return cursor_left(c) && (c->pos[0] & 31) >= 8;
}

static void take_opcode(struct x86_parts *x, struct cursor *c)
{
	uint8_t byte = cursor_u8(c);

	while (cursor_ok(c) && take_legacy(x, byte))
		byte = cursor_u8(c);
	if (!x->is_32 && (byte & 0xf0) == 0x40) {
		x->has_rex = true;
		x->rex = byte & 7;
		x->is_wide = byte & 8;
		byte = cursor_u8(c);
	}
	x->op = byte;
	if (byte == 0x8f ? is_xop(c) : byte != 0x62 && is_vector_prefix(x, c, byte))
		take_vex(x, c, byte != 0xc5);
	else if (byte == 0x62 && is_vector_prefix(x, c, byte))
		take_evex(x, c);
	if (byte != 0x0f)
		return;
	x->map = MAP_0F;
	x->op = cursor_u8(c);
	if (x->op == 0x38 || x->op == 0x3a) {
		x->map = x->op == 0x38 ? MAP_0F38 : MAP_0F3A;
		x->op = cursor_u8(c);
	}
}

/* --- operands ------------------------------------------------------------------------ */

static bool one_has_modrm(uint8_t op)
{
	if (op < 0x40)
		return (op & 7) < 4;
	if (op >= 0x80 && op <= 0x8f)
		return true;
	if (op >= 0xd0 && op <= 0xdf)
		return op <= 0xd3 || op >= 0xd8;
	switch (op) {
	case 0x63:
	case 0x69:
	case 0x6b:
	case 0xc0:
	case 0xc1:
	case 0xc6:
	case 0xc7:
	case 0xf6:
	case 0xf7:
	case 0xfe:
	case 0xff: return true;
	default: return false;
	}
}

static bool two_has_modrm(uint8_t op)
{
	switch (op & 0xf0) {
	case 0x00: return op < 0x04 || op == 0x0d || op == 0x0f;
	case 0x30: return op == 0x38 || op == 0x3a;
	case 0x80: return false;
	case 0xa0: return (op & 7) > 2;
	case 0xc0: return op < 0xc8;
	case 0x70: return op != 0x77;
	default: return true;
	}
}

/* Whether the byte of an opcode is one that is taken apart: in 64-bit mode all there are. */
static bool one_is_known(uint8_t op, bool is_32)
{
	static const uint8_t unknown_32[] = { 0x62, 0x63, 0x82, 0x9a, 0xc4, 0xc5, 0xce, 0xd4, 0xd5, 0xd6, 0xea };
	static const uint8_t unknown[] = { 0x06, 0x07, 0x0e, 0x16, 0x17, 0x1e, 0x1f, 0x27, 0x2f, 0x37,
					   0x3f, 0x60, 0x61, 0x82, 0x9a, 0xce, 0xd4, 0xd5, 0xd6, 0xea };

	return is_32 ? !memchr(unknown_32, op, sizeof(unknown_32)) : !memchr(unknown, op, sizeof(unknown));
}

/* Whether registers are bytes: without REX those of the numbers 4 to 7 are ah, ch, dh and bh. */
static bool is_of_bytes(const struct x86_parts *x)
{
	if (x->has_rex || x->is_vector)
		return false;
	if (x->map == MAP_0F)
		return (x->op & 0xf0) == 0x90 || x->op == 0xb0 || x->op == 0xc0;
	return x->map == MAP_ONE && !(x->op & 1) &&
	       (x->op < 0x40 || (x->op >= 0x80 && x->op <= 0x8a) || x->op == 0xc0 || x->op == 0xc6 || x->op == 0xd0 ||
		x->op == 0xd2 || x->op == 0xf6 || x->op == 0xfe);
}

/* Returns the low bits of the base. */
static unsigned take_sib(struct x86_parts *x, uint8_t sib)
{
	const unsigned low = sib & 7, index = sib >> 3 & 7;

	x->base = low == 5 && !x->mod ? X86_NONE : x86_register(low, x->rex & 1);
	x->index = index == 4 && !(x->rex & 2) ? X86_NONE : x86_register(index, x->rex & 2);
	x->scale = (uint8_t)(1u << (sib >> 6));
	x->rm = x->index == X86_NONE && x->base != X86_NONE ? x->base : X86_NO_BASE;
	return low;
}

static void take_modrm(struct x86_parts *x, struct cursor *c)
{
	uint8_t byte = cursor_u8(c);
	unsigned low = byte & 7;

	x->has_modrm = true;
	x->mod = byte >> 6;
	x->digit = byte >> 3 & 7;
	x->reg = x86_register(x->digit, x->rex & 4);
	x->rm = x86_register(low, x->rex & 1);
	if (is_of_bytes(x)) {
		x->reg = x86_register(x->digit & 3, false);
		x->rm = x->mod == 3 ? x86_register(low & 3, false) : x->rm;
	}
	if (x->mod == 3)
		return;
	x->base = x->rm;
	if (low == 4) {
		low = take_sib(x, cursor_u8(c));
	} else if (low == 5 && !x->mod) {
		x->base = X86_RIP;
		x->rm = X86_NO_BASE;
	}
	if (x->mod == 1)
		x->disp = (int8_t)cursor_u8(c);
	else if (x->mod == 2 || low == 5)
		x->disp = (int32_t)cursor_u32(c);
	x->is_scaled = x->is_scaled && x->mod == 1;
}

static unsigned one_immediate(const struct x86_parts *x)
{
	const unsigned z = x->has_operand_size && !x->is_wide ? 2 : 4;
	const uint8_t op = x->op;

	if (op < 0x40)
		return (op & 7) == 4 ? 1 : (op & 7) == 5 ? z : 0;
	if ((op >= 0x70 && op <= 0x7f) || (op >= 0xb0 && op <= 0xb7) || (op >= 0xe0 && op <= 0xe7))
		return 1;
	if (op >= 0xb8 && op <= 0xbf)
		return x->is_wide ? 8 : z;
	if (op >= 0xa0 && op <= 0xa3)
		return x->has_address_size || x->is_32 ? 4 : 8;
	switch (op) {
	case 0x6a:
	case 0x6b:
	case 0x80:
	case 0x83:
	case 0xa8:
	case 0xc0:
	case 0xc1:
	case 0xc6:
	case 0xcd:
	case 0xeb: return 1;
	case 0xc2:
	case 0xca: return 2;
	case 0xc8: return 3;
	case 0xe8:
	case 0xe9: return 4;
	case 0x68:
	case 0x69:
	case 0x81:
	case 0xa9:
	case 0xc7: return z;
	case 0xf6: return x->digit < 2 ? 1 : 0;
	case 0xf7: return x->digit < 2 ? z : 0;
	default: return 0;
	}
}

static unsigned two_immediate(uint8_t op)
{
	if (op >= 0x80 && op <= 0x8f)
		return 4;
	switch (op) {
	case 0x0f:
	case 0x70:
	case 0x71:
	case 0x72:
	case 0x73:
	case 0xa4:
	case 0xac:
	case 0xba:
	case 0xc2:
	case 0xc4:
	case 0xc5:
	case 0xc6: return 1;
	default: return 0;
	}
}

static unsigned immediate_size(const struct x86_parts *x)
{
	switch (x->map) {
	case MAP_ONE: return one_immediate(x);
	case MAP_0F: return two_immediate(x->op);
	case MAP_0F3A:
	case MAP_XOP8: return 1;
	case MAP_XOPA: return 4;
	default: return 0;
	}
}

/* The frame's bytes, then a depth. */
static int64_t take_enter(struct cursor *c)
{
	uint16_t frame = cursor_u16(c);

	cursor_u8(c);
	return frame;
}

static int64_t take_immediate(struct x86_parts *x, struct cursor *c)
{
	switch (immediate_size(x)) {
	case 1: return (int8_t)cursor_u8(c);
	case 2: return (int16_t)cursor_u16(c);
	case 3: return take_enter(c);
	case 4: return (int32_t)cursor_u32(c);
	case 8: return (int64_t)cursor_u64(c);
	default: return 0;
	}
}

static bool has_modrm(const struct x86_parts *x)
{
	switch (x->map) {
	case MAP_ONE: return one_has_modrm(x->op);
	case MAP_0F: return x->is_vector ? x->op != 0x77 : two_has_modrm(x->op);
	default: return true;
	}
}

void x86_take_apart(struct x86_parts *ret, const uint8_t *code, size_t size, bool is_32)
{
	const size_t most = size < INSN_SIZE_MAX ? size : INSN_SIZE_MAX;
	struct cursor c = cursor_make(code, most, false);

	*ret = (struct x86_parts){ .is_32 = is_32, .base = X86_NONE, .index = X86_NONE };
	take_opcode(ret, &c);
	if (ret->map == MAP_ONE && (ret->is_vector || !one_is_known(ret->op, is_32)))
		return;
	/* Addresses of 16 bits have other forms. */
	if (is_32 && ret->has_address_size)
		return;
	if (has_modrm(ret))
		take_modrm(ret, &c);
	ret->immediate = take_immediate(ret, &c);
	ret->is_wide = is_32 ? !ret->has_operand_size : ret->is_wide;
	if (cursor_ok(&c))
		ret->size = (uint8_t)cursor_offset(&c);
}
