/*
 * script_sample: writes samples as lines of text; a sample with a callchain takes several lines.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_SAMPLE_H
#define PREC_REPORT_SCRIPT_SCRIPT_SAMPLE_H

#include "report/script/script_worker.h"
#include "report/stream/read_shares.h"

/*
 * Appends the text of a sample of the event `own` to w->out; nothing if a filter leaves it out. share: shows it as a
 * sample of this member of its group, with the share's period; NULL: as one of `own`. time: that of the timeline. 0 or
 * -ENOMEM.
 */
int script_put_sample(struct script_worker *w, const struct script_event *own, const struct record *r, uint64_t time,
		      const struct read_share *share);

#endif
