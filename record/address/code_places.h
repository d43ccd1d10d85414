/*
 * code_places: finds all functions of a name in a file or the kernel, in the order of their addresses.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_ADDRESS_CODE_PLACES_H
#define PREC_RECORD_ADDRESS_CODE_PLACES_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* At most so many functions of one name are listed: the first found. */
#define CODE_PLACES_MAX 64

struct code_place {
	uint64_t start; /* the offset in the file, or the address in the kernel */
	uint64_t size;  /* in bytes; 0: not known */
	bool global;
};

struct code_places {
	struct code_place list[CODE_PLACES_MAX];
	size_t n;
};

/*
 * Finds those in .symtab and .dynsym of a program or library. It is opened with this process's rights, and may have any
 * contents. 0, also if there are none; -ENOENT: no such file; -EBADMSG: no ELF file; -EINVAL: not a regular file;
 * others of open(2).
 */
int code_places_of_file(struct code_places *ret_places, const char *path, const char *name, struct error *err);

/*
 * Finds those in a text like /proc/kallsyms. A function ends where the next one begins; the size of the last is not
 * known. name NULL: one place, from the first function of the text to the last, in whole pages.
 */
void code_places_of_kallsyms(struct code_places *ret_places, const char *text, size_t size, const char *name);

#endif
