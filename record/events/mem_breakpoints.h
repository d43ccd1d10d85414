/* clang-format off: the grammar */
/*
 * mem_breakpoints: breakpoints on variables and ranges, which the language of -e has by single addresses.
 *
 *	mem:PLACE[/LENGTH][:rwx][MODIFIERS]
 *	PLACE	= NAME[+OFFSET] | ADDRESS[+OFFSET]
 *
 * LENGTH is the variable's size if it is not given. What a breakpoint cannot cover becomes several: each is of 1, 2, 4
 * or 8 bytes at a multiple of that, and a CPU has four.
 *
 * Threads: no state, any thread.
 */
/* clang-format on */
#ifndef PREC_RECORD_EVENTS_MEM_BREAKPOINTS_H
#define PREC_RECORD_EVENTS_MEM_BREAKPOINTS_H

#include "common/buffer.h"
#include "record/events/data_symbol.h"

/*
 * Appends the text of a -e to ret_text, NUL-terminated, in which such breakpoints are those that prec record takes;
 * everything else stays. 0; -EINVAL, -ENOMEM, or as data_symbol_find.
 */
int mem_breakpoints_expand(struct buffer *ret_text, const char *text, const struct data_target *target,
			   struct error *err);

#endif
