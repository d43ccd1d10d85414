/*
 * symbolizer: gathers what is needed to name the addresses of an analysed file: its build-ids, its kernel's release,
 * and the symbols they lead to.
 */
#ifndef PREC_REPORT_PROFILE_SYMBOLIZER_H
#define PREC_REPORT_PROFILE_SYMBOLIZER_H

#include "common/buffer.h"
#include "report/profile/resolver.h"
#include "report/scan/analysis.h"
#include "report/symbols/bundled_names.h"
#include "report/symbols/embedded_symbols.h"

struct symbolizer {
	struct embedded_symbols embedded;
	const struct bundled_names *bundled; /* of the config; borrowed, NULL: none */
	struct symbols *symbols;
	bool is_shared; /* they are another's, too */
	struct buffer osrelease;
	struct resolver resolver;
};

/*
 * Borrows the analysis, whose dsos get their build-ids, and the frames. config NULL: nothing has a name. 0 or a
 * negative errno; the caller calls symbolizer_fini in both cases. n->embedded.damage: errors of symbols in the
 * recording.
 */
int symbolizer_init(struct symbolizer *n, struct analysis *a, struct frames *frames,
		    const struct symbols_config *config, struct error *err);
void symbolizer_fini(struct symbolizer *n);

#endif
