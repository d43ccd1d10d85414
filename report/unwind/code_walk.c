#include "report/unwind/code_walk.h"

#include "common/hash_table.h"
#include "report/unwind/walk_state.h"

#include <stdlib.h>
#include <string.h>

/* A power of two, several times WALK_INSNS_MAX, so that slots are found at once. */
#define VISITED_SLOTS 16384u

struct code_walker {
	const struct code_bytes *code;
	const struct code_span *span;
	struct walk_state pending[WALK_PENDING_MAX];
	unsigned n_pending, n_insns;
	bool is_outward;   /* code_walk_out */
	bool is_uncertain; /* something was not walked */
	bool is_switched;  /* the stack pointer is not known where it was looked for */
	uint32_t round;    /* of the marks below that count */
	struct {
		uint64_t address;
		uint32_t round;
	} visited[VISITED_SLOTS];
	struct code_frame *frames; /* code_walk_out */
	unsigned n_frames, n_stops;
};

struct code_walker *code_walker_new(void)
{
	return calloc(1, sizeof(struct code_walker));
}

void code_walker_free(struct code_walker *w)
{
	free(w);
}

static void walker_begin(struct code_walker *w, const struct code_bytes *code, const struct code_span *span)
{
	w->code = code;
	w->span = span;
	w->n_pending = w->n_insns = w->n_frames = w->n_stops = 0;
	w->is_uncertain = w->is_switched = false;
	if (!++w->round) {
		memset(w->visited, 0, sizeof(w->visited));
		w->round = 1;
	}
}

/* False: the address was visited before, or too many were. */
static bool walker_visit(struct code_walker *w, uint64_t address)
{
	uint64_t slot = hash_u64(address) % VISITED_SLOTS;

	if (w->n_insns == WALK_INSNS_MAX) {
		w->is_uncertain = true;
		return false;
	}
	while (w->visited[slot].round == w->round) {
		if (w->visited[slot].address == address)
			return false;
		slot = (slot + 1) % VISITED_SLOTS;
	}
	w->visited[slot].address = address;
	w->visited[slot].round = w->round;
	w->n_insns++;
	return true;
}

static bool walker_has(const struct code_walker *w, uint64_t address)
{
	return address >= w->span->low && address < w->span->high && address - w->code->start < w->code->size;
}

/* Walks on from an address later; is_last: after all else. */
static void walker_add(struct code_walker *w, const struct walk_state *s, uint64_t address, bool is_last)
{
	struct walk_state *to;

	if (!walker_has(w, address)) {
		w->is_uncertain = w->is_uncertain || address - w->code->start >= w->code->size;
		return;
	}
	if (w->n_pending == WALK_PENDING_MAX) {
		w->is_uncertain = true;
		return;
	}
	to = &w->pending[w->n_pending++];
	if (is_last && w->n_pending > 1) {
		*to = w->pending[0];
		to = &w->pending[0];
	}
	*to = *s;
	to->at = address;
}

static void walker_decode(const struct code_walker *w, uint64_t address, struct insn *ret)
{
	const uint64_t at = address - w->code->start;

	machine_insn(ret, w->code->machine, w->code->data + at, (size_t)(w->code->size - at), address);
}

/*
 * Whether an address after a call begins what fills the room before the next function: the call never returns. Fillers
 * are int3, or nops up to a multiple of 16.
 */
static bool walker_is_filler(const struct code_walker *w, uint64_t address)
{
	struct insn i;
	uint64_t at = address;

	if (w->code->machine == UNWIND_ARM64)
		return false;
	for (unsigned n = 0; n < 16 && walker_has(w, at); n++) {
		const uint8_t *bytes = w->code->data + (at - w->code->start);
		const size_t left = (size_t)(w->code->size - (at - w->code->start));

		walker_decode(w, at, &i);
		if (!i.size || i.flow || !walk_is_nop(w->code->machine, bytes, i.size < left ? i.size : left))
			break;
		at += i.size;
	}
	return !walker_has(w, at) || w->code->data[at - w->code->start] == 0xcc || (at > address && at % 16 == 0);
}

/* How many instructions of a called function are looked at for its return. */
#define POPS_INSNS_MAX 512u

/*
 * Returns the bytes of arguments that a function takes from the stack when it returns: on i386 that is the place of a
 * struct that it returns. By the first return after its start.
 */
static unsigned walker_pops(const struct code_walker *w, const struct insn *call)
{
	uint64_t at = call->target;
	struct insn i;

	if (w->code->machine != UNWIND_I386 || call->flow != INSN_CALL || !call->has_target)
		return 0;
	for (unsigned n = 0; n < POPS_INSNS_MAX && at - w->code->start < w->code->size; n++) {
		walker_decode(w, at, &i);
		if (i.flow == INSN_RETURN)
			return i.pops;
		if (!i.size || (i.flow == INSN_JUMP && !i.has_target))
			return 0;
		at += i.size;
	}
	return 0;
}

/* The same for the direct call before an address; 0: there is none. */
static unsigned walker_pops_before(const struct code_walker *w, uint64_t address)
{
	struct insn i;

	if (w->code->machine != UNWIND_I386 || address - 5 - w->code->start >= w->code->size)
		return 0;
	walker_decode(w, address - 5, &i);
	return i.size == 5 ? walker_pops(w, &i) : 0;
}

