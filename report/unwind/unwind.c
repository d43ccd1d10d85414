#include "report/unwind/unwind.h"

#include "common/hash_table.h"
#include "common/memory.h"
#include "report/unwind/unwind_bare.h"
#include "report/unwind/unwind_landing.h"

#include <errno.h>
#include <stdlib.h>

/* The range of user code: above the first page, in the lower half. Another address is no caller: the chain is wrong. */
#define USER_ADDRESS_MIN 0x1000ull
#define USER_ADDRESS_MAX 0x00ffffffffffffffull

/*
 * Bytes after a file's entry point, where chains end: nothing calls it, and some dynamic linkers have no call frame
 * information there.
 */
#define ENTRY_SIZE 64u

/* The most frames that are looked at to see whether they lead to the start of the thread. */
#define SEARCH_FRAMES_MAX 128u

struct unwinder *unwinder_new(void)
{
	return pages_alloc_filled(sizeof(struct unwinder));
}

void unwinder_free(struct unwinder *u)
{
	if (!u)
		return;
	code_cache_free(u->code);
	pages_free(u, sizeof(*u));
}

const char *unwind_end_text(enum unwind_end end)
{
	static const char *const texts[] = {
		[UNWIND_COMPLETE] = "complete",
		[UNWIND_LIMIT] = "more frames than are shown",
		[UNWIND_STACK_CUT] = "stack longer than its copy",
		[UNWIND_OUTSIDE_STACK] = "frame outside the copied stack",
		[UNWIND_UNMAPPED] = "address of no code",
		[UNWIND_NO_FILE] = "recorded file not here",
		[UNWIND_NO_INFORMATION] = "no unwinding information",
		[UNWIND_BAD_CFI] = "unwinding information not understood",
		[UNWIND_NO_REGISTER] = "register not recorded",
		[UNWIND_NO_ADVANCE] = "frame that is no further out",
		[UNWIND_32_BIT] = "process of 32 bits",
		[UNWIND_MACHINE] = "machine not known",
		[UNWIND_NO_MEMORY] = "no memory",
	};

	return texts[end];
}

/* --- rows ---------------------------------------------------------------------------- */

static enum unwind_end state_expression(struct unwind_state *state, const struct cfi_function *f, int32_t offset,
					uint16_t size, const uint64_t *cfa, uint64_t *ret_value)
{
	const struct unwind_memory memory = { .read = state_read, .context = state };
	struct cursor bytes = f->section->bytes;

	cursor_skip(&bytes, (uint64_t)offset);
	switch (unwind_expr(cursor_sub(&bytes, size), &state->registers, &memory, cfa, ret_value)) {
	case 0: return UNWIND_COMPLETE;
	case -EFAULT: return state_missed(state);
	case -ENODATA: return UNWIND_NO_REGISTER;
	default: return UNWIND_BAD_CFI;
	}
}

/* Computes the value of a register whose rule is an expression. */
static enum unwind_end state_rule_expression(struct unwind_state *state, const struct cfi_function *f,
					     const struct cfi_rule *rule, uint64_t cfa, uint64_t *ret_value)
{
	enum unwind_end end = state_expression(state, f, rule->offset, rule->size, &cfa, ret_value);

	if (!end && rule->kind == CFI_EXPRESSION && !state_read(state, *ret_value, ret_value))
		end = state_missed(state);
	return end;
}

/*
 * Reads a register that was saved at an address. Code of LLVM (rustc, clang) pops the frame pointer before its last
 * instruction, and its information still gives the old slot: below the stack pointer, which is not copied. Then the
 * register has its caller's value already. This does not hold for the return address.
 */
static inline enum unwind_end state_saved(struct unwind_state *state, const struct cfi_function *f, uint8_t reg,
					  uint64_t address, uint64_t *ret_value)
{
	const struct unwind_registers *r = &state->registers;

	if (stack_read(&state->input->stack, address, ret_value) || state_read(state, address, ret_value))
		return UNWIND_COMPLETE;
	if (address >= r->value[state->roles->stack] || reg == f->return_register || !unwind_is_known(r, reg))
		return state_missed(state);
	*ret_value = r->value[reg];
	return UNWIND_COMPLETE;
}

