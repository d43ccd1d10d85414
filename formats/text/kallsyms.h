/*
 * kallsyms: parses the text of /proc/kallsyms or a copy of it.
 *
 *	ffffffff81000000 T _stext
 *	ffffffffc0a05000 t ext4_init_fs	[ext4]
 *
 * Other lines are skipped and counted.
 *
 * Threads: no state, any thread; a reader: one thread at a time.
 */
#ifndef PREC_FORMATS_TEXT_KALLSYMS_H
#define PREC_FORMATS_TEXT_KALLSYMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes of /proc/kallsyms or a copy that are read at most; today's have some 10 MB. */
#define KALLSYMS_MAX (512u << 20)

/* A line. Its strings are in the text, without a NUL. */
struct kallsyms_entry {
	uint64_t address;
	const char *name;
	size_t name_size;
	const char *module; /* without the brackets; NULL: the kernel itself */
	size_t module_size;
	char type; /* as nm(1) prints it */
};

struct kallsyms_reader {
	const char *pos;
	const char *end;
	uint64_t n_bad; /* lines that were skipped */
};

/* Begins to read a text, which is borrowed. */
struct kallsyms_reader kallsyms_open(const char *text, size_t size);

/* Reads the next entry. 1; 0: the end. */
int kallsyms_next(struct kallsyms_reader *r, struct kallsyms_entry *ret_entry);

/* True if the entry has this name, in whichever module. */
bool kallsyms_is_named(const struct kallsyms_entry *entry, const char *name);

/* True if a symbol of this type, as in nm(1), is a function: local, global or weak. */
static inline bool kallsyms_type_is_function(char type)
{
	return type == 't' || type == 'T' || type == 'w' || type == 'W';
}

/* True if Linux perf takes symbols of this type: text, weak, data, bss; unique globals and local BTF-like ones. */
bool kallsyms_type_is_wanted(char type);

#endif
