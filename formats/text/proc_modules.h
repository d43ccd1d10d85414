/*
 * proc_modules: the lines of /proc/modules: which modules the kernel has, and where.
 *
 *	ext4 1011712 1 - Live 0xffffffffc0a05000
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_TEXT_PROC_MODULES_H
#define PREC_FORMATS_TEXT_PROC_MODULES_H

#include <stdint.h>

/* More is not read of /proc/modules: today's have some 10 KB. */
#define PROC_MODULES_MAX (16u << 20)

struct proc_module {
	char name[64];  /* the kernel's are shorter */
	uint64_t start; /* 0: hidden from this user */
	uint64_t size;
};

/*
 * Parses the next line at *text, which a NUL ends, and moves *text past it; lines of another form are passed over. 1
 * for a module, 0 at the end.
 */
int proc_modules_next(struct proc_module *ret_module, const char **text);

#endif
