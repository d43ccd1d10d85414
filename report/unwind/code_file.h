/*
 * code_file: which function of a file holds an address, for unwinding code that has no call frame information.
 *
 * Symbols are those that name a file in a report, of all its files, and of its PLT. They are read when they are first
 * asked for, since most files have call frame information for all of their code.
 *
 * Thread: any number may ask; the first one reads, under a lock.
 */
#ifndef PREC_REPORT_UNWIND_CODE_FILE_H
#define PREC_REPORT_UNWIND_CODE_FILE_H

#include "report/symbols/dso_files.h"
#include "report/unwind/code_walk.h"

#include <stdatomic.h>

struct code_file;

struct code_symbol {
	uint64_t start, end; /* addresses of the file (elf_image_address) */
	const char *name;    /* as in the file; an entry of a PLT is "NAME@plt" */
};

/*
 * Prepares a file. Borrows its files. memory: the count of bytes that the files of a recording share with their call
 * frame information (CFI_MAX_MEMORY). NULL without memory.
 */
struct code_file *code_file_new(const struct dso_files *files, atomic_size_t *memory);
void code_file_free(struct code_file *f);

/* Finds the symbol that holds an address. False: there is none. */
bool code_file_symbol(struct code_file *f, uint64_t address, struct code_symbol *ret);

/*
 * What unwinding has to know of a function of Go's runtime. What lies on the stack of the thread above the first two is
 * of other calls, and their call frame information is wrong once they have switched.
 */
enum code_go {
	CODE_GO_PLAIN = 0, /* nothing */
	CODE_GO_SWITCH,    /* goes on on the stack of the thread, as systemstack: its callers are on the goroutine's */
	CODE_GO_LEAVE,     /* leaves the goroutine for the scheduler, which has no caller: mcall */
	CODE_GO_FIRST,     /* the first one of a thread or goroutine: goexit, mstart */
	CODE_GO_CALLBACK,  /* goes back to the goroutine from C, with the goroutine's saved address for a caller */
};

/* Says it of the function at an address. */
enum code_go code_file_go(struct code_file *f, uint64_t address);

/*
 * Finds the last address before another one that a direct call of the same code goes to, or that an instruction or a
 * pointer in data has. Not of arm64. Most are starts of functions: for files that have no symbols. All of the code is
 * decoded at the first call, if it is no larger than CODE_CALLED_MAX. code: the same each time. False: there is none.
 */
bool code_file_called(struct code_file *f, const struct code_bytes *code, uint64_t before, uint64_t *ret_address);

/* Bytes; a stripped program of 30 MB takes about a second. */
#define CODE_CALLED_MAX (32u << 20)

#endif
