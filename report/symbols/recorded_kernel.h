/*
 * recorded_kernel: a kernel that a recording names, and its symbols, loaded when they are first asked for. They are
 * shared by the kernel's and its modules' struct dso_symbols.
 *
 * Thread: recorded_kernel_get from any number of threads; what it returns does not change any more.
 */
#ifndef PREC_REPORT_SYMBOLS_RECORDED_KERNEL_H
#define PREC_REPORT_SYMBOLS_RECORDED_KERNEL_H

#include "report/symbols/kernel_symbols.h"

#include <pthread.h>

struct recorded_kernel {
	struct recorded_kernel *next;
	struct kernel_identity identity; /* strings owned */
	pthread_mutex_t lock;            /* of loading */
	bool loaded[2];
	struct kernel_symbols symbols[2]; /* 0: the best for the kernel, 1: one that has modules, if 0 has none */
};

/* Nothing is loaded yet. NULL without memory. */
struct recorded_kernel *recorded_kernel_new(const struct kernel_identity *id);
void recorded_kernel_free(struct recorded_kernel *k);

/* Whether it is the one of that identity. */
bool recorded_kernel_is(const struct recorded_kernel *k, const struct kernel_identity *id);

/* The kernel's symbols; with modules set those of a source that has modules too. Loaded on the first call. */
const struct kernel_symbols *recorded_kernel_get(struct recorded_kernel *k, const struct symbols_config *config,
						 const struct dso_dirs *dirs, bool modules);

#endif
