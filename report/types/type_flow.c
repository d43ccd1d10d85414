#include "report/types/type_flow.h"

#include "common/list.h"
#include "common/sorting.h"
#include "report/types/flow_object.h"
#include "report/unwind/machine_code.h"

#include <stdlib.h>

/* Limits of what is followed: pieces of code without a branch, and how often each is gone through. */
#define BLOCKS_MAX 8192u
#define ROUNDS_MAX 16u

/* Units that are read for the types that functions return. */
#define UNITS_MAX 16u

/* DWARF's numbers. */
enum { RAX, RSP = 7 };

struct flow_insn {
	uint32_t at;
	uint8_t size; /* 0: not known */
	uint8_t flow; /* enum insn_flow */
	bool begins_block, has_target;
	uint64_t target;
};

/* Instructions that are run one after the other. */
struct flow_block {
	uint32_t first, n;
	bool is_due; /* to be gone through */
	struct flow_state before;
};

struct flow {
	struct variables *v;
	struct source_unit *unit; /* NULL: none */
	const struct type_flow_code *code;
	struct places places;
	struct flow_insn *insns;
	uint32_t n_insns, insns_capacity;
	struct flow_block *blocks;
	uint32_t n_blocks;
	unsigned n_units;             /* that were read */
	struct flow_state jumped;     /* where jumps begin whose targets are not known */
	struct type_access *accesses; /* NULL: not yet wanted */
};

/* --- instructions and blocks ------------------------------------------------------------------ */

static bool decode(struct flow *f)
{
	uint32_t at = 0;

	while (at < f->code->size) {
		struct flow_insn *i;
		struct insn insn;

		x86_insn(&insn, f->code->bytes + at, f->code->size - at, f->code->address + at);
		if (!list_reserve(&f->insns, f->n_insns, &f->insns_capacity, sizeof(*f->insns)))
			return false;
		i = &f->insns[f->n_insns++];
		*i = (struct flow_insn){ .at = at,
					 .size = insn.size,
					 .flow = insn.size ? insn.flow : (uint8_t)INSN_STOP,
					 .has_target = insn.has_target,
					 .target = insn.target };
		at += insn.size ? insn.size : 1;
	}
	return true;
}

/* Returns the number of the instruction at an address, or n_insns. */
static uint32_t insn_at(const struct flow *f, uint64_t address)
{
	const uint64_t at = address - f->code->address;
	const uint32_t i = BISECT(0, f->n_insns, k, f->insns[k].at < at);

	return i < f->n_insns && f->insns[i].at == at ? i : f->n_insns;
}

static bool is_end(const struct flow_insn *i)
{
	return i->flow != INSN_NEXT && i->flow != INSN_CALL;
}

/* Marks where blocks begin, and counts them. */
static uint32_t mark_blocks(struct flow *f)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < f->n_insns; i++) {
		const struct flow_insn *insn = &f->insns[i];
		const uint32_t target = insn->has_target && is_end(insn) ? insn_at(f, insn->target) : f->n_insns;

		if (target < f->n_insns)
			f->insns[target].begins_block = true;
		if (is_end(insn) && i + 1 < f->n_insns)
			f->insns[i + 1].begins_block = true;
	}
	if (f->n_insns)
		f->insns[0].begins_block = true;
	for (uint32_t i = 0; i < f->n_insns; i++)
		n += f->insns[i].begins_block;
	return n;
}

static bool make_blocks(struct flow *f)
{
	const uint32_t n = mark_blocks(f);

	f->blocks = calloc(n + 1ull, sizeof(*f->blocks));
	for (uint32_t i = 0; i < f->n_insns && f->blocks; i++) {
		if (f->insns[i].begins_block)
			f->blocks[f->n_blocks++].first = i;
		f->blocks[f->n_blocks - 1].n++;
	}
	return f->blocks;
}

static struct flow_block *block_of(const struct flow *f, uint32_t insn)
{
	const uint32_t after = BISECT(0, f->n_blocks, i, f->blocks[i].first <= insn);

	return &f->blocks[after - 1];
}

/* --- what an instruction does ------------------------------------------------------------------ */

/* The instruction that is gone through. */
struct stepping {
	struct flow *flow;
	struct flow_state *state;
	const struct flow_insn *insn;
	struct x86_parts parts;
	uint64_t next; /* the address after it */
};

static struct flow_place place_of(const struct stepping *s)
{
	return (struct flow_place){ s->flow->v, &s->flow->places, s->flow->code->address + s->insn->at, s->state };
}

static struct flow_value register_value(const struct stepping *s, unsigned reg)
{
	const struct flow_place at = place_of(s);

	return reg < FLOW_REGISTERS ? flow_register(&at, reg) : (struct flow_value){ 0 };
}

