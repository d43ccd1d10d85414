/*
 * symbolizer: all that is needed to name the addresses of an analysed file: the build-ids and the kernel's release it
 * tells, the symbols they lead to.
 */
#ifndef PREC_REPORT_PROFILE_SYMBOLIZER_H
#define PREC_REPORT_PROFILE_SYMBOLIZER_H

#include "common/buffer.h"
#include "report/profile/resolver.h"
#include "report/scan/analysis.h"
#include "report/symbols/embedded_symbols.h"

struct symbolizer {
	struct embedded_symbols embedded;
	struct symbols *symbols;
	struct buffer osrelease;
	struct resolver resolver;
};

/*
 * Borrows the analysis, whose dsos learn their build-ids, and the frames. config NULL: nothing has a name. 0 or a
 * negative errno; symbolizer_fini is due in any case. What is wrong with symbols that the recording carries is in
 * n->embedded.damage.
 */
int symbolizer_init(struct symbolizer *n, struct analysis *a, struct frames *frames,
		    const struct symbols_config *config, struct error *err);
void symbolizer_fini(struct symbolizer *n);

#endif
