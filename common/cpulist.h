/*
 * cpulist: sets of CPU numbers as the kernel and the user write them ("0-3,7").
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
 * Reads the next range of a list, and moves *text past it. 1; 0: the end, after which white space is skipped; -EINVAL;
 * -E2BIG: a number over CPULIST_MAX_CPU.
 */
int cpulist_next(const char **text, int *ret_first, int *ret_last);

/* Parses "0-3,7". White space at the end is skipped; an empty text is an empty list. 0 or a negative errno. */
int cpulist_parse(struct cpulist *ret_list, const char *text, struct error *err);
/* 0 or -ENOMEM. */
int cpulist_copy(struct cpulist *ret_list, const struct cpulist *list);
void cpulist_fini(struct cpulist *list);

bool cpulist_has(const struct cpulist *list, int cpu);

#endif
