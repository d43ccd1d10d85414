#include "report/unwind/unwind_code.h"

#include <stdlib.h>
#include <string.h>

/* Powers of two. Functions without call frame information are few. */
#define CACHED_FRAMES  1024u
#define CACHED_TARGETS 1024u

/* How much of the stack is searched for a call of the function, in words: most frames are smaller. */
#define SEARCHED_WORDS 512u

/* How many called addresses before a place are tried as the start of its function: some are labels in it. */
#define TRIED_STARTS 8u

/* The frames at an address, of every process. */
struct cached_frames {
	const struct cfi *cfi; /* of the file; NULL: the slot is empty */
	uint64_t address;
	bool is_exact, is_endless;
	uint8_t found; /* enum code_found, from the function's start */
	uint8_t n_out;
	struct code_frame here, out[WALK_RETURNS_MAX];
};

/* The frame of `to` in a function that begins at `from`. */
struct cached_target {
	const struct cfi *cfi;
	uint64_t from, to;
	bool is_exact;
	uint8_t found;
	struct code_frame frame;
};

struct code_cache {
	struct code_walker *walker;
	struct cached_frames frames[CACHED_FRAMES];
	struct cached_target targets[CACHED_TARGETS];
};

void code_cache_free(struct code_cache *c)
{
	if (c)
		code_walker_free(c->walker);
	free(c);
}

/* NULL without memory. */
static struct code_cache *state_cache(struct unwind_state *state)
{
	struct code_cache *c = state->unwinder->code;

	if (c)
		return c;
	c = calloc(1, sizeof(*c));
	if (!c)
		return NULL;
	c->walker = code_walker_new();
	if (!c->walker) {
		free(c);
		return NULL;
	}
	state->unwinder->code = c;
	return c;
}

/* --- places -------------------------------------------------------------------------- */

static bool code_of(const struct unwind_location *location, enum unwind_machine machine, struct code_bytes *ret)
{
	const struct elf_image *e = location->cfi ? location->cfi->image : NULL;
	const struct elf_segment *s = e ? elf_image_segment(e, location->address) : NULL;

	if (!s || e->machine != unwind_roles[machine].elf_machine || s->offset > e->size)
		return false;
	*ret = (struct code_bytes){ .data = e->data + s->offset, .start = s->address, .machine = machine };
	ret->size = s->file_size < e->size - s->offset ? s->file_size : e->size - s->offset;
	return location->address - ret->start < ret->size;
}

bool unwind_place_of(const struct unwind_state *state, bool is_exact, struct unwind_place *ret)
{
	const struct unwind_space *space = &state->input->space;
	const uint64_t ip = state->registers.value[state->roles->ip], before = is_exact ? 0 : 1;

	*ret = (struct unwind_place){ .is_exact = is_exact };
	if (!space->find(space->context, ip - before, &ret->location) ||
	    !code_of(&ret->location, state->input->machine, &ret->code))
		return false;
	ret->has_symbol =
		ret->location.symbols && code_file_symbol(ret->location.symbols, ret->location.address, &ret->symbol);
	ret->location.address += before;
	return true;
}

static struct code_span span_to(const struct unwind_place *place, uint64_t from)
{
	return (struct code_span){ .from = from,
				   .low = place->code.start,
				   .high = place->code.start + place->code.size,
				   .to = place->location.address,
				   .is_after_call = !place->is_exact };
}

/* --- walks, remembered --------------------------------------------------------------- */

static uint64_t slot_of(uint64_t a, uint64_t b, bool is_exact)
{
	return ((a ^ b * 0x9e3779b97f4a7c15ull) * 0xd6e8feb86659fd93ull + is_exact) >> 40;
}

static void frames_fill(struct code_cache *c, struct cached_frames *k, const struct unwind_place *place)
{
	struct code_span span = span_to(place, place->location.address);

	k->n_out = (uint8_t)code_walk_out(c->walker, &place->code, &span, k->out, &k->is_endless);
	k->found = CODE_ABSENT;
	if (!place->has_symbol)
		return;
	span.from = span.low = place->symbol.start;
	span.high = place->symbol.end;
	k->found = (uint8_t)code_walk_to(c->walker, &place->code, &span, &k->here);
}

static const struct cached_frames *frames_of(struct code_cache *c, const struct unwind_place *place)
{
	const struct cfi *cfi = place->location.cfi;
	const uint64_t address = place->location.address;
	struct cached_frames *k = &c->frames[slot_of(address, 0, place->is_exact) % CACHED_FRAMES];

	if (k->cfi == cfi && k->address == address && k->is_exact == place->is_exact)
		return k;
	*k = (struct cached_frames){ .cfi = cfi, .address = address, .is_exact = place->is_exact };
	frames_fill(c, k, place);
	return k;
}

