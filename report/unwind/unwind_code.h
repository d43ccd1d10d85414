/*
 * unwind_code: the caller of code without call frame information. What its instructions do tells the place of the
 * return address (report/unwind/code_walk.h); the call that the return address follows tells whether it is one.
 *
 *	return address	follows		is trusted
 *	0x401156	call asm_leaf	surely, if from asm_leaf on the instructions lead to ip, with the stack as it is
 *	0x401156	call f		not, if from f on they do not
 *	0x401156	call *%rax	if nothing speaks against it
 *
 * So a function that keeps no frame is not left out, and what is left on a stack is no caller.
 */
#ifndef PREC_REPORT_UNWIND_UNWIND_CODE_H
#define PREC_REPORT_UNWIND_UNWIND_CODE_H

#include "report/unwind/code_walk.h"
#include "report/unwind/unwind_state.h"

struct code_cache;

/* Code whose caller is looked for. */
struct unwind_place {
	struct unwind_location location;
	struct code_bytes code;
	bool is_exact; /* the ip is no return address */
	bool has_symbol;
	struct code_symbol symbol; /* that holds it */
};

/* Fills in the place of the state's ip. False: its bytes are not known. */
bool unwind_place_of(const struct unwind_state *state, bool is_exact, struct unwind_place *ret);

/* What a return address is worth. */
enum unwind_trust {
	TRUST_NONE,    /* it is not in code, or follows no call */
	TRUST_FALSE,   /* it follows a call of something else */
	TRUST_UNKNOWN, /* the bytes before it are not known */
	TRUST_CALL,    /* it follows a call of an unknown function */
	TRUST_NAMED,   /* it follows a call of the function, or of its PLT entry */
	TRUST_SURE,    /* and the stack is as the function would leave it */
};

/* Says what the return address of a frame is worth. frame: its address on the stack, on arm64 the caller's stack
 * pointer. */
enum unwind_trust unwind_trust(struct unwind_state *state, const struct unwind_place *place, uint64_t frame,
			       uint64_t return_address);

enum unwind_by {
	UNWIND_NOT_FOUND = 0,
	UNWIND_FOUND,
	UNWIND_OUTSIDE, /* the caller's return address is outside of the stack's copy, at state->missed */
	UNWIND_ENDLESS, /* the function never returns: it is the first one of a thread */
};

/* Steps to the caller by the instructions of the function. The state changes only if it is found. */
enum unwind_by unwind_by_code(struct unwind_state *state, const struct unwind_place *place);

/* The same, only by the instructions from the start of the function, which has to have a symbol. */
enum unwind_by unwind_by_start(struct unwind_state *state, const struct unwind_place *place);

/*
 * Says whether a return address found otherwise may be the caller's. It is not where it follows a call of something
 * else, nor where the instructions have another frame and nothing else speaks for it.
 */
bool unwind_may_have_caller(struct unwind_state *state, const struct unwind_place *place, uint64_t frame,
			    uint64_t return_address);

/*
 * Steps to the first return address on the stack that may be the caller's and from which call frame information alone
 * leads to where the thread started. False: there is none.
 */
bool unwind_by_search(struct unwind_state *state, const struct unwind_place *place);

/* Steps to the first return address on the stack that follows a direct call of the function. False: there is none. */
bool unwind_by_call(struct unwind_state *state, const struct unwind_place *place);

void code_cache_free(struct code_cache *c);

#endif