static void state_pop(struct walk_state *s, enum unwind_machine machine, unsigned bytes)
{
	const uint8_t stack = unwind_roles[machine].stack;
	struct insn i = { .size = 0 };

	insn_add(&i, INSN_SET, stack, stack, bytes);
	walk_step(s, &i, false);
}

/* --- ends of ways -------------------------------------------------------------------- */

static void walker_return(struct code_walker *w, const struct walk_state *s)
{
	struct code_frame frame;

	if (!w->is_outward)
		return;
	if (!walk_frame_at_return(s, w->code->machine, &frame)) {
		w->is_uncertain = true;
		return;
	}
	for (unsigned i = 0; i < w->n_frames; i++)
		if (walk_same_address(&w->frames[i], &frame))
			return;
	if (w->n_frames < WALK_RETURNS_MAX)
		w->frames[w->n_frames++] = frame;
}

/*
 * A jump to an unknown place: of a function that is jumped to, if the stack pointer is as at the start; else into a
 * table of cases, which mostly follow.
 */
static void walker_jump(struct code_walker *w, const struct walk_state *s, uint64_t next)
{
	w->is_uncertain = true;
	if (!w->is_outward && !walk_is_entry(s, w->code->machine))
		walker_add(w, s, next, true);
}

/* Goes on after an instruction. False: this way ends. */
static bool walker_follow(struct code_walker *w, struct walk_state *s, const struct insn *i)
{
	const uint64_t next = s->at + i->size;

	switch (i->flow) {
	case INSN_RETURN: walker_return(w, s); return false;
	case INSN_STOP: w->n_stops++; return false;
	case INSN_CALL:
		if (w->is_outward && walker_is_filler(w, next))
			return false;
		state_pop(s, w->code->machine, walker_pops(w, i));
		break;
	case INSN_BRANCH: walker_add(w, s, i->target, false); break;
	case INSN_JUMP:
		if (i->has_target)
			walker_add(w, s, i->target, false);
		else
			walker_jump(w, s, next);
		return false;
	default: break;
	}
	s->at = next;
	if (walker_has(w, next))
		return true;
	w->is_uncertain = w->is_uncertain || next - w->code->start >= w->code->size;
	return false;
}

/* Whether the walk has arrived, after an instruction or, where nothing was called, before it. */
static bool walker_is_there(const struct code_walker *w, const struct walk_state *s, const struct insn *i)
{
	if (w->is_outward)
		return false;
	if (w->span->is_after_call)
		return i->flow == INSN_CALL && s->at + i->size == w->span->to;
	return s->at == w->span->to;
}

/*
 * Whether the return address was taken from the stack, as by code that puts arguments below it, and jumps on: where it
 * is then is not known.
 */
static bool walker_took_return(const struct code_walker *w, const struct walk_state *s)
{
	const struct unwind_roles *roles = &unwind_roles[w->code->machine];
	const struct walk_value *stack = &s->regs[roles->stack];

	return !w->is_outward && roles->link == CFI_REGISTERS && stack->kind == WALK_SUM &&
	       stack->base == roles->stack && stack->offset > 0;
}

/* Walks one way. True: it arrives, with the state there in *s. */
static bool walker_way(struct code_walker *w, struct walk_state *s)
{
	struct insn i;

	while (walker_visit(w, s->at)) {
		bool is_there;

		walker_decode(w, s->at, &i);
		if (!i.size) {
			w->is_uncertain = true;
			return false;
		}
		is_there = walker_is_there(w, s, &i);
		if (is_there && !w->span->is_after_call)
			return true;
		walk_step(s, &i, w->is_outward);
		if (walker_took_return(w, s)) {
			w->is_uncertain = true;
			return false;
		}
		if (is_there)
			return true;
		if (!walker_follow(w, s, &i))
			return false;
	}
	return false;
}

/* Walks all ways, or until one arrives. */
static bool walker_run(struct code_walker *w, struct walk_state *ret)
{
	walk_begin(ret, w->span->from);
	if (w->is_outward && w->span->is_after_call)
		state_pop(ret, w->code->machine, walker_pops_before(w, w->span->from));
	walker_add(w, ret, w->span->from, false);
	while (w->n_pending) {
		*ret = w->pending[--w->n_pending];
		if (walker_way(w, ret))
			return true;
	}
	return false;
}

enum code_found code_walk_to(struct code_walker *w, const struct code_bytes *code, const struct code_span *span,
			     struct code_frame *ret_frame)
{
	struct walk_state s;

	walker_begin(w, code, span);
	w->is_outward = false;
	if (walker_run(w, &s))
		return walk_frame_here(&s, code->machine, ret_frame) ? CODE_FOUND : CODE_SWITCHED;
	return w->is_uncertain ? CODE_UNCERTAIN : CODE_ABSENT;
}

unsigned code_walk_out(struct code_walker *w, const struct code_bytes *code, const struct code_span *span,
		       struct code_frame *ret_frames, bool *ret_is_endless)
{
	struct walk_state s;

	walker_begin(w, code, span);
	w->is_outward = true;
	w->frames = ret_frames;
	walker_run(w, &s);
	*ret_is_endless = !w->n_frames && !w->is_uncertain && w->n_stops;
	return w->n_frames;
}