static const struct cached_target *target_of(struct code_cache *c, const struct unwind_place *place, uint64_t from)
{
	const struct cfi *cfi = place->location.cfi;
	const uint64_t to = place->location.address;
	struct cached_target *k = &c->targets[slot_of(from, to, place->is_exact) % CACHED_TARGETS];
	struct code_span span = span_to(place, from);

	if (k->cfi == cfi && k->from == from && k->to == to && k->is_exact == place->is_exact)
		return k;
	*k = (struct cached_target){ .cfi = cfi, .from = from, .to = to, .is_exact = place->is_exact };
	k->found = (uint8_t)code_walk_to(c->walker, &place->code, &span, &k->frame);
	return k;
}

/* --- frames -------------------------------------------------------------------------- */

static bool rule_value(struct unwind_state *state, const struct code_rule *rule, uint64_t frame, uint64_t *ret)
{
	const struct unwind_registers *r = &state->registers;

	if (rule->kind == CODE_FRAME)
		return state_read(state, frame + (uint64_t)(int64_t)rule->offset, ret);
	if (rule->kind == CODE_LOST || !unwind_is_known(r, rule->reg))
		return false;
	*ret = r->value[rule->reg] + (uint64_t)(int64_t)rule->offset;
	return rule->kind == CODE_VALUE || state_read(state, *ret, ret);
}

static bool frame_address(struct unwind_state *state, const struct code_frame *f, uint64_t *ret)
{
	if (!rule_value(state, &f->address, 0, ret))
		return false;
	*ret += (uint64_t)(int64_t)f->add;
	return true;
}

/* Makes the registers of a frame's caller. Those that are not known stay unknown. False: its address is not known. */
static bool frame_caller(struct unwind_state *state, const struct code_frame *f, uint64_t frame,
			 struct unwind_registers *ret)
{
	const struct unwind_roles *roles = state->roles;
	const bool has_link = roles->link < CFI_REGISTERS;
	const uint64_t stack = state->registers.value[roles->stack];
	uint64_t ip = 0;
	unsigned n;
	const uint8_t *saved = code_saved(state->input->machine, &n);

	if (frame < stack || frame % roles->word || (!has_link && !stack_read(&state->input->stack, frame, &ip)))
		return false;
	ret->known = 0;
	for (unsigned i = 0; i < n; i++) {
		uint64_t value;

		if (rule_value(state, &f->saved[i], frame, &value))
			unwind_set(ret, saved[i], value);
	}
	if (has_link && !unwind_is_known(ret, roles->link))
		return false;
	ip = has_link ? ret->value[roles->link] : ip;
	unwind_set(ret, roles->stack, has_link ? frame : frame + roles->word);
	unwind_set(ret, roles->ip, ip & roles->address_mask);
	return true;
}

/* --- trust --------------------------------------------------------------------------- */

/* The target of a direct call before a return address. bytes: the 7 before it, at `address` of the file. */
static bool direct_target(enum unwind_machine machine, const uint8_t *bytes, uint64_t address, uint64_t *ret)
{
	const unsigned size = machine == UNWIND_ARM64 ? 4 : 5;
	struct insn i;

	machine_insn(&i, machine, bytes + 7 - size, size, address + 7 - size);
	*ret = i.target;
	return i.size == size && i.flow == INSN_CALL && i.has_target;
}

/* Whether a function's name is that of a PLT entry. */
static bool is_plt_of(const char *plt, const char *name)
{
	const size_t n = strlen(name);

	return !strncmp(plt, name, n) && !strcmp(plt + n, "@plt");
}

/* Trust in a call of a target from the file of `from`, where walking does not tell. */
static enum unwind_trust trust_named(const struct unwind_place *place, const struct unwind_location *from,
				     uint64_t target)
{
	struct code_symbol s;

	if (!place->has_symbol || !from->symbols)
		return TRUST_CALL;
	if (from->cfi == place->location.cfi && target == place->symbol.start)
		return TRUST_NAMED;
	if (code_file_symbol(from->symbols, target, &s) && is_plt_of(s.name, place->symbol.name))
		return TRUST_NAMED;
	return TRUST_CALL;
}

