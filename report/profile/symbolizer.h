/*
 * symbolizer: all that is needed to name the addresses of an analysed file: the build-ids and the kernel's release it
 * tells, the symbols they lead to.
 */
#ifndef PREC_REPORT_PROFILE_SYMBOLIZER_H
#define PREC_REPORT_PROFILE_SYMBOLIZER_H

#include "common/buffer.h"
#include "report/profile/frames.h"
#include "report/scan/analysis.h"
#include "report/symbols/embedded_symbols.h"

struct symbolizer {
	struct embedded_symbols embedded;
	struct symbols *symbols;
	struct buffer osrelease;
	struct frames frames;
};

/* Borrows the analysis, whose dsos learn their build-ids. 0 or a negative errno; symbolizer_fini is due in any case. */
int symbolizer_init(struct symbolizer *n, struct analysis *a, const struct symbols_config *config, struct error *err);
void symbolizer_fini(struct symbolizer *n);

#endif