/* Computes the value of a register in the caller. Another result than COMPLETE says why it is unknown. */
static inline enum unwind_end state_rule(struct unwind_state *state, const struct cfi_function *f,
					 const struct cfi_rule *rule, uint64_t cfa, uint64_t *ret_value)
{
	const struct unwind_registers *r = &state->registers;

	switch (rule->kind) {
	case CFI_OFFSET: return state_saved(state, f, rule->reg, cfa + (uint64_t)(int64_t)rule->offset, ret_value);
	case CFI_VALUE_OFFSET: *ret_value = cfa + (uint64_t)(int64_t)rule->offset; return UNWIND_COMPLETE;
	case CFI_REGISTER:
		if ((uint32_t)rule->offset >= CFI_REGISTERS)
			return UNWIND_BAD_CFI;
		*ret_value = r->value[rule->offset];
		return unwind_is_known(r, (unsigned)rule->offset) ? UNWIND_COMPLETE : UNWIND_NO_REGISTER;
	case CFI_EXPRESSION:
	case CFI_VALUE_EXPRESSION: return state_rule_expression(state, f, rule, cfa, ret_value);
	default: return UNWIND_NO_REGISTER;
	}
}

static inline enum unwind_end state_cfa(struct unwind_state *state, const struct cfi_function *f,
					const struct cfi_row *row, uint64_t *ret_cfa)
{
	if (row->has_expression)
		return state_expression(state, f, row->cfa_offset, row->cfa_source, NULL, ret_cfa);
	if (!unwind_is_known(&state->registers, row->cfa_source))
		return UNWIND_NO_REGISTER;
	*ret_cfa = state->registers.value[row->cfa_source] + (uint64_t)(int64_t)row->cfa_offset;
	return UNWIND_COMPLETE;
}

/* Steps to the caller by a row of call frame information. An undefined return address means that there is no caller. */
static enum unwind_step state_row(struct unwind_state *state, const struct cfi_function *f, const struct cfi_row *row,
				  bool exact, enum unwind_end *ret_end)
{
	const struct unwind_roles *roles = state->roles;
	struct unwind_registers *r = &state->registers;
	const struct cfi_rule *rules = f->rules + row->rules;
	uint64_t values[CFI_REGISTERS];
	uint64_t lost = 0, old_stack = r->value[roles->stack], cfa, reached;
	bool has_stack = false, has_return = false, is_saved = false;

	*ret_end = state_cfa(state, f, row, &cfa);
	if (*ret_end)
		return STEP_END;
	for (unsigned i = 0; i < row->n_rules; i++) {
		const struct cfi_rule *rule = &rules[i];
		bool is_return = rule->reg == f->return_register;
		enum unwind_end end;

		if (is_return && rule->kind == CFI_UNDEFINED)
			return STEP_END;
		end = state_rule(state, f, rule, cfa, &values[i]);
		if (end && is_return) {
			*ret_end = end;
			return STEP_END;
		}
		if (end) {
			lost |= 1ull << rule->reg;
			state->lost = rule->kind == CFI_UNDEFINED ? state->lost : end;
			values[i] = 0;
		}
		has_return = has_return || is_return;
		is_saved = is_saved || (is_return && rule->kind != CFI_REGISTER);
		has_stack = has_stack || rule->reg == roles->stack;
	}
	for (unsigned i = 0; i < row->n_rules; i++)
		unwind_set(r, rules[i].reg, values[i]);
	r->known &= ~lost;
	if (!has_stack)
		unwind_set(r, roles->stack, cfa);
	if ((!has_return && f->return_register != roles->link) || !unwind_is_known(r, f->return_register) ||
	    !unwind_is_known(r, roles->stack)) {
		*ret_end = UNWIND_NO_REGISTER;
		return STEP_END;
	}
	unwind_set(r, roles->ip, r->value[f->return_register] & roles->address_mask);
	state->is_passed = state->is_passed || f->is_unwinder;
	if (f->is_signal)
		return STEP_SIGNAL;
	/* In longjmp the caller's registers are in others, and the CFA may be anywhere. */
	reached = has_stack && r->value[roles->stack] > cfa ? r->value[roles->stack] : cfa;
	/* Only the innermost function may have an empty frame. */
	if (reached < old_stack || (reached == old_stack && (is_saved || !exact))) {
		*ret_end = UNWIND_NO_ADVANCE;
		return STEP_END;
	}
	return STEP_CALLER;
}

static enum unwind_end cache_entry_end(const struct unwind_cache_entry *k)
{
	if (!k->is_mapped)
		return UNWIND_UNMAPPED;
	if (k->found == CFI_BAD)
		return UNWIND_BAD_CFI;
	if (k->found == CFI_NO_MEMORY)
		return UNWIND_NO_MEMORY;
	return k->is_missing ? UNWIND_NO_FILE : UNWIND_NO_INFORMATION;
}

/* --- a chain ------------------------------------------------------------------------- */

