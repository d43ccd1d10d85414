/*
 * recorded_kernel: a kernel of a recording, and its symbols, loaded on first use. The kernel's and its modules' struct
 * dso_symbols share them.
 *
 * Thread: any may call recorded_kernel_get; its result does not change.
 */
#ifndef PREC_REPORT_SYMBOLS_RECORDED_KERNEL_H
#define PREC_REPORT_SYMBOLS_RECORDED_KERNEL_H

#include "report/symbols/kernel_symbols.h"

#include <pthread.h>

struct recorded_kernel {
	struct recorded_kernel *next;
	struct kernel_identity identity; /* strings owned */
	pthread_mutex_t lock;            /* of loading */
	bool is_loaded[2];
	struct kernel_symbols symbols[2]; /* [0]: the best for the kernel, [1]: with modules, if [0] has none */
};

/* Makes a kernel whose symbols are not loaded yet. NULL without memory. */
struct recorded_kernel *recorded_kernel_new(const struct kernel_identity *id);
void recorded_kernel_free(struct recorded_kernel *k);

/* Says whether it has that identity. */
bool recorded_kernel_is(const struct recorded_kernel *k, const struct kernel_identity *id);

/* Returns the kernel's symbols; modules: from a source that has modules too. Loads on the first call. */
const struct kernel_symbols *recorded_kernel_get(struct recorded_kernel *k, const struct symbols_config *config,
						 const struct dso_dirs *dirs, bool modules);

#endif
