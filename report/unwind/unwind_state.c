#include "report/unwind/unwind_state.h"

/* The usual limit of a stack: a frame further than this from the start of the copy is on another stack. */
#define STACK_MAX (8ull << 20)

const uint8_t *file_bytes(const struct unwind_location *location, size_t want, size_t *ret_size)
{
	const struct elf_image *e = location->cfi ? location->cfi->image : NULL;
	const struct elf_segment *segment = e ? elf_image_segment(e, location->address) : NULL;
	uint64_t at = segment ? location->address - segment->address : 0, left;

	if (!segment || at >= segment->file_size || segment->offset > e->size || at >= e->size - segment->offset)
		return NULL;
	left = segment->file_size - at;
	if (left > e->size - segment->offset - at)
		left = e->size - segment->offset - at;
	*ret_size = left < want ? (size_t)left : want;
	return e->data + segment->offset + at;
}

const uint8_t *process_bytes(const struct unwind_state *state, uint64_t address, size_t want, size_t *ret_size)
{
	const struct unwind_space *space = &state->input->space;
	struct unwind_location location;

	return space->find(space->context, address, &location) ? file_bytes(&location, want, ret_size) : NULL;
}

bool state_read(void *context, uint64_t address, uint64_t *ret_value)
{
	struct unwind_state *state = context;
	const uint8_t *bytes;
	size_t size;

	if (stack_read(&state->input->stack, address, ret_value))
		return true;
	bytes = process_bytes(state, address, state->roles->word, &size);
	if (!bytes || size < state->roles->word) {
		state->missed = address;
		return false;
	}
	if (state->roles->word == 4)
		*ret_value = load_u32_order(bytes, state->input->stack.swap);
	else
		*ret_value = load_u64_order(bytes, state->input->stack.swap);
	return true;
}

enum unwind_end state_missed(const struct unwind_state *state)
{
	const struct unwind_stack *s = &state->input->stack;

	if (s->is_cut && state->missed >= s->start && state->missed - s->start + state->roles->word > s->size &&
	    state->missed - s->start < STACK_MAX)
		return UNWIND_STACK_CUT;
	return UNWIND_OUTSIDE_STACK;
}

bool state_is_signal_return(const struct unwind_state *state, uint64_t ip)
{
	size_t size = 0;
	const uint8_t *code = process_bytes(state, ip, UNWIND_SIGNAL_CODE_SIZE, &size);

	return code && unwind_is_signal_return(state->input->machine, code, size);
}