static void set(struct stepping *s, unsigned reg, struct flow_value value)
{
	if (reg < FLOW_REGISTERS)
		s->state->regs[reg] = value;
}

/* Variables that are in registers from here on. */
static void begin_variables(struct stepping *s)
{
	const struct places *p = &s->flow->places;
	const uint64_t pc = s->flow->code->address + s->insn->at;
	const uint32_t first = s->insn->begins_block ? 0 : BISECT(0, p->n, i, p->list[i].low < pc);

	for (uint32_t i = first; i < p->n && p->list[i].low <= pc; i++)
		if (p->list[i].kind == PLACE_VALUE && p->list[i].high > pc && p->list[i].reg < FLOW_REGISTERS)
			s->state->regs[p->list[i].reg] = register_value(s, p->list[i].reg);
}

/* Where in the frame an operand is. */
static bool frame_address(const struct stepping *s, const struct operand *o, int64_t *ret_at)
{
	const struct flow_value *base = o->base < FLOW_REGISTERS ? &s->state->regs[o->base] : NULL;

	if (!base || base->kind != FLOW_FRAME || o->index != OPERAND_NO_REGISTER)
		return false;
	*ret_at = (int64_t)((uint64_t)base->offset + (uint64_t)o->offset);
	return true;
}

/* The word that a move reads. */
static struct flow_value loaded(const struct stepping *s, const struct operand *o)
{
	const struct flow_place at = place_of(s);
	const struct flow_object object = flow_object_of(&at, o);
	struct flow_value value = { 0 };
	int64_t slot;

	if (object.reason == TYPE_FOUND)
		value = flow_pointer_at(s->flow->v, object.type, object.offset);
	if (value.kind == FLOW_UNKNOWN && frame_address(s, o, &slot))
		value = flow_state_stored(s->state, slot);
	return value;
}

/* The address that lea makes. An index moves along an array. */
static struct flow_value made_address(const struct stepping *s)
{
	const struct operand o = operand_address(&s->parts, s->next);
	struct flow_value value = { 0 };

	if (o.kind != OPERAND_MEMORY)
		return value;
	if (o.base == OPERAND_NO_REGISTER)
		return o.index == OPERAND_NO_REGISTER ? flow_global(s->flow->v, (uint64_t)o.offset) : value;
	value = register_value(s, o.base);
	if (value.kind == FLOW_UNKNOWN && o.index != OPERAND_NO_REGISTER && o.scale == 1)
		value = register_value(s, o.index);
	if (value.kind == FLOW_FRAME && o.index != OPERAND_NO_REGISTER)
		return (struct flow_value){ 0 };
	return flow_moved(s->flow->v, value, o.offset);
}

/* add of two registers: a pointer, which the other one moves along an array. */
static struct flow_value added(const struct stepping *s, unsigned to, unsigned from)
{
	const struct flow_value a = register_value(s, to), b = register_value(s, from);

	if (a.kind == FLOW_POINTER && b.kind == FLOW_UNKNOWN)
		return a;
	return b.kind == FLOW_POINTER && a.kind == FLOW_UNKNOWN ? b : (struct flow_value){ 0 };
}

/* What a function returns, whose type is in the unit or in another one. */
static struct flow_value returned(struct flow *f, uint64_t function)
{
	struct source_unit *unit = f->unit;
	struct source_unit_slot *slot;
	uint64_t begin, end;
	uint32_t type = TYPE_NONE;

	for (unsigned tries = 0; tries < 2 && unit; tries++) {
		const uint32_t i = BISECT(0, unit->n_functions, k, unit->functions[k].low < function);
		Dwarf_Die die;

		if (i < unit->n_functions && unit->functions[i].low == function) {
			die = unit->functions[i].die;
			type = type_table_of(&f->v->types, &die);
			break;
		}
		slot = f->n_units < UNITS_MAX ? source_dwarf_find(f->v->dwarf, function, &begin, &end) : NULL;
		unit = slot ? source_dwarf_read(f->v->dwarf, slot) : NULL;
		f->n_units += unit && unit != f->unit;
	}
	if (!type_table_is(&f->v->types, type, TYPE_POINTER))
		return (struct flow_value){ 0 };
	type = type_table_target(&f->v->types, type);
	return type == TYPE_NONE ? (struct flow_value){ 0 } : (struct flow_value){ FLOW_POINTER, type, 0 };
}

/*
 * Instructions that make pointers: mov from memory, lea, mov of a number, add. The register and its value; false: it is
 * another one.
 */
