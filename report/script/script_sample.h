/*
 * script_sample: samples as lines of text, or as blocks of lines where they have callchains.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_SAMPLE_H
#define PREC_REPORT_SCRIPT_SCRIPT_SAMPLE_H

#include "report/script/script_worker.h"
#include "report/stream/read_shares.h"

/*
 * What is shown of a sample of an event; nothing when it is filtered. share: as one of an event of the same group, and
 * with its period; NULL: as its own. 0 or -ENOMEM.
 */
int script_put_sample(struct script_worker *w, const struct script_event *own, const struct record *r, uint64_t time,
		      const struct read_share *share);

#endif
