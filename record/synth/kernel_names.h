/*
 * kernel_names: the addresses of the kernel's functions by their names, from /proc/kallsyms.
 *
 * Of functions that share a name the first one is known.
 *
 * Ownership: zero knows none; _load/_fini. One thread at a time.
 */
#ifndef PREC_RECORD_SYNTH_KERNEL_NAMES_H
#define PREC_RECORD_SYNTH_KERNEL_NAMES_H

#include "common/hash_table.h"
#include "record/synth/synth.h"

struct kernel_name {
	const char *name; /* in `text`; size bytes */
	size_t size;
	uint64_t address;
};

struct kernel_names {
	struct buffer text;
	struct kernel_name *list;
	uint32_t n, capacity;
	struct hash_table table;
};

/* Knows none where the kernel hides its addresses. 0 or -ENOMEM. */
int kernel_names_load(struct kernel_names *names, struct synth *s);
void kernel_names_fini(struct kernel_names *names);

/* 0: not known. */
uint64_t kernel_names_find(const struct kernel_names *names, const char *name, size_t size);

#endif
