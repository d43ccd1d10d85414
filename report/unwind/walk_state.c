#include "report/unwind/walk_state.h"

#include <string.h>

const uint8_t *code_saved(enum unwind_machine machine, unsigned *ret_n)
{
	static const uint8_t x86_64[] = { 3, 6, 12, 13, 14, 15 };
	static const uint8_t i386[] = { 3, 5, 6, 7 };
	static const uint8_t arm64[] = { 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30 };

	switch (machine) {
	case UNWIND_ARM64: *ret_n = sizeof(arm64); return arm64;
	case UNWIND_I386: *ret_n = sizeof(i386); return i386;
	default: *ret_n = sizeof(x86_64); return x86_64;
	}
}

/* lea of esi to itself, as assemblers fill code of i386: 8d 76 00, 8d 74 26 00, 8d b6 and 8d b4 26 with four zeros. */
static bool is_lea_of_itself(const uint8_t *bytes, size_t size)
{
	const size_t digits = size && bytes[0] == 0x8d && size > 2 ? (bytes[1] & 0x3f) == 0x34 ? 3 : 2 : 0;

	if (!digits || (bytes[1] & 0x3c) != 0x34 || (digits == 3 && bytes[2] != 0x26))
		return false;
	for (size_t at = digits; at < size; at++)
		if (bytes[at])
			return false;
	return true;
}

bool walk_is_nop(enum unwind_machine machine, const uint8_t *bytes, size_t size)
{
	size_t at = 0;

	while (at < size && (bytes[at] == 0x66 || bytes[at] == 0x2e))
		at++;
	if (machine == UNWIND_I386 && is_lea_of_itself(bytes + at, size - at))
		return true;
	return (at + 1 == size && bytes[at] == 0x90) || (at + 2 < size && bytes[at] == 0x0f && bytes[at + 1] == 0x1f);
}

void walk_begin(struct walk_state *s, uint64_t at)
{
	s->at = at;
	s->n_slots = 0;
	for (unsigned i = 0; i < CFI_REGISTERS; i++)
		s->regs[i] = (struct walk_value){ .kind = WALK_SUM, .base = (uint8_t)i };
}

/* --- values -------------------------------------------------------------------------- */

/* Larger offsets are none of a frame. */
#define OFFSET_MAX (1 << 29)

static bool is_offset(int64_t offset)
{
	return offset <= OFFSET_MAX && offset >= -OFFSET_MAX;
}

static struct walk_value value_plus(struct walk_value v, int64_t offset)
{
	int32_t *sum = v.kind == WALK_WORD ? &v.add : &v.offset;

	if ((v.kind != WALK_SUM && v.kind != WALK_WORD) || !is_offset(offset) || !is_offset(*sum + offset))
		return (struct walk_value){ .kind = WALK_UNKNOWN };
	*sum = (int32_t)(*sum + offset);
	return v;
}

static bool value_same(struct walk_value a, struct walk_value b)
{
	return a.kind == b.kind && a.base == b.base && a.offset == b.offset && a.add == b.add;
}

static struct walk_slot *state_slot(struct walk_state *s, struct walk_value address)
{
	for (unsigned i = 0; i < s->n_slots; i++)
		if (value_same(s->slots[i].address, address))
			return &s->slots[i];
	return NULL;
}

static void state_store(struct walk_state *s, struct walk_value address, struct walk_value value)
{
	struct walk_slot *slot = address.kind == WALK_SUM ? state_slot(s, address) : NULL;

	if (address.kind != WALK_SUM)
		return;
	if (value.kind != WALK_SUM) {
		if (slot)
			*slot = s->slots[--s->n_slots];
		return;
	}
	if (!slot && s->n_slots < WALK_SLOTS_MAX)
		slot = &s->slots[s->n_slots++];
	if (slot)
		*slot = (struct walk_slot){ .address = address, .value = value };
}

static struct walk_value state_load(struct walk_state *s, struct walk_value address, bool reads)
{
	const struct walk_slot *slot = address.kind == WALK_SUM ? state_slot(s, address) : NULL;