static void cache_entry_fill(struct unwind_cache_entry *k, const struct unwind_space *space, uint16_t machine,
			     uint64_t address)
{
	struct unwind_location location = { .cfi = NULL };

	*k = (struct unwind_cache_entry){ .address = address, .space = space->id, .is_used = true, .found = CFI_NONE };
	k->is_mapped = space->find(space->context, address, &location);
	if (!k->is_mapped)
		return;
	k->is_missing = location.has_file && !location.cfi;
	k->is_jit = location.is_jit;
	k->is_data = location.is_data;
	if (location.cfi && (location.cfi->machine == machine || location.cfi->machine == EM_NONE))
		k->found = (uint8_t)cfi_find(location.cfi, location.address, &k->function);
	k->go = location.symbols ? (uint8_t)code_file_go(location.symbols, location.address) : CODE_GO_PLAIN;
	if (k->found == CFI_FOUND)
		k->row = (uint32_t)(cfi_function_row(k->function, location.address) - k->function->rows);
	if (k->found == CFI_FOUND_PLT)
		k->row = (uint32_t)location.address; /* unwind_plt uses the low bits */
	k->is_entry = k->found == CFI_NONE && location.cfi && location.cfi->image &&
		      location.address - location.cfi->image->entry < ENTRY_SIZE;
}

static const struct unwind_cache_entry *state_look_up(struct unwind_state *state, uint64_t address)
{
	const struct unwind_space *space = &state->input->space;
	uint64_t hash = (address ^ space->id * 0x9e3779b97f4a7c15ull) * 0xd6e8feb86659fd93ull;
	struct unwind_cache_entry *k = &state->unwinder->cache[hash >> 51 & (UNWIND_CACHE_ENTRIES - 1)];

	if (!k->is_used || k->address != address || k->space != space->id)
		cache_entry_fill(k, space, state->roles->elf_machine, address);
	return k;
}

/*
 * Whether the registers can be a caller's: the ip follows a call. Where the bytes are not known the frame pointer must
 * not be below the stack pointer.
 */
static bool state_is_likely(struct unwind_state *state)
{
	const struct unwind_registers *r = &state->registers;
	uint64_t ip = r->value[state->roles->ip];
	struct unwind_location l;
	bool is_known;

	if (ip < USER_ADDRESS_MIN || !state_may_return_to(state, ip, false, &is_known))
		return false;
	if (is_known)
		return true;
	if (state->input->space.find(state->input->space.context, ip - 7, &l) && l.code && l.code_size >= 7)
		return unwind_may_follow_call(state->input->machine, l.code, 7);
	return unwind_is_known(r, state->roles->frame) &&
	       r->value[state->roles->frame] >= r->value[state->roles->stack];
}

/*
 * Steps out of JIT code. V8's information is right at the start of a function, where frame pointers are wrong; but
 * after a return in the middle of a function it is wrong. So if it does not lead to a likely caller, the frame pointer
 * is used.
 */
static enum unwind_step state_jit(struct unwind_state *state, const struct unwind_cache_entry *k, bool exact,
				  enum unwind_end *ret_end)
{
	const struct unwind_state before = *state;
	enum unwind_step step = state_row(state, k->function, &k->function->rows[k->row], exact, ret_end);

	if (step != STEP_END && state_is_likely(state))
		return step;
	*state = before;
	*ret_end = UNWIND_COMPLETE;
	return state_frame_pointer(state, UNWIND_NO_INFORMATION, ret_end);
}

/*
 * Whether the return address is the start of a function, which was not called but put on the stack, as makecontext()
 * does with __start_context: the end of the stack.
 */
static bool state_is_first(struct unwind_state *state, uint64_t ip)
{
	size_t size = 0;
	const uint8_t *bytes = process_bytes(state, ip - 7, 7, &size);

	return bytes && size == 7 && !unwind_may_follow_call(state->input->machine, bytes, size) &&
	       state_look_up(state, ip)->found == CFI_FOUND;
}

/* Steps out of a function of Go's runtime. False: as out of any other. */
static bool state_go(struct unwind_state *state, const struct unwind_cache_entry *k, bool exact,
		     enum unwind_step *ret_step, enum unwind_end *ret_end)
{
	const bool has_row = k->found == CFI_FOUND && !k->is_jit;

	switch (k->go) {
	case CODE_GO_SWITCH: *ret_step = state_switch(state, exact, UNWIND_OUTSIDE_STACK, ret_end); return true;
	case CODE_GO_LEAVE: *ret_step = state_switch(state, exact, UNWIND_COMPLETE, ret_end); return true;
	case CODE_GO_FIRST: *ret_step = STEP_END; return !has_row && !exact;
	case CODE_GO_CALLBACK:
		if (!has_row)
			return false;
		/* Its caller was not called: the address is that of systemstack_switch. */
		*ret_step = state_row(state, k->function, &k->function->rows[k->row], exact, ret_end);
		*ret_step = *ret_step == STEP_CALLER ? STEP_SIGNAL : *ret_step;
		return true;
	default: return false;
	}
}