static bool makes_pointer(const struct stepping *s, unsigned *ret_reg, struct flow_value *ret_value)
{
	const struct x86_parts *p = &s->parts;
	const struct operand o = operand_of(p, s->next);

	if (p->map != MAP_ONE || p->is_vector)
		return false;
	*ret_reg = p->reg;
	if (p->op == 0x8b && p->is_wide && o.kind == OPERAND_MEMORY) {
		*ret_value = loaded(s, &o);
	} else if (p->op == 0x8d && p->is_wide) {
		*ret_value = made_address(s);
	} else if (p->op >= 0xb8 && p->op <= 0xbf) {
		*ret_reg = x86_register(p->op, p->rex & 1);
		*ret_value = flow_global(s->flow->v, p->is_wide ? (uint64_t)p->immediate : (uint32_t)p->immediate);
	} else if (p->op == 0xc7 && p->mod == 3 && p->is_wide) {
		*ret_reg = p->rm;
		*ret_value = flow_global(s->flow->v, (uint64_t)p->immediate);
	} else if (p->op == 0x01 && p->mod == 3 && p->is_wide) {
		*ret_reg = p->rm;
		*ret_value = added(s, p->rm, p->reg);
	} else if (p->op == 0x03 && p->mod == 3 && p->is_wide) {
		*ret_value = added(s, p->reg, p->rm);
	} else {
		return false;
	}
	return true;
}

static void do_effect(struct stepping *s, const struct insn_effect *e)
{
	const struct flow_value base = register_value(s, e->base);
	const bool is_in_frame = base.kind == FLOW_FRAME;
	const int64_t at = (int64_t)((uint64_t)base.offset + (uint64_t)e->value);

	switch ((enum insn_effect_kind)e->kind) {
	case INSN_SET: set(s, e->reg, flow_moved(s->flow->v, base, e->value)); break;
	case INSN_LOAD: set(s, e->reg, is_in_frame ? flow_state_stored(s->state, at) : (struct flow_value){ 0 }); break;
	case INSN_STORE:
		if (is_in_frame)
			flow_state_store(s->state, at, register_value(s, e->reg));
		break;
	case INSN_ALIGN: set(s, e->reg, (struct flow_value){ 0 }); break;
	}
}

static void step(struct stepping *s)
{
	const uint32_t at = s->insn->at;
	const struct type_flow_code *code = s->flow->code;
	struct flow_value value;
	struct insn insn;
	unsigned reg;

	if (makes_pointer(s, &reg, &value)) {
		set(s, reg, value);
		return;
	}
	x86_insn(&insn, code->bytes + at, code->size - at, code->address + at);
	for (unsigned i = 0; i < insn.n_effects; i++)
		do_effect(s, &insn.effects[i]);
	for (unsigned i = 0; i < FLOW_REGISTERS; i++)
		if (insn.written >> i & 1)
			set(s, i, (struct flow_value){ 0 });
	if (insn.flow == INSN_CALL && insn.has_target)
		set(s, RAX, returned(s->flow, insn.target));
}

/* --- accesses ---------------------------------------------------------------------------------- */

static void note_access(const struct stepping *s)
{
	const struct flow_place at = place_of(s);
	const struct operand o = operand_of(&s->parts, s->next);
	struct type_access *a = &s->flow->accesses[s->insn - s->flow->insns];
	struct flow_object object = { .reason = TYPE_NO_INSTRUCTION };

	a->at = s->insn->at;
	if (!s->insn->size) {
		a->reason = TYPE_NO_INSTRUCTION;
		return;
	}
	switch ((enum operand_kind)o.kind) {
	case OPERAND_NONE: object.reason = TYPE_NO_MEMORY; break;
	case OPERAND_UNKNOWN: break;
	case OPERAND_STACK: object.reason = TYPE_STACK; break;
	case OPERAND_MEMORY: object = flow_object_of(&at, &o); break;
	}
	if (!s->flow->unit && object.reason > TYPE_CANARY && object.reason != TYPE_NO_MEMORY)
		object.reason = TYPE_NO_DEBUG;
	a->reason = object.reason;
	a->is_tracked = object.is_tracked;
	a->type = object.type;
	a->offset = object.offset;
}

/*
 * A conditional jump is executed with the comparison before it, as Intel's and AMD's processors of x86_64 do: what
 * memory that reads counts to the jump, too.
 */
static void join_comparisons(struct flow *f)
{
	for (uint32_t i = 1; i < f->n_insns; i++) {
		const struct flow_insn *before = &f->insns[i - 1];
		struct type_access *a = &f->accesses[i];
		struct x86_parts p;

		if (f->insns[i].flow != INSN_BRANCH || a->reason != TYPE_NO_MEMORY || !before->size)
			continue;
		x86_take_apart(&p, f->code->bytes + before->at, f->code->size - before->at, false);
		if (operand_compares(&p) && f->accesses[i - 1].reason != TYPE_NO_MEMORY) {
			*a = f->accesses[i - 1];
			a->at = f->insns[i].at;
		}
	}
}

