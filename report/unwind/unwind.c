#include "report/unwind/unwind.h"

#include "common/hash.h"
#include "common/pages.h"
#include "report/unwind/unwind_machine.h"

#include <errno.h>
#include <stdlib.h>

/* Between them all code is: above the first page, in the lower half. Others are no caller's: the chain went astray. */
#define USER_ADDRESS_MIN 0x1000ull
#define USER_ADDRESS_MAX 0x00ffffffffffffffull

/*
 * Nothing calls the instructions at which a file is entered, of which some dynamic linkers have no call frame
 * information.
 */
#define ENTRY_SIZE 64u

/* Further away than this from where its copy begins lies no frame of the same stack: the usual limit of a stack. */
#define STACK_MAX (8ull << 20)

struct unwinder *unwinder_new(void)
{
	return pages_alloc_filled(sizeof(struct unwinder));
}

void unwinder_free(struct unwinder *u)
{
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

/* One chain as it is unwound. */
struct run {
	struct unwinder *unwinder;
	const struct unwind_input *input;
	const struct unwind_roles *roles;
	struct unwind_registers registers;
	uint64_t missed;      /* the last address that could not be read */
	enum unwind_end lost; /* why a register other than the return address is not known; COMPLETE: all are */
	bool is_trampoline; /* the frame's address was put on the stack, as that to which a signal's handler returns: no
			       call */
	bool is_outermost;  /* a frame pointer of 0 said that it has no caller, unless information says otherwise */
};

/* --- memory -------------------------------------------------------------------------- */

static inline bool stack_read(const struct unwind_stack *s, uint64_t address, uint64_t *ret_value)
{
	uint64_t at = address - s->start;

	if (s->size < 8 || at > s->size - 8)
		return false;
	*ret_value = load_u64_order(s->data + at, s->swap);
	return true;
}

/* The bytes of a file at a process's address; fewer than wanted, or NULL, where there are no more. */
static const uint8_t *file_bytes(const struct unwind_place *place, size_t want, size_t *ret_size)
{
	const struct elf_image *e = place->cfi ? place->cfi->image : NULL;
	const struct elf_segment *segment = e ? elf_image_segment(e, place->address) : NULL;
	uint64_t at = segment ? place->address - segment->address : 0, left;

	if (!segment || at >= segment->file_size || segment->offset > e->size || at >= e->size - segment->offset)
		return NULL;
	left = segment->file_size - at;
	if (left > e->size - segment->offset - at)
		left = e->size - segment->offset - at;
	*ret_size = left < want ? (size_t)left : want;
	return e->data + segment->offset + at;
}

static const uint8_t *process_bytes(const struct run *run, uint64_t address, size_t want, size_t *ret_size)
{
	const struct unwind_space *space = &run->input->space;
	struct unwind_place place;

	return space->find(space->context, address, &place) ? file_bytes(&place, want, ret_size) : NULL;
}

static bool run_read(void *context, uint64_t address, uint64_t *ret_value)
{
	struct run *run = context;
	const uint8_t *bytes;
	size_t size;

	if (stack_read(&run->input->stack, address, ret_value))
		return true;
	bytes = process_bytes(run, address, 8, &size);
	if (!bytes || size < 8) {
		run->missed = address;
		return false;
	}
	*ret_value = load_u64_order(bytes, run->input->stack.swap);
	return true;
}

/* Why a word could not be read. */
static enum unwind_end run_missed(const struct run *run)
{
	const struct unwind_stack *s = &run->input->stack;

	if (s->is_cut && run->missed >= s->start && run->missed - s->start + 8 > s->size &&
	    run->missed - s->start < STACK_MAX)
		return UNWIND_STACK_CUT;
	return UNWIND_OUTSIDE_STACK;
}

/* --- rows ---------------------------------------------------------------------------- */

static enum unwind_end run_expression(struct run *run, const struct cfi_function *f, int32_t place, uint16_t size,
				      const uint64_t *cfa, uint64_t *ret_value)
{
	const struct unwind_memory memory = { .read = run_read, .context = run };
	struct cursor bytes = f->section->bytes;

	cursor_skip(&bytes, (uint64_t)place);
	switch (unwind_expr(cursor_sub(&bytes, size), &run->registers, &memory, cfa, ret_value)) {
	case 0: return UNWIND_COMPLETE;
	case -EFAULT: return run_missed(run);
	case -ENODATA: return UNWIND_NO_REGISTER;
	default: return UNWIND_BAD_CFI;
	}
}

/* The value of a register that an expression says where to find, or what it is. */
static enum unwind_end run_rule_expression(struct run *run, const struct cfi_function *f, const struct cfi_rule *rule,
					   uint64_t cfa, uint64_t *ret_value)
{
	enum unwind_end end = run_expression(run, f, rule->offset, rule->size, &cfa, ret_value);

	if (!end && rule->kind == CFI_EXPRESSION && !run_read(run, *ret_value, ret_value))
		end = run_missed(run);
	return end;
}

/*
 * The value of a register that was saved at an address. Code of LLVM (rustc, clang) has popped the frame pointer before
 * its last instruction, and its information still says where it was: below the stack pointer, where nothing is copied.
 * Such a register has its caller's value again. Not so the return address, without which there is no caller.
 */
static inline enum unwind_end run_saved(struct run *run, const struct cfi_function *f, uint8_t reg, uint64_t address,
					uint64_t *ret_value)
{
	const struct unwind_registers *r = &run->registers;

	if (stack_read(&run->input->stack, address, ret_value) || run_read(run, address, ret_value))
		return UNWIND_COMPLETE;
	if (address >= r->value[run->roles->stack] || reg == f->return_register || !unwind_known(r, reg))
		return run_missed(run);
	*ret_value = r->value[reg];
	return UNWIND_COMPLETE;
}

/* The value of a register in the caller. Any end but COMPLETE: it is not known, and why. */
static inline enum unwind_end run_rule(struct run *run, const struct cfi_function *f, const struct cfi_rule *rule,
				       uint64_t cfa, uint64_t *ret_value)
{
	const struct unwind_registers *r = &run->registers;

	switch (rule->kind) {
	case CFI_OFFSET: return run_saved(run, f, rule->reg, cfa + (uint64_t)(int64_t)rule->offset, ret_value);
	case CFI_VALUE_OFFSET: *ret_value = cfa + (uint64_t)(int64_t)rule->offset; return UNWIND_COMPLETE;
	case CFI_REGISTER:
		if ((uint32_t)rule->offset >= CFI_REGISTERS)
			return UNWIND_BAD_CFI;
		*ret_value = r->value[rule->offset];
		return unwind_known(r, (unsigned)rule->offset) ? UNWIND_COMPLETE : UNWIND_NO_REGISTER;
	case CFI_EXPRESSION:
	case CFI_VALUE_EXPRESSION: return run_rule_expression(run, f, rule, cfa, ret_value);
	default: return UNWIND_NO_REGISTER;
	}
}

static inline enum unwind_end run_cfa(struct run *run, const struct cfi_function *f, const struct cfi_row *row,
				      uint64_t *ret_cfa)
{
	if (row->has_expression)
		return run_expression(run, f, row->cfa_offset, row->cfa_source, NULL, ret_cfa);
	if (!unwind_known(&run->registers, row->cfa_source))
		return UNWIND_NO_REGISTER;
	*ret_cfa = run->registers.value[row->cfa_source] + (uint64_t)(int64_t)row->cfa_offset;
	return UNWIND_COMPLETE;
}

/* The step of a run that ends it, or that goes on. */
enum run_step {
	RUN_CALLER,   /* the caller's registers are there; it called */
	RUN_SIGNAL,   /* they are those of what a signal interrupted */
	STEP_INVALID, /* nothing at the address can have called */
	RUN_END,
};

/* What the frames of a row's function are like: the return address' rule decides whether there is a caller. */
static enum run_step run_row(struct run *run, const struct cfi_function *f, const struct cfi_row *row, bool exact,
			     enum unwind_end *ret_end)
{
	const struct unwind_roles *roles = run->roles;
	struct unwind_registers *r = &run->registers;
	const struct cfi_rule *rules = f->rules + row->rules;
	uint64_t values[CFI_REGISTERS];
	uint64_t lost = 0, old_stack = r->value[roles->stack], cfa, reached;
	bool has_stack = false, has_return = false, is_saved = false;

	*ret_end = run_cfa(run, f, row, &cfa);
	if (*ret_end)
		return RUN_END;
	for (unsigned i = 0; i < row->n_rules; i++) {
		const struct cfi_rule *rule = &rules[i];
		bool is_return = rule->reg == f->return_register;
		enum unwind_end end;

		if (is_return && rule->kind == CFI_UNDEFINED)
			return RUN_END;
		end = run_rule(run, f, rule, cfa, &values[i]);
		if (end && is_return) {
			*ret_end = end;
			return RUN_END;
		}
		if (end) {
			lost |= 1ull << rule->reg;
			run->lost = rule->kind == CFI_UNDEFINED ? run->lost : end;
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
	if ((!has_return && f->return_register != roles->link) || !unwind_known(r, f->return_register) ||
	    !unwind_known(r, roles->stack)) {
		*ret_end = UNWIND_NO_REGISTER;
		return RUN_END;
	}
	unwind_set(r, roles->ip, r->value[f->return_register] & roles->address_mask);
	if (f->is_signal)
		return RUN_SIGNAL;
	/* longjmp has its caller's registers in others, and its CFA anywhere. */
	reached = has_stack && r->value[roles->stack] > cfa ? r->value[roles->stack] : cfa;
	/* Only the innermost function may keep nothing on the stack. */
	if (reached < old_stack || (reached == old_stack && (is_saved || !exact))) {
		*ret_end = UNWIND_NO_ADVANCE;
		return RUN_END;
	}
	return RUN_CALLER;
}

/* --- code without information -------------------------------------------------------- */

static bool run_is_signal_return(const struct run *run, uint64_t ip)
{
	size_t size = 0;
	const uint8_t *code = process_bytes(run, ip, UNWIND_SIGNAL_CODE_SIZE, &size);

	return code && unwind_is_signal_return(run->input->machine, code, size);
}

/*
 * A return address that the frame pointer led to is one only if code is there and, where it is known, after a call, or
 * that to which the handler of a signal returns. By the conventions of both machines the outermost function has a frame
 * pointer of 0.
 */
static bool run_may_return_to(const struct run *run, uint64_t ip, bool is_outermost)
{
	const enum unwind_machine machine = run->input->machine;
	struct unwind_place place;
	size_t size = 0;
	const uint8_t *bytes;

	if (!run->input->space.find(run->input->space.context, ip - 7, &place) || place.is_data)
		return false;
	bytes = file_bytes(&place, 7, &size);
	return !bytes || size < 7 || unwind_may_follow_call(machine, bytes, size) ||
	       (is_outermost && unwind_may_be_outermost(machine, bytes, size)) || run_is_signal_return(run, ip);
}

static enum run_step run_frame_pointer(struct run *run, enum unwind_end why, enum unwind_end *ret_end)
{
	const struct unwind_memory memory = { .read = run_read, .context = run };
	const uint8_t ip = run->roles->ip, frame = run->roles->frame;
	struct unwind_registers caller = run->registers;

	*ret_end = run->is_outermost && !caller.value[frame] ? UNWIND_COMPLETE : why;
	if (!unwind_by_frame_pointer(run->input->machine, &caller, &memory))
		return RUN_END;
	run->is_outermost = !caller.value[frame];
	if (run->is_outermost && !caller.value[ip])
		*ret_end = UNWIND_COMPLETE;
	if (!run_may_return_to(run, caller.value[ip], run->is_outermost))
		return RUN_END;
	run->registers = caller;
	return RUN_CALLER;
}

static enum run_step run_plt(struct run *run, uint64_t address, enum unwind_end *ret_end)
{
	const struct unwind_memory memory = { .read = run_read, .context = run };

	if (unwind_plt(run->input->machine, &run->registers, &memory, address))
		return RUN_CALLER;
	*ret_end = run->input->machine == UNWIND_X86_64 ? run_missed(run) : UNWIND_NO_REGISTER;
	return RUN_END;
}

static enum run_step run_signal(struct run *run, enum unwind_end *ret_end)
{
	const struct unwind_memory memory = { .read = run_read, .context = run };

	if (unwind_signal(run->input->machine, &run->registers, &memory)) {
		run->registers.value[run->roles->ip] &= run->roles->address_mask;
		return RUN_SIGNAL;
	}
	*ret_end = run_missed(run);
	return RUN_END;
}

static enum unwind_end known_why(const struct unwind_known *k)
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

static void known_fill(struct unwind_known *k, const struct unwind_space *space, uint16_t machine, uint64_t address)
{
	struct unwind_place place = { .cfi = NULL };

	*k = (struct unwind_known){ .address = address, .space = space->id, .used = true, .found = CFI_NONE };
	k->is_mapped = space->find(space->context, address, &place);
	if (!k->is_mapped)
		return;
	k->is_missing = place.has_file && !place.cfi;
	k->is_jit = place.is_jit;
	k->is_data = place.is_data;
	if (place.cfi && place.cfi->machine == machine)
		k->found = (uint8_t)cfi_find(place.cfi, place.address, &k->function);
	if (k->found == CFI_FOUND)
		k->row = (uint32_t)(cfi_function_row(k->function, place.address) - k->function->rows);
	if (k->found == CFI_FOUND_PLT)
		k->row = (uint32_t)place.address; /* of which the last bits matter */
	k->is_entry = k->found == CFI_NONE && place.cfi && place.cfi->image &&
		      place.address - place.cfi->image->entry < ENTRY_SIZE;
}

static const struct unwind_known *run_look_up(struct run *run, uint64_t address)
{
	const struct unwind_space *space = &run->input->space;
	uint64_t hash = (address ^ space->id * 0x9e3779b97f4a7c15ull) * 0xd6e8feb86659fd93ull;
	struct unwind_known *k = &run->unwinder->known[hash >> 51 & (UNWIND_KNOWN - 1)];

	if (!k->used || k->address != address || k->space != space->id)
		known_fill(k, space, run->roles->elf_machine, address);
	return k;
}

/* Whether what was found can be a caller with a frame of its own: its address is code, its frame pointer not below it.
 */
static bool run_is_likely(struct run *run)
{
	const struct unwind_registers *r = &run->registers;
	uint64_t ip = r->value[run->roles->ip];

	return ip >= USER_ADDRESS_MIN && unwind_known(r, run->roles->frame) &&
	       r->value[run->roles->frame] >= r->value[run->roles->stack] && run_look_up(run, ip - 1)->is_mapped;
}

/*
 * Code made at run time: V8's information is right where a function begins, which frame pointers are not. But after a
 * return in the middle it takes the frame for left. So where that leads to nothing likely, the frame pointer is taken.
 */
static enum run_step run_made(struct run *run, const struct unwind_known *k, bool exact, enum unwind_end *ret_end)
{
	const struct run before = *run;
	enum run_step step = run_row(run, k->function, &k->function->rows[k->row], exact, ret_end);

	if (step != RUN_END && run_is_likely(run))
		return step;
	*run = before;
	*ret_end = UNWIND_COMPLETE;
	return run_frame_pointer(run, UNWIND_NO_INFORMATION, ret_end);
}

/*
 * Whether a return address before which there is no function is where one begins: it was put on the stack instead of a
 * caller's, as makecontext() does with that of __start_context.
 */
static bool run_is_first(struct run *run, uint64_t ip)
{
	size_t size = 0;
	const uint8_t *bytes = process_bytes(run, ip - 7, 7, &size);

	return bytes && size == 7 && !unwind_may_follow_call(run->input->machine, bytes, size) &&
	       run_look_up(run, ip)->found == CFI_FOUND;
}

static enum run_step run_step(struct run *run, bool exact, enum unwind_end *ret_end)
{
	uint64_t ip = run->registers.value[run->roles->ip];
	const struct unwind_known *k = run_look_up(run, exact ? ip : ip - 1);
	enum unwind_end why;

	if (__builtin_expect(k->is_data && !exact, 0)) {
		*ret_end = UNWIND_UNMAPPED;
		return STEP_INVALID;
	}
	*ret_end = UNWIND_COMPLETE;
	run->is_trampoline = k->found == CFI_FOUND && k->function->is_signal;
	if (k->found == CFI_FOUND && k->is_jit)
		return run_made(run, k, exact, ret_end);
	if (__builtin_expect(k->found == CFI_FOUND, 1))
		return run_row(run, k->function, &k->function->rows[k->row], exact, ret_end);
	if (k->found == CFI_FOUND_PLT)
		return run_plt(run, k->row, ret_end);
	if (k->is_entry)
		return RUN_END;
	run->is_trampoline = run_is_signal_return(run, ip);
	if (run->is_trampoline)
		return run_signal(run, ret_end);
	why = known_why(k);
	run->is_trampoline = !exact && k->found == CFI_NONE && run_is_first(run, ip);
	return run->is_trampoline ? RUN_END : run_frame_pointer(run, why, ret_end);
}

uint32_t unwind_chain(struct unwinder *u, const struct unwind_input *input, uint64_t *addresses, uint32_t max,
		      enum unwind_end *ret_end)
{
	struct run run = {
		.unwinder = u, .input = input, .roles = &unwind_roles[input->machine], .registers = input->registers
	};
	enum run_step step = RUN_SIGNAL;
	uint32_t n = 0;

	*ret_end = UNWIND_LIMIT;
	while (n < max) {
		uint64_t ip = run.registers.value[run.roles->ip];
		bool exact = step == RUN_SIGNAL;

		step = run_step(&run, exact, ret_end);
		if (step == STEP_INVALID)
			break;
		addresses[n++] = exact || run.is_trampoline ? ip : ip - 1;
		if (step == RUN_END)
			break;
		ip = run.registers.value[run.roles->ip];
		if (!ip)
			break;
		if (ip < USER_ADDRESS_MIN || ip > USER_ADDRESS_MAX) {
			*ret_end = UNWIND_UNMAPPED;
			break;
		}
		*ret_end = UNWIND_LIMIT;
	}
	/* A register that is not known since its place could not be read says the same as that. */
	if (*ret_end == UNWIND_NO_REGISTER && run.lost)
		*ret_end = run.lost;
	return n;
}
