/*
 * bundle_maker: makes of a recording, while it is written anew (report/rewrite/rewrite.h), what other machines need to
 * show the same of it: a bundle (formats/file/bundle_parts.h).
 *
 *	samples -> addresses by dso (report/bundle/hit_addresses.h) -> what the dsos say of them -> parts
 *	copies of user stacks -> unwound callchains in place of them
 *
 * Ownership: _new/_free. One thread at a time.
 */
#ifndef PREC_REPORT_BUNDLE_BUNDLE_MAKER_H
#define PREC_REPORT_BUNDLE_BUNDLE_MAKER_H

#include "report/profile/profile.h"
#include "report/rewrite/rewrite_options.h"

struct bundle_maker;

struct bundle_options {
	bool only_chains;  /* no names: callchains in place of copies of stacks, and how these ended */
	bool keeps_stacks; /* copies of stacks stay as they are */
	bool wants_code;   /* the bytes of functions that were hit, too */
	bool wants_source; /* the lines of source around what was hit, too */
};

/* What a bundle has. */
struct bundle_counts {
	uint64_t files, addresses, named; /* addresses that have a symbol */
	uint64_t stacks;                  /* unwound */
	uint64_t bytes;                   /* of its records */
};

/*
 * Makes one for an analysed and symbolized profile, whose timeline was built first, and whose symbols are not
 * demangled. Borrows it, and the config that stacks are unwound with. 0 or a negative errno.
 */
int bundle_maker_new(struct bundle_maker **ret_maker, struct profile *profile, const struct symbols_config *config,
		     const struct bundle_options *options, struct error *err);
void bundle_maker_free(struct bundle_maker *m);

/* Returns what the rewrite calls; valid as long as m. */
const struct rewrite_bundle *bundle_maker_hooks(const struct bundle_maker *m);

/* Returns what was made. Call it after the rewrite. */
struct bundle_counts bundle_maker_counts(const struct bundle_maker *m);

#endif
