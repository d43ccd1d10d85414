/*
 * cpulist: parses sets of CPU numbers, as the kernel and users write them ("0-3,7").
 *
 * Ownership: _parse or _copy/_fini. Threads: no state, any thread.
 */
#ifndef PREC_COMMON_CPULIST_H
#define PREC_COMMON_CPULIST_H

#include "common/error.h"

#define CPULIST_MAX_CPU 65535

struct cpulist {
	int *cpus; /* ascending, each once */
	int n;
};

/*
 * Reads the next range of a list, and moves *text to the one after it. 1; 0: the end; -EINVAL: it is no range; -E2BIG:
 * a number is greater than CPULIST_MAX_CPU.
 */
int cpulist_next(const char **text, int *ret_first, int *ret_last);

/* Parses a whole text, "0-3,7"; white space may follow. "" is an empty list. 0 or a negative errno. */
int cpulist_parse(struct cpulist *ret_list, const char *text, struct error *err);

/* Copies a list. 0 or -ENOMEM. */
int cpulist_copy(struct cpulist *ret_list, const struct cpulist *list);
void cpulist_fini(struct cpulist *list);

/* True if the list has the CPU. */
bool cpulist_has(const struct cpulist *list, int cpu);

#endif