	if (slot)
		return slot->value;
	if (reads && address.kind == WALK_SUM && address.base != WALK_ALIGNED)
		address.kind = WALK_WORD;
	else if (reads && address.kind == WALK_WORD)
		address.kind = WALK_INDIRECT;
	else
		address.kind = WALK_UNKNOWN;
	return address;
}

static void state_effect(struct walk_state *s, const struct insn_effect *e, bool reads)
{
	struct walk_value address = value_plus(s->regs[e->base], e->value);

	switch (e->kind) {
	case INSN_SET: s->regs[e->reg] = e->value ? address : s->regs[e->base]; break;
	case INSN_LOAD: s->regs[e->reg] = state_load(s, address, reads); break;
	case INSN_STORE: state_store(s, address, s->regs[e->reg]); break;
	case INSN_ALIGN: s->regs[e->reg] = (struct walk_value){ .kind = WALK_SUM, .base = WALK_ALIGNED }; break;
	default: break;
	}
}

void walk_step(struct walk_state *s, const struct insn *i, bool reads)
{
	for (unsigned k = 0; k < i->n_effects; k++)
		state_effect(s, &i->effects[k], reads);
	for (unsigned reg = 0; i->written >> reg && reg < CFI_REGISTERS; reg++)
		if (i->written >> reg & 1)
			s->regs[reg].kind = WALK_UNKNOWN;
}

/* --- frames -------------------------------------------------------------------------- */

bool walk_is_entry(const struct walk_state *s, enum unwind_machine machine)
{
	const uint8_t stack = unwind_roles[machine].stack;

	return value_same(s->regs[stack], (struct walk_value){ .kind = WALK_SUM, .base = stack });
}

/* Whether the frame pointer is one: what it points to is the caller's. Else it may be another one in each round of a
 * loop. */
static bool has_frame_pointer(const struct walk_state *s, const struct unwind_roles *roles)
{
	const struct walk_value callers = { .kind = WALK_SUM, .base = roles->frame };

	for (unsigned i = 0; i < s->n_slots; i++)
		if (value_same(s->slots[i].address, s->regs[roles->frame]) && value_same(s->slots[i].value, callers))
			return true;
	return false;
}

/*
 * Finds the register that has a base at the start of the walk plus a number; the frame pointer first, if there is one:
 * what a loop has pushed is seen once.
 */
static bool find_base(const struct walk_state *s, enum unwind_machine machine, uint8_t base, struct code_rule *ret)
{
	const struct unwind_roles *roles = &unwind_roles[machine];
	const uint8_t first[] = { has_frame_pointer(s, roles) ? roles->frame : roles->stack, roles->stack };

	for (unsigned i = 0; i < sizeof(first) + CFI_REGISTERS; i++) {
		const unsigned reg = i < sizeof(first) ? first[i] : i - (unsigned)sizeof(first);
		const struct walk_value *v = &s->regs[reg];

		if (v->kind != WALK_SUM || v->base != base)
			continue;
		*ret = (struct code_rule){ .kind = CODE_VALUE, .reg = (uint8_t)reg, .offset = -v->offset };
		return true;
	}
	return false;
}

/* Finds the stack pointer at the start in a slot of a stack that was aligned. */
static bool find_saved_stack(const struct walk_state *s, enum unwind_machine machine, struct code_frame *ret)
{
	struct code_rule aligned;

	if (!find_base(s, machine, WALK_ALIGNED, &aligned))
		return false;
	for (unsigned i = 0; i < s->n_slots; i++) {
		const struct walk_slot *slot = &s->slots[i];

		if (slot->address.base != WALK_ALIGNED || slot->value.base != unwind_roles[machine].stack)
			continue;
		ret->address = (struct code_rule){ .kind = CODE_AT,
						   .reg = aligned.reg,
						   .offset = aligned.offset + slot->address.offset };
		ret->add = -slot->value.offset;
		return true;
	}
	return false;
}

