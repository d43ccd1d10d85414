/*
 * dso_bundle: what a dso says of addresses, as a recording can carry it to other machines
 * (formats/file/bundle_names.h); and how a dso finds it again there.
 *
 * Threads: one at a time for a struct dso_bundler.
 */
#ifndef PREC_REPORT_SYMBOLS_DSO_BUNDLE_H
#define PREC_REPORT_SYMBOLS_DSO_BUNDLE_H

#include "report/symbols/bundled_names.h"
#include "report/symbols/dso_load.h"

struct dso_bundler {
	struct bundle_names names;
	bool wants_code;          /* the bytes of functions that are hit, and the names of those that they call */
	struct hash_table frames; /* of names.frames */
};

/* 0 or -ENOMEM; the caller calls dso_bundler_fini in both cases. */
int dso_bundler_init(struct dso_bundler *b);
void dso_bundler_fini(struct dso_bundler *b);

/*
 * Adds a dso with n addresses, ascending and each once, as dso_symbols_lookup takes them. Names should not be
 * demangled (struct symbols_config), since readers do that. 0 or -ENOMEM.
 */
int dso_bundler_add(struct dso_bundler *b, struct dso_symbols *d, const uint64_t *addresses, uint32_t n);

/* Adds a piece of JIT code to the dso that was added last, a JIT dump. 0 or -ENOMEM. */
int dso_bundler_add_code(struct dso_bundler *b, const struct bundle_code *code);

#endif
