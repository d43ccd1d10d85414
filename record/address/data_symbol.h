/*
 * data_symbol: where a variable or function lies in memory, for a breakpoint there.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_ADDRESS_DATA_SYMBOL_H
#define PREC_RECORD_ADDRESS_DATA_SYMBOL_H

#include "common/error.h"
#include "record/address/event_extension.h"

#include <sys/types.h>

/* Whose variable it is. */
struct data_target {
	const char *proc_root; /* NULL: "/proc" */
	pid_t pid;             /* a process that runs; 0: none */
	const char *program;   /* a command that is going to run, as execvp(3) takes it; NULL: none */
	bool kernel;           /* the kernel's, where the process or the program has none of the name */
};

/*
 * The place of a variable, or with `code` of a function: of what the process has mapped; without a process of the
 * program, if that is of the kind that is always at the addresses that its linker chose; and of the kernel. 0; -ENOENT:
 * there is none; -ENOTSUP: its place is known only when the program runs; -EACCES: the kernel hides its addresses;
 * -EINVAL: the target is empty; others of open(2).
 */
int data_symbol_find(struct data_place *ret_place, const struct data_target *target, const char *name, bool code,
		     struct error *err);

#endif
