/*
 * kernel_ranges: at which addresses the kernel's own code and that of its modules lie, by /proc/kallsyms and
 * /proc/modules.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_BUILDID_KERNEL_RANGES_H
#define PREC_RECORD_BUILDID_KERNEL_RANGES_H

#include "common/buffer.h"

/* Whole pages; end 0: there is no such code. */
struct kernel_range {
	uint64_t start, end;
};

/*
 * The kernel's text is from _stext to _etext, or from the first to the last of its functions where these symbols are
 * missing. That of modules reaches from the first to the last module, what else the kernel has made code in (BPF
 * programs, trampolines of ftrace) included, as Linux perf has it.
 */
struct kernel_ranges {
	struct kernel_range text, modules;
};

/* kallsyms, modules: the texts, each with a NUL after it. page: the size of one, a power of two. */
struct kernel_ranges kernel_ranges_find(const struct buffer *kallsyms, const struct buffer *modules, uint64_t page);

#endif
