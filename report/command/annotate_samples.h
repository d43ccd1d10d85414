/*
 * annotate_samples: reads the samples of functions, by address, for prec annotate and for the browser.
 */
#ifndef PREC_REPORT_COMMAND_ANNOTATE_SAMPLES_H
#define PREC_REPORT_COMMAND_ANNOTATE_SAMPLES_H

#include "report/annotate/annotation.h"
#include "report/command/reader.h"

/*
 * Reads what the reader's options choose and the filter lets pass, after the reader was opened. max_memory: bytes, as
 * in analysis_options. with_source: lines of source will be asked for. 0 or a negative errno with *err filled;
 * annotation_fini is due in any case.
 */
int annotate_samples(struct reader *r, const struct profile_filter *filter, uint64_t max_memory, bool with_source,
		     struct annotation *ret_annotation, struct error *err);

#endif
