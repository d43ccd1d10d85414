/* unwind_bare: steps to a caller without call frame information. */
#ifndef PREC_REPORT_UNWIND_UNWIND_BARE_H
#define PREC_REPORT_UNWIND_UNWIND_BARE_H

#include "report/unwind/unwind_code.h"

/*
 * Checks a return address that is no sure one, as of a frame pointer: it must be in code, and either follow a call, if
 * the bytes are known, or be where a signal handler returns to. By the conventions of both machines the outermost
 * function has a frame pointer of 0. *ret_is_known: the bytes are.
 */
bool state_may_return_to(const struct unwind_state *state, uint64_t ip, bool is_outermost, bool *ret_is_known);

/* Each steps to the caller. why: *ret_end where there is none. exact: the ip is no return address. */
enum unwind_step state_frame_pointer(struct unwind_state *state, enum unwind_end why, enum unwind_end *ret_end);
enum unwind_step state_bare(struct unwind_state *state, bool exact, enum unwind_end why, enum unwind_end *ret_end);

/*
 * Steps out of a function that goes on on another stack: only where its instructions say that it has not yet. why:
 * *ret_end where it has.
 */
enum unwind_step state_switch(struct unwind_state *state, bool exact, enum unwind_end why, enum unwind_end *ret_end);

/* Steps out of a PLT entry. address: the ip in the file. */
enum unwind_step state_plt(struct unwind_state *state, uint64_t address, enum unwind_end *ret_end);

/* Steps to what a signal interrupted, from the code that its handler returns to. */
enum unwind_step state_signal(struct unwind_state *state, enum unwind_end *ret_end);

#endif