static enum unwind_trust trust_target(struct unwind_state *state, const struct unwind_place *place,
				      const struct unwind_location *from, uint64_t target, uint64_t frame)
{
	struct code_cache *c = state_cache(state);
	const struct cached_target *k;
	uint64_t address;

	if (from->cfi != place->location.cfi || !c)
		return trust_named(place, from, target);
	if (target - place->code.start >= place->code.size)
		return TRUST_FALSE;
	k = target_of(c, place, target);
	switch (k->found) {
	case CODE_FOUND:
		if (!frame_address(state, &k->frame, &address))
			return TRUST_CALL;
		return address == frame ? TRUST_SURE : TRUST_FALSE;
	case CODE_ABSENT: return TRUST_FALSE;
	default: return trust_named(place, from, target);
	}
}

/* The call that a return address follows. */
struct call_before {
	enum unwind_trust trust; /* CALL: it is there */
	bool is_direct;
	uint64_t target;             /* of a direct one */
	struct unwind_location from; /* the 7 bytes before the return address */
};

/* Go's goexit was not called: a goroutine's first function returns behind its first instruction. */
static bool is_goexit(const struct unwind_location *before)
{
	return before->symbols && code_file_go(before->symbols, before->address + 6) == CODE_GO_FIRST;
}

static void find_call(const struct unwind_state *state, uint64_t return_address, struct call_before *ret)
{
	const struct unwind_space *space = &state->input->space;
	const enum unwind_machine machine = state->input->machine;
	size_t size = 0;
	const uint8_t *bytes;

	ret->trust = TRUST_NONE;
	ret->is_direct = false;
	if (return_address < 0x1000 || !space->find(space->context, return_address - 7, &ret->from) ||
	    ret->from.is_data)
		return;
	bytes = file_bytes(&ret->from, 7, &size);
	if (!bytes || size < 7) {
		/* In a file that is here it is data. */
		ret->trust = ret->from.cfi ? TRUST_NONE : TRUST_UNKNOWN;
		return;
	}
	if (!unwind_may_follow_call(machine, bytes, size)) {
		ret->trust = state_is_signal_return(state, return_address) || is_goexit(&ret->from) ? TRUST_CALL
												    : TRUST_NONE;
		return;
	}
	ret->trust = TRUST_CALL;
	ret->is_direct = direct_target(machine, bytes, ret->from.address, &ret->target);
}

static enum unwind_trust trust_call(struct unwind_state *state, const struct unwind_place *place, uint64_t frame,
				    const struct call_before *call)
{
	return call->is_direct ? trust_target(state, place, &call->from, call->target, frame) : call->trust;
}

enum unwind_trust unwind_trust(struct unwind_state *state, const struct unwind_place *place, uint64_t frame,
			       uint64_t return_address)
{
	struct call_before call;

	find_call(state, return_address, &call);
	return trust_call(state, place, frame, &call);
}

/* --- steps --------------------------------------------------------------------------- */

/* Tries a frame. Steps to its caller if that is trusted as much as `least`. */
static bool try_frame(struct unwind_state *state, const struct unwind_place *place, const struct code_frame *f,
		      enum unwind_trust least)
{
	struct unwind_registers caller;
	uint64_t frame;

	if (!frame_address(state, f, &frame) || !frame_caller(state, f, frame, &caller))
		return false;
	if (unwind_trust(state, place, frame, caller.value[state->roles->ip]) < least)
		return false;
	state->registers = caller;
	return true;
}

/* Whether a frame is further out than the copy of the stack. */
static bool frame_is_outside(struct unwind_state *state, const struct code_frame *f)
{
	const struct unwind_stack *stack = &state->input->stack;
	uint64_t frame;

	if (!frame_address(state, f, &frame) || frame < stack->start ||
	    frame - stack->start + state->roles->word <= stack->size)
		return false;
	state->missed = frame;
	return true;
}

/* Tries the frame that the walk from a start of the function has found. */
static enum unwind_by by_start(struct unwind_state *state, const struct unwind_place *place, const struct code_frame *f,
			       enum unwind_trust least)
{
	if (try_frame(state, place, f, least))
		return UNWIND_FOUND;
	return frame_is_outside(state, f) ? UNWIND_OUTSIDE : UNWIND_NOT_FOUND;
}

/* The function has no symbol: what is called before the place may be its start. */
static enum unwind_by by_called(struct unwind_state *state, const struct unwind_place *place)
{
	uint64_t start = place->location.address;

