/*
 * data_symbol: finds the address of a variable or function, for a breakpoint there.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_ADDRESS_DATA_SYMBOL_H
#define PREC_RECORD_ADDRESS_DATA_SYMBOL_H

#include "common/error.h"
#include "record/address/event_extension.h"

#include <sys/types.h>

/* The process, program or kernel that has the variable. */
struct data_target {
	const char *proc_root; /* NULL: "/proc" */
	pid_t pid;             /* a process that runs; 0: none */
	const char *program;   /* a command that is going to run, as execvp(3) takes it; NULL: none */
	bool with_kernel;      /* look in the kernel if the process or program has no such name */
};

/*
 * Finds a variable, or with `code` a function: in the files that the process has mapped; without a process in the
 * program, if its addresses are fixed when it is linked (ET_EXEC); and in the kernel. 0; -ENOENT: there is none;
 * -ENOTSUP: the address is known only when the program runs; -EACCES: the kernel hides its addresses; -EINVAL: the
 * target is empty; others of open(2).
 */
int data_symbol_find(struct data_range *ret_range, const struct data_target *target, const char *name, bool code,
		     struct error *err);

#endif
