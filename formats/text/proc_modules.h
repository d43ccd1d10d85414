/*
 * proc_modules: parses /proc/modules, the kernel's modules and their addresses.
 *
 *	ext4 1011712 1 - Live 0xffffffffc0a05000
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_TEXT_PROC_MODULES_H
#define PREC_FORMATS_TEXT_PROC_MODULES_H

#include <stdint.h>

/* The bytes of /proc/modules that are read at most; today's have some 10 KB. */
#define PROC_MODULES_MAX (16u << 20)

struct proc_module {
	char name[64];  /* the kernel's names are shorter */
	uint64_t start; /* address; 0: hidden from this user */
	uint64_t size;
};

/*
 * Parses the next line, and moves *text to the one after it. The text ends with a NUL. Other lines are skipped. 1; 0:
 * the end.
 */
int proc_modules_next(struct proc_module *ret_module, const char **text);

#endif
