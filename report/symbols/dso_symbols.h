/*
 * dso_symbols: the symbols of one DSO of a recording, loaded when the first address is looked up in it.
 *
 * Addresses given to dso_symbols_lookup:
 *
 *	user files    file offsets: ip - map start + map pgoff. Position-independent, prelinked and fixed files alike.
 *	[vdso]        the same: offset in the vdso image
 *	kernel        the recorded absolute address (relocation, KASLR, is undone in here)
 *	modules       the recorded absolute address
 *	perf maps     the recorded absolute address (JIT code)
 *
 * Thread: every function may be called from any number of threads at the same time, for the same struct dso_symbols,
 * too: whoever asks first loads it, the others wait.
 */
#ifndef PREC_REPORT_SYMBOLS_DSO_SYMBOLS_H
#define PREC_REPORT_SYMBOLS_DSO_SYMBOLS_H

#include "common/error.h"
#include "report/symbols/symbol_source.h"

struct dso_symbols;

/* The function that holds addr. False when there is none; *ret is then left alone. Loads on first use. */
bool dso_symbols_lookup(struct dso_symbols *d, uint64_t addr, struct symbol_name *ret);

/*
 * Asks debuginfod for what it will be asked for when this is loaded, and does not wait. True: it was asked, and loading
 * waits for the answer.
 */
bool dso_symbols_want(struct dso_symbols *d);

/* Whether there is debug information in its files, which somebody reads (struct symbols_config). Not of modules. */
bool dso_symbols_has_source(struct dso_symbols *d);

/*
 * What code is at addr in such files, innermost first: functions that were inlined there, and the one they are in,
 * which may have no name. At most DSO_FRAMES_MAX; the strings last as long as the struct symbols. 0: not known.
 */
unsigned dso_symbols_frames(struct dso_symbols *d, uint64_t addr, bool want_lines, struct dso_frame *frames);

/* Whether its debug information is read by workers, and the address there. */
bool dso_symbols_source_place(struct dso_symbols *d, uint64_t addr, uint64_t *ret_address);

/*
 * Has what code is at n such addresses, ascending, read at once, so that dso_symbols_frames has it at hand. worker: who
 * reads it, from 0; those of different workers are read at the same time.
 */
void dso_symbols_prepare_source(struct dso_symbols *d, const uint64_t *addresses, uint32_t n, bool want_lines,
				unsigned worker);

/* The address in a user space file as disassemblers show it; of others as it was recorded. */
uint64_t dso_symbols_virtual(struct dso_symbols *d, uint64_t addr);

/*
 * What became of loading (which is done now if it was not). *why (may be NULL) gets what to report to the user, for
 * every status but OK and NO_FILE: a sentence without the name of the program. For OK it may hold a note (code 0,
 * message not empty) on files that were passed over.
 */
enum dso_symbols_status dso_symbols_status(struct dso_symbols *d, struct error *why);

/* With DSO_SYMBOLS_MISMATCH: the build-id of the file that is there, size 0 if it has none. */
const struct build_id *dso_symbols_other(struct dso_symbols *d);

/* In which space dso_symbols_lookup takes addresses of a user DSO. */
enum dso_symbols_space dso_symbols_space(struct dso_symbols *d);

/* The file the symbols were read from, for -v, or NULL. Valid as long as the struct symbols. */
const char *dso_symbols_source(struct dso_symbols *d);

/* perf's -v letter for the source: 'k' kallsyms, 'K' guest, 'j' java/perf map, 'l' debuglink, 'B' build-id cache,
 * 'f'/'u'/'b' debuginfo, 'e' the recording, 'd' the file itself, 'K' module; '!' none. */
char dso_symbols_origin(struct dso_symbols *d);

#endif
