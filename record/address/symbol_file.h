/*
 * symbol_file: reads the symbol tables of a program or library, for probes and breakpoints by name.
 *
 * The file is opened with this process's rights, and may have any contents. Ownership: _open/_close. Threads: no
 * state, any thread.
 */
#ifndef PREC_RECORD_ADDRESS_SYMBOL_FILE_H
#define PREC_RECORD_ADDRESS_SYMBOL_FILE_H

#include "common/error.h"
#include "common/filemap.h"
#include "formats/elf/elf_image.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * code_ranges: finds all functions of a name in a file or the kernel, in the order of their addresses.
 *
 * Threads: no state, any thread.
 */

/* At most so many functions of one name are listed: the first found. */
#define CODE_RANGES_MAX 64

struct code_range {
	uint64_t start; /* the offset in the file, or the address in the kernel */
	uint64_t size;  /* in bytes; 0: not known */
	bool global;
};

struct code_ranges {
	struct code_range list[CODE_RANGES_MAX];
	size_t n;
};

/*
 * Finds those in .symtab and .dynsym of a program or library. It is opened with this process's rights, and may have any
 * contents. 0, also if there are none; -ENOENT: no such file; -EBADMSG: no ELF file; -EINVAL: not a regular file;
 * others of open(2).
 */
int code_ranges_of_file(struct code_ranges *ret_ranges, const char *path, const char *name, struct error *err);

/*
 * Finds those in a text like /proc/kallsyms. A function ends where the next one begins; the size of the last is not
 * known. name NULL: one range, from the first function of the text to the last, in whole pages.
 */
void code_ranges_of_kallsyms(struct code_ranges *ret_ranges, const char *text, size_t size, const char *name);

/*
 * probe_symbol: finds the file offset of a function, for a probe there.
 *
 * Threads: no state, any thread.
 */

/*
 * Finds the first function of the name in .symtab, or else in .dynsym; one of C++ or Rust also as "ns::name"
 * (record/address/scoped_name.h). 0; -ENOENT: no such function, or no such file; -ENOTSUP: the dynamic linker chooses
 * the function; -EBADMSG: no ELF file; -EINVAL: not a regular file, or several functions have that name and scope;
 * others of open(2).
 */
int probe_symbol_find(uint64_t *ret_offset, const char *path, const char *symbol, struct error *err);

struct symbol_file {
	struct filemap *map;
	struct elf_image image;
	int fd;
};

/* Opens a file. 0; -ENOENT: no such file; -EBADMSG: no ELF file; -EINVAL: not a regular file; others of open(2). */
int symbol_file_open(struct symbol_file *ret_file, const char *path, struct error *err);
void symbol_file_close(struct symbol_file *file);

/* name: as the file has it, valid until it is closed. False: enough was found. */
typedef bool symbol_file_take(void *context, const struct symbol_file *file, const struct elf_symbol *symbol,
			      const char *name);

/*
 * Calls take for each symbol of the name and type (STT_*) in .symtab, then in .dynsym, that is in a section of the
 * file, until it returns false.
 */
void symbol_file_each(const struct symbol_file *file, unsigned type, const char *name, symbol_file_take *take,
		      void *context);

/* Finds the first of the symbols that symbol_file_each finds. */
bool symbol_file_find(const struct symbol_file *file, unsigned type, const char *name, struct elf_symbol *ret_symbol);

#endif
