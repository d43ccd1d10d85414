#include "report/unwind/unwind_landing.h"

/* How much of the stack is searched, in words: frames of functions with handlers are small. */
#define SEARCHED_WORDS 512u

#define CALL_SIZE 5u /* of a direct call */

enum called { CALLED_UNKNOWN, CALLED_OTHER, CALLED_IT };

/* Whether a return address follows a direct call of the function, in its own file. */
static enum called called_by(const struct unwind_state *state, const struct cfi *cfi, const struct cfi_function *f,
			     uint64_t return_address)
{
	const struct unwind_space *space = &state->input->space;
	struct unwind_location from;
	const uint8_t *bytes;
	uint64_t target;
	size_t size;

	if (!space->find(space->context, return_address - CALL_SIZE, &from) || from.cfi != cfi)
		return CALLED_UNKNOWN;
	bytes = file_bytes(&from, CALL_SIZE, &size);
	if (!bytes || size < CALL_SIZE || *bytes != 0xe8)
		return CALLED_UNKNOWN;
	target = from.address + CALL_SIZE +
		 (uint64_t)(int64_t)(int32_t)load_u32_order(bytes + 1, state->input->stack.swap);
	return target == f->start ? CALLED_IT : CALLED_OTHER;
}

void unwind_landing_mend(struct unwind_state *state, const struct cfi_function *f, const struct cfi_row *row)
{
	const struct unwind_stack *stack = &state->input->stack;
	const struct unwind_space *space = &state->input->space;
	struct unwind_registers *r = &state->registers;
	const uint64_t frame = r->value[state->roles->frame] + (uint64_t)(int64_t)row->cfa_offset - 8;
	struct unwind_location here;
	uint64_t value;

	if (state->input->machine != UNWIND_X86_64 || !unwind_is_known(r, state->roles->frame) ||
	    !unwind_is_known(r, state->roles->stack) || !stack_read(stack, frame, &value) ||
	    !space->find(space->context, r->value[state->roles->ip] - 1, &here) || !here.cfi ||
	    called_by(state, here.cfi, f, value) != CALLED_OTHER)
		return;
	for (unsigned i = 0; i < SEARCHED_WORDS; i++) {
		const uint64_t slot = r->value[state->roles->stack] + 8ull * i;

		if (slot >= frame || !stack_read(stack, slot, &value))
			return;
		if (called_by(state, here.cfi, f, value) == CALLED_IT) {
			unwind_set(r, state->roles->frame, slot + 8 - (uint64_t)(int64_t)row->cfa_offset);
			return;
		}
	}
}