	if (place->has_symbol || !place->location.symbols)
		return UNWIND_NOT_FOUND;
	for (unsigned i = 0; i < TRIED_STARTS; i++) {
		const struct cached_target *k;
		enum unwind_by by;

		if (!code_file_called(place->location.symbols, &place->code, start, &start))
			break;
		k = target_of(state->unwinder->code, place, start);
		by = k->found == CODE_FOUND ? by_start(state, place, &k->frame, TRUST_CALL) : UNWIND_NOT_FOUND;
		if (by)
			return by;
	}
	return UNWIND_NOT_FOUND;
}

enum unwind_by unwind_by_start(struct unwind_state *state, const struct unwind_place *place)
{
	struct code_cache *c = state_cache(state);
	const struct cached_frames *k = c ? frames_of(c, place) : NULL;

	return k && k->found == CODE_FOUND ? by_start(state, place, &k->here, TRUST_CALL) : UNWIND_NOT_FOUND;
}

enum unwind_by unwind_by_code(struct unwind_state *state, const struct unwind_place *place)
{
	struct code_cache *c = state_cache(state);
	const struct cached_frames *k = c ? frames_of(c, place) : NULL;
	enum unwind_by by = UNWIND_NOT_FOUND;

	if (k && k->found == CODE_FOUND)
		by = by_start(state, place, &k->here, TRUST_UNKNOWN);
	if (!k || by)
		return by;
	for (unsigned i = 0; i < k->n_out; i++)
		if (try_frame(state, place, &k->out[i], k->n_out == 1 ? TRUST_CALL : TRUST_SURE))
			return UNWIND_FOUND;
	if (k->n_out == 1 && frame_is_outside(state, &k->out[0]))
		return UNWIND_OUTSIDE;
	return k->is_endless && !place->is_exact ? UNWIND_ENDLESS : by_called(state, place);
}

/* Steps to a caller whose return address is at a slot of the stack. */
static void take_slot(struct unwind_state *state, uint64_t slot, uint64_t return_address)
{
	struct unwind_registers *r = &state->registers;

	r->known = 0;
	unwind_set(r, state->roles->stack, slot + state->roles->word);
	unwind_set(r, state->roles->ip, return_address);
}

/* A sure caller has its registers, too. */
static bool take_target(struct unwind_state *state, const struct unwind_place *place, uint64_t slot, uint64_t target)
{
	struct unwind_registers caller;

	if (!frame_caller(state, &target_of(state_cache(state), place, target)->frame, slot, &caller))
		return false;
	state->registers = caller;
	return true;
}

bool unwind_by_call(struct unwind_state *state, const struct unwind_place *place)
{
	const uint64_t stack = state->registers.value[state->roles->stack];
	uint64_t named = 0, value;

	if (state->input->machine == UNWIND_ARM64)
		return false;
	for (unsigned i = 0; i < SEARCHED_WORDS; i++) {
		const uint64_t slot = stack + state->roles->word * i;
		struct call_before call;
		enum unwind_trust trust;

		if (!stack_read(&state->input->stack, slot, &value))
			break;
		find_call(state, value, &call);
		trust = trust_call(state, place, slot, &call);
		if (trust == TRUST_SURE && take_target(state, place, slot, call.target))
			return true;
		named = trust == TRUST_NAMED && !named ? slot : named;
	}
	if (!named || !stack_read(&state->input->stack, named, &value))
		return false;
	take_slot(state, named, value);
	return true;
}

bool unwind_may_have_caller(struct unwind_state *state, const struct unwind_place *place, uint64_t frame,
			    uint64_t return_address)
{
	struct code_cache *c = state_cache(state);
	const enum unwind_trust trust = unwind_trust(state, place, frame, return_address);

	if (trust == TRUST_CALL && c && frames_of(c, place)->found == CODE_FOUND)
		return false;
	return trust != TRUST_FALSE;
}

bool unwind_by_search(struct unwind_state *state, const struct unwind_place *place)
{
	const struct unwind_state before = *state;
	const uint64_t stack = state->registers.value[state->roles->stack];
	uint64_t value;

	if (state->input->machine == UNWIND_ARM64)
		return false;
	for (unsigned i = 0; i < SEARCHED_WORDS; i++) {
		const uint64_t slot = stack + state->roles->word * i;
		struct unwind_registers caller;

		if (!stack_read(&state->input->stack, slot, &value))
			break;
		if (unwind_trust(state, place, slot, value) < TRUST_CALL)
			continue;
		unwind_set(&state->registers, state->roles->stack, slot + state->roles->word);
		unwind_set(&state->registers, state->roles->ip, value);
		caller = state->registers;
		if (state->leads_to_start(state)) {
			*state = before;
			state->registers = caller;
			return true;
		}
		*state = before;
	}
	return false;
}
