/* Instructions of arm64: what keeps a frame is done by few of them, of four bytes each. */
#include "common/bytes.h"
#include "report/unwind/machine_code.h"

#include <string.h>

#define SP   31u
#define LINK 30u

/* What calls may change, by AAPCS64: x0 to x18 and the link register. */
#define CALL_WRITES (((1ull << 19) - 1) | 1ull << LINK)

/* Returns bits [low, low + n) as a signed number. */
static int64_t signed_bits(uint32_t word, unsigned low, unsigned n)
{
	uint32_t value = word >> low & ((1u << n) - 1), sign = 1u << (n - 1);

	return (int64_t)(value ^ sign) - (int64_t)sign;
}

static unsigned bits(uint32_t word, unsigned low, unsigned n)
{
	return word >> low & ((1u << n) - 1);
}

static void put_target(struct insn *i, enum insn_flow flow, uint64_t address, int64_t words)
{
	i->flow = (uint8_t)flow;
	i->has_target = true;
	i->target = address + (uint64_t)(4 * words);
	if (flow == INSN_CALL)
		i->written |= CALL_WRITES;
}

/* b, bl, b.cond, cbz, tbz, br, blr, ret. False: it is none of them. */
static bool take_flow(struct insn *i, uint32_t word, uint64_t address)
{
	if ((word & 0x7c000000) == 0x14000000)
		put_target(i, word >> 31 ? INSN_CALL : INSN_JUMP, address, signed_bits(word, 0, 26));
	else if ((word & 0xff000000) == 0x54000000 || (word & 0x7e000000) == 0x34000000)
		put_target(i, INSN_BRANCH, address, signed_bits(word, 5, 19));
	else if ((word & 0x7e000000) == 0x36000000)
		put_target(i, INSN_BRANCH, address, signed_bits(word, 5, 14));
	else if ((word & 0xfe000000) == 0xd6000000)
		switch (bits(word, 21, 4) & 7) {
		case 0: i->flow = INSN_JUMP; break;
		case 1:
			i->flow = INSN_CALL;
			i->written |= CALL_WRITES;
			break;
		case 2: i->flow = INSN_RETURN; break;
		default: i->flow = INSN_STOP;
		}
	else if ((word & 0xffe0001f) == 0xd4200000 || !(word >> 16))
		i->flow = INSN_STOP; /* brk, udf */
	else
		return false;
	return true;
}

static void put_word(struct insn *i, bool is_load, unsigned reg, unsigned base, int64_t at)
{
	if (reg == SP && is_load)
		return; /* xzr */
	if (reg != SP)
		insn_add(i, is_load ? INSN_LOAD : INSN_STORE, reg, base, at);
}

/* stp and ldp, with the address changed before or after, or not. Only x registers are followed. */
static bool take_pair(struct insn *i, uint32_t word)
{
	const unsigned how = bits(word, 23, 2), base = bits(word, 5, 5), size = bits(word, 30, 2);
	const bool is_load = bits(word, 22, 1), is_vector = bits(word, 26, 1);
	const int64_t offset = signed_bits(word, 15, 7) * (is_vector ? 4 << size : size == 2 ? 8 : 4);
	const int64_t at = how == 2 ? offset : 0;

	if ((word & 0x3a000000) != 0x28000000)
		return false;
	if (how == 3)
		insn_add(i, INSN_SET, base, base, offset);
	if (!is_vector && size == 2) {
		put_word(i, is_load, bits(word, 0, 5), base, at);
		put_word(i, is_load, bits(word, 10, 5), base, at + 8);
	} else if (!is_vector && is_load) {
		i->written |= (1ull << bits(word, 0, 5) | 1ull << bits(word, 10, 5)) & ~(1ull << SP);
	}
	if (how == 1)
		insn_add(i, INSN_SET, base, base, offset);
	return true;
}

/* str and ldr of an x register. */
static bool take_single(struct insn *i, uint32_t word)
{
	const unsigned reg = bits(word, 0, 5), base = bits(word, 5, 5), how = bits(word, 10, 2);
	const bool is_load = bits(word, 22, 1);

	if ((word & 0xff800000) == 0xf9000000) {
		put_word(i, is_load, reg, base, 8 * (int64_t)bits(word, 10, 12));
		return true;
	}
	if ((word & 0xffa00000) != 0xf8000000 || how == 2)
		return false;
	if (how == 3)
		insn_add(i, INSN_SET, base, base, signed_bits(word, 12, 9));
	put_word(i, is_load, reg, base, how ? 0 : signed_bits(word, 12, 9));
	if (how == 1)
		insn_add(i, INSN_SET, base, base, signed_bits(word, 12, 9));
	return true;
}

/* add and sub of a number, which have sp; mov of a register. */
static bool take_number(struct insn *i, uint32_t word)
{
	const unsigned to = bits(word, 0, 5), from = bits(word, 5, 5);
	int64_t value = (int64_t)bits(word, 10, 12) << (bits(word, 22, 1) ? 12 : 0);

	if ((word & 0xbf800000) == 0x91000000 || (word & 0xff800000) == 0xd1000000) {
		insn_add(i, INSN_SET, to, from, word >> 30 & 1 ? -value : value);
		return true;
	}
	if ((word & 0xffe0ffe0) == 0xaa0003e0 && to != SP && bits(word, 16, 5) != SP) {
		insn_add(i, INSN_SET, to, bits(word, 16, 5), 0);
		return true;
	}
	return false;
}

/*
 * The register that another instruction may write: the low bits, where that is a general one. Loads and stores of
 * vectors and of other sizes, and floating point, write none that is followed; a load may change its base.
 */
static void take_other(struct insn *i, uint32_t word)
{
	const unsigned group = bits(word, 25, 4), to = bits(word, 0, 5), base = bits(word, 5, 5);
	const bool is_memory = (group & 5) == 4;

	if (is_memory && bits(word, 26, 1)) {
		/* vectors: the address may be changed */
		if (bits(word, 24, 1) == 0 && base == SP)
			insn_write(i, base);
		return;
	}
	if (group == 8 || group == 9) {
		/* with a number: flags only (subs, adds) have xzr, others sp */
		if (to != SP || (bits(word, 23, 3) == 2 && !bits(word, 29, 1)) || bits(word, 23, 3) == 4)
			insn_write(i, to);
	} else if ((group & 7) == 5) {
		/* between registers: sp only by add and sub of an extended one */
		if (to != SP || (word & 0x3fe00000) == 0x0b200000)
			insn_write(i, to);
	} else if (is_memory) {
		if (to != SP)
			insn_write(i, to);
	}
}

void arm64_insn(struct insn *ret, const uint8_t *code, size_t size, uint64_t address)
{
	uint32_t word;

	*ret = (struct insn){ .size = 0 };
	if (size < 4)
		return;
	word = (uint32_t)code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 | (uint32_t)code[3] << 24;
	ret->size = 4;
	if (!take_flow(ret, word, address) && !take_pair(ret, word) && !take_single(ret, word) &&
	    !take_number(ret, word))
		take_other(ret, word);
}
