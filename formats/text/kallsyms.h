/*
 * kallsyms: the lines of /proc/kallsyms and its copies.
 *
 *	ffffffff81000000 T _stext
 *	ffffffffc0a05000 t ext4_init_fs	[ext4]
 *
 * Reads from memory. Other lines are skipped and counted.
 */
#ifndef PREC_FORMATS_TEXT_KALLSYMS_H
#define PREC_FORMATS_TEXT_KALLSYMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More is not read of /proc/kallsyms or a copy: today's have some 10 MB. */
#define KALLSYMS_MAX (512u << 20)

/* An entry's strings lie in the text and are not ended by NUL. */
struct kallsyms_entry {
	uint64_t address;
	const char *name;
	size_t name_size;
	const char *module; /* without its brackets; NULL: the kernel proper */
	size_t module_size;
	char type; /* as nm(1) prints it */
};

struct kallsyms_reader {
	const char *pos;
	const char *end;
	uint64_t n_bad; /* lines passed over */
};

struct kallsyms_reader kallsyms_open(const char *text, size_t size);

/* Reads the next entry. 1, or 0 at the end. */
int kallsyms_next(struct kallsyms_reader *r, struct kallsyms_entry *ret_entry);

/* Whether the entry is the one of this name, of whichever module. */
bool kallsyms_is_named(const struct kallsyms_entry *entry, const char *name);

/* Whether a symbol of this type is a function: local, global or weak, as nm(1) has it. */
static inline bool kallsyms_type_is_function(char type)
{
	return type == 't' || type == 'T' || type == 'w' || type == 'W';
}

/* Whether Linux perf takes a symbol of this type: text, weak, data, bss; unique globals and local BTF-like ones. */
bool kallsyms_type_is_wanted(char type);

#endif