/* An exception passes the functions that called its unwinder: the first with a frame pointer may have another one. */
static enum unwind_step state_passed(struct unwind_state *state, const struct unwind_cache_entry *k, bool exact,
				     enum unwind_end *ret_end)
{
	const struct cfi_row *row = &k->function->rows[k->row];

	if (!exact && !row->has_expression && row->cfa_source == state->roles->frame) {
		unwind_landing_mend(state, k->function, row);
		state->is_passed = false;
	}
	return state_row(state, k->function, row, exact, ret_end);
}

static enum unwind_step state_step(struct unwind_state *state, bool exact, enum unwind_end *ret_end)
{
	uint64_t ip = state->registers.value[state->roles->ip];
	const struct unwind_cache_entry *k = state_look_up(state, exact ? ip : ip - 1);
	enum unwind_step step;
	enum unwind_end why;

	if (__builtin_expect(k->is_data && !exact, 0)) {
		*ret_end = UNWIND_UNMAPPED;
		return STEP_INVALID;
	}
	*ret_end = UNWIND_COMPLETE;
	state->is_trampoline = k->found == CFI_FOUND && k->function->is_signal;
	if (__builtin_expect(k->go != CODE_GO_PLAIN, 0) && state_go(state, k, exact, &step, ret_end))
		return step;
	if (k->found == CFI_FOUND && k->is_jit)
		return state_jit(state, k, exact, ret_end);
	if (__builtin_expect(k->found == CFI_FOUND && state->is_passed, 0))
		return state_passed(state, k, exact, ret_end);
	if (__builtin_expect(k->found == CFI_FOUND, 1))
		return state_row(state, k->function, &k->function->rows[k->row], exact, ret_end);
	if (k->found == CFI_FOUND_PLT)
		return state_plt(state, k->row, ret_end);
	if (k->is_entry)
		return STEP_END;
	state->is_trampoline = state_is_signal_return(state, ip);
	if (state->is_trampoline)
		return state_signal(state, ret_end);
	why = cache_entry_end(k);
	state->is_trampoline = !exact && k->found == CFI_NONE && state_is_first(state, ip);
	return state->is_trampoline ? STEP_END : state_bare(state, exact, why, ret_end);
}

static bool state_leads_to_start(struct unwind_state *state)
{
	for (unsigned i = 0; i < SEARCH_FRAMES_MAX; i++) {
		uint64_t ip = state->registers.value[state->roles->ip];
		const struct unwind_cache_entry *k;
		enum unwind_end end;
		enum unwind_step step;

		if (ip < USER_ADDRESS_MIN || ip > USER_ADDRESS_MAX)
			return false;
		k = state_look_up(state, ip - 1);
		if (k->found != CFI_FOUND || k->is_jit)
			return k->is_entry;
		step = state_row(state, k->function, &k->function->rows[k->row], false, &end);
		if (step != STEP_CALLER)
			return step == STEP_END && end == UNWIND_COMPLETE;
	}
	return false;
}

uint32_t unwind_chain(struct unwinder *u, const struct unwind_input *input, uint64_t *addresses, uint32_t max,
		      enum unwind_end *ret_end)
{
	struct unwind_state state = {
		.unwinder = u,
		.input = input,
		.roles = &unwind_roles[input->machine],
		.registers = input->registers,
		.leads_to_start = state_leads_to_start,
	};
	enum unwind_step step = STEP_SIGNAL;
	uint32_t n = 0;

	memset(u->by, 0, sizeof(u->by));
	*ret_end = UNWIND_LIMIT;
	while (n < max) {
		uint64_t ip = state.registers.value[state.roles->ip];
		bool exact = step == STEP_SIGNAL;

		step = state_step(&state, exact, ret_end);
		if (step == STEP_INVALID)
			break;
		addresses[n++] = exact || state.is_trampoline ? ip : ip - 1;
		if (step == STEP_END)
			break;
		ip = state.registers.value[state.roles->ip];
		if (!ip)
			break;
		if (ip < USER_ADDRESS_MIN || ip > USER_ADDRESS_MAX) {
			*ret_end = UNWIND_UNMAPPED;
			break;
		}
		*ret_end = UNWIND_LIMIT;
	}
	/* A register is unknown because its slot could not be read: report that. */
	if (*ret_end == UNWIND_NO_REGISTER && state.lost)
		*ret_end = state.lost;
	return n;
}
