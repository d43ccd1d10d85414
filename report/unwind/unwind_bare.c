#include "report/unwind/unwind_bare.h"

bool state_may_return_to(const struct unwind_state *state, uint64_t ip, bool is_outermost, bool *ret_is_known)
{
	const enum unwind_machine machine = state->input->machine;
	struct unwind_location location;
	size_t size = 0;
	const uint8_t *bytes;

	if (!state->input->space.find(state->input->space.context, ip - 7, &location) || location.is_data)
		return false;
	bytes = file_bytes(&location, 7, &size);
	*ret_is_known = bytes && size == 7;
	return !*ret_is_known || unwind_may_follow_call(machine, bytes, size) ||
	       (is_outermost && unwind_may_be_outermost(machine, bytes, size)) || state_is_signal_return(state, ip);
}

/*
 * Steps to the caller by the frame pointer. place: the code, if its bytes are known: then a caller that called
 * something else is none, which it is where the function has set up no frame of its own.
 */
static enum unwind_step by_frame_pointer(struct unwind_state *state, const struct unwind_place *place,
					 enum unwind_end why, enum unwind_end *ret_end)
{
	const struct unwind_memory memory = { .read = state_read, .context = state };
	const uint8_t ip = state->roles->ip, frame = state->roles->frame;
	struct unwind_registers caller = state->registers;
	bool is_known;

	*ret_end = state->is_outermost && !caller.value[frame] ? UNWIND_COMPLETE : why;
	if (!unwind_by_frame_pointer(state->input->machine, &caller, &memory))
		return STEP_END;
	if (place &&
	    !unwind_may_have_caller(state, place, state->registers.value[frame] + state->roles->word, caller.value[ip]))
		return STEP_END;
	state->is_outermost = !caller.value[frame];
	if (state->is_outermost && !caller.value[ip])
		*ret_end = UNWIND_COMPLETE;
	if (!state_may_return_to(state, caller.value[ip], state->is_outermost, &is_known))
		return STEP_END;
	state->registers = caller;
	return STEP_CALLER;
}

enum unwind_step state_frame_pointer(struct unwind_state *state, enum unwind_end why, enum unwind_end *ret_end)
{
	return by_frame_pointer(state, NULL, why, ret_end);
}

static bool has_way(const struct unwind_state *state, enum unwind_way way)
{
	return state->input->ways >> way & 1;
}

/* Steps by the instructions and by calls. False: these say nothing. */
static bool state_by_code(struct unwind_state *state, const struct unwind_place *place, enum unwind_step *ret_step,
			  enum unwind_end *ret_end)
{
	enum unwind_by by = has_way(state, UNWIND_BY_CODE) ? unwind_by_code(state, place) : UNWIND_NOT_FOUND;
	enum unwind_way way = UNWIND_BY_CODE;

	if (by == UNWIND_NOT_FOUND && has_way(state, UNWIND_BY_CALL) && unwind_by_call(state, place)) {
		way = UNWIND_BY_CALL;
		by = UNWIND_FOUND;
	}
	if (by == UNWIND_FOUND)
		state->unwinder->by[way]++;
	*ret_step = by == UNWIND_FOUND ? STEP_CALLER : STEP_END;
	*ret_end = by == UNWIND_OUTSIDE ? state_missed(state) : UNWIND_COMPLETE;
	return by != UNWIND_NOT_FOUND;
}

enum unwind_step state_bare(struct unwind_state *state, bool exact, enum unwind_end why, enum unwind_end *ret_end)
{
	const bool has_code = has_way(state, UNWIND_BY_CODE);
	struct unwind_place place;
	bool is_known = unwind_place_of(state, exact, &place);
	enum unwind_step step;

	if (is_known && state_by_code(state, &place, &step, ret_end))
		return step;
	step = by_frame_pointer(state, is_known && has_code ? &place : NULL, why, ret_end);
	if (step == STEP_END && *ret_end == why && is_known && has_way(state, UNWIND_BY_SEARCH) &&
	    unwind_by_search(state, &place)) {
		state->unwinder->by[UNWIND_BY_SEARCH]++;
		return STEP_CALLER;
	}
	return step;
}

enum unwind_step state_switch(struct unwind_state *state, bool exact, enum unwind_end why, enum unwind_end *ret_end)
{
	struct unwind_place place;

	*ret_end = why;
	if (unwind_place_of(state, exact, &place) && unwind_by_start(state, &place) == UNWIND_FOUND)
		return STEP_CALLER;
	return STEP_END;
}

enum unwind_step state_plt(struct unwind_state *state, uint64_t address, enum unwind_end *ret_end)
{
	const struct unwind_memory memory = { .read = state_read, .context = state };

	if (unwind_plt(state->input->machine, &state->registers, &memory, address))
		return STEP_CALLER;
	*ret_end = state->input->machine != UNWIND_ARM64 ? state_missed(state) : UNWIND_NO_REGISTER;
	return STEP_END;
}

enum unwind_step state_signal(struct unwind_state *state, enum unwind_end *ret_end)
{
	const struct unwind_memory memory = { .read = state_read, .context = state };

	size_t size = 0;
	const uint8_t *code = process_bytes(state, state->registers.value[state->roles->ip], 1, &size);

	if (code && size && unwind_signal(state->input->machine, &state->registers, &memory, *code)) {
		state->registers.value[state->roles->ip] &= state->roles->address_mask;
		return STEP_SIGNAL;
	}
	*ret_end = state_missed(state);
	return STEP_END;
}