/* Where the value that a register had at the start is now. */
static struct code_rule find_register(const struct walk_state *s, enum unwind_machine machine, uint8_t number)
{
	const struct walk_value wanted = { .kind = WALK_SUM, .base = number };
	struct code_rule aligned;
	bool is_kept = false;

	/* Helpers of i386 are called to set ebx after it was saved. */
	for (unsigned i = 0; machine == UNWIND_I386 && i < s->n_slots; i++)
		is_kept = is_kept || value_same(s->slots[i].value, wanted);
	for (unsigned reg = 0; !is_kept && reg < CFI_REGISTERS; reg++)
		if (value_same(s->regs[reg], wanted) && (reg == number || !value_same(s->regs[number], wanted)))
			return (struct code_rule){ .kind = CODE_VALUE, .reg = (uint8_t)reg };
	for (unsigned i = 0; i < s->n_slots; i++) {
		const struct walk_slot *slot = &s->slots[i];

		if (!value_same(slot->value, wanted))
			continue;
		if (slot->address.base == unwind_roles[machine].stack)
			return (struct code_rule){ .kind = CODE_FRAME, .offset = slot->address.offset };
		if (slot->address.base == WALK_ALIGNED && find_base(s, machine, WALK_ALIGNED, &aligned))
			return (struct code_rule){ .kind = CODE_AT,
						   .reg = aligned.reg,
						   .offset = aligned.offset + slot->address.offset };
	}
	return (struct code_rule){ .kind = CODE_LOST };
}

bool walk_frame_here(const struct walk_state *s, enum unwind_machine machine, struct code_frame *ret)
{
	const struct unwind_roles *roles = &unwind_roles[machine];
	const struct walk_value *stack = &s->regs[roles->stack];
	unsigned n;
	const uint8_t *saved = code_saved(machine, &n);

	*ret = (struct code_frame){ .add = 0 };
	/* The stack pointer may be that of a part made by alloca(), but not one that was loaded from elsewhere. */
	if (!find_base(s, machine, roles->stack, &ret->address) && !find_saved_stack(s, machine, ret))
		return false;
	if (stack->kind == WALK_SUM && stack->base != roles->stack && stack->base != WALK_ALIGNED)
		return false;
	for (unsigned i = 0; i < n; i++)
		ret->saved[i] = find_register(s, machine, saved[i]);
	return true;
}

/* The rule of a value at a return, where the stack pointer is `stack`. */
static struct code_rule rule_of(const struct walk_value *v, const struct walk_value *stack)
{
	struct code_rule rule = { .reg = v->base, .offset = v->offset };

	if (v->base == WALK_ALIGNED)
		return rule;
	if (v->kind == WALK_SUM)
		rule.kind = CODE_VALUE;
	if (v->kind == WALK_WORD && (!v->add || v == stack))
		rule.kind = CODE_AT;
	if (v->kind == WALK_INDIRECT && stack->kind == WALK_WORD && v->base == stack->base &&
	    v->offset == stack->offset)
		rule = (struct code_rule){ .kind = CODE_FRAME, .offset = v->add - stack->add };
	return rule;
}

bool walk_frame_at_return(const struct walk_state *s, enum unwind_machine machine, struct code_frame *ret)
{
	const struct walk_value *stack = &s->regs[unwind_roles[machine].stack];
	unsigned n;
	const uint8_t *saved = code_saved(machine, &n);

	*ret = (struct code_frame){ .address = rule_of(stack, stack),
				    .add = stack->kind == WALK_WORD ? stack->add : 0 };
	for (unsigned i = 0; i < n; i++)
		ret->saved[i] = rule_of(&s->regs[saved[i]], stack);
	return ret->address.kind != CODE_LOST;
}

bool walk_same_address(const struct code_frame *a, const struct code_frame *b)
{
	return a->address.kind == b->address.kind && a->address.reg == b->address.reg &&
	       a->address.offset == b->address.offset && a->add == b->add;
}
