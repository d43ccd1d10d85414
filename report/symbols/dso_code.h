/*
 * dso_code: the bytes of code of a dso, for disassemblers.
 *
 *	user files, [vdso]	the file that was executed
 *	kernel			vmlinux, else the kcore of the recording
 *	modules			that kcore, else the module's file, in which calls have no targets yet
 *	JIT dumps		the dump
 *
 * Where these are not here, what the recording carries (prec bundle --code). What a perf map or the symbols in a
 * recording name has no code.
 *
 * Thread: any.
 */
#ifndef PREC_REPORT_SYMBOLS_DSO_CODE_H
#define PREC_REPORT_SYMBOLS_DSO_CODE_H

#include "common/buffer.h"
#include "report/symbols/dso_symbols.h"

/* Limit of the code of one function, in bytes; what is more is cut off. */
#define DSO_CODE_MAX (4u << 20)

struct dso_code {
	uint16_t machine; /* EM_* */
	bool is_64, is_big_endian;
	uint64_t address; /* of the first byte, as disassemblers show it */
};

/*
 * Reads the code from start to end, addresses as dso_symbols_lookup takes them, into *bytes, which is emptied first.
 * Fewer bytes than that: the file has no more. 0; -ENOENT: there is no file with the code; -ENOMEM.
 */
int dso_symbols_code(struct dso_symbols *d, uint64_t start, uint64_t end, struct dso_code *ret_code,
		     struct buffer *bytes);

/* Translates an address that disassemblers show, of the same dso, to one that dso_symbols_lookup takes. */
uint64_t dso_symbols_offset(struct dso_symbols *d, uint64_t address);

#endif
