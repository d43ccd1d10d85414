/*
 * dso_symbols: the symbols of one DSO of a recording, loaded when the first address is looked up in it.
 *
 * Addresses given to dso_symbols_lookup:
 *
 *	user files    file offsets: ip - map start + map pgoff. Position-independent, prelinked and fixed files alike.
 *	[vdso]        the same: offset in the vdso image
 *	kernel        the recorded absolute address (KASLR is undone here)
 *	modules       the recorded absolute address
 *	perf maps     the recorded absolute address (JIT code)
 *
 * Thread: any number of threads may call all functions, also for the same struct dso_symbols: the first one loads it,
 * the others wait.
 */
#ifndef PREC_REPORT_SYMBOLS_DSO_SYMBOLS_H
#define PREC_REPORT_SYMBOLS_DSO_SYMBOLS_H

#include "common/buffer.h"
#include "common/error.h"
#include "report/symbols/symbol_source.h"

struct dso_symbols;

/* Finds the function that holds addr. Loads on first use. False: there is none; then *ret is unchanged. */
bool dso_symbols_lookup(struct dso_symbols *d, uint64_t addr, struct symbol_name *ret);

/* Asks debuginfod for what loading will need, without waiting. True: asked, and loading will wait for the answer. */
bool dso_symbols_want(struct dso_symbols *d);

/* Says whether its files have debug information and struct symbols_config has a reader for it. False for modules. */
bool dso_symbols_has_source(struct dso_symbols *d);

/*
 * Returns the number of frames at addr, innermost first: inlined functions, and the function they are in, which may
 * have no name. At most DSO_FRAMES_MAX. Strings are valid as long as the struct symbols. 0: unknown.
 */
unsigned dso_symbols_frames(struct dso_symbols *d, uint64_t addr, bool want_lines, struct dso_frame *frames);

/*
 * Translates addr to the address that dso_symbols_prepare_source takes. False: workers do not read its debug
 * information.
 */
bool dso_symbols_source_address(struct dso_symbols *d, uint64_t addr, uint64_t *ret_address);

/*
 * Reads the source of n such addresses, ascending, at once, so that dso_symbols_frames finds it in memory. worker: the
 * reader, from 0; different workers read in parallel.
 */
void dso_symbols_prepare_source(struct dso_symbols *d, const uint64_t *addresses, uint32_t n, bool want_lines,
				unsigned worker);

/*
 * Asks what code accesses, as source_file_ask_code. address: as dso_symbols_source_address has it, of a dso for which
 * that is true.
 */
bool dso_symbols_ask_code(struct dso_symbols *d, uint64_t address, const void *code, uint32_t size,
			  struct buffer *ret_answer);

/* Translates an address of a user space file to the one that disassemblers show; returns others as recorded. */
uint64_t dso_symbols_virtual(struct dso_symbols *d, uint64_t addr);

/*
 * Returns the result of loading; loads on first use. *why (may be NULL): a sentence for the user, without the name of
 * the program, for every status but OK and NO_FILE. With OK it may hold a note (code 0, message not empty) about files
 * that were skipped.
 */
enum dso_symbols_status dso_symbols_status(struct dso_symbols *d, struct error *why);

/* Returns, for DSO_SYMBOLS_MISMATCH, the build-id of the file at the path; size 0: it has none. */
const struct build_id *dso_symbols_other(struct dso_symbols *d);

/* Returns what there is to say of a file without a build-id. */
enum dso_doubt dso_symbols_doubt(struct dso_symbols *d);

/* Returns the space of addresses for dso_symbols_lookup in a user DSO. */
enum dso_symbols_space dso_symbols_space(struct dso_symbols *d);

/* Returns the file that the symbols were read from, for -v, or NULL. Valid as long as the struct symbols. */
const char *dso_symbols_source(struct dso_symbols *d);

/*
 * Returns perf's -v letter for the source: 'k' kallsyms, 'K' guest or module, 'j' java or perf map, 'l' debuglink, 'B'
 * build-id cache, 'f'/'u'/'b' debuginfo, 'e' the recording, 'd' the file itself; '!' none.
 */
char dso_symbols_origin(struct dso_symbols *d);

#endif
