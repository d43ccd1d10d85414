/*
 * data_symbol: where a variable lies in memory, for a breakpoint there.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_DATA_SYMBOL_H
#define PREC_RECORD_EVENTS_DATA_SYMBOL_H

#include "common/error.h"

#include <stdint.h>
#include <sys/types.h>

/* Whose variable it is. */
struct data_target {
	const char *proc_root; /* NULL: "/proc" */
	pid_t pid;             /* a process that runs; 0: none */
	const char *program;   /* a command that is going to run, as execvp(3) takes it; NULL: none */
};

struct data_place {
	uint64_t address;
	uint64_t size; /* 0: not known */
};

/*
 * Looks in what the process has mapped; or in the program, if it is of the kind that is always at the addresses that
 * its linker chose; or, without either, in the kernel. 0; -ENOENT: there is no such variable; -ENOTSUP: its place is
 * known only when the program runs; -EACCES: the kernel hides its addresses; others of open(2).
 */
int data_symbol_find(struct data_place *ret_place, const struct data_target *target, const char *name,
		     struct error *err);

#endif
