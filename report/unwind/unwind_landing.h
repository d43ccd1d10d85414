/*
 * unwind_landing: the frame of a function that an exception passes, while the C++ library changes its registers.
 *
 *	thrower		push %rbp; mov %rsp,%rbp	CFA: rbp + 16
 *	_Unwind_Resume	saves all registers, then writes those of mid's handler over what it has saved
 *
 * In between thrower's frame pointer is restored as that of mid, and mid would be left out. The return address that
 * is found so follows a call of mid; that of thrower is further in and follows a call of thrower. Only then is the
 * latter taken: calls through registers, and of other files, tell nothing.
 */
#ifndef PREC_REPORT_UNWIND_UNWIND_LANDING_H
#define PREC_REPORT_UNWIND_UNWIND_LANDING_H

#include "report/unwind/unwind_state.h"

/*
 * Puts the frame pointer right, of a function whose row has its CFA in it. The state's ip is a return address. Nothing
 * is changed where nothing is known to be wrong.
 */
void unwind_landing_mend(struct unwind_state *state, const struct cfi_function *f, const struct cfi_row *row);

#endif
