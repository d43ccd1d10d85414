/*
 * host_read: small files of /proc and /sys as strings and numbers, for the feature sections.
 *
 * Threads: one at a time on a reader.
 */
#ifndef PREC_RECORD_HOST_HOST_READ_H
#define PREC_RECORD_HOST_HOST_READ_H

#include "common/arena.h"
#include "common/cpulist.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the machine is described. */
struct host_roots {
	const char *proc_root; /* NULL: "/proc" */
	const char *sys_root;  /* NULL: "/sys" */
};

/* What one feature is gathered with; strings live in the arena until host_read_fini. */
struct host_read {
	const char *proc_root;
	const char *sys_root;
	struct arena strings;
	bool nomem;
};

void host_read_init(struct host_read *r, const struct host_roots *roots);
void host_read_fini(struct host_read *r);

/* The first line of the file of SYS_ROOT that the format names, without white space at its end; NULL when it cannot be
 * read. */
const char *host_read_sys(struct host_read *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The whole file, likewise. */
const char *host_read_sys_text(struct host_read *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The number the file holds, or missing. */
uint64_t host_read_sys_number(struct host_read *r, uint64_t missing, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The whole file of PROC_ROOT, or NULL. */
const char *host_read_proc(struct host_read *r, const char *name);

/* What follows "KEY" and a colon in a text of such lines, with each run of white space as one blank; or NULL. */
const char *host_read_value(struct host_read *r, const char *text, const char *key);

/* The numbers N of the entries PREFIXN of a folder of SYS_ROOT, ascending. 0 or a negative errno. */
int host_read_numbers(struct host_read *r, struct cpulist *ret_numbers, const char *folder, const char *prefix);

/* Zeroed memory from the arena; NULL (and nomem set) without. */
void *host_read_alloc(struct host_read *r, size_t n, size_t size);

#endif
