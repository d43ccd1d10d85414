/*
 * bundled_dso: the names of one file that a recording carries (report/symbols/bundled_names.h), as they are shown here:
 * names are kept as files have them, and demangled as this machine's options say.
 *
 * An address of code that is carried has the frames of the last address before that changed them. An address that was
 * hit has the symbol and the frames that it had at home; any other one the symbol around it, if
 * that was hit.
 *
 * Threads: constant once it is made.
 */
#ifndef PREC_REPORT_SYMBOLS_BUNDLED_DSO_H
#define PREC_REPORT_SYMBOLS_BUNDLED_DSO_H

#include "report/symbols/bundled_names.h"
#include "report/symbols/symbol_source.h"

struct bundled_dso;

struct bundled_style {
	const char
		*base; /* the file's own name, with which those of functions without one begin; borrowed for the call */
	uint64_t start; /* address asked for = address in the bundle + start */
	bool demangles;
	bool has_no_bounds; /* functions without a name get none */
};

/* Makes the names of a file. Borrows b. NULL without memory. */
struct bundled_dso *bundled_dso_new(const struct bundled_names *b, const struct bundle_file *file,
				    const struct bundled_style *style);
void bundled_dso_free(struct bundled_dso *d);

/* Finds the function at an address. Strings are valid as long as d. False: there is none; then *ret is unchanged. */
bool bundled_dso_lookup(const struct bundled_dso *d, uint64_t addr, struct symbol_name *ret);

/* Returns the number of frames at an address, innermost first, at most DSO_FRAMES_MAX; 0: unknown. */
unsigned bundled_dso_frames(const struct bundled_dso *d, uint64_t addr, struct dso_frame *frames);

/* Translates an address to the one that disassemblers show. */
uint64_t bundled_dso_virtual(const struct bundled_dso *d, uint64_t addr);

/* Translates such an address back. */
uint64_t bundled_dso_offset(const struct bundled_dso *d, uint64_t address);

/* Returns the code of a function, which begins there and has *ret_size bytes; NULL: it is not carried. */
const uint8_t *bundled_dso_code(const struct bundled_dso *d, uint64_t start, uint32_t *ret_size, uint64_t *ret_address);

/* Returns the file as it is carried. */
const struct bundle_file *bundled_dso_file(const struct bundled_dso *d);

/* Returns the number of the file's segments, which *ret_segments points to. */
uint32_t bundled_dso_segments(const struct bundled_dso *d, const struct bundle_segment **ret_segments);

/* Says whether the file had debug information. */
bool bundled_dso_has_source(const struct bundled_dso *d);

#endif
