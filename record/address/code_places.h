/*
 * code_places: all functions of a name, of a file or of the kernel, in the order of their addresses.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_ADDRESS_CODE_PLACES_H
#define PREC_RECORD_ADDRESS_CODE_PLACES_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of more functions of one name the first that are met are listed. */
#define CODE_PLACES_MAX 64

struct code_place {
	uint64_t start; /* the place in the file, or the address in the kernel */
	uint64_t size;  /* in bytes; 0: not known */
	bool global;
};

struct code_places {
	struct code_place list[CODE_PLACES_MAX];
	size_t n;
};

/*
 * Those of .symtab and .dynsym of a program or library, which is read with this process's rights and may be anything.
 * 0, also where there are none; -ENOENT: no such file; -EBADMSG: no ELF file; -EINVAL: not a regular file; others of
 * open(2).
 */
int code_places_of_file(struct code_places *ret_places, const char *path, const char *name, struct error *err);

/*
 * Those of a text like /proc/kallsyms. A function goes up to the next one; the size of the last is not known. name
 * NULL: one place, from the first function of the text to the last, in whole pages.
 */
void code_places_of_kallsyms(struct code_places *ret_places, const char *text, size_t size, const char *name);

#endif
