/*
 * dso_code_bundle: the code of a dso's functions that were hit, for a bundle, and the addresses whose names and lines
 * are shown beside it: where lines change, and what is called or jumped to.
 *
 * Ownership: all zero but symbols, then _make; _fini. One thread at a time.
 */
#ifndef PREC_REPORT_SYMBOLS_DSO_CODE_BUNDLE_H
#define PREC_REPORT_SYMBOLS_DSO_CODE_BUNDLE_H

#include "formats/file/bundle_names.h"
#include "report/symbols/dso_code.h"

/* Limit of the code of a function, in bytes: of a larger one nothing is kept. */
#define DSO_CODE_BUNDLE_MAX (256u << 10)

struct dso_code_bundle {
	struct dso_symbols *symbols; /* borrowed */
	struct dso_code code;        /* of any function: the machine */
	struct bundle_function *functions;
	uint32_t n_functions, functions_capacity;
	struct buffer bytes;
	uint64_t *addresses; /* those that were hit and those above, ascending, each once */
	uint32_t n_addresses, addresses_capacity;
};

/* Reads the code of the functions with n addresses, ascending. 0 or -ENOMEM. */
int dso_code_bundle_make(struct dso_code_bundle *c, const uint64_t *addresses, uint32_t n);
void dso_code_bundle_fini(struct dso_code_bundle *c);

/* Adds the functions to the file of the dso, the last one of names. 0 or -ENOMEM. */
int dso_code_bundle_add(const struct dso_code_bundle *c, struct bundle_names *names, struct bundle_file *file);

#endif