/* --- the way through the code ------------------------------------------------------------------ */

/* Goes through a block with a copy of what is known before it. */
static void run_block(struct flow *f, const struct flow_block *b, struct flow_state *state)
{
	*state = b->before;
	for (uint32_t i = b->first; i < b->first + b->n; i++) {
		struct stepping s = { .flow = f, .state = state, .insn = &f->insns[i] };

		s.next = f->code->address + s.insn->at + s.insn->size;
		x86_take_apart(&s.parts, f->code->bytes + s.insn->at, f->code->size - s.insn->at, false);
		begin_variables(&s);
		if (f->accesses)
			note_access(&s);
		if (s.insn->size)
			step(&s);
	}
}

static void go_to(struct flow *f, uint32_t insn, const struct flow_state *state)
{
	if (insn < f->n_insns && flow_state_meet(&block_of(f, insn)->before, state))
		block_of(f, insn)->is_due = true;
}

/* Hands what is known after a block to those that follow it. */
static void leave_block(struct flow *f, const struct flow_block *b, const struct flow_state *state)
{
	const struct flow_insn *last = &f->insns[b->first + b->n - 1];

	if (!is_end(last) || last->flow == INSN_BRANCH)
		go_to(f, b->first + b->n, state);
	if (is_end(last) && last->has_target)
		go_to(f, insn_at(f, last->target), state);
	else if (last->flow == INSN_JUMP)
		flow_state_meet(&f->jumped, state);
}

static void run_due(struct flow *f)
{
	struct flow_state state;

	for (unsigned round = 0, n = 1; round < ROUNDS_MAX && n; round++) {
		n = 0;
		for (uint32_t i = 0; i < f->n_blocks; i++) {
			struct flow_block *b = &f->blocks[i];

			if (!b->is_due)
				continue;
			b->is_due = false;
			run_block(f, b, &state);
			leave_block(f, b, &state);
			n++;
		}
	}
}

/* Where some did not settle, nothing is known before any. */
static void forget_unsettled(struct flow *f)
{
	bool is_settled = true;

	for (uint32_t i = 0; i < f->n_blocks; i++)
		is_settled = is_settled && !f->blocks[i].is_due;
	for (uint32_t i = 0; i < f->n_blocks && !is_settled; i++)
		f->blocks[i].before = (struct flow_state){ .is_reached = true };
}

/* Whether the code begins where a function is entered: another part of it has a frame already. */
static bool is_entry(const struct flow *f)
{
	const uint64_t address = f->code->address;
	const uint32_t i = BISECT(0, f->unit->n_functions, k, f->unit->functions[k].low < address);
	Dwarf_Addr entry;
	Dwarf_Die die;

	if (i == f->unit->n_functions || f->unit->functions[i].low != address)
		return false;
	die = f->unit->functions[i].die;
	return !dwarf_entrypc(&die, &entry) && entry + f->unit->code_base == address;
}

/* Goes all ways, then those that begin where no way leads to, as jumps over tables do. */
static void run_all(struct flow *f)
{
	struct flow_state begin = { .is_reached = true };

	if (!f->unit || !f->n_blocks || f->n_blocks > BLOCKS_MAX)
		return;
	/* The caller has pushed the address of return below what the frame is counted from. */
	if (is_entry(f))
		begin.regs[RSP] = (struct flow_value){ .kind = FLOW_FRAME, .offset = -8 };
	go_to(f, 0, &begin);
	run_due(f);
	for (uint32_t i = 0; i < f->n_blocks && f->jumped.is_reached; i++)
		if (!f->blocks[i].before.is_reached)
			go_to(f, f->blocks[i].first, &f->jumped);
	run_due(f);
	forget_unsettled(f);
}

static bool note_all(struct flow *f)
{
	struct flow_state state;

	f->accesses = calloc(f->n_insns + 1ull, sizeof(*f->accesses));
	for (uint32_t i = 0; i < f->n_blocks && f->accesses; i++)
		run_block(f, &f->blocks[i], &state);
	if (f->accesses)
		join_comparisons(f);
	return f->accesses;
}

struct type_access *type_flow_run(struct variables *v, struct source_unit *unit, const struct type_flow_code *code,
				  uint32_t *ret_n)
{
	struct flow f = { .v = v, .unit = unit, .code = code };

	if (unit)
		variables_find(v, unit, code->address, code->address + code->size, &f.places);
	if (decode(&f) && make_blocks(&f)) {
		run_all(&f);
		if (note_all(&f))
			*ret_n = f.n_insns;
	}
	places_fini(&f.places);
	free(f.insns);
	free(f.blocks);
	return f.accesses;
}
