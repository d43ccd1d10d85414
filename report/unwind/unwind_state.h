/* unwind_state: one chain while it is unwound, and the memory that it reads. */
#ifndef PREC_REPORT_UNWIND_UNWIND_STATE_H
#define PREC_REPORT_UNWIND_UNWIND_STATE_H

#include "report/unwind/unwind_input.h"
#include "report/unwind/unwind_machine.h"

struct unwind_state {
	struct unwinder *unwinder;
	const struct unwind_input *input;
	const struct unwind_roles *roles;
	struct unwind_registers registers;
	uint64_t missed;      /* the last address that could not be read */
	enum unwind_end lost; /* why a register other than the return address is unknown; COMPLETE: none is */
	bool is_trampoline;   /* the ip was not pushed by a call: a signal handler returns to it */
	/* Says whether call frame information alone leads from the registers to the thread's start. Changes the state.
	 */
	bool (*leads_to_start)(struct unwind_state *state);
	bool is_passed;    /* an unwinder of exceptions was called, which may have changed its callers' registers */
	bool is_outermost; /* the frame pointer is 0: no caller, unless call frame information says otherwise */
};

/* The result of one step. */
enum unwind_step {
	STEP_CALLER,  /* the registers are those of a caller, after a call */
	STEP_SIGNAL,  /* the registers are those that a signal interrupted */
	STEP_INVALID, /* the address cannot be a caller's */
	STEP_END,
};

/* Reads a word of the copied stack. False: it is not in the copy. */
static inline bool stack_read(const struct unwind_stack *s, uint64_t address, uint64_t *ret_value)
{
	const uint64_t at = address - s->start, word = s->is_32 ? 4 : 8;

	if (s->size < word || at > s->size - word)
		return false;
	*ret_value = s->is_32 ? load_u32_order(s->data + at, s->swap) : load_u64_order(s->data + at, s->swap);
	return true;
}

/* Returns the bytes of a file at a location, up to `want`. NULL: none. */
const uint8_t *file_bytes(const struct unwind_location *location, size_t want, size_t *ret_size);

/* The same at an address of the process. */
const uint8_t *process_bytes(const struct unwind_state *state, uint64_t address, size_t want, size_t *ret_size);

/* Reads a word of the stack or of a file; the `read` of a struct unwind_memory, whose context is the state. */
bool state_read(void *context, uint64_t address, uint64_t *ret_value);

/* Returns why the last word could not be read. */
enum unwind_end state_missed(const struct unwind_state *state);

/* Says whether the code at an address makes the system call that returns from a signal. */
bool state_is_signal_return(const struct unwind_state *state, uint64_t ip);

#endif
