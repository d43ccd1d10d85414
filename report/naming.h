/*
 * naming: all that is needed to name the addresses of an analysed file: the build-ids and the kernel's release it
 * tells, the symbols they lead to.
 */
#ifndef PREC_REPORT_NAMING_H
#define PREC_REPORT_NAMING_H

#include "common/buffer.h"
#include "report/analysis.h"
#include "report/embedded_symbols.h"
#include "report/frames.h"

struct naming {
	struct embedded_symbols embedded;
	struct symbols *symbols;
	struct buffer osrelease;
	struct frames frames;
};

/* Borrows the analysis, whose dsos learn their build-ids. 0 or a negative errno; naming_fini is due in any case. */
int naming_init(struct naming *n, struct analysis *a, const struct symbols_config *config, struct error *err);
void naming_fini(struct naming *n);

#endif
