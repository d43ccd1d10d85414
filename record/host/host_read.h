/*
 * host_read: reads small files of /proc and /sys as strings and numbers, for the feature sections.
 *
 * Threads: one at a time on a reader.
 */
#ifndef PREC_RECORD_HOST_HOST_READ_H
#define PREC_RECORD_HOST_HOST_READ_H

#include "common/cpulist.h"
#include "common/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where to read about the machine. */
struct host_roots {
	const char *proc_root; /* NULL: "/proc" */
	const char *sys_root;  /* NULL: "/sys" */
};

/* A reader for one feature; its arena keeps the strings until host_read_fini. */
struct host_read {
	const char *proc_root;
	const char *sys_root;
	struct arena strings;
	bool nomem;
};

void host_read_init(struct host_read *r, const struct host_roots *roots);
void host_read_fini(struct host_read *r);

/* Reads the first line of a file of SYS_ROOT, without white space at its end; NULL: it cannot be read. */
const char *host_read_sys(struct host_read *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reads the whole file; NULL: it cannot be read. */
const char *host_read_sys_text(struct host_read *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reads a number; returns `missing` if the file has none. */
uint64_t host_read_sys_number(struct host_read *r, uint64_t missing, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Reads a whole file of PROC_ROOT, or returns NULL. */
const char *host_read_proc(struct host_read *r, const char *name);

/* Finds the line "KEY: VALUE" in a text; returns VALUE with single blanks, or NULL. */
const char *host_read_value(struct host_read *r, const char *text, const char *key);

/* Lists the numbers N of the entries PREFIXN in a folder of SYS_ROOT, ascending. 0 or a negative errno. */
int host_read_numbers(struct host_read *r, struct cpulist *ret_numbers, const char *folder, const char *prefix);

/* Returns zeroed memory from the arena; NULL, with nomem set, without memory. */
void *host_read_alloc(struct host_read *r, size_t n, size_t size);

#endif
